import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { openRecordingAccount } from '../../../../test/asterisk/recording-account.ts'

const BOOT_TIMEOUT_MS = 180_000
const CALLS = 200
const AT_ONCE = 50

describe.skipIf(!asteriskAvailable())('many calls at a real Asterisk', () => {
  let asterisk: Asterisk

  beforeAll(async () => {
    asterisk = await startAsterisk()
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await asterisk?.stop()
  })

  test('200 calls by SIP, 50 at once: each has one outcome, the right one, and nothing is left behind', async () => {
    let inFlight = 0
    let mostInFlight = 0
    const pbx = openRecordingAccount(asterisk, {
      async fetch(input, init) {
        const originates = init?.method === 'POST' && /\/channels\/test-/.test(String(input))
        if (originates) inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        const response = await fetch(input, init)
        if (originates) inFlight -= 1
        return response
      },
    })
    const behaviours = [
      { to: '905', as: 'completed', endedBy: 'callee' },
      { to: '90117', as: 'busy', endedBy: 'callee' },
      { to: '902', as: 'no_answer', endedBy: 'carrier' },
      { to: '9001', as: 'failed', endedBy: 'carrier' },
      { to: '907', as: 'completed', endedBy: 'us' },
    ] as const
    const expected = new Map<number, string>()
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < CALLS) {
        const behaviour = behaviours[next % behaviours.length] as (typeof behaviours)[number]
        next += 1
        const call = await pbx.dial(behaviour.to, { ringTimeoutSeconds: 2 })
        expected.set(call.callId, `${behaviour.as} by ${behaviour.endedBy}`)
        if (behaviour.endedBy === 'us') {
          await pbx.media(call)
          await pbx.account.hangUp(call)
        }
        await pbx.news(call, 'ended')
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))

    const ends = pbx.events.filter((event) => event.kind === 'ended')
    expect(ends).toHaveLength(CALLS)
    expect(new Map(ends.map((event) => [event.call.callId, `${event.as} by ${event.endedBy}`]))).toEqual(expected)
    const order = new Map<number, string[]>()
    for (const event of pbx.events) order.set(event.call.callId, [...(order.get(event.call.callId) ?? []), event.kind])
    for (const kinds of order.values()) expect(kinds.at(-1)).toBe('ended')
    expect(mostInFlight).toBe(16)
    await pbx.until(async () => (await asterisk.cli('core show channels count')).startsWith('0 active channels'))
    await pbx.until(async () => !(await asterisk.cli('bridge show all')).includes('outdial-'))
    await pbx.close()
  }, 180_000)

  // Beside nothing else: after a 409 Asterisk's answers on that connection are not to be trusted.
  test('a second dial with the same id rings nobody twice, and no other call is taken for placed', async () => {
    const pbx = openRecordingAccount(asterisk)
    const other = openRecordingAccount(asterisk)
    const order = pbx.order('902')
    const dials = [pbx, other, pbx].map((node) => () => node.account.place(order, AbortSignal.timeout(10_000)))
    for (const dial of dials) expect(await dial()).toEqual({ kind: 'placed', providerCallId: order.call.callKey })
    expect((await asterisk.cli('core show channels concise')).split('!902!')).toHaveLength(2)
    await pbx.account.hangUp(order.call)
    await pbx.news(order.call, 'ended')

    const unregistered = openRecordingAccount(asterisk, { credentials: { endpoint_template: 'PJSIP/{number}' } })
    for (let attempt = 0; attempt < 5; attempt++) {
      const impossible = unregistered.order('nocontact')
      const result = await unregistered.account.place(impossible, AbortSignal.timeout(10_000))
      expect(['unknown', 'rejected']).toContain(result.kind)
      expect(await unregistered.account.lookUp(impossible.call)).toEqual({ kind: 'absent' })
    }
    await Promise.all([pbx.close(), other.close(), unregistered.close()])
  }, 180_000)
})
