import { describe, expect, test } from 'vitest'
import { type CannedAnswer, callRef, cannedCarrier } from '../../../../test/conformance/canned-carrier.ts'
import { dialOrder } from '../../../../test/conformance/harness.ts'
import type { Verdict } from '../../provider.ts'
import { twilio } from './spec.ts'
import { placeResult } from './verdicts.ts'

const SID = 'AC0123456789abcdef0123456789abcdef'
const TOKEN = '12345'
const CREDENTIALS = { account_sid: SID, auth_token: TOKEN }
const API = `https://api.twilio.com/2010-04-01/Accounts/${SID}`
const CALL_SID = 'CA0123456789abcdef0123456789abcdef'
const OTHER_SID = `CA${'f'.repeat(32)}`
const formOf = (body: string | undefined) => new URLSearchParams(body).get('Twiml') ?? ''

function account(...answers: CannedAnswer[]) {
  const { context, sent } = cannedCarrier(twilio, CREDENTIALS, ...answers)
  return { account: twilio.open(context), sent }
}

const signal = () => AbortSignal.timeout(5_000)

describe('placing a call', () => {
  test('sends one form with repeated event names, the number with its plus sign and both time limits', async () => {
    const { account: open, sent } = account({ status: 201, json: { sid: CALL_SID } })
    expect(await open.place(dialOrder(callRef()), signal())).toEqual({ kind: 'placed', providerCallId: CALL_SID })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', url: `${API}/Calls.json` })
    expect(sent[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([...new URLSearchParams(sent[0]?.body)]).toEqual([
      ['To', '+14155550123'],
      ['From', '+14155550100'],
      [
        'Twiml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Response><Connect><Stream url="wss://dial.example.com/media/7/s3/with_dial"/></Connect><Pause length="10"/></Response>',
      ],
      ['StatusCallback', 'https://dial.example.com/c/7/status/s1'],
      ['StatusCallbackMethod', 'POST'],
      ['StatusCallbackEvent', 'initiated'],
      ['StatusCallbackEvent', 'ringing'],
      ['StatusCallbackEvent', 'answered'],
      ['StatusCallbackEvent', 'completed'],
      ['Timeout', '37'],
      ['TimeLimit', '1237'],
    ])
  })

  test('gives an address to ask for instructions where the account refuses them with the dial', async () => {
    const credentials = { ...CREDENTIALS, inline_twiml: false }
    const { context, sent } = cannedCarrier(twilio, credentials, { status: 201, json: { sid: CALL_SID } })
    await twilio.open(context).place(dialOrder(callRef()), signal())
    const form = new URLSearchParams(sent[0]?.body)
    expect(['Url', 'Method', 'Twiml'].map((name) => form.get(name))).toEqual([
      'https://dial.example.com/c/7/answer/s1',
      'POST',
      null,
    ])
  })

  test('asks for detection only in the background', async () => {
    const credentials = { ...CREDENTIALS, amd_enabled: true }
    const { context, sent } = cannedCarrier(twilio, credentials, { status: 201, json: { sid: 'CA1' } })
    await twilio.open(context).place(dialOrder(callRef()), signal())
    const form = new URLSearchParams(sent[0]?.body)
    const asked = ['MachineDetection', 'AsyncAmd', 'AsyncAmdStatusCallback'].map((name) => form.get(name))
    expect(asked).toEqual(['Enable', 'true', 'https://dial.example.com/c/7/machine/s1'])
  })

  test('uses the address of another region as it was given', async () => {
    const credentials = { ...CREDENTIALS, api_base_url: 'https://api.dublin.ie1.twilio.com/' }
    const { context, sent } = cannedCarrier(twilio, credentials, { status: 201, json: { sid: 'CA1' } })
    await twilio.open(context).place(dialOrder(callRef()), signal())
    expect(sent[0]?.url).toBe(`https://api.dublin.ie1.twilio.com/2010-04-01/Accounts/${SID}/Calls.json`)
  })

  test('sends nothing that Twilio cannot dial', async () => {
    const { account: open, sent } = account()
    expect((await open.place(dialOrder(callRef(), { from: null }), signal())).kind).toBe('rejected')
    expect((await open.place(dialOrder(callRef(), { to: '204', toType: 'sip_extension' }), signal())).kind).toBe(
      'rejected',
    )
    expect(sent).toEqual([])
  })
})

describe('the verdict', () => {
  const VERDICTS: Record<Exclude<Verdict, 'unknown'>, number[]> = {
    halt: [
      10001, 10002, 10005, 13227, 20003, 20005, 20006, 20008, 20403, 20404, 21203, 21205, 21213, 21215, 21216, 21219,
      21609, 573002, 573005, 573099,
    ],
    caller: [21210, 21212],
    later: [10004, 20429, 20503, 86008],
    never: [13223, 13225, 13226, 21202, 21211, 21217],
    rejected: [13224, 21201, 21214],
  }
  for (const [verdict, codes] of Object.entries(VERDICTS)) {
    test.each(codes)(`of error %i is ${verdict}, whatever the HTTP status`, (code) => {
      for (const status of [400, 401, 403, 404, 429]) expect(refused(status, { code }).kind).toBe(verdict)
    })
  }

  test('carries how long to wait, and nothing of the sentence that names the number', () => {
    const result = refused(429, { code: 20429, message: 'for +14155550123' }, { 'retry-after': '3' })
    expect(result).toMatchObject({ kind: 'later', retryAfterMs: 3000 })
    expect(JSON.stringify(result)).not.toContain('14155550123')
  })

  test('of an unknown code follows the HTTP status, and names the code', () => {
    expect(refused(400, { code: 29999 })).toMatchObject({
      kind: 'halt',
      perhapsNumber: true,
      reason: expect.stringContaining('29999'),
    })
    expect(refused(500, { code: 20500 }).kind).toBe('unknown')
    expect(refused(503, null).kind).toBe('unknown')
  })

  test('of a missing permission may be about this destination alone', () => {
    for (const code of [13227, 21203, 21215, 21216])
      expect(refused(400, { code })).toMatchObject({ perhapsNumber: true })
    expect(refused(400, { code: 21210 })).not.toHaveProperty('perhapsNumber')
  })

  test('of an accepted call without an id is unknown: it may ring', () => {
    expect(refused(201, {}).kind).toBe('unknown')
    expect(refused(200, null).kind).toBe('unknown')
  })

  function refused(status: number, json: unknown, headers: Record<string, string> = {}) {
    return placeResult({ kind: 'answered', status, headers: new Headers(headers), text: '', json })
  }
})

describe('the documents', () => {
  test('open the audio, and keep the line after it', async () => {
    const { body, contentType, status } = await account().account.answer(callRef())
    expect({ contentType, status }).toEqual({ contentType: 'text/xml; charset=utf-8', status: 200 })
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Response>' +
        '<Connect><Stream url="wss://dial.example.com/media/7/s3"/></Connect><Pause length="40"/></Response>',
    )
  })

  test('turn an unwanted call away before it is answered', async () => {
    const inbound = { providerCallId: 'CA1', from: '+1', to: '+2', details: {} }
    expect((await account().account.refuse(inbound)).body).toContain('<Response><Reject reason="rejected"/></Response>')
  })
})

describe('a call under way', () => {
  test.each([
    ['queued', { kind: 'live', news: 'queued' }],
    ['ringing', { kind: 'live', news: 'ringing' }],
    ['in-progress', { kind: 'live', news: 'answered' }],
    ['completed', { kind: 'ended', news: { as: 'completed', durationSeconds: 12 } }],
    ['no-answer', { kind: 'ended', news: { as: 'no_answer' } }],
    ['a new word', { kind: 'unsure' }],
  ])('with status %s is found as such', async (status, expected) => {
    const { account: open, sent } = account({ status: 200, json: { sid: CALL_SID, status, duration: '12' } })
    expect(await open.lookUp(callRef(CALL_SID))).toMatchObject(expected)
    expect(sent[0]).toMatchObject({ method: 'GET', url: `${API}/Calls/${CALL_SID}.json` })
  })

  test('is absent only if Twilio itself says so', async () => {
    const found = account(
      { status: 404, json: { code: 20404 } },
      { status: 404 },
      { status: 401, json: { code: 20003 } },
    )
    expect((await found.account.lookUp(callRef(CALL_SID))).kind).toBe('absent')
    expect((await found.account.lookUp(callRef(CALL_SID))).kind).toBe('unsure')
    expect((await found.account.lookUp(callRef(CALL_SID))).kind).toBe('unsure')
  })

  const listed = (...calls: unknown[]) => ({ status: 200, json: { calls } })
  const call = { sid: CALL_SID, status: 'ringing', direction: 'outbound-api' }
  const begun = { date_created: new Date(Date.now() - 58_000).toUTCString() }
  const before = { date_created: 'Sun, 15 Nov 2020 09:30:00 +0000' }
  test.each([
    ['nothing listed', 'absent', listed()],
    ['one of that time', 'live', listed({ ...call, ...begun })],
    ['one of another time', 'absent', listed({ ...call, ...before })],
    ['one of that time without its id', 'unsure', listed({ ...call, ...begun, sid: null })],
    ['any without its id', 'unsure', listed({ ...call, ...before, sid: null })],
    ['one without a direction', 'unsure', listed({ ...call, ...begun, direction: null })],
    ['one without a time', 'unsure', listed(call)],
  ])('whose id never came: with %s it is %s', async (_what, kind, answer) => {
    const trace = { to: '+12025550123', askedAtMs: Date.now() - 60_000 }
    expect((await account(answer).account.lookUp(callRef(), trace)).kind).toBe(kind)
  })

  test('has a price once Twilio has rated it', async () => {
    const rated = { sid: CALL_SID, status: 'completed', price: '-0.0140', price_unit: 'USD' }
    const { account: open } = account(
      { status: 200, json: { ...rated, price: null } },
      { status: 200, json: rated },
      { status: 500, json: {} },
    )
    const asked = [callRef(CALL_SID), callRef(CALL_SID), callRef(CALL_SID), callRef()]
    const kinds = []
    for (const call of asked) kinds.push(await open.priceOf?.(call))
    expect(kinds).toMatchObject([
      { kind: 'not_yet' },
      { kind: 'known', amount: '-0.0140', currency: 'USD' },
      { kind: 'not_yet' },
      { kind: 'not_yet' },
    ])
  })

  test('is ended with the one word that works in every state', async () => {
    const { account: open, sent } = account({ status: 200, json: {} })
    await open.hangUp(callRef(CALL_SID))
    expect(sent).toMatchObject([{ method: 'POST', url: `${API}/Calls/${CALL_SID}.json`, body: 'Status=completed' }])
  })

  test('is joined with another in a room of their own, whoever takes over first', async () => {
    const { account: open, sent } = account({ status: 200, json: {} }, { status: 200, json: {} })
    expect((await open.join(callRef(CALL_SID), callRef(OTHER_SID))).ok).toBe(true)
    expect(sent.map(({ url }) => url)).toEqual([`${API}/Calls/${OTHER_SID}.json`, `${API}/Calls/${CALL_SID}.json`])
    const rooms = sent.map(({ body }) => /endConferenceOnExit="true".*>(.+)<\/Conference>/.exec(formOf(body))?.[1])
    expect(rooms).toEqual([callRef(CALL_SID).callKey, callRef(CALL_SID).callKey])
  })

  test('whose other side is over is left as it was, and that is said', async () => {
    const { account: open, sent } = account({ status: 400, json: { code: 21220 } })
    expect(await open.join(callRef(CALL_SID), callRef(OTHER_SID))).toEqual({
      ok: false,
      message: 'Twilio did not connect the calls: answered 400, code 21220.',
    })
    expect(sent).toHaveLength(1)
  })
})

describe('a number', () => {
  const NUMBER = { sid: 'PN1', phone_number: '+14155550100', voice_url: 'https://elsewhere.example/', trunk_sid: null }
  const listed = (number: object) => ({ status: 200, json: { incoming_phone_numbers: [number] } })
  const OURS = 'https://dial.example.com/k/1/inbound/s2'
  const STATUS = 'https://dial.example.com/k/1/status/s2'

  test('is bound by setting its two addresses', async () => {
    const { account: open, sent } = account(listed(NUMBER), { status: 200, json: {} })
    expect((await open.bindInbound('+14155550100', true)).ok).toBe(true)
    expect(sent[0]).toMatchObject({ method: 'GET', url: `${API}/IncomingPhoneNumbers.json?PhoneNumber=%2B14155550100` })
    expect(sent[1]).toMatchObject({ method: 'POST', url: `${API}/IncomingPhoneNumbers/PN1.json` })
    expect(Object.fromEntries(new URLSearchParams(sent[1]?.body))).toEqual({
      VoiceUrl: OURS,
      VoiceMethod: 'POST',
      StatusCallback: STATUS,
      StatusCallbackMethod: 'POST',
    })
  })

  test('is released only if it points here', async () => {
    const bound = { ...NUMBER, voice_url: OURS, status_callback: STATUS }
    const ours = account(listed(bound), { status: 200, json: {} })
    expect((await ours.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(ours.sent[1]?.body).toBe('VoiceUrl=&StatusCallback=')
    const foreign = account(listed(NUMBER))
    expect((await foreign.account.bindInbound('+14155550100', false)).ok).toBe(true)
    expect(foreign.sent).toHaveLength(1)
  })

  test.each([
    ['of somebody else', { ...NUMBER, phone_number: '+14155550100999' }],
    ['on a SIP trunk', { ...NUMBER, trunk_sid: 'TK1' }],
    ['of a TwiML application', { ...NUMBER, voice_application_sid: 'AP1' }],
  ])('%s is not touched', async (_case, number) => {
    const { account: open, sent } = account(listed(number))
    expect((await open.bindInbound('+14155550100', true)).ok).toBe(false)
    expect(sent).toHaveLength(1)
  })
})

describe('the check', () => {
  test.each([
    [{ status: 200, json: { status: 'active', type: 'Full' } }, true, 'active'],
    [{ status: 200, json: { status: 'active', type: 'Trial' } }, true, 'trial'],
    [{ status: 200, json: { status: 'suspended', type: 'Full' } }, false, 'not active'],
    [{ status: 401, json: { code: 20003 } }, false, 'does not accept'],
    [{ status: 500 }, false, 'answered 500'],
  ])('reads %j', async (answer, ok, words) => {
    const result = await account(answer).account.check()
    expect(result).toMatchObject({ ok, message: expect.stringContaining(words) })
  })
})
