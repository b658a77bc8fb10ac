import { describe, expect, test } from 'vitest'
import { mulawOfSample } from '../../carrier-kit/g711.ts'
import { TelnyxDialect } from './media.ts'

describe('the audio stream', () => {
  const say = (dialect: TelnyxDialect, message: object) => dialect.read(Buffer.from(JSON.stringify(message)), false)
  const start = (dialect: TelnyxDialect, encoding: string, sample_rate: number) =>
    say(dialect, { event: 'start', start: { media_format: { encoding, sample_rate, channels: 1 } } })
  const media = (dialect: TelnyxDialect, bytes: number[], chunk?: number, track = 'inbound') => {
    const payload = Buffer.from(bytes).toString('base64')
    const news = say(dialect, {
      event: 'media',
      media: { track, payload, ...(chunk === undefined ? {} : { chunk: String(chunk) }) },
    })
    return news.flatMap((each) => (each.kind === 'audio' ? [...each.audio] : []))
  }

  test('keeps what is said until the call has been answered', () => {
    const dialect = new TelnyxDialect()
    say(dialect, { event: 'connected', version: '1.0.0' })
    expect([dialect.audio(Buffer.alloc(160)), dialect.mark('m')]).toEqual([null, null])
    start(dialect, 'PCMU', 8000)
    expect(dialect.audio(Buffer.from([1, 2]))).toEqual(['{"event":"media","media":{"payload":"AQI="}}'])
  })

  test('hears mulaw as it is, A-law and big-endian L16 as mulaw', () => {
    const mulaw = new TelnyxDialect()
    start(mulaw, 'PCMU', 8000)
    expect(media(mulaw, [0, 127, 255])).toEqual([0, 127, 255])

    // G.711: A-law 0xd5 and 0x55 are the smallest steps up and down, 0xaa and 0x2a the largest.
    const alaw = new TelnyxDialect()
    start(alaw, 'PCMA', 8000)
    expect(media(alaw, [0xd5, 0x55, 0xaa, 0x2a])).toEqual([0xfe, 0x7e, 0x80, 0x00])

    const l16 = new TelnyxDialect()
    start(l16, 'L16', 16000)
    expect(media(l16, [0x10, 0x00, 0x20, 0x00])).toEqual([mulawOfSample(0x1800)])
    expect(media(l16, [0x7f])).toEqual([])
  })

  test('is silent about a codec it does not know', () => {
    const dialect = new TelnyxDialect()
    start(dialect, 'OPUS', 16000)
    expect(media(dialect, [1, 2, 3])).toEqual([])
  })

  test('puts frames in order, gives a lost one up, and never plays our own track', () => {
    const dialect = new TelnyxDialect()
    start(dialect, 'PCMU', 8000)
    expect(media(dialect, [1], 1)).toEqual([1])
    expect(media(dialect, [3], 3)).toEqual([])
    expect(media(dialect, [2], 2)).toEqual([2, 3])
    expect(media(dialect, [2], 2)).toEqual([])
    // Frame 4 never comes.
    expect([5, 6, 7].map((chunk) => media(dialect, [chunk], chunk))).toEqual([[], [], []])
    expect(media(dialect, [8], 8)).toEqual([5, 6, 7, 8])
    expect(media(dialect, [9], 9, 'outbound')).toEqual([])
  })

  test('cuts long audio into messages Telnyx takes', () => {
    const dialect = new TelnyxDialect()
    start(dialect, 'PCMU', 8000)
    const messages = dialect.audio(Buffer.alloc(100_000, 5)) ?? []
    const sizes = messages.map((each) => Buffer.from(JSON.parse(String(each)).media.payload, 'base64').length)
    expect(sizes).toEqual([40_000, 40_000, 20_000])
  })
})

test('mulaw is as G.711 has it', () => {
  expect([0, -1, 32767, -32768, 1000, -1000].map(mulawOfSample)).toEqual([0xff, 0x7f, 0x80, 0x00, 0xce, 0x4e])
})
