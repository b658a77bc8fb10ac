import { describe, expect, test } from 'vitest'
import type { CarrierEndReason } from '../provider.ts'
import { fromPlivoAddress, readForm, readVerifiedCallback, streamReply } from './plivo-dialect.ts'
import { plivoMediaDialect } from './plivo-media.ts'
import { endedEvent, type Hangup, hangupOfRecord } from './plivo-outcomes.ts'

const nothing: Hangup = {
  status: 'completed',
  code: '',
  cause: '',
  source: '',
  inbound: false,
  answered: null,
  durationSeconds: null,
}

/** Every code of the two pages on hang-up causes. */
const CODES: Record<Exclude<CarrierEndReason, 'hung_up'>, string> = {
  completed:
    '4000 4010 4020 4030 6000 6020 7011 7012 7013 7014 7022 7023 7024 7032 7033 7034 8011 8012 8013 8014 9100 9110',
  busy: '3010 3100',
  no_answer: '3000 6010',
  declined: '3020 3040 3110',
  failed:
    '1010 1020 2000 2010 2020 2030 2040 2050 2060 2070 3030 3050 3070 3080 3090 3120 3130 3140 5000 5010 5020 5030',
  canceled: '1000 9000',
}
const DEAD_NUMBERS = ['2000', '3050', '3120']

describe('how a call ended', () => {
  test.each([
    ['account', '1010 2030 2040 2050 2070'],
    ['caller', '3030 3130 3140'],
    ['network', '1020 3070 3080 3090 5000 5010 5020 5030'],
    [undefined, '2010 2020 2060 2000 7011 8011'],
  ])('whose fault it was: %s', (fault, codes) => {
    for (const code of codes.split(' ')) expect(endedEvent({ ...nothing, code }).fault).toBe(fault)
  })

  test('a permission that is missing may be missing for this destination only; credit is missing for all', () => {
    for (const code of ['2030', '2040', '2050', '2070']) {
      expect(endedEvent({ ...nothing, code }).perhapsNumber).toBe(true)
    }
    expect(endedEvent({ ...nothing, code: '1010' }).perhapsNumber).toBeUndefined()
  })

  test('a person whose call could not reach our answer address had answered, and was left alone by us', () => {
    for (const code of ['7011', '8011']) {
      for (const answered of [true, false, null]) {
        expect(endedEvent({ ...nothing, code, answered, status: 'failed' })).toMatchObject({
          as: 'completed',
          permanent: false,
          endedBy: 'carrier',
        })
      }
    }
  })

  for (const [as, codes] of Object.entries(CODES)) {
    test.each(codes.split(' '))(`with code %s is ${as}, whatever the status says`, (code) => {
      const news = endedEvent({ ...nothing, code })
      expect(news).toMatchObject({ as, permanent: DEAD_NUMBERS.includes(code), cause: code })
    })
  }

  test.each([
    ['completed', 'completed'],
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
    ['timeout', 'no_answer'],
    ['cancel', 'canceled'],
    ['canceled', 'canceled'],
    ['cancelled', 'canceled'],
    ['rejected', 'declined'],
    ['failed', 'failed'],
    ['something new', 'failed'],
  ])('with the status %s alone is %s', (status, as) => {
    expect(endedEvent({ ...nothing, status })).toMatchObject({ as, permanent: false, cause: status })
    expect(endedEvent({ ...nothing, status, code: '0' })).toMatchObject({ as })
  })

  test.each([
    ['NORMAL_CLEARING', 'completed', false],
    ['USER_BUSY', 'busy', false],
    ['NO_ANSWER', 'no_answer', false],
    ['NO_USER_RESPONSE', 'no_answer', false],
    ['ORIGINATOR_CANCEL', 'canceled', false],
    ['CALL_REJECTED', 'declined', false],
    ['REJECTED', 'declined', false],
    ['INVALID_NUMBER', 'failed', true],
    ['UNALLOCATED_NUMBER', 'failed', true],
    ['NUMBER_CHANGED', 'failed', true],
    ['SERVICE_UNAVAILABLE', 'failed', false],
    ['SERVER_ERROR', 'failed', false],
    ['MEDIA_TIMEOUT', 'completed', false],
    ['PROTOCOL_ERROR', 'failed', false],
    ['NETWORK_OUT_OF_ORDER', 'failed', false],
    ['DESTINATION_OUT_OF_ORDER', 'failed', false],
    ['NORMAL_TEMPORARY_FAILURE', 'failed', false],
    ['SWITCH_CONGESTION', 'failed', false],
  ])('with the cause %s is %s', (cause, as, permanent) => {
    expect(endedEvent({ ...nothing, cause })).toMatchObject({ as, permanent })
  })

  test('is no conversation if nobody answered', () => {
    const normal = { ...nothing, code: '4000', answered: false }
    expect(endedEvent(normal).as).toBe('no_answer')
    expect(endedEvent({ ...normal, source: 'API Request' }).as).toBe('canceled')
    expect(endedEvent({ ...normal, answered: true }).as).toBe('completed')
  })

  test.each([
    ['Callee', false, 'callee'],
    ['Call recipient', false, 'callee'],
    ['Caller', false, 'us'],
    ['Caller', true, 'callee'],
    ['API Request', false, 'us'],
    ['Answer XML', false, 'us'],
    ['Plivo', false, 'carrier'],
    ['Vobiz', false, 'carrier'],
    ['Carrier', false, 'carrier'],
    ['Error', false, 'carrier'],
    ['Unknown', false, null],
  ])('by %s (inbound: %s) was ended by %s', (source, inbound, endedBy) => {
    expect(endedEvent({ ...nothing, source, inbound }).endedBy).toBe(endedBy)
  })

  test('is read from a record only once the call has ended', () => {
    expect(hangupOfRecord({ end_time: null, hangup_cause_code: null, call_duration: 12 })).toBeNull()
    expect(hangupOfRecord({ end_time: '2026-11-15 09:30:50', answer_time: null, call_duration: '0' })).toMatchObject({
      answered: false,
      durationSeconds: 0,
    })
    expect(hangupOfRecord({ hangup_cause_code: 4000, answer_time: '2026-11-15', billsec: 42 })).toMatchObject({
      code: '4000',
      answered: true,
      durationSeconds: 42,
    })
  })
})

describe('a callback', () => {
  const call = { callId: 7, callKey: 'od-7', providerCallId: null }

  function read(fields: Record<string, string>, of: typeof call | null = call) {
    const url = 'https://calls.example.com/t/7/any/tok'
    const request = { hook: 'any', call: of, method: 'POST', url, headers: {}, query: new URLSearchParams() }
    const form = readForm(Object.entries(fields))
    return readVerifiedCallback({ ...request, rawBody: Buffer.alloc(0) }, form, 'secret')
  }

  test.each([
    [{ Event: 'Ring', CallStatus: 'ringing' }, { kind: 'ringing' }],
    [{ CallStatus: 'ringing' }, { kind: 'ringing' }],
    [
      { Event: 'MachineDetection', Machine: 'true' },
      { kind: 'machine', verdict: 'machine' },
    ],
    [
      { Event: 'MachineDetection', Machine: 'False' },
      { kind: 'machine', verdict: 'human' },
    ],
    [{ Event: 'MachineDetection' }, { kind: 'machine', verdict: 'unknown' }],
    [
      { Event: 'Hangup', Status: 'busy' },
      { kind: 'ended', as: 'busy' },
    ],
    [
      { CallStatus: 'completed', Duration: '42', AnswerTime: '2026-11-15 09:30:08' },
      { kind: 'ended', durationSeconds: 42 },
    ],
    [
      { Event: 'Hangup', CallStatus: 'completed', AnswerTime: '', Duration: 'x' },
      { kind: 'ended', as: 'no_answer', durationSeconds: null },
    ],
  ])('%j is %j', (fields, news) => {
    expect(read({ CallUUID: 'u-1', ...fields })).toMatchObject({
      kind: 'news',
      events: [{ call, providerCallId: 'u-1', ...news }],
    })
  })

  test('asks for a document on answering, with or without the event’s name', () => {
    expect(read({ CallUUID: 'u-1', Event: 'StartApp', CallStatus: 'in-progress' }).kind).toBe('answer')
    expect(read({ CallUUID: 'u-1', CallStatus: 'in-progress' }).kind).toBe('answer')
    expect(read({ CallUUID: 'u-1', CallStatus: 'ringing', From: '1001', To: '14155550100' }, null)).toMatchObject({
      kind: 'inbound',
      inbound: { from: '1001', to: '+14155550100' },
    })
  })

  test('about something else has no effect', () => {
    const reading = read({ CallUUID: 'u-1', Event: 'StopStream', CallStatus: 'completed' })
    expect(reading).toMatchObject({ kind: 'news', events: [] })
  })

  test('without a call or a meaning is refused', () => {
    expect(read({ Event: 'Hangup', CallStatus: 'completed' }).kind).toBe('refused')
    expect(read({ CallUUID: 'u-1' }).kind).toBe('refused')
    expect(read({ CallUUID: 'u-1', Event: 'Hang' }).kind).toBe('refused')
  })

  test('gives full numbers their plus and leaves the rest alone', () => {
    const numbers = ['14155550100', '+14155550100', 'anonymous', '1001', 'sip:a@b.example', '']
    expect(numbers.map(fromPlivoAddress)).toEqual([
      '+14155550100',
      '+14155550100',
      'anonymous',
      '1001',
      'sip:a@b.example',
      '',
    ])
  })
})

describe('the audio socket', () => {
  const say = (message: object) => Buffer.from(JSON.stringify(message))

  function started() {
    const dialect = plivoMediaDialect()
    expect(dialect.read(say({ event: 'start', start: { streamId: 's-1', callId: 'u-1' } }), false)).toEqual([
      { kind: 'started' },
    ])
    return dialect
  }

  test('keeps everything back until the stream has a name', () => {
    const dialect = plivoMediaDialect()
    expect([dialect.audio(new Uint8Array(160)), dialect.mark('m'), dialect.clear()]).toEqual([null, null, null])
  })

  test('sends frames of 20 ms, and the rest', () => {
    const messages = started().audio(Uint8Array.from({ length: 400 }, (_, index) => index % 256)) ?? []
    const sent = messages.map((message) => JSON.parse(String(message)))
    expect(sent[0]).toMatchObject({
      event: 'playAudio',
      streamId: 's-1',
      media: { contentType: 'audio/x-mulaw', sampleRate: 8000 },
    })
    expect(sent.map(({ media }) => Buffer.from(media.payload, 'base64').length)).toEqual([160, 160, 80])
  })

  test('understands what comes, and only the person’s audio', () => {
    const dialect = started()
    const payload = Buffer.from([1, 2, 3]).toString('base64')
    const read = (message: object) => dialect.read(say(message), false)
    expect(read({ event: 'media', media: { track: 'inbound', payload } })).toEqual([
      { kind: 'audio', audio: Buffer.from([1, 2, 3]) },
    ])
    expect(read({ event: 'media', media: { track: 'outbound', payload } })).toEqual([])
    expect(read({ event: 'media', media: { payload: 'A' } })).toEqual([])
    expect(read({ event: 'dtmf', dtmf: { digit: '#' } })).toEqual([{ kind: 'digit', digit: '#' }])
    expect(read({ event: 'dtmf', dtmf: { digit: '12' } })).toEqual([])
    expect(read({ event: 'playedStream', name: 'm' })).toEqual([{ kind: 'marked', name: 'm' }])
    expect(read({ event: 'clearedAudio' })).toEqual([{ kind: 'cleared' }])
    expect(dialect.read(say({ event: 'clearedAudio' }), true)).toEqual([])
  })
})

test('the address of the audio is escaped in the document', () => {
  expect(streamReply('wss://dial.example.com/m/7?a=1&b=2').body).toContain('>wss://dial.example.com/m/7?a=1&amp;b=2<')
})
