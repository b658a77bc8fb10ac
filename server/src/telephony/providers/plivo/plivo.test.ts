import { describe, expect, test } from 'vitest'
import { cannedCarrier } from '../../../../test/conformance/canned-carrier.ts'
import { conferenceUrl } from '../../carrier-kit/plivo-dialect.ts'
import type { CallRef, DialRequest } from '../../provider.ts'
import { plivo } from './spec.ts'

const AUTH_ID = 'MAXXXXXXXXXXXXXXXXXX'
const TOKEN = 'cleaned-plivo-token'
const CALL_UUID = '97ceeb52-58b6-11e1-86da-77300b68f8bb'
const ROOT = `https://api.plivo.com/v1/Account/${AUTH_ID}/`

const call: CallRef = { callId: 7, callKey: 'od-7', providerCallId: CALL_UUID }
const order: DialRequest = {
  call,
  to: '+14155550123',
  toType: 'pstn',
  from: '+14155550100',
  ringTimeoutSeconds: 30,
  maxDurationSeconds: 1800,
}
type Scripted = [status: number, json?: unknown] | 'given up'

/** An account whose carrier gives these replies in turn; what was sent is written down. */
function open(replies: Scripted[], more: Record<string, unknown> = {}) {
  const answers = replies.map((reply) => (reply === 'given up' ? reply : { status: reply[0], json: reply[1] }))
  const credentials = { auth_id: AUTH_ID, auth_token: TOKEN, api_base_url: 'https://api.plivo.com/', ...more }
  const { context, sent } = cannedCarrier(plivo, credentials, ...answers)
  return { account: plivo.open(context), sent }
}

const patience = () => AbortSignal.timeout(5_000)

describe('a dial', () => {
  const fired: [number, unknown] = [201, { message: 'call fired', request_uuid: 'r-1', api_id: 'a-1' }]

  test('is one request, with numbers without plus and every address and method named', async () => {
    const { account, sent } = open([fired])
    expect(await account.place(order, patience())).toEqual({ kind: 'placed', providerCallId: 'r-1' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', url: `${ROOT}Call/` })
    expect(sent[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${AUTH_ID}:${TOKEN}`).toString('base64')}`,
      'content-type': 'application/json',
    })
    expect(sent[0]?.json).toEqual({
      from: '14155550100',
      to: '14155550123',
      answer_url: 'https://dial.example.com/c/7/answer/s1',
      answer_method: 'POST',
      ring_url: 'https://dial.example.com/c/7/ring/s1',
      ring_method: 'POST',
      hangup_url: 'https://dial.example.com/c/7/hangup/s1',
      hangup_method: 'POST',
      ring_timeout: 30,
      time_limit: 1800,
    })
  })

  test('asks for the asynchronous machine detection', async () => {
    const { account, sent } = open([fired], { amd_enabled: true })
    await account.place(order, patience())
    expect(sent[0]?.json).toMatchObject({
      machine_detection: 'true',
      machine_detection_url: 'https://dial.example.com/c/7/machine/s1',
      machine_detection_method: 'POST',
    })
  })

  test('to a SIP address keeps it', async () => {
    const { account, sent } = open([fired])
    await account.place({ ...order, to: 'sip:desk@phone.plivo.com', toType: 'sip_uri' }, patience())
    expect(sent[0]?.json).toMatchObject({ to: 'sip:desk@phone.plivo.com' })
  })

  test.each(['+14155550123<+14155550124', 'sip:a@b.example<14155550123', '1001', ''])(
    'to %j would be several calls or none, and is never sent',
    async (to) => {
      const { account, sent } = open([fired])
      expect((await account.place({ ...order, to }, patience())).kind).toBe('rejected')
      expect(sent).toEqual([])
    },
  )

  test('without a caller ID is never sent', async () => {
    const { account, sent } = open([fired])
    expect((await account.place({ ...order, from: null }, patience())).kind).toBe('rejected')
    expect(sent).toEqual([])
  })

  test.each([
    [200, { request_uuid: 'r-1' }, 'placed'],
    [202, { request_uuid: 'r-1' }, 'placed'],
    [201, { message: 'call fired' }, 'unknown'],
    [302, undefined, 'unknown'],
    [400, { error: 'to parameter is not a valid number' }, 'never'],
    [400, { error: 'to: invalid' }, 'never'],
    [400, { error: 'invalid destination number' }, 'never'],
    [400, { error: 'unable to use this from parameter' }, 'caller'],
    [400, { error: 'Invalid "from" number' }, 'caller'],
    [400, { error: 'Your trial account can only call verified numbers' }, 'halt'],
    [400, { error: 'Insufficient Credit' }, 'halt'],
    [400, { error: { answer_url: ['invalid'] } }, 'halt'],
    [401, undefined, 'halt'],
    [402, { error: 'payment required' }, 'halt'],
    [403, { error: 'Geo permissions disabled' }, 'halt'],
    [403, { error: 'country not enabled for this account' }, 'halt'],
    [403, { error: 'account not verified' }, 'halt'],
    [404, { error: 'not found' }, 'halt'],
    [405, undefined, 'halt'],
    [429, { error: 'rate limited' }, 'later'],
    [500, { error: 'server error' }, 'unknown'],
    [502, undefined, 'unknown'],
    [503, undefined, 'unknown'],
    [504, undefined, 'unknown'],
  ])('answered %i %j is %s', async (status, json, verdict) => {
    const { account, sent } = open([[status, json]])
    expect((await account.place(order, patience())).kind).toBe(verdict)
    expect(sent).toHaveLength(1)
  })

  test('that was given up is unknown, as it may be ringing', async () => {
    const { account } = open(['given up'])
    expect((await account.place(order, patience())).kind).toBe('unknown')
  })
})

describe('hanging up', () => {
  test('ends the call', async () => {
    const { account, sent } = open([[204]])
    await account.hangUp(call)
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([`DELETE ${ROOT}Call/${CALL_UUID}/`])
  })

  test('cancels the request while that is all that is known', async () => {
    const { account, sent } = open([[404], [204]])
    await account.hangUp({ ...call, providerCallId: 'r-1' })
    expect(sent.map(({ url }) => url)).toEqual([`${ROOT}Call/r-1/`, `${ROOT}Request/r-1/`])
  })

  test('of a call without a name does nothing', async () => {
    const { account, sent } = open([[204]])
    await account.hangUp({ ...call, providerCallId: null })
    expect(sent).toEqual([])
  })
})

describe('a look-up', () => {
  test.each([
    ['in-progress', 'answered'],
    ['ringing', 'ringing'],
    ['queued', 'queued'],
  ])('shows a live call that is %s', async (call_status, news) => {
    const { account } = open([[200, { call_status, call_uuid: CALL_UUID }]])
    expect(await account.lookUp(call)).toEqual({ kind: 'live', providerCallId: CALL_UUID, news })
  })

  test('asks for live, queued and finished calls in this order', async () => {
    const record = {
      end_time: '2026-11-15 09:30:50+00:00',
      answer_time: null,
      call_duration: 0,
      hangup_cause_code: 3010,
    }
    const { account, sent } = open([[404], [404], [200, { ...record, hangup_cause_name: 'Busy Line' }]])
    expect(await account.lookUp(call)).toMatchObject({ kind: 'ended', news: { as: 'busy', cause: '3010 Busy Line' } })
    const path = `${ROOT}Call/${CALL_UUID}/`
    expect(sent.map(({ url }) => url)).toEqual([`${path}?status=live`, `${path}?status=queued`, path])
  })

  test('takes a finished call for finished, wherever it is shown', async () => {
    const { account } = open([[200, { end_time: '2026-11-15 09:30:50', answer_time: '2026-11-15 09:30:08' }]])
    expect(await account.lookUp(call)).toMatchObject({ kind: 'ended', news: { as: 'completed' } })
  })

  test.each([[[404]], [[500]], [['given up']], [[404, 500]]])('never says absent after %j', async (statuses) => {
    const { account } = open(statuses.map((status) => (typeof status === 'number' ? [status] : 'given up')))
    expect((await account.lookUp(call, old())).kind).toBe('unsure')
  })

  /** Dialed so long ago that a call which is shown nowhere is believed. */
  const old = () => ({ to: order.to, askedAtMs: Date.now() - 60_000 })
  const to = order.to.slice(1)
  const listed = (...calls: unknown[]): Scripted => [200, { calls }]
  const none: Scripted = [200, { objects: [] }]
  /** To the same number, long after the dial in question. */
  const later = { call_uuid: 'u-9', initiation_time: new Date(Date.now() + 600_000).toISOString() }
  test.each<[string, string, Scripted[]]>([
    ['nothing listed', 'absent', [listed(), listed(), none]],
    ['one that waits in the queue', 'live', [listed(), listed('u-1'), [200, { to, call_status: 'queued' }], none]],
    ['a queue that is not shown', 'unsure', [listed(), [500], none]],
    [
      'a full page of later records',
      'unsure',
      [listed(), listed(), [200, { objects: Array.from({ length: 20 }, () => later) }]],
    ],
    ['a listed call that is gone when asked for', 'unsure', [listed('u-1'), [404], listed(), none]],
    ['one to them beside one that is not shown', 'live', [listed('u-0', 'u-1'), [429], [200, { to }], listed()]],
    ['a listed call that is not shown', 'unsure', [listed('u-1'), [429], listed(), none]],
    ['one that is shown after our time', 'unsure', [listed('u-1'), 'given up', listed(), none]],
    ['one that is shown without its number', 'unsure', [listed('u-1'), [200, {}], listed(), none]],
    ['a list in another shape', 'unsure', [[200, {}], none]],
    ['records in another shape', 'unsure', [listed(), listed(), [200, { calls: [] }]]],
    ['a record without its time', 'unsure', [listed(), listed(), [200, { objects: [{ call_uuid: 'u-1' }] }]]],
    [
      'a record without its id',
      'unsure',
      [listed(), listed(), [200, { objects: [{ initiation_time: '2026-11-15 09:30:50' }] }]],
    ],
  ])('of a call whose id never came: with %s it is %s', async (_what, kind, replies) => {
    const { account } = open(replies)
    expect((await account.lookUp({ ...call, providerCallId: null }, old())).kind).toBe(kind)
  })
})

describe('two calls', () => {
  const other = { ...call, callId: 8, callKey: 'od-8', providerCallId: 'u-8' }

  test('are joined by addresses of ours that carry the room and its proof, whoever takes over first', async () => {
    const { account, sent } = open([[202], [202]])
    expect((await account.join(call, other)).ok).toBe(true)
    expect(sent.map(({ url }) => url)).toEqual([`${ROOT}Call/u-8/`, `${ROOT}Call/${CALL_UUID}/`])
    expect(sent[1]?.json).toEqual({
      legs: 'aleg',
      aleg_url: conferenceUrl('https://dial.example.com/c/7/join/s1', TOKEN, call, call.callKey),
      aleg_method: 'POST',
    })
  })

  test('of which one is gone are not joined, and the person stays', async () => {
    const { account, sent } = open([[404]])
    expect(await account.join(call, other)).toMatchObject({ ok: false })
    expect(sent).toHaveLength(1)
  })
})

describe('binding a number', () => {
  const addresses = {
    answer_url: 'https://dial.example.com/k/1/inbound/s2',
    answer_method: 'POST',
    hangup_url: 'https://dial.example.com/k/1/hangup/s2',
    hangup_method: 'POST',
  }

  test('sets the configured application’s addresses and links the number', async () => {
    const { account, sent } = open([[200, { application: null }], [202], [202]], { application_id: '2046' })
    expect((await account.bindInbound('+14155550100', true)).ok).toBe(true)
    expect(sent.map(({ method, url, json }) => [method, url.replace(ROOT, ''), json])).toEqual([
      ['GET', 'Number/14155550100/', undefined],
      ['POST', 'Application/2046/', addresses],
      ['POST', 'Number/14155550100/', { app_id: '2046' }],
    ])
  })

  test('makes an application where none is configured, and finds it again', async () => {
    const first = open([[200, {}], [200, { objects: [] }], [201, { app_id: '99' }], [202]])
    expect((await first.account.bindInbound('+14155550100', true)).ok).toBe(true)
    const made = first.sent[2]?.json as { app_name: string }
    expect(made).toMatchObject(addresses)
    expect(first.sent[3]?.json).toEqual({ app_id: '99' })

    const again = open([[200, {}], [200, { objects: [{ app_name: made.app_name, app_id: '99' }] }], [202], [202]])
    expect((await again.account.bindInbound('+14155550100', true)).ok).toBe(true)
    expect(again.sent[2]?.url).toBe(`${ROOT}Application/99/`)
  })

  test('makes none while it cannot see whether there is one', async () => {
    const { account, sent } = open([[200, {}], [500]])
    expect((await account.bindInbound('+14155550100', true)).ok).toBe(false)
    expect(sent.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('of somebody else is refused with a plain sentence', async () => {
    const { account } = open([[404]])
    expect(await account.bindInbound('+14155550100', true)).toEqual({
      ok: false,
      message: 'The number does not belong to this Plivo account.',
    })
  })

  test('is undone only where the number still comes here', async () => {
    const ours = `/v1/Account/${AUTH_ID}/Application/2046/`
    const bound = open([[200, { application: ours }], [202]], { application_id: '2046' })
    expect((await bound.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(bound.sent[1]).toMatchObject({ method: 'POST', url: `${ROOT}Number/14155550100/`, json: { app_id: null } })

    const elsewhere = open([[200, { application: ours.replace('2046', '3333') }]], { application_id: '2046' })
    expect((await elsewhere.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(elsewhere.sent).toHaveLength(1)
  })
})

describe('a check', () => {
  const sound = { account_type: 'standard', billing_mode: 'prepaid', cash_credits: '4.88860', auto_recharge: false }

  test('shows credit and kind of the account', async () => {
    const { account, sent } = open([[200, { ...sound, name: 'somebody' }]])
    expect(await account.check()).toEqual({ ok: true, message: 'Plivo accepts the credentials.', details: sound })
    expect(sent[0]?.url).toBe(ROOT)
  })

  test.each([
    ['wrong credentials', [[401]], {}],
    ['an unknown account', [[404]], {}],
    ['an outage', [[500]], {}],
    ['no credit', [[200, { ...sound, cash_credits: '0.00000' }]], {}],
    ['a foreign application', [[200, sound], [404]], { application_id: '2046' }],
  ] as Array<[string, Array<[number, unknown?]>, Record<string, string>]>)(
    'doubts %s',
    async (_name, replies, more) => {
      expect((await open(replies, more).account.check()).ok).toBe(false)
    },
  )
})

describe('the answer', () => {
  test('opens a two-way µ-law stream', async () => {
    const reply = await open([[200]]).account.answer(call)
    expect(reply).toMatchObject({ status: 200, contentType: expect.stringContaining('text/xml') })
    expect(reply.body).toContain(
      '<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">wss://dial.example.com/media/7/s3</Stream>',
    )
  })

  test('to a call for nobody rejects it unanswered', async () => {
    const inbound = { providerCallId: 'u-2', from: '+14155550123', to: '+14155550100', details: {} }
    expect((await open([[200]]).account.refuse(inbound)).body).toContain(
      '<Response><Hangup reason="rejected"/></Response>',
    )
  })
})
