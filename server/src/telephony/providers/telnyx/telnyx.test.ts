import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standIn, type TelnyxStandIn } from '../../../../test/carriers/telnyx.ts'
import { accountContext } from '../../../../test/conformance/canned-carrier.ts'
import type { CallRef, CarrierAccount, DialRequest, WebhookRequest, WebhookResult } from '../../provider.ts'
import { telnyx } from './spec.ts'
import { readPublicKey, readTelnyxWebhook } from './webhook.ts'

const CALL: CallRef = { callId: 7, callKey: 'od-a1-7', providerCallId: null }
const ORDER: DialRequest = {
  call: CALL,
  to: '+14155550123',
  toType: 'pstn',
  from: '+14155550100',
  ringTimeoutSeconds: 25,
  maxDurationSeconds: 600,
}

let carrier: TelnyxStandIn
let account: CarrierAccount

beforeAll(async () => {
  carrier = (await standIn.start()) as TelnyxStandIn
  account = openAccount()
})
afterAll(() => carrier.stop())

function openAccount(changes: Record<string, unknown> = {}): CarrierAccount {
  return telnyx.open(accountContext(telnyx, { ...carrier.credentials, amd_enabled: true, ...changes }))
}

async function placedCall(): Promise<CallRef> {
  const result = await account.place(ORDER, AbortSignal.timeout(5000))
  if (result.kind !== 'placed') throw new Error(result.reason)
  return { ...CALL, providerCallId: result.providerCallId }
}

const lastBody = (): unknown => JSON.parse(carrier.requests.at(-1)?.body ?? 'null')
const decoded = (state: unknown): unknown => JSON.parse(Buffer.from(String(state), 'base64').toString())

describe('a dial', () => {
  test('is one request with everything Telnyx needs to know', async () => {
    await placedCall()
    const request = carrier.requests.at(-1)
    expect(request).toMatchObject({ method: 'POST', path: '/v2/calls' })
    expect(request?.headers.authorization).toBe(`Bearer ${carrier.credentials.api_key}`)
    const { client_state, ...body } = lastBody() as Record<string, unknown>
    expect(body).toEqual({
      connection_id: '1293384261075731499',
      to: '+14155550123',
      from: '+14155550100',
      command_id: 'od-a1-7',
      timeout_secs: 25,
      time_limit_secs: 600,
      retry_on_timeout: false,
      webhook_url: 'https://dial.example.com/c/7/events/s1',
      webhook_url_method: 'POST',
      stream_url: 'wss://dial.example.com/media/7/s3',
      stream_track: 'inbound_track',
      stream_codec: 'PCMU',
      stream_bidirectional_mode: 'rtp',
      stream_bidirectional_codec: 'PCMU',
      answering_machine_detection: 'detect',
    })
    expect(decoded(client_state)).toEqual({ call: 'od-a1-7', direction: 'out', from: '+14155550100' })
  })

  test('asks for the detection that was configured', async () => {
    await openAccount({ amd_mode: 'premium' }).place(ORDER, AbortSignal.timeout(5000))
    expect(lastBody()).toMatchObject({ answering_machine_detection: 'premium' })
  })

  test('to an extension, or without a caller ID, is rejected without asking', async () => {
    const before = carrier.requests.length
    const extension = await account.place({ ...ORDER, to: '200', toType: 'sip_extension' }, AbortSignal.timeout(5000))
    const anonymous = await account.place({ ...ORDER, from: null }, AbortSignal.timeout(5000))
    expect([extension.kind, anonymous.kind]).toEqual(['rejected', 'rejected'])
    expect(carrier.requests.length).toBe(before)
  })
})

/** Made with OpenSSL: an Ed25519 key, a timestamp, and the documentation's example of call.answered. */
const RECORDED = {
  publicKey: 'AFztsHRXWOhKuc2woBdXhbHE5zAhj1sejewuIDtznLA=',
  timestamp: '1770071127',
  signature: 'XUrGUS/d0DQHv1TNLFKbcGStOEBZbU6OiCyRzb/kUYDtTxA9kWqAab37H/Etx6OUb+1w6BIlE3UzzTJ+dmtTAQ==',
  body: '{"data":{"event_type":"call.answered","id":"0ccc7b54-4df3-4bca-a65a-3da1ecc777f0","occurred_at":"2026-02-02T22:25:27.521992Z","payload":{"call_control_id":"v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg","connection_id":"1293384261075731499","state":"answered"},"record_type":"event"}}',
}

describe('a signature', () => {
  const read = (changes: Partial<typeof RECORDED & { ageSeconds: number; connectionId: string }> = {}) => {
    const given = { ...RECORDED, ageSeconds: 0, connectionId: '1293384261075731499', ...changes }
    const reader = {
      publicKey: readPublicKey(given.publicKey),
      connectionId: given.connectionId,
      nowMs: (Number(RECORDED.timestamp) + given.ageSeconds) * 1000,
    }
    const headers = { 'telnyx-signature-ed25519': given.signature, 'telnyx-timestamp': given.timestamp }
    return readTelnyxWebhook(reader, requestWith(given.body, headers))
  }

  test('made by Telnyx’s scheme is accepted', () => {
    expect(read()).toMatchObject({ kind: 'news', events: [{ kind: 'answered', call: CALL, atMs: 1770071127521 }] })
  })

  test('is good for five minutes, before and after', () => {
    expect([300, -300].map((ageSeconds) => read({ ageSeconds }).kind)).toEqual(['news', 'news'])
    expect([301, -301].map((ageSeconds) => read({ ageSeconds }).kind)).toEqual(['refused', 'refused'])
  })

  test.each([
    ['another key', { publicKey: 'e5ByBGVDd6D5Y0hBjFkPqG0uXc1C0G0ZrYxDdN2h8kM=' }],
    ['a key that is none', { publicKey: 'c2hvcnQ=' }],
    ['another timestamp', { timestamp: '1770071128' }],
    ['a timestamp that is none', { timestamp: '1770071127 ' }],
    ['no timestamp', { timestamp: '' }],
    ['half a signature', { signature: RECORDED.signature.slice(0, 44) }],
    ['no signature', { signature: '' }],
    ['a changed body', { body: RECORDED.body.replace('answered', 'hangup') }],
    ['a shortened body', { body: RECORDED.body.slice(0, -1) }],
    ['another application', { connectionId: '1' }],
  ])('with %s is refused', (_what, changes) => {
    expect(read(changes).kind).toBe('refused')
  })
})

function requestWith(body: string, headers: Record<string, string>, call: CallRef | null = CALL): WebhookRequest {
  const url = 'https://dial.example.com/c/7/events/s1'
  return {
    hook: 'events',
    call,
    method: 'POST',
    url,
    headers,
    query: new URLSearchParams(),
    rawBody: Buffer.from(body),
  }
}

async function told(
  type: string,
  payload: Record<string, unknown>,
  call: CallRef | null = CALL,
): Promise<WebhookResult> {
  const { body, headers } = carrier.event('https://dial.example.com', type, { call_control_id: 'v3:one', ...payload })
  return account.readWebhook(requestWith(body, headers, call))
}

async function eventsOf(type: string, payload: Record<string, unknown>, call: CallRef | null = CALL) {
  const reading = await told(type, payload, call)
  return reading.kind === 'news' ? reading.events : [reading]
}

const stateOf = (call: string, direction: string) => Buffer.from(JSON.stringify({ call, direction })).toString('base64')

describe('an event', () => {
  test.each([
    ['call.initiated', { direction: 'outgoing' }, { kind: 'dialing' }],
    ['call.answered', {}, { kind: 'answered' }],
    ['call_answered', {}, { kind: 'answered' }],
    ['call.machine.detection.ended', { result: 'human' }, { kind: 'machine', verdict: 'human' }],
    ['call.machine.detection.ended', { result: 'machine' }, { kind: 'machine', verdict: 'machine' }],
    ['call.machine.detection.ended', { result: 'not_sure' }, { kind: 'machine', verdict: 'unknown' }],
    ['call.machine.premium.detection.ended', { result: 'human_residence' }, { kind: 'machine', verdict: 'human' }],
    ['call.machine.premium.detection.ended', { result: 'human_business' }, { kind: 'machine', verdict: 'human' }],
    ['call.machine.premium.detection.ended', { result: 'silence' }, { kind: 'machine', verdict: 'unknown' }],
    ['call.machine.premium.detection.ended', { result: 'fax_detected' }, { kind: 'machine', verdict: 'fax' }],
    ['call.machine.greeting.ended', { result: 'ended' }, { kind: 'machine', verdict: 'machine' }],
    ['call.machine.premium.greeting.ended', { result: 'beep_detected' }, { kind: 'machine', verdict: 'machine' }],
  ])('%s is understood', async (type, payload, news) => {
    expect(await eventsOf(type, payload)).toMatchObject([{ ...news, call: CALL, providerCallId: 'v3:one' }])
  })

  test.each([
    'call.machine.greeting.ended',
    'streaming.started',
    'streaming.failed',
    'call.bridged',
    'call.cost',
    'call.new',
  ])('%s without a result is no news', async (type) => {
    expect(await eventsOf(type, {})).toEqual([])
  })

  test.each([
    ['normal_clearing', '200', 'completed', false],
    ['normal_clearing', 'unspecified', 'hung_up', false],
    ['normal_clearing', '480', 'no_answer', false],
    ['normal_clearing', '487', 'no_answer', false],
    ['time_limit', '200', 'completed', false],
    ['user_busy', '486', 'busy', false],
    ['timeout', '487', 'no_answer', false],
    ['no_answer', '480', 'no_answer', false],
    ['call_rejected', '603', 'declined', false],
    ['call_rejected', '486', 'busy', false],
    ['call_rejected', '403', 'failed', false],
    ['call_rejected', 'unspecified', 'declined', false],
    ['originator_cancel', '487', 'canceled', false],
    ['not_found', '404', 'failed', true],
    ['unspecified', 'unspecified', 'failed', false],
    ['unspecified', '410', 'failed', true],
    ['unspecified', '484', 'failed', true],
    ['unspecified', '604', 'failed', true],
    ['unspecified', '503', 'failed', false],
    ['a_new_cause', '486', 'busy', false],
    ['a_new_cause', '200', 'failed', false],
  ])('call.hangup with %s and SIP %s is %s, dead number: %s', async (hangup_cause, sip_hangup_cause, as, permanent) => {
    expect(await eventsOf('call.hangup', { hangup_cause, sip_hangup_cause })).toMatchObject([
      { kind: 'ended', as, permanent },
    ])
  })

  test.each([
    ['caller', 'out', 'us'],
    ['callee', 'out', 'callee'],
    ['caller', 'in', 'callee'],
    ['callee', 'in', 'us'],
    ['unknown', 'out', null],
  ])('call.hangup by the %s of a call that went %s was ended by: %s', async (hangup_source, direction, endedBy) => {
    const payload = { hangup_cause: 'normal_clearing', hangup_source, client_state: stateOf(CALL.callKey, direction) }
    expect(await eventsOf('call.hangup', payload)).toMatchObject([{ endedBy }])
  })

  test('of the leg a call was transferred to is not taken for the call’s own', async () => {
    const hangup = { hangup_cause: 'normal_clearing' }
    expect(await eventsOf('call.hangup', { ...hangup, client_state: stateOf('od-a1-7-transfer', 'out') })).toEqual([])
    expect(await eventsOf('call.hangup', hangup, { ...CALL, providerCallId: 'v3:another' })).toEqual([])
    expect(await eventsOf('call.hangup', hangup, { ...CALL, providerCallId: 'v3:one' })).toHaveLength(1)
  })

  test('call.cost names the price, unless its parts have several currencies or it is of another leg', async () => {
    const cost = { call_control_id: 'v3:one', status: 'success', total_cost: '0.0106' }
    const parts = (...currencies: string[]) => ({
      cost_parts: currencies.map((currency) => ({ cost: '0.005', currency })),
    })
    const billed = async (payload: Record<string, unknown>, call: CallRef = CALL) => {
      const reading = await told('call.cost', payload, call)
      return reading.kind === 'news' ? reading.billed : reading
    }
    expect(await billed({ ...cost, ...parts('USD', 'USD') })).toEqual({
      call: CALL,
      price: { amount: '0.0106', currency: 'USD' },
    })
    expect(await billed({ ...cost, ...parts('USD', 'EUR') })).toBeNull()
    expect(await billed({ ...cost, ...parts('USD'), status: 'error' })).toBeNull()
    expect(await billed({ ...cost, ...parts('USD') }, { ...CALL, providerCallId: 'v3:another' })).toBeNull()
  })

  test('without a call of ours is told with Telnyx’s id', async () => {
    expect(await eventsOf('call.answered', {}, null)).toMatchObject([{ call: null, providerCallId: 'v3:one' }])
  })

  test('of a call that comes in without saying for whom is refused', async () => {
    expect(await told('call.initiated', { direction: 'incoming' }, null)).toMatchObject({
      kind: 'refused',
      status: 400,
    })
  })
})

describe('an inbound call', () => {
  test('is answered by a command that opens the audio', async () => {
    const inbound = carrier.inboundWebhook(
      { call: () => '', configuration: () => 'https://x' },
      '+14155550123',
      '+14155550100',
    )
    const reading = await account.readWebhook(requestWith(inbound.body, inbound.headers, null))
    if (reading.kind !== 'inbound') throw new Error(reading.kind)
    expect(reading.inbound.attestation).toEqual({ level: 'B', isVerified: true, reported: 'B' })
    const call = { ...CALL, providerCallId: reading.inbound.providerCallId }
    expect(await account.answer(call)).toEqual({ status: 200, contentType: 'application/json', body: '{}' })
    expect(carrier.requests.at(-1)?.path).toBe(`/v2/calls/${encodeURIComponent(call.providerCallId)}/actions/answer`)
    expect(lastBody()).toMatchObject({
      command_id: 'od-a1-7',
      webhook_url: 'https://dial.example.com/c/7/events/s1',
      stream_url: 'wss://dial.example.com/media/7/s3',
      stream_bidirectional_mode: 'rtp',
    })
  })

  test('that cannot be answered makes Telnyx tell of it again, unless it is over', async () => {
    expect(await account.answer({ ...CALL, providerCallId: 'v3:nobody' })).toMatchObject({ status: 503 })
    const over = await placedCall()
    await account.hangUp(over)
    expect(await account.answer(over)).toMatchObject({ status: 200 })
  })

  test('for nobody is rejected', async () => {
    const call = await placedCall()
    const inbound = { providerCallId: String(call.providerCallId), from: '', to: '', details: {} }
    expect((await account.refuse(inbound)).status).toBe(200)
    expect(carrier.requests.at(-1)?.path).toMatch(/\/actions\/reject$/)
    expect(lastBody()).toEqual({ cause: 'CALL_REJECTED' })
  })
})

describe('a call that is looked up', () => {
  test('is on its way until it was answered, and ends as what it was', async () => {
    const call = await placedCall()
    const known = carrier.calls.get(String(call.providerCallId))
    if (!known) throw new Error('not placed')
    expect(await account.lookUp(call)).toMatchObject({ kind: 'live', news: 'queued' })
    known.answered = true
    expect(await account.lookUp(call)).toMatchObject({ kind: 'live', news: 'answered' })
    known.alive = false
    expect(await account.lookUp(call)).toMatchObject({ kind: 'ended', news: { as: 'completed' } })
    known.answered = false
    expect(await account.lookUp(call)).toMatchObject({ kind: 'ended', news: { as: 'no_answer', permanent: false } })
  })

  test('and is not found is never called absent', async () => {
    expect(await account.lookUp({ ...CALL, providerCallId: 'v3:forgotten' })).toMatchObject({ kind: 'unsure' })
  })
})

describe('two calls', () => {
  test('are bridged, and the audio of both is let go', async () => {
    carrier.bridgeNeedsNoStream = false
    const [call, other] = [await placedCall(), await placedCall()]
    expect(await account.join(call, other)).toMatchObject({ ok: true })
    const [bridge, ...stops] = carrier.requests.slice(-3)
    expect(bridge?.path).toMatch(/\/actions\/bridge$/)
    expect(JSON.parse(bridge?.body ?? '')).toMatchObject({ call_control_id: other.providerCallId })
    for (const stop of stops) expect(stop.path).toMatch(/\/actions\/streaming_stop$/)
  })

  test('that Telnyx does not bridge while audio flows are bridged without it', async () => {
    carrier.bridgeNeedsNoStream = true
    expect(await account.join(await placedCall(), await placedCall())).toMatchObject({ ok: true })
    const actions = carrier.requests.slice(-4).map((request) => request.path.split('/').at(-1))
    expect(actions).toEqual(['bridge', 'streaming_stop', 'streaming_stop', 'bridge'])
  })

  test('of which one is gone are left as they were', async () => {
    const gone = { ...CALL, providerCallId: 'v3:gone' }
    expect(await account.join(await placedCall(), gone)).toMatchObject({ ok: false })
  })
})

describe('the account', () => {
  test('points a number and the application here', async () => {
    expect(await account.bindInbound('+14155550100', true)).toMatchObject({ ok: true })
    expect(carrier.application).toMatchObject({
      application_name: 'Outdial',
      webhook_event_url: 'https://dial.example.com/k/1/inbound/s2',
      webhook_api_version: '2',
    })
    expect(carrier.number.connection_id).toBe('1293384261075731499')
  })

  test('does not bind a number of somebody else, and unbinds without a request', async () => {
    expect(await account.bindInbound('+14155550177', true)).toMatchObject({ ok: false })
    const before = carrier.requests.length
    expect(await account.bindInbound('+14155550100', false)).toMatchObject({ ok: true })
    expect(carrier.requests.length).toBe(before)
  })

  test('is checked: key, application, profile', async () => {
    expect(await account.check()).toMatchObject({
      ok: true,
      details: { balance: '400.00', application_name: 'Outdial' },
    })
    expect(await openAccount({ api_key: 'KEYwrong' }).check()).toMatchObject({
      ok: false,
      message: expect.stringContaining('key'),
    })
    expect(await openAccount({ connection_id: '1' }).check()).toMatchObject({ ok: false })
    carrier.application.outbound.outbound_voice_profile_id = ''
    expect(await account.check()).toMatchObject({
      ok: false,
      message: expect.stringContaining('outbound voice profile'),
    })
  })

  test('is known by its application, else by a hash of its key', () => {
    expect(telnyx.accountId({ api_key: 'KEY1', connection_id: '12' })).toBe('12')
    expect(telnyx.accountId({ api_key: 'KEY1' })).toMatch(/^[0-9a-f]{64}$/)
  })

  test('needs a public key that is one', () => {
    expect(telnyx.inspect?.({ public_key: RECORDED.publicKey })).toEqual([])
    expect(telnyx.inspect?.({ public_key: 'nonsense' })).toMatchObject([{ field: 'public_key' }])
  })
})
