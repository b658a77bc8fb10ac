import { describe, expect, test } from 'vitest'
import { conferenceMarkup, connectStreamMarkup, TwimlMediaDialect } from './twiml-dialect.ts'

const text = (message: object | string) => Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))

function started(): TwimlMediaDialect {
  const dialect = new TwimlMediaDialect()
  dialect.read(text({ event: 'start', streamSid: 'MZ1', start: { streamSid: 'MZ1' } }), false)
  return dialect
}

describe('the audio protocol', () => {
  test('says nothing before the stream has a name', () => {
    const dialect = new TwimlMediaDialect()
    expect([dialect.audio(Buffer.alloc(160)), dialect.mark('a'), dialect.clear()]).toEqual([null, null, null])
    expect(dialect.read(text({ event: 'connected', protocol: 'Call', version: '1.0.0' }), false)).toEqual([])
    expect(dialect.read(text({ event: 'start', start: { streamSid: 'MZ1' } }), false)).toEqual([{ kind: 'started' }])
    expect(dialect.clear()).toEqual(['{"event":"clear","streamSid":"MZ1"}'])
  })

  test('writes messages to the letter', () => {
    const dialect = started()
    expect(dialect.audio(Uint8Array.of(1, 2, 3))).toEqual([
      '{"event":"media","streamSid":"MZ1","media":{"payload":"AQID"}}',
    ])
    expect(dialect.mark('end')).toEqual(['{"event":"mark","streamSid":"MZ1","mark":{"name":"end"}}'])
    expect(dialect.audio(new Uint8Array(0))).toEqual([])
  })

  test('cuts long audio without losing a byte', () => {
    const audio = Buffer.from(Array.from({ length: 20_001 }, (_, index) => index % 251))
    const messages = (started().audio(audio) ?? []).map((message) => JSON.parse(String(message)))
    const parts = messages.map((message) => Buffer.from(message.media.payload, 'base64'))
    expect(parts.map((part) => part.length)).toEqual([8_000, 8_000, 4_001])
    expect(Buffer.concat(parts).equals(audio)).toBe(true)
  })

  test('hears the person and not itself', () => {
    const dialect = started()
    const media = (track: string) => text({ event: 'media', streamSid: 'MZ1', media: { track, payload: 'AQID' } })
    expect(dialect.read(media('inbound'), false)).toEqual([{ kind: 'audio', audio: Buffer.of(1, 2, 3) }])
    expect(dialect.read(media('outbound'), false)).toEqual([])
  })

  test('takes only real keys as digits', () => {
    const dialect = started()
    const digits = ['5', '*', '#', 'A', '55', 'x', '']
    const news = digits.flatMap((digit) => dialect.read(text({ event: 'dtmf', dtmf: { digit } }), false))
    expect(news).toEqual(['5', '*', '#', 'A'].map((digit) => ({ kind: 'digit', digit })))
  })

  test.each(['', '{', 'null', '[]', '{"event":"media","media":{"payload":"***"}}', '{"event":"start","streamSid":5}'])(
    'makes nothing of %j',
    (message) => {
      expect(new TwimlMediaDialect().read(text(message), false)).toEqual([])
      expect(new TwimlMediaDialect().read(text(message), true)).toEqual([])
    },
  )
})

describe('the markup', () => {
  test('escapes what it is given', () => {
    expect(connectStreamMarkup('wss://a.example/?x=1&y="2"').body).toContain(
      'url="wss://a.example/?x=1&amp;y=&quot;2&quot;"',
    )
    expect(conferenceMarkup('a<b').body).toContain('>a&lt;b</Conference>')
  })
})
