/** What SignalWire does otherwise than Twilio; what both do alike is tested with Twilio and by the conformance suite. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CannedAnswer, callRef, cannedCarrier } from '../../../../test/conformance/canned-carrier.ts'
import { dialOrder } from '../../../../test/conformance/harness.ts'
import { signalwire } from './spec.ts'
import { placeResult } from './verdicts.ts'

const PROJECT = 'b3877c40-da60-4998-90ad-b792e98472af'
const CREDENTIALS = {
  space_url: 'https://example.signalwire.com/',
  project_id: PROJECT,
  api_token: 'PTtoken',
  signing_key: 'PSK_key',
}
const API = `https://example.signalwire.com/api/laml/2010-04-01/Accounts/${PROJECT}`
const CALL = 'b3877c40-da60-4998-90ad-b792e98472ca'
const OTHER = 'b3877c40-da60-4998-90ad-b792e98472cb'

function account(...answers: CannedAnswer[]) {
  const { context, sent } = cannedCarrier(signalwire, CREDENTIALS, ...answers)
  return { open: signalwire.open(context), sent }
}

test('a dial goes to the space, names an address for the markup, and has no parameter that SignalWire does not know', async () => {
  const { open, sent } = account({ status: 201, json: { sid: CALL } })
  const placed = await open.place(dialOrder(callRef()), AbortSignal.timeout(5_000))
  expect(placed).toEqual({ kind: 'placed', providerCallId: CALL })
  expect(sent[0]).toMatchObject({ method: 'POST', url: `${API}/Calls.json` })
  expect(sent[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`${PROJECT}:PTtoken`).toString('base64')}`)
  const form = new URLSearchParams(sent[0]?.body)
  expect(form.get('Url')).toBe('https://dial.example.com/c/7/answer/s1')
  expect(['Twiml', 'TimeLimit'].filter((name) => form.has(name))).toEqual([])
})

test.each([
  [401, { code: 20003 }, { kind: 'halt' }],
  [422, { errors: [{ code: '21211' }] }, { kind: 'never' }],
  [422, { errors: [{ code: '21210' }] }, { kind: 'caller' }],
  [429, { code: 21611 }, { kind: 'later' }],
  [403, { code: 20010 }, { kind: 'halt', perhapsNumber: true }],
  [503, null, { kind: 'unknown' }],
])('answer %i %j', (status, json, expected) => {
  expect(placeResult({ kind: 'answered', status, headers: new Headers(), text: '', json })).toMatchObject(expected)
})

describe('the Call resource', () => {
  const call = { sid: CALL, status: 'failed', duration: 0, price: 0.0065, price_unit: 'usd' }

  test.each([
    ['404', { permanent: true }],
    ['402', { fault: 'account' }],
    ['503', { fault: 'network' }],
    [null, { permanent: false }],
  ])('with SIP %s says whose fault a failure is', async (sip_result_code, expected) => {
    const { open } = account({ status: 200, json: { ...call, sip_result_code } })
    expect(await open.lookUp(callRef(CALL))).toMatchObject({ kind: 'ended', news: { as: 'failed', ...expected } })
  })

  test('tells its price as a number', async () => {
    const { open } = account({ status: 200, json: call })
    expect(await open.priceOf?.(callRef(CALL))).toEqual({ kind: 'known', amount: '0.0065', currency: 'USD' })
  })
})

describe('a transfer', () => {
  test('sends both calls to an address that leads into one room', async () => {
    const { open, sent } = account({ status: 200, json: {} }, { status: 200, json: {} })
    expect((await open.join(callRef(CALL), callRef(OTHER))).ok).toBe(true)
    expect(sent.map(({ url }) => url)).toEqual([`${API}/Calls/${OTHER}.json`, `${API}/Calls/${CALL}.json`])
    const addresses = sent.map(({ body }) => new URLSearchParams(body).get('Url') ?? '')
    expect(addresses).toEqual(Array(2).fill('https://dial.example.com/c/7/join/s1?room=test-7'))
    const reading = await open.readWebhook(asked(addresses[0] as string))
    expect(reading).toMatchObject({ kind: 'news', reply: { body: expect.stringContaining('>test-7</Conference>') } })
  })

  test('cannot be led into another room by anybody else', async () => {
    const { open } = account()
    const request = asked('https://dial.example.com/c/7/join/s1?room=test-7')
    const bent = { ...request, url: request.url.replace('test-7', 'other'), query: new URLSearchParams('room=other') }
    expect(await open.readWebhook(bent)).toMatchObject({ kind: 'refused' })
  })

  function asked(url: string) {
    const fields = { AccountSid: PROJECT, CallSid: CALL, CallStatus: 'in-progress' }
    const text = url + Object.entries(fields).sort().flat().join('')
    return {
      hook: 'join',
      call: callRef(CALL),
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-signalwire-signature': createHmac('sha1', 'PSK_key').update(text).digest('base64'),
      },
      query: new URL(url).searchParams,
      rawBody: Buffer.from(new URLSearchParams(fields).toString()),
    }
  }
})
