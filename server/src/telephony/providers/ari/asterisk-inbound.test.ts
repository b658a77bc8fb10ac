import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { listenTo, shareAt, tone } from '../../../../test/asterisk/listener.ts'
import {
  hurriedClock,
  openRecordingAccount,
  type RecordingAccount,
} from '../../../../test/asterisk/recording-account.ts'
import type { CallRef, InboundDecision } from '../../provider.ts'

const BOOT_TIMEOUT_MS = 180_000
const CALL_TIMEOUT_MS = 30_000

describe.skipIf(!asteriskAvailable())('inbound calls at a real Asterisk', () => {
  let asterisk: Asterisk
  /** The outside world: an account whose calls to 920<number> come in by SIP as calls to +<number>. */
  let world: RecordingAccount

  beforeAll(async () => {
    asterisk = await startAsterisk({ append: exampleFiles() })
    world = openRecordingAccount(asterisk, { credentials: { app_name: 'second' } })
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await world?.close()
    await asterisk?.stop()
  })

  test('the files of the example with Asterisk load, its softphone and its way to Outdial included', async () => {
    expect(await asterisk.cli('pjsip show endpoint 6001')).toMatch(/InAuth: +6001\/6001[\s\S]*Aor: +6001/)
    expect(await asterisk.cli('dialplan show from-softphone')).toMatch(/Stasis\(outdial,\$\{EXTEN\}\)/)
  })

  async function openNode(decide: RecordingAccount['decide']): Promise<RecordingAccount> {
    const node = openRecordingAccount(asterisk, { clock: hurriedClock(20) })
    node.decide = decide
    expect(await node.account.bindInbound('+15550142', true)).toMatchObject({ ok: true })
    return node
  }

  test(
    'an accepted call is answered, its audio reaches both ways, and the caller hanging up ends it',
    async () => {
      const refs: CallRef[] = []
      const node = await openNode(async () => accept(refs))
      const caller = await world.dial('92015550142', { from: '+15550177' })
      const [theirs, ours] = await Promise.all([world.media(caller), firstMedia(node, refs)])
      expect(node.inbound).toMatchObject([{ from: '+15550177', to: '+15550142', providerCallId: expect.any(String) }])
      const [theirEar, ourEar] = [listenTo(theirs), listenTo(ours)]
      const heard = Promise.all([theirEar.hears(4_000), ourEar.hears(4_000)])
      theirs.send(tone(440, 1))
      ours.send(tone(800, 1))
      const [theyHeard, weHeard] = await heard
      expect(shareAt(800, theyHeard)).toBeGreaterThan(0.9)
      expect(shareAt(440, weHeard)).toBeGreaterThan(0.9)

      await world.account.hangUp(caller)
      await ourEar.closed
      const ref = refs[0] as CallRef
      expect(await node.news(ref, 'ended')).toMatchObject({ as: 'completed', endedBy: 'callee' })
      expect(node.events.map((event) => event.kind)).toEqual(['answered', 'ended'])
      expect(node.events[0]?.call.providerCallId).toBe(node.inbound[0]?.providerCallId)
      await node.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'we can hang up an inbound call and find it by its id, also without the id of the carrier',
    async () => {
      const refs: CallRef[] = []
      const node = await openNode(async () => accept(refs))
      const caller = await world.dial('92115550143')
      await firstMedia(node, refs)
      const ref = refs[0] as CallRef
      expect(node.inbound[0]?.to).toBe('+15550143')
      expect(await node.account.lookUp(ref)).toMatchObject({ kind: 'live', news: 'answered' })
      await node.account.hangUp(ref)
      expect(await node.news(ref, 'ended')).toMatchObject({ as: 'completed', endedBy: 'us' })
      expect(await world.news(caller, 'ended')).toMatchObject({ as: 'completed', endedBy: 'callee' })
      await node.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'a refused call is turned away unanswered, as a number not in service; so is one nobody could decide about',
    async () => {
      const node = await openNode(async () => ({ kind: 'refuse', reason: 'unknown number' }))
      const refused = await world.dial('92015550199')
      expect(await world.news(refused, 'ended')).toMatchObject({
        as: 'failed',
        cause: expect.stringMatching(/SIP 404/),
      })
      node.decide = () => Promise.reject(new Error('database away'))
      const undecided = await world.dial('92015550199')
      expect(await world.news(undecided, 'ended')).toMatchObject({ as: 'failed' })
      for (const call of [refused, undecided]) {
        expect(world.events.some((event) => event.call.callId === call.callId && event.kind === 'answered')).toBe(false)
      }
      expect(node.events).toEqual([])
      await node.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'a caller who hangs up before the decision is a canceled call',
    async () => {
      const refs: CallRef[] = []
      let decide = (): void => {}
      const decided = new Promise<void>((resolve) => {
        decide = resolve
      })
      const node = await openNode(async () => {
        await decided
        return accept(refs)
      })
      const caller = await world.dial('92015550142')
      await node.until(() => node.inbound.length === 1)
      await world.account.hangUp(caller)
      await world.news(caller, 'ended')
      decide()
      await node.until(() => refs.length === 1)
      expect(await node.news(refs[0] as CallRef, 'ended')).toMatchObject({ as: 'canceled', endedBy: 'callee' })
      expect(node.events).toHaveLength(1)
      await node.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'of several nodes the last one takes inbound calls; when it goes another takes over; a live call stays where it is',
    async () => {
      const firstRefs: CallRef[] = []
      const secondRefs: CallRef[] = []
      const first = await openNode(async () => accept(firstRefs))
      const early = await world.dial('92015550142')
      await firstMedia(first, firstRefs)
      const second = await openNode(async () => accept(secondRefs))
      const late = await world.dial('92015550142')
      await firstMedia(second, secondRefs)
      expect([first.inbound.length, second.inbound.length]).toEqual([1, 1])

      await world.account.hangUp(early)
      expect(await first.news(firstRefs[0] as CallRef, 'ended')).toMatchObject({ as: 'completed', endedBy: 'callee' })
      await world.account.hangUp(late)
      await second.news(secondRefs[0] as CallRef, 'ended')

      await second.close()
      await first.until(async () =>
        (await asterisk.cli('ari show apps')).split('\n').some((line) => line.trim() === 'outdial'),
      )
      await world.dial('92015550142')
      await first.until(() => first.inbound.length === 2)
      await first.close()
    },
    CALL_TIMEOUT_MS,
  )

  test(
    'without any node the dialplan goes on, and the caller hears that nobody is there',
    async () => {
      const call = await world.dial('92015550142')
      expect(await world.news(call, 'ended')).toMatchObject({ as: 'failed', cause: expect.stringMatching(/^27 /) })
    },
    CALL_TIMEOUT_MS,
  )
})

/** At the end of the files of `etc/`; the example's own port would be taken. */
function exampleFiles(): Record<string, string> {
  const read = (name: string) =>
    readFileSync(new URL(`../../../../../examples/asterisk/etc/${name}`, import.meta.url), 'utf8')
  return {
    'extensions.conf': read('extensions.conf'),
    'pjsip.conf': read('pjsip.conf').replace('0.0.0.0:5060', '127.0.0.1:0'),
    'modules.conf': 'load = res_pjsip_authenticator_digest.so\nload = res_pjsip_registrar.so\n',
  }
}

let serial = 0

function accept(refs: CallRef[]): InboundDecision {
  serial += 1
  const call = { callId: serial, callKey: `inbound-${process.pid}-${serial}`, providerCallId: null }
  refs.push(call)
  return { kind: 'accept', call }
}

async function firstMedia(node: RecordingAccount, refs: CallRef[]) {
  await node.until(() => refs.length > 0)
  return node.media(refs[0] as CallRef)
}
