import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asterisk, asteriskAvailable, startAsterisk } from '../../../../test/asterisk/asterisk.ts'
import { listenTo, shareAt, tone } from '../../../../test/asterisk/listener.ts'
import { openRecordingAccount, type RecordingAccount } from '../../../../test/asterisk/recording-account.ts'

const BOOT_TIMEOUT_MS = 180_000
const CALL_TIMEOUT_MS = 30_000

describe.skipIf(!asteriskAvailable())('outcomes at a real Asterisk', () => {
  let asterisk: Asterisk
  let pbx: RecordingAccount

  beforeAll(async () => {
    asterisk = await startAsterisk()
    pbx = openRecordingAccount(asterisk)
  }, BOOT_TIMEOUT_MS)

  afterAll(async () => {
    await pbx?.close()
    await asterisk?.stop()
  })

  const outcomes = [
    { name: 'busy after ringing', to: '90117', as: 'busy', endedBy: 'callee', cause: '17 User busy (SIP 486)' },
    { name: 'busy at once', to: '90017', as: 'busy', endedBy: 'callee', cause: '17 User busy (SIP 486)' },
    { name: 'busy after early media', to: '904', as: 'busy', endedBy: 'callee', cause: '17 User busy (SIP 486)' },
    { name: 'unknown number', to: '9001', as: 'failed', permanent: true, cause: /^1 Unallocated.*SIP 404/ },
    { name: 'number changed', to: '90022', as: 'failed', permanent: true, cause: /^22 Number changed/ },
    { name: 'invalid number', to: '90028', as: 'failed', permanent: true, cause: /^28 Invalid number format/ },
    { name: 'congestion', to: '90034', as: 'failed', cause: /^34 .*SIP 503/ },
    { name: 'destination out of order', to: '90027', as: 'failed', cause: /^27 .*SIP 502/ },
    { name: 'the trunk forbids the call', to: '90021', as: 'failed', cause: /^21 Call Rejected \(SIP 403\b/ },
  ] as const
  for (const outcome of outcomes) {
    test.concurrent(
      `${outcome.name} is reported once, as ${outcome.as}`,
      async () => {
        const call = await pbx.dial(outcome.to)
        expect(call.providerCallId).toBe(call.callKey)
        const ended = await pbx.news(call, 'ended')
        expect(ended).toMatchObject({
          as: outcome.as,
          permanent: 'permanent' in outcome ? outcome.permanent : false,
          durationSeconds: null,
          endedBy: 'endedBy' in outcome ? outcome.endedBy : 'carrier',
        })
        expect(ended.cause).toMatch(outcome.cause)
        expect(ended.atMs).toBeTypeOf('number')
        expect(pbx.events.filter((event) => event.call.callId === call.callId && event.kind === 'ended')).toHaveLength(
          1,
        )
      },
      CALL_TIMEOUT_MS,
    )
  }

  test.concurrent(
    'a phone that rings for ever is no answer when the ring time-out has passed',
    async () => {
      const call = await pbx.dial('902', { ringTimeoutSeconds: 2 })
      expect(await pbx.news(call, 'ended')).toMatchObject({ as: 'no_answer', permanent: false, endedBy: 'carrier' })
      expect(kinds(call)).toEqual(['ringing', 'ended'])
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'an answered call is ringing, answered, ended by the callee',
    async () => {
      const call = await pbx.dial('905')
      expect(await pbx.news(call, 'ended')).toMatchObject({
        as: 'completed',
        endedBy: 'callee',
        cause: expect.stringMatching(/^16 /),
      })
      expect(kinds(call)).toEqual(['ringing', 'answered', 'ended'])
      const ended = await pbx.news(call, 'ended')
      expect(Number.isInteger(ended.durationSeconds), 'whole seconds, as they are stored').toBe(true)
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a call that we hang up while it rings is canceled by us',
    async () => {
      const call = await pbx.dial('902')
      await pbx.news(call, 'ringing')
      await pbx.account.hangUp(call)
      expect(await pbx.news(call, 'ended')).toMatchObject({ as: 'canceled', endedBy: 'us' })
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a call that we hang up after the answer is completed by us, and its bridge and audio channel are gone',
    async () => {
      const call = await pbx.dial('907')
      await pbx.media(call)
      expect(await asterisk.cli('core show channels concise')).toContain(`outdial-media-${call.callKey}`)
      await pbx.account.hangUp(call)
      expect(await pbx.news(call, 'ended')).toMatchObject({
        as: 'completed',
        endedBy: 'us',
        cause: expect.stringMatching(/^16 /),
      })
      await pbx.until(async () => !(await asterisk.cli('bridge show all')).includes(call.callKey))
      await pbx.until(async () => !(await asterisk.cli('core show channels concise')).includes(call.callKey))
      await pbx.account.hangUp(call)
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a hang-up that overtakes the dial ends the call all the same',
    async () => {
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let sent = (): void => {}
      const sending = new Promise<void>((resolve) => {
        sent = resolve
      })
      const slow = openRecordingAccount(asterisk, {
        async fetch(input, init) {
          if (init?.method === 'POST') {
            sent()
            await held
          }
          return fetch(input, init)
        },
      })
      const order = slow.order('902')
      const placing = slow.account.place(order, AbortSignal.timeout(10_000))
      await sending
      expect(await slow.account.lookUp(order.call)).toMatchObject({ kind: 'unsure' })
      await slow.account.hangUp(order.call)
      release()
      expect(await placing).toMatchObject({ kind: 'placed' })
      // Cause 16 is the hang-up; the ring time-out would be 19.
      expect(await slow.news(order.call, 'ended')).toMatchObject({
        as: 'canceled',
        endedBy: 'us',
        cause: expect.stringMatching(/^16 /),
      })
      await slow.close()
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a dial given up after it was sent is unknown until a look-up; given up before, it is for later',
    async () => {
      const deaf = openRecordingAccount(asterisk, {
        async fetch(input, init) {
          const response = await fetch(input, init?.method === 'POST' ? { ...init, signal: null } : init)
          if (init?.method !== 'POST') return response
          if (!init.signal?.aborted) await new Promise((resolve) => init.signal?.addEventListener('abort', resolve))
          throw new DOMException('given up', 'AbortError')
        },
      })
      const order = deaf.order('902')
      const giveUp = new AbortController()
      const placing = deaf.account.place(order, giveUp.signal)
      await deaf.news(order.call, 'ringing')
      giveUp.abort()
      expect(await placing).toMatchObject({ kind: 'unknown' })
      expect(await deaf.account.lookUp(order.call)).toMatchObject({ kind: 'live', news: 'ringing' })
      await deaf.account.hangUp(order.call)
      expect(await deaf.news(order.call, 'ended')).toMatchObject({ as: 'canceled', endedBy: 'us' })
      expect(await deaf.account.place(deaf.order('902'), AbortSignal.abort())).toMatchObject({ kind: 'later' })
      await deaf.close()
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'the longest duration holds',
    async () => {
      const call = await pbx.dial('907', { maxDurationSeconds: 1 })
      expect(await pbx.news(call, 'ended')).toMatchObject({ as: 'completed', endedBy: 'us' })
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'Asterisk is told the longest duration too, should nobody of us be left',
    async () => {
      const call = await pbx.dial('907', { ringTimeoutSeconds: 20, maxDurationSeconds: 40 })
      await pbx.news(call, 'answered')
      expect(await asterisk.cli(`core show channel ${await channelName(call.callKey)}`)).toMatch(
        /TIMEOUT|Time to Hangup: [1-9]/,
      )
      await pbx.account.hangUp(call)
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a look-up finds a call by our id alone: absent, ringing, answered, ended',
    async () => {
      const order = pbx.order('907')
      expect(await pbx.account.lookUp(order.call)).toEqual({ kind: 'absent' })
      const ringing = await pbx.dial('902')
      await pbx.news(ringing, 'ringing')
      expect(await pbx.account.lookUp({ ...ringing, providerCallId: null })).toMatchObject({
        kind: 'live',
        news: 'ringing',
      })
      const answered = await pbx.dial('907')
      await pbx.news(answered, 'answered')
      expect(await pbx.account.lookUp(answered)).toMatchObject({ kind: 'live', news: 'answered' })
      await Promise.all([pbx.account.hangUp(ringing), pbx.account.hangUp(answered)])
      await pbx.news(answered, 'ended')
      expect(await pbx.account.lookUp(answered)).toMatchObject({
        kind: 'ended',
        news: { as: 'completed', endedBy: 'us' },
      })
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'the caller ID of the order is what the callee sees',
    async () => {
      const call = await pbx.dial('907', { from: '+15550199' })
      await pbx.news(call, 'answered')
      expect(await asterisk.cli('core show channels concise')).toMatch(/callee!907!.*!\+15550199!/)
      await pbx.account.hangUp(call)
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a trunk that refuses connections fails the call, one that is silent does so after a while',
    async () => {
      const refusing = openRecordingAccount(asterisk, { credentials: { endpoint_template: 'PJSIP/{digits}@deadtcp' } })
      const silent = openRecordingAccount(asterisk, { credentials: { endpoint_template: 'PJSIP/{digits}@dead' } })
      const [refused, unheard] = await Promise.all([refusing.dial('+15550142'), silent.dial('+15550142')])
      expect(await refusing.news(refused, 'ended')).toMatchObject({
        as: 'failed',
        permanent: false,
        cause: expect.stringMatching(/^34 /),
      })
      expect(await silent.news(unheard, 'ended')).toMatchObject({
        as: 'failed',
        permanent: false,
        cause: expect.stringMatching(/^18 .*SIP 408/),
      })
      await Promise.all([refusing.close(), silent.close()])
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'no channel: a trunk without contact is for later, an unknown one halts, a phone not there is rejected',
    async () => {
      const verdict = async (endpoint_template: string, to: string) => {
        const account = openRecordingAccount(asterisk, { credentials: { endpoint_template } })
        const order = account.order(to)
        const result = await account.account.place(order, AbortSignal.timeout(10_000))
        expect(await account.account.lookUp(order.call)).toEqual({ kind: 'absent' })
        await account.close()
        return result
      }
      expect(await verdict('PJSIP/{number}@nocontact', '+15550142')).toMatchObject({
        kind: 'later',
        reason: expect.stringMatching(/not reachable/),
      })
      expect(await verdict('PJSIP/{number}@nosuchtrunk', '+15550142')).toMatchObject({
        kind: 'halt',
        reason: expect.stringMatching(/no endpoint/),
      })
      expect(await verdict('PJSIP/{number}', 'nocontact')).toMatchObject({ kind: 'rejected' })
      expect(await verdict('PJSIP/{number}', '+15550142')).toMatchObject({ kind: 'rejected' })
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'with an outbound context the dialplan dials, its causes come through, and the call keeps its id when bridged',
    async () => {
      const dialplan = openRecordingAccount(asterisk, { credentials: { outbound_context: 'outbound' } })
      const [busy, dead, answered, refused] = await Promise.all(
        ['+90117', '+9001', '+907', '+90021'].map((to) => dialplan.dial(to)),
      )
      expect(await dialplan.news(busy!, 'ended')).toMatchObject({ as: 'busy' })
      expect(await dialplan.news(dead!, 'ended')).toMatchObject({ as: 'failed', permanent: true })
      // The trunk's 403 arrives as a bare cause 21, from a phone that has not rung: nobody has declined.
      expect(await dialplan.news(refused!, 'ended')).toMatchObject({
        as: 'failed',
        permanent: false,
        fault: 'account',
        perhapsNumber: true,
        endedBy: 'carrier',
      })
      const media = await dialplan.media(answered!)
      const ear = listenTo(media)
      const echo = ear.hears(4_000)
      media.send(tone(440, 1))
      expect(shareAt(440, await echo)).toBeGreaterThan(0.9)
      expect(await asterisk.cli('core show channels concise')).toContain('Local/+907@outbound')
      expect(await dialplan.account.lookUp(answered!)).toMatchObject({ kind: 'live', news: 'answered' })
      await dialplan.account.hangUp(answered!)
      expect(await dialplan.news(answered!, 'ended')).toMatchObject({ as: 'completed', endedBy: 'us' })
      const unrouted = await dialplan.dial('unknown-extension')
      expect(await dialplan.news(unrouted, 'ended')).toMatchObject({
        as: 'failed',
        permanent: false,
        cause: expect.stringMatching(/^0 /),
      })
      await dialplan.close()
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'a wrong password halts dialling and a read-only login does too, each with the reason',
    async () => {
      const wrong = openRecordingAccount(asterisk, { credentials: { app_password: 'wrong' } })
      expect(await wrong.account.place(wrong.order('907'), AbortSignal.timeout(10_000))).toMatchObject({
        kind: 'halt',
        reason: expect.stringMatching(/app_password/),
      })
      expect(await wrong.account.check()).toMatchObject({
        ok: false,
        message: expect.stringMatching(/refuses the login/),
      })
      expect(await wrong.account.bindInbound('+15550100', true)).toMatchObject({ ok: false })
      const watcher = openRecordingAccount(asterisk, { credentials: { app_name: 'watcher' } })
      expect(await watcher.account.place(watcher.order('907'), AbortSignal.timeout(10_000))).toMatchObject({
        kind: 'halt',
        reason: expect.stringMatching(/read_only/),
      })
      await Promise.all([wrong.close(), watcher.close()])
    },
    CALL_TIMEOUT_MS,
  )

  test.concurrent(
    'the check names the version, and what is missing',
    async () => {
      expect(await pbx.account.check()).toMatchObject({
        ok: true,
        details: { connected: true, version: expect.stringMatching(/^2\d\./) },
      })
      const unknown = openRecordingAccount(asterisk, {
        credentials: { endpoint_template: 'PJSIP/{number}@nosuchtrunk' },
      })
      expect(await unknown.account.check()).toMatchObject({ ok: false, message: expect.stringMatching(/nosuchtrunk/) })
      const nobody = openRecordingAccount(asterisk, { credentials: { ari_endpoint: 'http://127.0.0.1:9' } })
      expect(await nobody.account.check()).toMatchObject({
        ok: false,
        message: expect.stringMatching(/cannot be reached/),
      })
      expect(await nobody.account.place(nobody.order('907'), AbortSignal.timeout(10_000))).toMatchObject({
        kind: 'later',
      })
      await Promise.all([unknown.close(), nobody.close()])
    },
    CALL_TIMEOUT_MS,
  )

  function kinds(call: { callId: number }): string[] {
    return pbx.events.filter((event) => event.call.callId === call.callId).map((event) => event.kind)
  }

  async function channelName(id: string): Promise<string> {
    const lines = (await asterisk.cli('core show channels concise')).split('\n')
    return lines.find((line) => line.endsWith(`!${id}`))?.split('!')[0] ?? 'none'
  }
})
