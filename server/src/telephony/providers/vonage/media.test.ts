import { describe, expect, test } from 'vitest'
import { VonageDialect } from './media.ts'

describe('the audio socket', () => {
  const bytes = (messages: Array<string | Uint8Array>) =>
    messages.map((each) => (typeof each === 'string' ? each : each.length))

  test('gets whole frames of 20 ms, whatever it is given', () => {
    const dialect = new VonageDialect()
    expect(bytes(dialect.audio(Buffer.alloc(700, 1)))).toEqual([640])
    expect(bytes(dialect.audio(Buffer.alloc(580, 2)))).toEqual([640])
    expect(bytes(dialect.audio(Buffer.alloc(100, 3)))).toEqual([])
  })

  test('gets the end of an utterance before its mark, filled up with silence', () => {
    const dialect = new VonageDialect()
    dialect.audio(Buffer.alloc(100, 3))
    const [last, notify] = dialect.mark('m')
    expect(Buffer.from(last as Uint8Array)).toEqual(Buffer.concat([Buffer.alloc(100, 3), Buffer.alloc(540)]))
    expect(notify).toBe('{"action":"notify","payload":{"mark":"m"}}')
    expect(bytes(dialect.mark('n'))).toEqual(['{"action":"notify","payload":{"mark":"n"}}'])
  })

  test('is not given the rest of what was dropped', () => {
    const dialect = new VonageDialect()
    dialect.audio(Buffer.alloc(100, 3))
    expect(dialect.clear()).toEqual(['{"action":"clear"}'])
    expect(Buffer.from(dialect.audio(Buffer.alloc(640, 4))[0] as Uint8Array)).toEqual(Buffer.alloc(640, 4))
  })

  test('brings audio as it is, and words as news', () => {
    const dialect = new VonageDialect()
    const say = (message: object) => dialect.read(Buffer.from(JSON.stringify(message)), false)
    expect(dialect.read(Buffer.from([1, 2]), true)).toEqual([{ kind: 'audio', audio: Buffer.from([1, 2]) }])
    expect(dialect.read(Buffer.alloc(0), true)).toEqual([])
    expect(say({ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' })).toEqual([{ kind: 'started' }])
    expect(say({ event: 'websocket:dtmf', digit: '5', duration: 260 })).toEqual([{ kind: 'digit', digit: '5' }])
    expect(say({ event: 'websocket:dtmf', digit: '55' })).toEqual([])
    expect(say({ event: 'websocket:notify', payload: { mark: 'm' } })).toEqual([{ kind: 'marked', name: 'm' }])
    expect(say({ event: 'websocket:notify', payload: null })).toEqual([])
    expect(say({ event: 'websocket:cleared' })).toEqual([{ kind: 'cleared' }])
  })
})
