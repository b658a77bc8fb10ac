import { describe, expect, test } from 'vitest'
import { type CannedAnswer, callRef, cannedCarrier } from '../../../../test/conformance/canned-carrier.ts'
import { dialOrder } from '../../../../test/conformance/harness.ts'
import { VirtualClock } from '../../../kernel/virtual-clock.ts'
import type { CallRef, WebhookRequest } from '../../provider.ts'
import { cloudonix } from './spec.ts'
import { readCloudonixWebhook } from './webhook.ts'

const CREDENTIALS = { bearer_token: 'XI-bearer', domain_id: 'example.cloudonix.net' }
const CALLS = 'https://api.cloudonix.io/calls/example.cloudonix.net'
const DOMAIN = 'https://api.cloudonix.io/customers/self/domains/example.cloudonix.net'
const KEY = 'XI-requests-key'

function account(...answers: CannedAnswer[]) {
  const { context, sent } = cannedCarrier(cloudonix, CREDENTIALS, ...answers)
  return { account: cloudonix.open(context), sent }
}

const signal = () => AbortSignal.timeout(5_000)
const place = (open: ReturnType<typeof account>['account']) => open.place(dialOrder(callRef()), signal())

describe('placing a call', () => {
  test('sends digits only, both time limits, and addresses instead of a document that could grow stale', async () => {
    const { account: open, sent } = account({ status: 200, json: { token: 'T1' } })
    expect(await place(open)).toEqual({ kind: 'placed', providerCallId: 'T1' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', url: `${CALLS}/application` })
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer XI-bearer', 'content-type': 'application/json' })
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      destination: '14155550123',
      'caller-id': '14155550100',
      url: 'https://dial.example.com/c/7/answer/s1',
      callback: 'https://dial.example.com/c/7/status/s1',
      timeout: 37,
      timeLimit: 1237,
    })
  })

  test('names the trunk if there is one, and detects machines only in the background', async () => {
    const credentials = { ...CREDENTIALS, trunk: 'my-carrier', amd_enabled: true }
    const { context, sent } = cannedCarrier(cloudonix, credentials, { status: 200, json: { token: 'T1' } })
    await cloudonix.open(context).place(dialOrder(callRef()), signal())
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      trunk: 'my-carrier',
      machineDetection: 'Enable',
      asyncAmd: true,
      asyncAmdStatusCallback: 'https://dial.example.com/c/7/machine/s1',
      asyncAmdStatusCallbackMethod: 'POST',
    })
  })

  test('sends nothing without a caller ID', async () => {
    const { account: open, sent } = account()
    expect((await open.place(dialOrder(callRef(), { from: null }), signal())).kind).toBe('rejected')
    expect(sent).toEqual([])
  })

  test.each([
    [{ status: 400 }, 'halt'],
    [{ status: 401 }, 'halt'],
    [{ status: 402 }, 'halt'],
    [{ status: 403 }, 'halt'],
    [{ status: 404 }, 'halt'],
    [{ status: 500 }, 'unknown'],
    [{ status: 503 }, 'unknown'],
    [{ status: 200, json: {} }, 'unknown'],
    [{ status: 200, json: { status: false, message: 'no' } }, 'rejected'],
  ] as Array<[CannedAnswer, string]>)('answered with %j is %s', async (answer, verdict) => {
    expect((await place(account(answer).account)).kind).toBe(verdict)
  })

  test('waits out the rate limit’s window unless told otherwise', async () => {
    expect(await place(account({ status: 429 }).account)).toMatchObject({ kind: 'later', retryAfterMs: 3_000 })
    const told = account({ status: 429, headers: { 'retry-after': '7' } })
    expect(await place(told.account)).toMatchObject({ kind: 'later', retryAfterMs: 7_000 })
  })
})

describe('a session', () => {
  const START = 1_794_736_800_000
  test.each([
    [{ status: 'new' }, [{ kind: 'dialing' }]],
    [{ status: 'processing' }, [{ kind: 'dialing' }]],
    [{ status: 'external' }, []],
    [{ status: 'ringing' }, [{ kind: 'ringing' }]],
    [{ status: 'Ringing' }, [{ kind: 'ringing' }]],
    [{ status: 'connected' }, [{ kind: 'answered' }]],
    [{ status: 'answer', callAnswerTime: START, callEndTime: null }, [{ kind: 'answered' }]],
    [
      { status: 'answer', callAnswerTime: START, callEndTime: START + 61_400 },
      [{ kind: 'ended', as: 'completed', durationSeconds: 61, cause: 'answer' }],
    ],
    [
      { status: 'connected', answerTime: '2026-11-15T10:00:00Z', endTime: '2026-11-15T10:00:30Z' },
      [{ kind: 'ended', as: 'completed', durationSeconds: 30 }],
    ],
    [{ status: 'external', callEndTime: String(START) }, [{ kind: 'ended', as: 'failed' }]],
    [{ status: 'busy' }, [{ kind: 'ended', as: 'busy', permanent: false }]],
    [{ status: 'noanswer' }, [{ kind: 'ended', as: 'no_answer' }]],
    [{ status: 'cancel' }, [{ kind: 'ended', as: 'canceled', endedBy: 'us' }]],
    [{ status: 'nocredit' }, [{ kind: 'ended', as: 'failed', cause: 'nocredit' }]],
    [{ status: 'error' }, [{ kind: 'ended', as: 'failed' }]],
    [{ status: 'error', callAnswerTime: START }, [{ kind: 'ended', as: 'completed' }]],
    [{ status: 'constructor' }, []],
    [{}, []],
  ])('update of %j is understood', (session, events) => {
    expect(read('status', { token: 'T1', ...session })).toMatchObject({ kind: 'news', events })
  })

  test.each([
    ['ANSWER', 'completed', 12],
    ['BUSY', 'busy', null],
    ['CANCEL', 'canceled', null],
    ['FAILED', 'failed', null],
    ['CONGESTION', 'failed', null],
    ['NOANSWER', 'no_answer', null],
  ])('detail record with %s is matched by its token', (disposition, as, durationSeconds) => {
    const reading = read('cdr', { disposition, billsec: 12, session: { token: 'T9' } }, null)
    const event = { call: null, providerCallId: 'T9', kind: 'ended', as, durationSeconds }
    expect(reading).toMatchObject({ kind: 'news', events: [event] })
  })

  test.each([
    [{ status: 'processing' }, { kind: 'live', news: 'queued' }],
    [{ status: 'ringing' }, { kind: 'live', news: 'ringing' }],
    [{ status: 'connected' }, { kind: 'live', news: 'answered' }],
    [{ status: 'busy' }, { kind: 'ended', news: { as: 'busy' } }],
    [{ status: 'a new word' }, { kind: 'unsure' }],
  ])('%j is looked up', async (session, expected) => {
    const { account: open, sent } = account({ status: 200, json: session })
    expect(await open.lookUp(callRef('T 1'))).toMatchObject(expected)
    expect(sent[0]).toMatchObject({ method: 'GET', url: `${DOMAIN}/sessions/T%201` })
  })

  test('that is forgotten is not proof that there was no call', async () => {
    expect((await account({ status: 404 }).account.lookUp(callRef('T1'))).kind).toBe('unsure')
  })

  const started = (ms: number) => ({ token: 'T1', destination: '12025550123', status: 'ringing', callStartTime: ms })
  test.each([
    ['no sessions', 'absent', { status: 404 }],
    ['sessions of others', 'absent', { status: 200, json: [{ ...started(Date.now()), destination: '12025550124' }] }],
    ['a session of that time', 'live', { status: 200, json: [started(Date.now() - 58_000)] }],
    ['a session without a time', 'unsure', { status: 200, json: [started(Number.NaN)] }],
    ['a session without a token', 'unsure', { status: 200, json: [{ ...started(Date.now()), token: null }] }],
    ['a session without a number', 'unsure', { status: 200, json: [{ ...started(Date.now()), destination: null }] }],
    ['an inbound one without', 'absent', { status: 200, json: [{ direction: 'Inbound', token: 'T2' }] }],
    ['sessions in another shape', 'unsure', { status: 200, json: { sessions: [] } }],
    ['too many requests', 'unsure', { status: 429 }],
    ['no answer', 'unsure', 'given up' as const],
  ])('without a token is looked for in the list: with %s it is %s', async (_what, kind, answer) => {
    const { account: open, sent } = account(answer)
    const trace = { to: '+12025550123', askedAtMs: Date.now() - 60_000 }
    const found = await Promise.all([1, 2, 3].map(() => open.lookUp(callRef(), trace)))
    // Ten requests in three seconds are all that Cloudonix takes.
    expect([found.map((each) => each.kind), sent.length]).toEqual([[kind, kind, kind], 1])
  })

  test('is hung up by deleting it', async () => {
    const { account: open, sent } = account({ status: 204 })
    await open.hangUp(callRef('T1'))
    expect(sent).toMatchObject([{ method: 'DELETE', url: `${DOMAIN}/sessions/T1`, body: '' }])
  })

  test('is hung up in the end when Cloudonix takes no more requests for now, and given up after some', async () => {
    const clock = new VirtualClock()
    const busy = { status: 429, headers: { 'retry-after': '7' } }
    const hangUp = (...answers: CannedAnswer[]) => {
      const { context, sent } = cannedCarrier(cloudonix, CREDENTIALS, ...answers)
      const warned: string[] = []
      const log = { ...context.log, warn: (_fields: object, sentence: string) => void warned.push(sentence) }
      const done = cloudonix.open({ ...context, clock, log }).hangUp(callRef('T1'))
      return { done, sent, warned }
    }
    const once = hangUp(busy, { status: 204 })
    await clock.until(once.done, 7_000)
    expect([once.sent.length, once.warned, clock.monotonic()]).toEqual([2, [], 7_000])
    // An hour is not waited for: nobody hangs up for so long.
    const always = hangUp(...Array.from({ length: 9 }, () => ({ status: 429, headers: { 'retry-after': '3600' } })))
    await clock.until(always.done, 40_000)
    expect([always.sent.length, always.warned]).toEqual([5, ['Cloudonix did not confirm the hang-up']])
  })

  test('is joined with another in a room of their own, whoever takes over first', async () => {
    const { account: open, sent } = account({ status: 200, json: {} }, { status: 200, json: {} })
    expect((await open.join(callRef('T1'), callRef('T2'))).ok).toBe(true)
    expect(sent.map(({ url }) => url)).toEqual([`${CALLS}/sessions/T2/application`, `${CALLS}/sessions/T1/application`])
    for (const { body } of sent) expect(JSON.parse(body).cxml).toContain(`>${callRef('T1').callKey}</Conference>`)
  })
})

describe('a request', () => {
  const inbound = { CallSid: 'T1', Session: 'T1', From: '14155550123', To: '14155550100', Direction: 'inbound' }

  test('is read from JSON, from a form and from a query alike', () => {
    const expected = {
      providerCallId: 'T1',
      from: '+14155550123',
      to: '+14155550100',
      details: { Direction: 'inbound' },
    }
    const json = request('inbound', inbound, null)
    const form = {
      ...json,
      headers: { ...json.headers, 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: Buffer.from(new URLSearchParams(inbound).toString()),
    }
    const query = { ...json, method: 'GET', query: new URLSearchParams(inbound), rawBody: Buffer.alloc(0) }
    for (const each of [json, form, query]) expect(readWith(KEY, each)).toEqual({ kind: 'inbound', inbound: expected })
  })

  test('keeps addresses that are no numbers as they are', () => {
    const reading = readWith(KEY, request('inbound', { ...inbound, From: 'anonymous', To: '+14155550100' }, null))
    expect(reading).toMatchObject({ inbound: { from: 'anonymous', to: '+14155550100' } })
  })

  test('may carry the domain’s key in either header', () => {
    const plain = request('inbound', inbound, null)
    const bearer = { ...plain, headers: { authorization: `Bearer ${KEY}` } }
    expect(readWith(KEY, bearer).kind).toBe('inbound')
    expect(readWith(KEY, { ...plain, headers: { authorization: 'Bearer wrong' } }).kind).toBe('refused')
    expect(readWith(KEY, { ...plain, headers: {} }).kind).toBe('refused')
    expect(readWith(KEY, { ...bearer, headers: { ...bearer.headers, 'x-cx-apikey': 'wrong' } }).kind).toBe('refused')
  })

  test('needs no key where the operator has none: then the secret in its address is the proof', () => {
    expect(readWith(undefined, { ...request('inbound', inbound, null), headers: {} }).kind).toBe('inbound')
  })

  test('for another session than its address is refused', () => {
    expect(read('status', { token: 'T2', status: 'busy' }, callRef('T1')).kind).toBe('refused')
    expect(read('status', { status: 'busy' }).kind).toBe('refused')
  })

  test.each([
    ['human', 'human'],
    ['machine_start', 'machine'],
    ['machine_end_beep', 'machine'],
    ['fax', 'fax'],
    ['', 'unknown'],
  ])('with detection result %j is %s', (AnsweredBy, verdict) => {
    const reading = read('machine', { CallSid: 'T1', AnsweredBy })
    expect(reading).toMatchObject({ events: [{ kind: 'machine', verdict }] })
  })
})

describe('a number', () => {
  const APPLICATION = { status: 200, json: { id: 100, name: 'outdial' } }
  const ENTRY = { id: 5, applicationId: 100, source: '14155550100', dnid: '^14155550100$', active: false }
  const DOCUMENT = { type: 'cxml', url: 'https://dial.example.com/k/1/inbound/s2', method: 'POST' }

  test('is bound in an empty domain by making application and entry', async () => {
    const { account: open, sent } = account({ status: 404 }, { status: 404 }, APPLICATION, { status: 204 })
    expect((await open.bindInbound('+14155550100', true)).ok).toBe(true)
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${DOMAIN}/dnids`],
      ['GET', `${DOMAIN}/applications/outdial`],
      ['POST', `${DOMAIN}/applications`],
      ['POST', `${DOMAIN}/dnids`],
    ])
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({ name: 'outdial', ...DOCUMENT })
    expect(JSON.parse(sent[3]?.body ?? '')).toEqual({ applicationId: 100, dnid: '^\\+?14155550100$' })
  })

  test('that is known is switched over and on', async () => {
    const listed = { status: 200, json: [{ ...ENTRY, applicationId: 9 }] }
    const { account: open, sent } = account(listed, APPLICATION, APPLICATION, { status: 204 })
    expect((await open.bindInbound('+14155550100', true)).ok).toBe(true)
    expect(sent[2]).toMatchObject({ method: 'PUT', url: `${DOMAIN}/applications/outdial` })
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual(DOCUMENT)
    expect(sent[3]).toMatchObject({ method: 'PUT', url: `${DOMAIN}/dnids/5` })
    expect(JSON.parse(sent[3]?.body ?? '')).toEqual({ applicationId: 100, active: true })
  })

  test('is released by switching it off, and only if it leads here', async () => {
    const ours = account({ status: 200, json: [ENTRY] }, APPLICATION, { status: 204 })
    expect((await ours.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(ours.sent[2]).toMatchObject({ method: 'PUT', url: `${DOMAIN}/dnids/5`, body: '{"active":false}' })
    const foreign = account({ status: 200, json: [{ ...ENTRY, applicationId: 9 }] }, APPLICATION)
    expect((await foreign.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(foreign.sent).toHaveLength(2)
  })

  test('that cannot be bound says where it failed', async () => {
    const { account: open } = account({ status: 200, json: [] }, { status: 500 })
    expect(await open.bindInbound('+14155550100', true)).toEqual({
      ok: false,
      message: 'Cloudonix could not set up the voice application: answered 500.',
    })
  })
})

describe('the rest', () => {
  test('a call for nobody is turned away as busy', async () => {
    const reply = await account().account.refuse({ providerCallId: 'T1', from: '1', to: '2', details: {} })
    expect(reply.body).toContain('<Response><Reject reason="busy"/></Response>')
  })

  test.each([
    [{ status: 200, json: { domain: 'example.cloudonix.net', active: true } }, true, 'is active'],
    [{ status: 200, json: { domain: 'example.cloudonix.net', active: false } }, false, 'not active'],
    [{ status: 401 }, false, 'API key'],
    [{ status: 403 }, false, 'may not manage'],
    [{ status: 404 }, false, 'no such domain'],
    [{ status: 502 }, false, 'answered 502'],
  ])('the check reads %j', async (answer, ok, words) => {
    const { account: open, sent } = account(answer)
    expect(await open.check()).toMatchObject({ ok, message: expect.stringContaining(words) })
    expect(sent[0]).toMatchObject({ method: 'GET', url: DOMAIN })
  })
})

function request(hook: string, fields: object, call: CallRef | null): WebhookRequest {
  return {
    hook,
    call,
    method: 'POST',
    url: `https://dial.example.com/${hook}`,
    headers: { 'content-type': 'application/json', 'x-cx-apikey': KEY },
    query: new URLSearchParams(),
    rawBody: Buffer.from(JSON.stringify(fields)),
  }
}

function readWith(key: string | undefined, asked: WebhookRequest) {
  return readCloudonixWebhook({ ...CREDENTIALS, requests_api_key: key }, asked)
}

function read(hook: string, fields: object, call: CallRef | null = callRef()) {
  return readWith(KEY, request(hook, fields, call))
}
