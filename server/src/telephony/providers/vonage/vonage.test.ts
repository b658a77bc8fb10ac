import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { standIn, type VonageStandIn } from '../../../../test/carriers/vonage.ts'
import { accountContext } from '../../../../test/conformance/canned-carrier.ts'
import type { CallRef, CarrierAccount, DialRequest, WebhookRequest, WebhookResult } from '../../provider.ts'
import { vonage } from './spec.ts'
import { readVonageWebhook } from './webhook.ts'

const CALL: CallRef = { callId: 7, callKey: 'od-a1-7', providerCallId: null }
const ORDER: DialRequest = {
  call: CALL,
  to: '+14155550123',
  toType: 'pstn',
  from: '+14155550100',
  ringTimeoutSeconds: 25,
  maxDurationSeconds: 600,
}

let carrier: VonageStandIn
let account: CarrierAccount

beforeAll(async () => {
  carrier = (await standIn.start()) as VonageStandIn
})
beforeEach(() => {
  account = openAccount()
})
afterAll(() => carrier.stop())

function openAccount(changes: Record<string, unknown> = {}): CarrierAccount {
  return vonage.open(accountContext(vonage, { ...carrier.credentials, amd_enabled: true, ...changes }))
}

async function placedCall(): Promise<CallRef> {
  const result = await account.place(ORDER, AbortSignal.timeout(5000))
  if (result.kind !== 'placed') throw new Error(result.reason)
  return { ...CALL, providerCallId: result.providerCallId }
}

const lastBody = (): unknown => JSON.parse(carrier.requests.at(-1)?.body ?? 'null')

describe('a dial', () => {
  test('is one request with everything Vonage needs to know, numbers without plus', async () => {
    await placedCall()
    expect(carrier.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/calls' })
    expect(lastBody()).toEqual({
      to: [{ type: 'phone', number: '14155550123' }],
      from: { type: 'phone', number: '14155550100' },
      answer_url: ['https://dial.example.com/c/7/answer/s1'],
      answer_method: 'POST',
      event_url: ['https://dial.example.com/c/7/event/s1'],
      event_method: 'POST',
      ringing_timer: 25,
      length_timer: 600,
      advanced_machine_detection: { behavior: 'continue', mode: 'detect' },
    })
  })

  test('is proved by a token of the application, another one each time', async () => {
    await placedCall()
    await placedCall()
    const tokens = carrier.requests
      .slice(-2)
      .map((request) => request.headers.authorization?.replace('Bearer ', '') ?? '')
    const [first, second] = tokens.map((token) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
    expect(first).toMatchObject({ application_id: carrier.credentials.application_id, exp: first.iat + 900 })
    expect(first.jti).not.toBe(second.jti)
  })

  test('to a SIP address goes as such', async () => {
    await account.place({ ...ORDER, to: 'sip:bob@example.com', toType: 'sip_uri' }, AbortSignal.timeout(5000))
    expect(lastBody()).toMatchObject({ to: [{ type: 'sip', uri: 'sip:bob@example.com' }] })
  })

  test('to an extension, or without a caller ID, is rejected without asking', async () => {
    const before = carrier.requests.length
    const extension = await account.place(
      { ...ORDER, to: '2001234', toType: 'sip_extension' },
      AbortSignal.timeout(5000),
    )
    const anonymous = await account.place({ ...ORDER, from: null }, AbortSignal.timeout(5000))
    expect([extension.kind, anonymous.kind]).toEqual(['rejected', 'rejected'])
    expect(carrier.requests.length).toBe(before)
  })

  test('halts if the private key is none, or another’s', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const foreign = privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const private_key of ['nonsense', foreign]) {
      expect((await openAccount({ private_key }).place(ORDER, AbortSignal.timeout(5000))).kind).toBe('halt')
    }
  })
})

describe('a private key', () => {
  test('may be written with \\n for its line ends', async () => {
    const private_key = String(carrier.credentials.private_key).replaceAll('\n', '\\n')
    expect((await openAccount({ private_key }).place(ORDER, AbortSignal.timeout(5000))).kind).toBe('placed')
    expect(vonage.inspect?.({ private_key })).toEqual([])
  })

  test('must be an RSA key', () => {
    const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const private_key of ['', 'nonsense', String(curve)]) {
      expect(vonage.inspect?.({ private_key })).toMatchObject([{ field: 'private_key' }])
    }
  })
})

const SECRET = 'loopback-signature-secret-of-the-account'
const READER = {
  signatureSecret: SECRET,
  apiKey: 'abcd1234',
  applicationId: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
  nowMs: 1767268800_000,
}

/** Tokens made with Python's hmac for the documentation's examples of a ringing event and of an answer request. */
const RINGING = {
  token:
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3NjcyNjg4MDAsImp0aSI6ImM1YmE4ZjI0LTFhMTQtNGMxMC1iZmRmLTNmYmU4Y2U1MTFiNSIsImlzcyI6IlZvbmFnZSIsInBheWxvYWRfaGFzaCI6IjNmODJhMDc4MzQ0NmQ5OGRlYzgzZTgyOGRkZDhlMzQyNDczMTJkNzYzNDBhODRjMjFjYWMyMjgyODBmNjY3YTQiLCJhcGlfa2V5IjoiYWJjZDEyMzQiLCJhcHBsaWNhdGlvbl9pZCI6Ijc4ZDMzNWZhLTMyM2QtMDExNC05YzNkLWQ2ZjBkNDg5NjhjZiJ9.uA4Bd87tMqeVyqwRDHqhsNmS2SqAKwv-rg3hitDNO9M',
  body: '{"from":"442079460000","to":"447700900000","uuid":"aaaaaaaa-bbbb-cccc-dddd-0123456789ab","conversation_uuid":"CON-aaaaaaaa-bbbb-cccc-dddd-0123456789ab","status":"ringing","direction":"outbound","timestamp":"2026-01-01T12:00:00.000Z"}',
}
const QUESTION = {
  token:
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3NjcyNjg4MDAsImp0aSI6ImM1YmE4ZjI0LTFhMTQtNGMxMC1iZmRmLTNmYmU4Y2U1MTFiNSIsImlzcyI6IlZvbmFnZSIsInBheWxvYWRfaGFzaCI6ImRhZGMxZDllYjQ1MzQ3ZjBmYjEyZTc0MDkxMGI2MTAwNzc4OWI0NDc1ZDc0ZDc3MGIyMTdlMDg2OGViODg4Y2YiLCJhcGlfa2V5IjoiYWJjZDEyMzQiLCJhcHBsaWNhdGlvbl9pZCI6Ijc4ZDMzNWZhLTMyM2QtMDExNC05YzNkLWQ2ZjBkNDg5NjhjZiJ9.RKn4A7c-kbPLIsPDw6iv7aAdOaR8xOR9Lfkm83CvthI',
  query:
    'to=442079460000&from=447700900000&conversation_uuid=CON-aaaaaaaa-bbbb-cccc-dddd-0123456789ab&uuid=aaaaaaaa-bbbb-cccc-dddd-0123456789ab',
}

function requestWith(given: Partial<WebhookRequest> & { token?: string; body?: string }): WebhookRequest {
  const { token, body = '', ...rest } = given
  return {
    hook: 'event',
    call: CALL,
    method: 'POST',
    url: 'https://dial.example.com/c/7/event/s1',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    query: new URLSearchParams(),
    rawBody: Buffer.from(body),
    ...rest,
  }
}

describe('a signature', () => {
  test('made by Vonage’s scheme is accepted, for a body and for a query', async () => {
    const event = await readVonageWebhook(READER, requestWith(RINGING))
    expect(event).toMatchObject({ kind: 'news', events: [{ kind: 'ringing', call: CALL, atMs: 1767268800_000 }] })
    const asked = { token: QUESTION.token, method: 'GET', hook: 'answer', query: new URLSearchParams(QUESTION.query) }
    expect(await readVonageWebhook(READER, requestWith(asked))).toMatchObject({ kind: 'answer', call: CALL })
  })

  test('covers the order of the query', async () => {
    const query = new URLSearchParams(QUESTION.query.split('&').reverse().join('&'))
    const asked = requestWith({ token: QUESTION.token, method: 'GET', hook: 'answer', query })
    expect((await readVonageWebhook(READER, asked)).kind).toBe('refused')
  })

  test('is good for a quarter of an hour', async () => {
    const after = async (seconds: number) => {
      return (await readVonageWebhook({ ...READER, nowMs: READER.nowMs + seconds * 1000 }, requestWith(RINGING))).kind
    }
    expect([await after(900), await after(-30)]).toEqual(['news', 'news'])
    expect([await after(1000), await after(-120)]).toEqual(['refused', 'refused'])
  })

  test('that is missing makes Vonage send again', async () => {
    expect(await account.readWebhook(requestWith({ body: RINGING.body }))).toMatchObject({
      kind: 'refused',
      status: 503,
    })
  })

  test.each([
    ['another body', { ...RINGING, body: RINGING.body.replace('ringing', 'answered') }, {}],
    ['another secret', RINGING, { signatureSecret: 'loopback-signature-secret-of-another' }],
    ['no secret to compare with', RINGING, { signatureSecret: '' }],
    ['another account', RINGING, { apiKey: 'abcd1235' }],
    ['another application', RINGING, { applicationId: '78d335fa-323d-0114-9c3d-d6f0d48968ce' }],
  ])('with %s is refused', async (_what, given, reader) => {
    const reading = await readVonageWebhook({ ...READER, ...reader }, requestWith(given))
    expect(reading).toMatchObject({ kind: 'refused' })
    expect(reading).not.toHaveProperty('status')
  })

  test.each([
    ['no algorithm', { header: { alg: 'none' } }],
    ['another algorithm', { header: { alg: 'HS512' } }],
    ['another issuer', { claims: { iss: 'vonage' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['no api key', { claims: { api_key: undefined } }],
    ['no application', { claims: { application_id: undefined } }],
    ['no hash of the content', { claims: { payload_hash: undefined } }],
    ['no time', { claims: { iat: undefined } }],
    ['an end that has passed', { claims: { exp: 1 } }],
  ])('of a token with %s is refused', async (_what, changes) => {
    const { body, headers } = carrier.sign('https://dial.example.com', { uuid: 'one', status: 'ringing' }, changes)
    expect((await account.readWebhook(requestWith({ body, headers }))).kind).toBe('refused')
  })
})

async function told(payload: Record<string, unknown>, request: Partial<WebhookRequest> = {}): Promise<WebhookResult> {
  const { body, headers } = carrier.sign('https://dial.example.com', payload)
  return account.readWebhook(requestWith({ body, headers, ...request }))
}

async function eventsOf(payload: Record<string, unknown>, request: Partial<WebhookRequest> = {}) {
  const reading = await told({ uuid: 'one', ...payload }, request)
  return reading.kind === 'news' ? reading.events : [reading]
}

describe('an event', () => {
  test('of the end carries the price, in euros', async () => {
    const call = { callId: 7, callKey: 'od-a1-7', providerCallId: 'one' }
    const billed = async (payload: Record<string, unknown>) => {
      const reading = await told({ uuid: 'one', ...payload }, { call })
      return reading.kind === 'news' ? reading.billed : reading
    }
    expect(await billed({ status: 'completed', price: '0.00450000' })).toEqual({
      call,
      price: { amount: '0.00450000', currency: 'EUR' },
    })
    expect(await billed({ status: 'completed' })).toBeNull()
    expect(await billed({ status: 'completed', price: '0.0045', uuid: 'other' })).toBeNull()
  })

  test.each([
    ['ringing', { kind: 'ringing' }],
    ['answered', { kind: 'answered' }],
    ['human', { kind: 'machine', verdict: 'human' }],
    ['machine', { kind: 'machine', verdict: 'machine' }],
    ['completed', { kind: 'ended', as: 'completed' }],
    ['complete', { kind: 'ended', as: 'completed' }],
    ['busy', { kind: 'ended', as: 'busy' }],
    ['cancelled', { kind: 'ended', as: 'canceled' }],
    ['timeout', { kind: 'ended', as: 'no_answer' }],
    ['unanswered', { kind: 'ended', as: 'no_answer' }],
    ['rejected', { kind: 'ended', as: 'declined' }],
    ['failed', { kind: 'ended', as: 'failed' }],
  ])('%s is understood', async (status, news) => {
    const permanent = news.kind === 'ended' ? { permanent: false } : {}
    expect(await eventsOf({ status })).toMatchObject([{ ...news, ...permanent, call: CALL, providerCallId: 'one' }])
  })

  test.each([
    ['rejected', 'invalid_number', 'failed', true],
    ['rejected', 'restricted', 'failed', false],
    ['rejected', 'declined', 'declined', false],
    ['failed', 'number_out_of_service', 'failed', true],
    ['failed', 'cannot_route', 'failed', false],
    ['failed', 'internal_error', 'failed', false],
    ['unanswered', 'declined', 'declined', false],
    ['unanswered', 'unavailable', 'no_answer', false],
    ['unanswered', 'invalid_number', 'no_answer', false],
  ])('%s because of %s is %s, dead number: %s', async (status, detail, as, permanent) => {
    expect(await eventsOf({ status, detail, sip_code: 404 })).toMatchObject([
      { kind: 'ended', as, permanent, cause: `${status} ${detail} SIP 404` },
    ])
  })

  test.each(['disconnected', 'record', 'transfer', ''])('%s is no news', async (status) => {
    expect(await eventsOf({ status })).toEqual([])
  })

  test('at the end brings the duration', async () => {
    expect(await eventsOf({ status: 'completed', duration: '61' })).toMatchObject([{ durationSeconds: 61 }])
    expect(await eventsOf({ status: 'busy' })).toMatchObject([{ durationSeconds: null }])
  })

  test('of the detection is found by its other name for the call', async () => {
    const payload = { uuid: undefined, call_uuid: 'one', status: 'machine' }
    expect(await eventsOf(payload)).toMatchObject([{ kind: 'machine', providerCallId: 'one' }])
  })

  test('of the audio leg or of a transfer’s target is not taken for the phone’s', async () => {
    const known = { ...CALL, providerCallId: 'phone' }
    expect(await eventsOf({ status: 'completed', to: 'wss://dial.example.com/media/7/s3' })).toEqual([])
    expect(await eventsOf({ status: 'completed' }, { call: known })).toEqual([])
    expect(await eventsOf({ status: 'completed' }, { hook: 'leg' })).toEqual([])
    expect(await eventsOf({ status: 'completed', uuid: 'phone' }, { call: known, hook: 'leg' })).toHaveLength(1)
  })

  test('about an error has no call and changes nothing', async () => {
    const payload = { reason: 'Syntax error in NCCO.', conversation_uuid: 'CON-1', uuid: undefined }
    expect(await eventsOf(payload)).toEqual([])
  })
})

describe('an answer', () => {
  test('connects the audio, whose own events go elsewhere', async () => {
    const reply = await account.answer(CALL)
    expect(reply).toMatchObject({ status: 200, contentType: 'application/json' })
    expect(JSON.parse(reply.body)).toEqual([
      {
        action: 'connect',
        eventUrl: ['https://dial.example.com/c/7/leg/s1'],
        eventMethod: 'POST',
        endpoint: [
          {
            type: 'websocket',
            uri: 'wss://dial.example.com/media/7/s3',
            'content-type': 'audio/l16;rate=16000',
            headers: {},
          },
        ],
      },
    ])
  })

  test('to a call for nobody is a sentence and the end', async () => {
    const reply = await account.refuse({ providerCallId: 'one', from: '', to: '', details: {} })
    expect(JSON.parse(reply.body)).toMatchObject([{ action: 'talk', text: expect.stringMatching(/./) }])
  })

  test('to a question without a call is refused', async () => {
    expect(await told({ uuid: 'one' }, { hook: 'answer', call: null })).toMatchObject({ kind: 'refused', status: 400 })
  })

  test('knows an inbound caller by the number in full, and leaves other callers as they are', async () => {
    const inbound = { uuid: 'one', to: '14155550100', region_url: 'https://api-us-1.nexmo.com' }
    expect(await told({ ...inbound, from: '14155550123' }, { hook: 'inbound', call: null })).toMatchObject({
      inbound: { from: '+14155550123', to: '+14155550100', details: { region_url: 'https://api-us-1.nexmo.com' } },
    })
    expect(await told({ ...inbound, from: 'anonymous' }, { hook: 'inbound', call: null })).toMatchObject({
      inbound: { from: 'anonymous' },
    })
  })
})

describe('a call that is looked up', () => {
  test.each([
    ['started', { kind: 'live', news: 'queued' }],
    ['ringing', { kind: 'live', news: 'ringing' }],
    ['answered', { kind: 'live', news: 'answered' }],
    ['machine', { kind: 'live', news: 'answered' }],
    ['completed', { kind: 'ended', news: { as: 'completed' } }],
    ['unanswered', { kind: 'ended', news: { as: 'no_answer' } }],
    ['something new', { kind: 'unsure' }],
  ])('and is %s is told as such', async (status, found) => {
    const call = await placedCall()
    const known = carrier.calls.get(String(call.providerCallId))
    if (known) known.status = status
    expect(await account.lookUp(call)).toMatchObject(found)
  })

  test('is found behind a full page of other calls, and absent only after the last page', async () => {
    const call = await placedCall()
    const asked = { to: '+14155550188', askedAtMs: Date.now() - 60_000 }
    const known = carrier.calls.get(String(call.providerCallId))
    if (!known) throw new Error('not placed')
    known.to = '14155550188'
    for (let other = 0; other < 225; other++) {
      carrier.calls.set(`other-${other}`, { status: 'ringing', from: '14155550100', to: `1415555${1000 + other}` })
    }
    const before = carrier.requests.length
    expect(await account.lookUp({ ...CALL, providerCallId: null }, asked)).toMatchObject({
      kind: 'live',
      providerCallId: call.providerCallId,
    })
    expect(carrier.requests.length - before).toBeGreaterThan(2)
    const never = { ...asked, to: '+14155550199' }
    expect(await account.lookUp({ ...CALL, providerCallId: null }, never)).toEqual({ kind: 'absent' })
    for (let other = 0; other < 2000; other++) {
      carrier.calls.set(`more-${other}`, { status: 'ringing', from: '14155550100', to: `141555${10_000 + other}` })
    }
    expect(await account.lookUp({ ...CALL, providerCallId: null }, never)).toMatchObject({ kind: 'unsure' })
    carrier.calls.clear()
  })

  test('and is not found is never called absent', async () => {
    expect(await account.lookUp({ ...CALL, providerCallId: 'nobody' })).toMatchObject({ kind: 'unsure' })
  })
})

describe('two calls', () => {
  test('go into a conversation of their own, whoever takes over first', async () => {
    const [call, other] = [await placedCall(), await placedCall()]
    expect(await account.join(call, other)).toMatchObject({ ok: true })
    const orders = carrier.requests.slice(-2)
    expect(orders.map(({ path }) => path)).toEqual(
      [other, call].map(({ providerCallId }) => `/v1/calls/${providerCallId}`),
    )
    const conversation = { action: 'conversation', name: call.callKey, startOnEnter: true, endOnExit: true }
    expect(lastBody()).toEqual({ action: 'transfer', destination: { type: 'ncco', ncco: [conversation] } })
  })

  test('of which one is gone are not joined, and that is said', async () => {
    expect(await account.join(await placedCall(), { ...CALL, providerCallId: 'gone' })).toMatchObject({ ok: false })
  })
})

describe('the account', () => {
  test('points the application here and keeps everything else of it', async () => {
    const before = structuredClone(carrier.application)
    expect(await account.bindInbound('+14155550100', true)).toMatchObject({ ok: true })
    const earlier = before.capabilities as Record<string, object>
    expect(carrier.application).toEqual({
      ...before,
      capabilities: {
        ...earlier,
        voice: {
          signed_callbacks: true,
          webhooks: {
            answer_url: {
              address: 'https://dial.example.com/k/1/inbound/s2',
              http_method: 'POST',
              socket_timeout: 3000,
            },
            event_url: { address: 'https://dial.example.com/k/1/event/s2', http_method: 'POST' },
          },
        },
      },
    })
    expect(carrier.number).toMatchObject({ app_id: before.id, moHttpUrl: 'https://example.com/sms' })
  })

  test('does not bind a number of somebody else, and unbinds without a request', async () => {
    expect(await account.bindInbound('+14155550177', true)).toMatchObject({ ok: false })
    const before = carrier.requests.length
    expect(await account.bindInbound('+14155550100', false)).toMatchObject({ ok: true })
    expect(carrier.requests.length).toBe(before)
  })

  test('is checked: secret, private key, voice, signed webhooks', async () => {
    expect(await account.check()).toMatchObject({ ok: true, details: { application_name: 'Outdial' } })
    expect(await openAccount({ api_secret: 'wrong' }).check()).toMatchObject({ ok: false })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(await openAccount({ private_key }).check()).toMatchObject({
      ok: false,
      message: expect.stringContaining('private key'),
    })

    const sound = carrier.application
    carrier.application = { ...sound, capabilities: { voice: { signed_callbacks: false } } }
    expect(await account.check()).toMatchObject({ ok: false, message: expect.stringContaining('sign') })
    carrier.application = { ...sound, capabilities: {} }
    expect(await account.check()).toMatchObject({ ok: false, message: expect.stringContaining('voice') })
    carrier.application = sound
  })

  test('is known by its API key', () => {
    expect(vonage.accountId({ api_key: 'abcd1234' })).toBe('abcd1234')
  })
})
