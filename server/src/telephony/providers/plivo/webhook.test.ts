import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { conferenceUrl } from '../../carrier-kit/plivo-dialect.ts'
import type { CallRef, WebhookRequest } from '../../provider.ts'
import { readPlivoWebhook } from './webhook.ts'

const TOKEN = 'cleaned-plivo-token'
const NONCE = '12345678901234567890'
const CALL_UUID = '97ceeb52-58b6-11e1-86da-77300b68f8bb'
const call: CallRef = { callId: 7, callKey: 'od-7', providerCallId: CALL_UUID }

type Pairs = Array<[string, string]>

const BASE = 'https://calls.example.com/t/7'
const HANGUP: Pairs = [
  ['CallUUID', CALL_UUID],
  ['Event', 'Hangup'],
  ['CallStatus', 'completed'],
  ['HangupCauseCode', '4000'],
  ['From', '14155550100'],
  ['To', '14155550123'],
  ['Direction', 'outbound'],
]

const read = (request: WebhookRequest) => readPlivoWebhook(request, TOKEN)

describe('a callback', () => {
  // Made by a second implementation (Python) of the documented scheme, for TOKEN and NONCE.
  const examples: Array<[name: string, method: string, url: string, form: Pairs, signature: string]> = [
    ['without a query', 'POST', `${BASE}/hangup/tok`, HANGUP, 'toj6NjamHlkn29nbrZiaweDl12e8t//y8gsNn9mfnew='],
    [
      'with port and query',
      'POST',
      'https://calls.example.com:8443/t/7/hangup/tok?b=2&a=1%2B1&a=0',
      HANGUP,
      'ZuQa2YvlMs75ooNSpKv8kvMTw7MtcMJnLp5gaHorbZs=',
    ],
    [
      'by GET',
      'GET',
      `${BASE}/hangup/tok?To=14155550123&CallUUID=u-1&Event=Ring&CallStatus=ringing`,
      [],
      'JmVp8712z4DZRcMlVJ7k8wPc3auAv8Ozb+Idp9IhCwk=',
    ],
    [
      'with repeated, empty and foreign-language values',
      'POST',
      `${BASE}/ring/tok`,
      [
        ['CallUUID', 'u-1'],
        ['Event', 'Ring'],
        ['CallStatus', 'ringing'],
        ['CallerName', 'Zoë & Söhne'],
        ['Tag', 'b'],
        ['Tag', 'a'],
        ['Empty', ''],
      ],
      'oSRrBIdeFEk4iDEy9aWDbkAkwsuuCg095zPVNY6zQVE=',
    ],
  ]

  test.each(examples)('%s is verified', (_name, method, url, form, signature) => {
    const request = { ...requestTo('hangup', url, form), method }
    expect(read({ ...request, headers: proof(signature) }).kind).toBe('news')
    expect(read({ ...request, headers: proof(`${signature},`) }).kind).toBe('news')
    const another = { ...proof(''), 'x-plivo-signature-ma-v3': `AAAA, ${signature}` }
    expect(read({ ...request, headers: another }).kind).toBe('news')
    for (const headers of [proof('AAAA'), proof(''), {}, { 'x-plivo-signature-v3': signature }]) {
      expect(read({ ...request, headers }).kind).toBe('refused')
    }
  })

  test('signed without its parameters (V2) is refused', () => {
    const request = requestTo('hangup', `${BASE}/hangup/tok`, HANGUP)
    const signature = createHmac('sha256', TOKEN).update(`${request.url}${NONCE}`).digest('base64')
    const headers = { 'x-plivo-signature-v2': signature, 'x-plivo-signature-v2-nonce': NONCE }
    expect(read({ ...request, headers }).kind).toBe('refused')
    expect(read({ ...request, headers: { ...headers, ...proof(signature) } }).kind).toBe('refused')
  })

  test('names the real call to one known by its request only', () => {
    const known = { ...call, providerCallId: 'r-1' }
    const form: Pairs = [
      ['CallUUID', CALL_UUID],
      ['RequestUUID', 'r-1'],
      ['Event', 'StartApp'],
      ['CallStatus', 'in-progress'],
    ]
    const reading = read({ ...signed('answer', `${BASE}/answer/tok`, form), call: known })
    expect(reading).toEqual({
      kind: 'answer',
      call: { ...known, providerCallId: CALL_UUID },
      events: [{ call: known, providerCallId: CALL_UUID, atMs: null, kind: 'answered' }],
    })
  })

  test('about an inbound call has its numbers in full, and its end is matched by the carrier’s id', () => {
    const url = 'https://calls.example.com/k/1/inbound/tok'
    const form: Pairs = [
      ['CallUUID', 'u-2'],
      ['From', '14155550123'],
      ['To', '14155550100'],
      ['Direction', 'inbound'],
    ]
    const start = signed('inbound', url, [...form, ['Event', 'StartApp'], ['CallStatus', 'ringing']])
    expect(read({ ...start, call: null })).toMatchObject({
      kind: 'inbound',
      inbound: { providerCallId: 'u-2', from: '+14155550123', to: '+14155550100' },
    })
    const end = signed('hangup', url, [
      ...form,
      ['Event', 'Hangup'],
      ['CallStatus', 'completed'],
      ['HangupSource', 'Caller'],
    ])
    expect(read({ ...end, call: null })).toMatchObject({
      kind: 'news',
      events: [{ call: null, providerCallId: 'u-2', kind: 'ended', as: 'completed', endedBy: 'callee' }],
    })
  })

  test('that names no call is refused', () => {
    const request = signed('hangup', `${BASE}/hangup/tok`, [['Event', 'Hangup']])
    expect(read(request)).toMatchObject({ kind: 'refused', status: 400 })
  })
})

describe('the document of a room', () => {
  const hook = `${BASE}/join/tok`

  test('leads into the room, which ends when either side leaves', () => {
    const reading = read(signed('join', conferenceUrl(hook, TOKEN, call, 'od-7'), HANGUP))
    expect(reading.kind === 'news' && reading.reply.body).toMatch(/<Conference .*endConferenceOnExit="true".*>od-7</)
  })

  test('is refused when the address was made for another call, or changed', () => {
    const ordered = conferenceUrl(hook, TOKEN, { ...call, callKey: 'od-8' }, 'od-7')
    const changed = conferenceUrl(hook, TOKEN, call, 'od-7').replace('room=od-7', 'room=od-9')
    for (const url of [ordered, changed, hook]) expect(read(signed('join', url, [])).kind).toBe('refused')
  })
})

function proof(signature: string): Record<string, string> {
  return { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': NONCE }
}

function requestTo(hook: string, url: string, form: Pairs): WebhookRequest {
  const rawBody = Buffer.from(new URLSearchParams(form).toString())
  return { hook, call, method: 'POST', url, headers: {}, query: new URL(url).searchParams, rawBody }
}

function signed(hook: string, url: string, form: Pairs): WebhookRequest {
  const [base, query] = url.split('?')
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).flat()
  const joined = `${base}${query || form.length > 0 ? '?' : ''}${query ?? ''}${query && form.length > 0 ? '.' : ''}`
  const signature = createHmac('sha256', TOKEN)
    .update(`${joined}${fields.join('')}.${NONCE}`)
    .digest('base64')
  return { ...requestTo(hook, url, form), headers: proof(signature) }
}
