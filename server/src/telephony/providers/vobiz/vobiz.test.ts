import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cannedCarrier } from '../../../../test/conformance/canned-carrier.ts'
import type { CallRef, DialRequest, WebhookRequest } from '../../provider.ts'
import { vobiz } from './spec.ts'

const AUTH_ID = 'MA_TESTTEST'
const TOKEN = 'cleaned-vobiz-token'
const NONCE = '12345678901234567890'
const CALL_UUID = '5a9fd4a0-3d4c-11ef-bef9-0242ac110005'
const API = 'https://api.vobiz.ai/api/v1'
const ACCOUNT = `${API}/Account/${AUTH_ID}`
const HANGUP_URL = 'https://calls.example.com/t/7/hangup/tok'
const HANGUP = `CallUUID=${CALL_UUID}&Event=Hangup&CallStatus=completed&HangupCauseCode=4000&Direction=outbound`

const call: CallRef = { callId: 7, callKey: 'od-7', providerCallId: CALL_UUID }
const order: DialRequest = {
  call,
  to: '+919876543210',
  toType: 'pstn',
  from: '+912271264217',
  ringTimeoutSeconds: 30,
  maxDurationSeconds: 1800,
}
type Scripted = [status: number, json?: unknown] | 'given up'

/** An account whose carrier gives these replies in turn; what was sent is written down. */
function open(replies: Scripted[], more: Record<string, unknown> = {}) {
  const answers = replies.map((reply) => (reply === 'given up' ? reply : { status: reply[0], json: reply[1] }))
  const credentials = { auth_id: AUTH_ID, auth_token: TOKEN, api_base_url: 'https://api.vobiz.ai', ...more }
  const { context, sent } = cannedCarrier(vobiz, credentials, ...answers)
  return { account: vobiz.open(context), sent }
}

const patience = () => AbortSignal.timeout(5_000)

const error = (code: string, details?: object) => ({ status: 'error', error: { code, message: code, details } })
const faultOf = (...fields: string[]) => error('VALIDATION_ERROR', { errors: fields.map((field) => ({ field })) })

describe('a dial', () => {
  const fired: Scripted = [200, { api_id: 'a-1', message: 'Call fired', request_uuid: CALL_UUID }]

  test('is one request with the account’s two headers, in the carrier’s own case and slashes', async () => {
    const { account, sent } = open([fired], { amd_enabled: true })
    expect(await account.place(order, patience())).toEqual({
      kind: 'placed',
      providerCallId: CALL_UUID,
    })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: `${ACCOUNT}/Call/`,
      headers: { 'x-auth-id': AUTH_ID, 'x-auth-token': TOKEN, 'content-type': 'application/json' },
    })
    expect(sent[0]?.json).toEqual({
      from: '912271264217',
      to: '919876543210',
      answer_url: 'https://dial.example.com/c/7/answer/s1',
      answer_method: 'POST',
      ring_url: 'https://dial.example.com/c/7/ring/s1',
      ring_method: 'POST',
      hangup_url: 'https://dial.example.com/c/7/hangup/s1',
      hangup_method: 'POST',
      ring_timeout: 30,
      time_limit: 1800,
      machine_detection: 'true',
      machine_detection_url: 'https://dial.example.com/c/7/machine/s1',
      machine_detection_method: 'POST',
    })
  })

  test.each(['+919876543210,+919876543211', '+919876543210<+919876543211', '1001'])(
    'to %j is never sent',
    async (to) => {
      const { account, sent } = open([fired])
      expect((await account.place({ ...order, to }, patience())).kind).toBe('rejected')
      expect(sent).toEqual([])
    },
  )

  test.each([
    [201, { call_uuid: 'c-1' }, 'placed'],
    [200, { message: 'Call fired' }, 'unknown'],
    [400, error('BAD_REQUEST'), 'halt'],
    [400, faultOf('to'), 'never'],
    [401, error('INVALID_CREDENTIALS'), 'halt'],
    [401, error('TOKEN_EXPIRED'), 'halt'],
    [402, error('INSUFFICIENT_BALANCE'), 'halt'],
    [402, error('PAYMENT_FAILED'), 'halt'],
    [403, error('ACCOUNT_INACTIVE'), 'halt'],
    [404, error('NOT_FOUND'), 'halt'],
    [409, error('CONFLICT'), 'rejected'],
    [422, faultOf('to'), 'never'],
    [422, faultOf('from'), 'caller'],
    [422, faultOf('to', 'from'), 'caller'],
    [422, undefined, 'halt'],
    [500, error('INTERNAL'), 'unknown'],
    [502, undefined, 'unknown'],
    [503, undefined, 'unknown'],
    [504, undefined, 'unknown'],
  ])('answered %i %j is %s', async (status, json, verdict) => {
    const { account, sent } = open([[status, json]])
    expect((await account.place(order, patience())).kind).toBe(verdict)
    expect(sent).toHaveLength(1)
  })

  test('beyond the limit waits as long as the carrier asks', async () => {
    const { account } = open([[429, error('RATE_LIMIT_EXCEEDED', { limitType: 'cps', retryAfter: 3 })]])
    expect(await account.place(order, patience())).toMatchObject({ kind: 'later', retryAfterMs: 3_000 })
  })

  test('that was given up is unknown, as it may be ringing', async () => {
    expect((await open(['given up']).account.place(order, patience())).kind).toBe('unknown')
  })
})

describe('a placed call', () => {
  test('is hung up', async () => {
    const { account, sent } = open([[204]])
    await account.hangUp(call)
    expect(sent).toMatchObject([{ method: 'DELETE', url: `${ACCOUNT}/Call/${CALL_UUID}/` }])
  })

  test.each([
    [{ call_status: 'in-progress' }, 'answered'],
    [{ calls: [{ call_state: 'ACTIVE', end_time: null }] }, 'answered'],
    [{ calls: [{ call_state: 'HELD' }] }, 'answered'],
    [{ calls: [{ call_state: 'EARLY' }] }, 'ringing'],
    [{ calls: [{ call_state: 'RINGING' }] }, 'ringing'],
    [{ calls: [] }, 'queued'],
  ])('shown as %j is %s', async (shown, news) => {
    expect(await open([[200, shown]]).account.lookUp(call)).toEqual({ kind: 'live', providerCallId: CALL_UUID, news })
  })

  test('is looked for among the live and the queued, and is over when it is in neither', async () => {
    const { account, sent } = open([[404], [404], [404], [404]])
    const trace = { to: '+919876543210', askedAtMs: Date.now() }
    expect((await account.lookUp(call, trace)).kind).toBe('unsure')
    expect((await account.lookUp(call, { ...trace, askedAtMs: Date.now() - 60_000 })).kind).toBe('absent')
    expect(sent.slice(0, 2).map(({ url }) => url.replace(ACCOUNT, ''))).toEqual([
      `/Call/${CALL_UUID}?status=live`,
      `/Call/${CALL_UUID}/?status=queued`,
    ])
  })

  /** Dialed so long ago that a call which is shown nowhere is believed to be over. */
  const old = () => ({ to: '+919876543210', askedAtMs: Date.now() - 60_000 })

  test.each([[[401]], [[429]], [['given up']], [[404, 500]]])('is never absent after %j', async (statuses) => {
    const { account } = open(statuses.map((status) => (typeof status === 'number' ? [status] : 'given up')))
    expect((await account.lookUp(call, old())).kind).toBe('unsure')
  })

  const listed = (...calls: unknown[]): Scripted => [200, { calls }]
  test.each<[string, string, Scripted[]]>([
    ['nothing listed', 'absent', [listed(), listed()]],
    ['a listed call that is gone when asked for', 'unsure', [listed('u-1'), [404], listed()]],
    ['one to somebody else', 'absent', [listed('u-1'), [200, { to: '919876543211' }], listed()]],
    ['one to them', 'live', [listed('u-1'), [200, { to: '919876543210' }], listed()]],
    [
      'one to them beside one that is not shown',
      'live',
      [listed('u-0', 'u-1'), [429], [200, { to: '919876543210' }], listed()],
    ],
    ['a listed call that is not shown', 'unsure', [listed('u-1'), [429], listed()]],
    ['one that is shown after our time', 'unsure', [listed('u-1'), 'given up', listed()]],
    ['one that is shown without its number', 'unsure', [listed('u-1'), [200, { state: 'x' }], listed()]],
    ['one without an id', 'unsure', [listed({ uuid: 'u-1' }), [200, {}], listed()]],
    ['a list in another shape', 'unsure', [[200, { objects: [] }], listed()]],
    ['queued ones in another shape', 'unsure', [listed(), [200, null]]],
    ['no list', 'unsure', [[503]]],
  ])('whose id never came: with %s it is %s', async (_what, kind, replies) => {
    const { account } = open(replies)
    expect((await account.lookUp({ ...call, providerCallId: null }, old())).kind).toBe(kind)
  })

  test('and others whose ids never came are looked for in one list', async () => {
    const { account, sent } = open([listed(), listed()])
    const nameless = { ...call, providerCallId: null }
    const found = await Promise.all([1, 2, 3].map(() => account.lookUp(nameless, old())))
    expect([found.map(({ kind }) => kind), sent.length]).toEqual([['absent', 'absent', 'absent'], 2])
  })

  test('is joined with another by an address that proves its room', async () => {
    const { account, sent } = open([[202], [202]])
    expect((await account.join(call, { ...call, callKey: 'od-8', providerCallId: 'u-8' })).ok).toBe(true)
    expect(sent[1]).toMatchObject({ method: 'POST', url: `${ACCOUNT}/Call/${CALL_UUID}/`, json: { legs: 'aleg' } })
    const { aleg_url: url = '' } = (sent[1]?.json ?? {}) as Record<string, string>
    const body = 'CallUUID=u&From=912271264217&To=919876543210&Direction=outbound'
    const reading = await account.readWebhook({ ...signed(url, body), hook: 'join' })
    expect(reading.kind === 'news' && reading.reply.body).toContain(`>${call.callKey}</Conference>`)
    // The query is not signed by Vobiz: a signature that holds must not be enough.
    const forged = { ...signed(url.replace(/room=[^&]+/, 'room=another'), body, '555'), hook: 'join' }
    expect((await account.readWebhook(forged)).kind).toBe('refused')
  })
})

describe('binding a number', () => {
  const number = `${API}/account/${AUTH_ID}/numbers/%2B912271264217/application`
  const addresses = {
    answer_url: 'https://dial.example.com/k/1/inbound/s2',
    answer_method: 'POST',
    hangup_url: 'https://dial.example.com/k/1/hangup/s2',
    hangup_method: 'POST',
  }

  test('sets the configured application’s addresses and links the number', async () => {
    const { account, sent } = open([[202], [200]], { application_id: '12345678' })
    expect((await account.bindInbound('+912271264217', true)).ok).toBe(true)
    expect(sent.map(({ method, url, json }) => [method, url, json])).toEqual([
      ['POST', `${ACCOUNT}/Application/12345678/`, addresses],
      ['POST', number, { application_id: '12345678' }],
    ])
  })

  test('makes an application where none is configured, and finds it again', async () => {
    const first = open([[200, { objects: [] }], [201, { app_id: '99' }], [200]])
    expect((await first.account.bindInbound('+912271264217', true)).ok).toBe(true)
    const made = first.sent[1]?.json as { app_name: string }
    expect(made).toMatchObject(addresses)
    expect(first.sent[2]?.json).toEqual({ application_id: '99' })

    const again = open([[200, { objects: [{ app_name: made.app_name, app_id: '99' }] }], [202], [200]])
    expect((await again.account.bindInbound('+912271264217', true)).ok).toBe(true)
    expect(again.sent[1]?.url).toBe(`${ACCOUNT}/Application/99/`)
  })

  test('makes none while it cannot see whether there is one', async () => {
    const { account, sent } = open([[500]])
    expect((await account.bindInbound('+912271264217', true)).ok).toBe(false)
    expect(sent).toHaveLength(1)
  })

  test('is undone by detaching, and a foreign number is named as such', async () => {
    const { account, sent } = open([[200]])
    expect((await account.bindInbound('+912271264217', false)).ok).toBe(true)
    expect(sent).toMatchObject([{ method: 'DELETE', url: number, json: undefined }])
    expect(await open([[404]]).account.bindInbound('+912271264217', false)).toEqual({
      ok: false,
      message: 'The number does not belong to this Vobiz account.',
    })
  })
})

describe('a check', () => {
  const shown = { account_type: 'PREPAID', is_active: true, is_trial_account: false, cps_limit: 5 }

  test('shows the account’s limits and none of its secrets', async () => {
    const { account, sent } = open([[200, { ...shown, concurrent_calls_limit: 25, auth_secret: 'sk_live' }]])
    const result = await account.check()
    expect(result).toMatchObject({ ok: true, details: { cps_limit: 5, concurrent_calls_limit: 25 } })
    expect(JSON.stringify(result)).not.toContain('sk_live')
    expect(sent[0]?.url).toBe(`${API}/auth/me`)
  })

  test('warns of more calls per second than the account may make', async () => {
    const { account } = open([[200, shown]], { calls_per_second: 6 })
    expect(await account.check()).toMatchObject({ ok: false, message: expect.stringContaining('5 calls per second') })
  })

  test.each([[[401]], [[500]], [[200, { ...shown, is_active: false }]]] as Array<[[number, unknown?]]>)(
    'doubts %j',
    async (reply) => {
      expect((await open([reply]).account.check()).ok).toBe(false)
    },
  )
})

describe('a callback', () => {
  // Made by a second implementation (Python) of the documented scheme, for TOKEN and NONCE.
  const V3 = '0e/fttwlkNwmU/r7XGmJTCsGVMp1186kByT7jSKhqn8='
  const V2 = 'GAzXJVaaaO9yMzUmz3UbbWY0DnDUiB0fv4fYuZdZRZw='
  const headersOf = (version: string, signature: string, owner = '') => ({
    [`x-vobiz-signature-${owner}${version}`]: signature,
    [`x-vobiz-signature-${version}-nonce`]: NONCE,
  })

  test.each([
    ['V3', headersOf('v3', V3)],
    ['V3 of the main account', headersOf('v3', V3, 'ma-')],
    ['V2', headersOf('v2', V2)],
  ])('signed with %s is verified, whatever its query', async (_name, headers) => {
    for (const url of [HANGUP_URL, `${HANGUP_URL}?added=1`]) {
      const { account } = open([[200]])
      expect((await account.readWebhook({ ...requestTo(url, HANGUP), headers })).kind).toBe('news')
    }
  })

  test.each([
    ['nothing', {}],
    ['an empty signature', headersOf('v3', '')],
    ['another signature', headersOf('v3', V3.replace('0', '1'))],
    ['V2 under the name of V3', headersOf('v3', V2)],
    ['V3 without its nonce', { 'x-vobiz-signature-v3': V3 }],
    ['the nonce of the other version', { 'x-vobiz-signature-v3': V3, 'x-vobiz-signature-v2-nonce': NONCE }],
  ])('signed with %s is refused', async (_name, headers) => {
    const { account } = open([[200]])
    expect((await account.readWebhook({ ...requestTo(HANGUP_URL, HANGUP), headers })).kind).toBe('refused')
  })

  test('for another address is refused', async () => {
    const { account } = open([[200]])
    const request = { ...requestTo(HANGUP_URL.replace('/7/', '/8/'), HANGUP), headers: headersOf('v3', V3) }
    expect((await account.readWebhook(request)).kind).toBe('refused')
  })

  test('sent again is the same, sent again with other parameters is refused', async () => {
    const { account } = open([[200]])
    const request = signed(HANGUP_URL, HANGUP)
    const once = await account.readWebhook(request)
    expect(await account.readWebhook(request)).toEqual(once)
    const bent = { ...request, rawBody: Buffer.from(HANGUP.replace('4000', '3050')) }
    expect((await account.readWebhook(bent)).kind).toBe('refused')
    expect(await account.readWebhook(request)).toEqual(once)
  })

  test('that is shorter than announced is refused', async () => {
    const { account } = open([[200]])
    const request = signed(HANGUP_URL, HANGUP)
    const headers = { ...request.headers, 'content-length': String(HANGUP.length) }
    expect((await account.readWebhook({ ...request, headers })).kind).toBe('news')
    const cut = { ...request, headers, rawBody: request.rawBody.subarray(0, 80) }
    expect((await account.readWebhook(cut)).kind).toBe('refused')
  })

  test('about a busy line is busy, although its status is always completed', async () => {
    const { account } = open([[200]])
    const reading = await account.readWebhook(signed(HANGUP_URL, HANGUP.replace('4000', '3010')))
    expect(reading).toMatchObject({ kind: 'news', events: [{ providerCallId: CALL_UUID, kind: 'ended', as: 'busy' }] })
  })
})

function requestTo(url: string, body: string): WebhookRequest {
  const query = new URL(url).searchParams
  return { hook: 'hangup', call, method: 'POST', url, headers: {}, query, rawBody: Buffer.from(body) }
}

function signed(url: string, body: string, nonce = NONCE): WebhookRequest {
  const signature = createHmac('sha256', TOKEN)
    .update(`${url.split('?')[0]}.${nonce}`)
    .digest('base64')
  const headers = { 'x-vobiz-signature-v3': signature, 'x-vobiz-signature-v3-nonce': nonce }
  return { ...requestTo(url, body), headers }
}
