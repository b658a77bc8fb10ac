import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callRef } from '../../../../test/conformance/canned-carrier.ts'
import { readTwilioWebhook, signedUrlVariants } from '../../carrier-kit/twilio-webhook.ts'
import type { CallRef, WebhookRequest } from '../../provider.ts'
import { twilioDialect } from './account.ts'

const SID = 'AC0123456789abcdef0123456789abcdef'
const TOKEN = '12345'

describe('a signature', () => {
  test('of Twilio’s own documented example is accepted', () => {
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    }
    const request = formRequest('https://mycompany.com/myapp.php?foo=1&bar=2', fields, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')
    // The example has no AccountSid, so it is believed and then turned away for that, not for its signature.
    expect(read(request)).toEqual({ kind: 'refused', reason: 'the message is about another account' })
    const forged = formRequest(request.url, { ...fields, Digits: '1235' }, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')
    expect(read(forged)).toEqual({ kind: 'refused', reason: 'the signature is wrong' })
  })

  test.each([
    ['without a port, signed with it', 'https://a.example/x', 'https://a.example:443/x'],
    ['with a port, signed without it', 'https://a.example:8443/x', 'https://a.example/x'],
    ['of plain http, signed with its port', 'http://a.example/x', 'http://a.example:80/x'],
    ['with user and password', 'https://me:pw@a.example/x', 'https://me:pw@a.example:443/x'],
    ['of an IPv6 host', 'https://[::1]:8443/x?y=1', 'https://[::1]/x?y=1'],
    ['with an encoded apostrophe', 'https://a.example/x?name=O%27Hara+Inc', "https://a.example/x?name=O'Hara+Inc"],
    ['with a plain apostrophe', "https://a.example/x?name=O'Hara", 'https://a.example/x?name=O%27Hara'],
  ])('for an address %s is accepted', (_case, called, signedFor) => {
    const fields = statusFields({ CallStatus: 'ringing' })
    const request = formRequest(called, fields, sign(signedFor, fields))
    expect(read(request).kind).toBe('news')
  })

  test('for another path, host or scheme is refused', () => {
    const fields = statusFields({ CallStatus: 'ringing' })
    const signature = sign('https://a.example/x', fields)
    for (const url of ['https://a.example/y', 'https://b.example/x', 'http://a.example/x', 'https://a.example/x?y']) {
      expect(read(formRequest(url, fields, signature)).kind).toBe('refused')
    }
  })

  test('counts a repeated name’s values once each, in order', () => {
    const url = 'https://a.example/x'
    const body = `AccountSid=${SID}&CallSid=CA1&CallStatus=ringing&Extra=b&Extra=a&Extra=b`
    const text = `${url}AccountSid${SID}CallSidCA1CallStatusringingExtraaExtrab`
    const signature = createHmac('sha1', TOKEN).update(text).digest('base64')
    expect(read({ ...formRequest(url, {}, signature), rawBody: Buffer.from(body) }).kind).toBe('news')
  })

  test('covers a body that is no form through its hash, and only then', () => {
    const body = JSON.stringify({ any: 'thing' })
    const hash = createHash('sha256').update(body).digest('hex')
    const url = `https://a.example/x?bodySHA256=${hash}`
    const request = {
      ...formRequest(url, {}, sign(url, {})),
      headers: { 'content-type': 'application/json', 'x-twilio-signature': sign(url, {}) },
      query: new URL(url).searchParams,
    }
    expect(read({ ...request, rawBody: Buffer.from(body) })).toMatchObject({
      reason: expect.stringContaining('account'),
    })
    expect(read({ ...request, rawBody: Buffer.from('{}') })).toMatchObject({ reason: expect.stringContaining('body') })
    const bare = 'https://a.example/x'
    const unhashed = { ...request, url: bare, query: new URLSearchParams(), rawBody: Buffer.from(body) }
    unhashed.headers = { ...request.headers, 'x-twilio-signature': sign(bare, {}) }
    expect(read(unhashed)).toMatchObject({ reason: expect.stringContaining('body') })
  })

  test('covers the query of a GET', () => {
    const url = `https://a.example/x?AccountSid=${SID}&CallSid=CA1&CallStatus=busy`
    const request: WebhookRequest = {
      ...formRequest(url, {}, sign(url, {})),
      method: 'GET',
      query: new URL(url).searchParams,
      rawBody: Buffer.alloc(0),
    }
    expect(read(request)).toMatchObject({ kind: 'news', events: [{ kind: 'ended', as: 'busy' }] })
    expect(read({ ...request, url: url.replace('busy', 'completed') }).kind).toBe('refused')
  })

  test('has few variants, all of the same address', () => {
    expect(signedUrlVariants('https://a.example/x')).toEqual(['https://a.example/x', 'https://a.example:443/x'])
    expect(signedUrlVariants('not an address')).toEqual(['not an address'])
  })
})

describe('a true message', () => {
  test.each([
    ['queued', {}, null],
    ['initiated', {}, { kind: 'dialing' }],
    ['ringing', {}, { kind: 'ringing' }],
    ['in-progress', {}, { kind: 'answered' }],
    ['completed', { CallDuration: '42' }, { kind: 'ended', as: 'completed', durationSeconds: 42, cause: 'completed' }],
    ['busy', {}, { kind: 'ended', as: 'busy', durationSeconds: null, permanent: false }],
    ['busy', { SipResponseCode: '603' }, { kind: 'ended', as: 'declined', cause: 'busy (SIP 603)' }],
    ['no-answer', {}, { kind: 'ended', as: 'no_answer' }],
    ['canceled', {}, { kind: 'ended', as: 'canceled', endedBy: 'us' }],
    ['failed', {}, { kind: 'ended', as: 'failed', permanent: false }],
    ['failed', { SipResponseCode: '503' }, { kind: 'ended', as: 'failed', permanent: false }],
    ['failed', { SipResponseCode: '404' }, { kind: 'ended', as: 'failed', permanent: true }],
    ['failed', { SipResponseCode: '410' }, { kind: 'ended', as: 'failed', permanent: true }],
    ['constructor', {}, null],
  ])('of status %s with %j is understood', (CallStatus, more, expected) => {
    const reading = signedReading('status', statusFields({ CallStatus, ...more }))
    expect(reading).toMatchObject({ kind: 'news', events: expected ? [expected] : [] })
  })

  test.each([
    ['human', 'human'],
    ['machine_start', 'machine'],
    ['machine_end_beep', 'machine'],
    ['machine_end_silence', 'machine'],
    ['machine_end_other', 'machine'],
    ['fax', 'fax'],
    ['unknown', 'unknown'],
  ])('of detection result %s is %s', (AnsweredBy, verdict) => {
    const reading = signedReading('machine', { AccountSid: SID, CallSid: 'CA1', AnsweredBy })
    expect(reading).toMatchObject({ kind: 'news', events: [{ kind: 'machine', verdict }] })
  })

  test('brings Twilio’s own time', () => {
    const reading = signedReading(
      'status',
      statusFields({ CallStatus: 'ringing', Timestamp: 'Sun, 15 Nov 2026 10:00:00 +0000' }),
    )
    expect(reading).toMatchObject({ events: [{ atMs: Date.UTC(2026, 10, 15, 10) }] })
  })

  test('of an inbound call’s end is matched by Twilio’s id, as it has no address of its own', () => {
    const reading = signedReading('status', statusFields({ CallStatus: 'completed' }), null)
    expect(reading).toMatchObject({ kind: 'news', events: [{ call: null, providerCallId: 'CA1' }] })
  })

  test('about another account or another call is refused', () => {
    const foreign = signedReading('status', {
      ...statusFields({ CallStatus: 'ringing' }),
      AccountSid: SID.replace('0', '1'),
    })
    expect(foreign.kind).toBe('refused')
    expect(signedReading('status', statusFields({ CallStatus: 'ringing' }), callRef('CA2')).kind).toBe('refused')
    expect(signedReading('status', { AccountSid: SID, CallStatus: 'ringing' }).kind).toBe('refused')
  })
})

function statusFields(fields: Record<string, string>): Record<string, string> {
  return { AccountSid: SID, CallSid: 'CA1', ...fields }
}

function sign(url: string, fields: Record<string, string>): string {
  const pairs = Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1))
  return createHmac('sha1', TOKEN)
    .update(url + pairs.flat().join(''))
    .digest('base64')
}

function formRequest(url: string, fields: Record<string, string>, signature: string): WebhookRequest {
  return {
    hook: 'status',
    call: callRef(),
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    query: new URLSearchParams(),
    rawBody: Buffer.from(new URLSearchParams(fields).toString()),
  }
}

function signedReading(hook: string, fields: Record<string, string>, call: CallRef | null = callRef()) {
  const url = `https://dial.example.com/${hook}`
  return read({ ...formRequest(url, fields, sign(url, fields)), hook, call })
}

function read(request: WebhookRequest) {
  return readTwilioWebhook(twilioDialect({ account_sid: SID, auth_token: TOKEN }), request)
}
