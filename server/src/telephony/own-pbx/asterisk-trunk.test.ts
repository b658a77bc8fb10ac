/** A trunk of our own Asterisk, registered at another real Asterisk that plays the carrier. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, installedAsterisk, startAsterisk } from '../../../test/asterisk/asterisk.ts'
import { REGISTRAR } from '../../../test/asterisk/registrar.ts'
import { accountContext, callRef } from '../../../test/conformance/canned-carrier.ts'
import { systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { CarrierAccount, CarrierEvent, DialRequest, InboundCall } from '../provider.ts'
import { sip } from '../providers/sip/spec.ts'
import { trunksOf } from './open-trunk.ts'
import { OwnPbx } from './own-pbx.ts'

const BOOT_TIMEOUT_MS = 180_000
const CALL_TIMEOUT_MS = 90_000
const run = promisify(execFile)

describe.skipIf(!asteriskAvailable())('a trunk of our own Asterisk', () => {
  let carrier: Asterisk
  let pbx: OwnPbx
  let folder: string
  let program: string
  const events: CarrierEvent[] = []
  /** Calls that came in: the number, and the configuration. */
  const arrived: string[] = []
  const open: CarrierAccount[] = []

  // The test stops the carrier at its end, so each retry of the test needs new programs.
  beforeEach(async () => {
    for (const kept of [events, arrived, open]) kept.length = 0
    carrier = await startAsterisk({ append: REGISTRAR })
    folder = mkdtempSync(join(tmpdir(), 'pbx-'))
    const installed = installedAsterisk(folder)
    program = installed.program
    const settings = { ...installed, folder, sipPort: 0, rtpPorts: [26_000, 26_999] as const, externalAddress: null }
    pbx = await OwnPbx.open(settings, systemClock, silentLog)
  }, BOOT_TIMEOUT_MS)

  afterEach(async () => {
    for (const account of open) await account.close()
    await pbx?.close()
    await carrier?.stop()
  }, BOOT_TIMEOUT_MS)

  function trunk(
    configurationId: number,
    changes: Record<string, unknown> = {},
    refused: string | null = null,
  ): CarrierAccount {
    const credentials = {
      sip_host: `127.0.0.1:${carrier.sipPort}`,
      username: '1001',
      password: 'right;word',
      number_format: 'digits',
      ...changes,
    }
    const context = {
      ...accountContext(sip, credentials),
      configurationId,
      pbx: trunksOf(pbx),
      report: async (event: CarrierEvent) => void events.push(event),
      receive: async ({ to }: InboundCall) => {
        arrived.push(`${to} at ${configurationId}`)
        return { kind: 'refuse' as const, reason: 'nobody answers in this test' }
      },
      attachMedia: () => {},
      whyRefused: async () => refused,
    }
    const account = sip.open(context)
    open.push(account)
    return account
  }

  const cli = async (command: string) =>
    (await run(program, ['-C', join(folder, 'etc/asterisk.conf'), '-rx', command])).stdout
  const place = (account: CarrierAccount, to = '905') => account.place(order(to), AbortSignal.timeout(10_000))

  async function until<T>(look: () => T | Promise<T>, wanted: (seen: T) => boolean): Promise<T> {
    for (;;) {
      const seen = await look()
      if (wanted(seen)) return seen
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** A check gives up after a while; a busy machine may take longer to register. */
  const checked = (account: CarrierAccount) =>
    until(
      () => account.check(),
      ({ message }) => !message.includes('has not answered yet'),
    )

  test(
    'a refused account dials nobody, a right one calls, also beside the first, and a registrar that is gone is waited for',
    async () => {
      const wrong = trunk(2, { password: 'wrong' })
      expect(await checked(wrong)).toMatchObject({ ok: false, message: expect.stringContaining('password (SIP 401)') })
      expect(await place(wrong)).toMatchObject({ kind: 'halt', reason: expect.stringContaining('SIP 401') })
      const away = trunk(3, { sip_host: '127.0.0.1:9', transport: 'tcp' })
      expect(await checked(away)).toMatchObject({ ok: false, message: expect.stringContaining('does not answer') })
      expect(await place(away)).toMatchObject({ kind: 'later' })
      const forbidden = trunk(5, { username: 'nobody-there' }, 'This address lies in a private network.')
      expect(await checked(forbidden)).toMatchObject({ ok: false, message: expect.stringContaining('private network') })
      expect(await place(forbidden)).toMatchObject({ kind: 'halt' })
      expect(readFileSync(join(folder, 'etc/pjsip.conf'), 'utf8')).not.toContain('nobody-there')
      await Promise.all([wrong, away].map((account) => account.close()))

      const account = trunk(1)
      expect(await checked(account)).toMatchObject({ ok: true, message: 'The trunk is registered.' })
      expect(await carrier.cli('pjsip show contacts')).toMatch(/1001\/sip:1001@/)
      expect(await place(account)).toMatchObject({ kind: 'placed' })
      const ended = () => events.find(({ kind }) => kind === 'ended')
      expect(await until(ended, (seen) => seen !== undefined)).toMatchObject({ as: 'completed', endedBy: 'callee' })
      expect(statSync(join(folder, 'etc/pjsip.conf')).mode & 0o077).toBe(0)

      // Two accounts at one carrier: its address is the same for both.
      const second = trunk(4, { username: '1002' })
      expect(await checked(second)).toMatchObject({ ok: true })
      for (const each of [account, second]) each.takeInbound?.()
      for (const user of ['1002', '1001', '1002']) {
        const before = arrived.length
        await carrier.cli(`channel originate PJSIP/${user} application Wait 3`)
        await until(
          () => arrived.length,
          (count) => count > before,
        )
      }
      expect(arrived).toEqual(['1002 at 4', '1001 at 1', '1002 at 4'])

      const name = /(trunk-1-\w+)\/sip/.exec(await cli('pjsip show registrations'))?.[1]
      await carrier.stop()
      await cli(`pjsip send register ${name}`)
      expect(
        await until(
          () => place(account),
          ({ kind }) => kind !== 'placed',
        ),
      ).toMatchObject({ kind: 'later' })
    },
    CALL_TIMEOUT_MS,
  )
})

let serial = 0
function order(to: string): DialRequest {
  serial += 1
  return {
    call: { ...callRef(), callId: serial, callKey: `trunk-test-${process.pid}-${serial}` },
    to,
    toType: 'sip_extension',
    from: '+15550100',
    ringTimeoutSeconds: 20,
    maxDurationSeconds: 60,
  }
}
