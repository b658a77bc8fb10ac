/** The agent's end of a call's audio, for tests: hears, remembers, and measures tones. */
import type { MediaStream } from '../../src/telephony/media.ts'

const SAMPLE_RATE_HZ = 8_000

export interface Ear {
  readonly digits: string[]
  readonly marks: Array<{ name: string; played: boolean }>
  readonly closed: Promise<void>
  heard(): Uint8Array
  /** Resolves once this much more has been heard than when asked. */
  hears(bytes: number): Promise<Uint8Array>
  digit(count: number): Promise<void>
  marked(name: string): Promise<boolean>
}

export function listenTo(media: MediaStream): Ear {
  const digits: string[] = []
  const marks: Array<{ name: string; played: boolean }> = []
  let heard = Buffer.alloc(0)
  const waiting = new Set<() => void>()
  const changed = (): void => {
    for (const look of [...waiting]) look()
  }
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const closed = new Promise<void>((resolve) => {
    media.listen({
      audio(frame) {
        heard = Buffer.concat([heard, frame])
        changed()
      },
      digit(digit) {
        digits.push(digit)
        changed()
      },
      marked(name, played) {
        marks.push({ name, played })
        changed()
      },
      closed: resolve,
    })
  })
  return {
    digits,
    marks,
    closed,
    heard: () => heard,
    async hears(bytes) {
      const start = heard.length
      await until(() => heard.length >= start + bytes)
      return heard.subarray(start, start + bytes)
    },
    digit: (count) => until(() => digits.length >= count),
    async marked(name) {
      await until(() => marks.some((mark) => mark.name === name))
      return marks.find((mark) => mark.name === name)?.played ?? false
    },
  }
}

/** µ-law of a sine. */
export function tone(frequencyHz: number, seconds: number): Buffer {
  const samples = Math.round(seconds * SAMPLE_RATE_HZ)
  return Buffer.from(
    Array.from({ length: samples }, (_, index) =>
      encode(Math.round(8_000 * Math.sin((2 * Math.PI * frequencyHz * index) / SAMPLE_RATE_HZ))),
    ),
  )
}

/** The share of a µ-law signal's power that lies at one frequency (Goertzel), 0 to 1. */
export function shareAt(frequencyHz: number, audio: Uint8Array): number {
  const samples = Array.from(audio, decode)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0)
  if (power === 0) return 0
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / SAMPLE_RATE_HZ)
  let before = 0
  let last = 0
  for (const sample of samples) {
    const next = sample + coefficient * last - before
    before = last
    last = next
  }
  const atFrequency = last * last + before * before - coefficient * last * before
  return (2 * atFrequency) / (power * samples.length)
}

/** G.711. */
function encode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}

function decode(byte: number): number {
  const inverted = ~byte & 0xff
  const magnitude = ((((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4)) - 0x84
  return inverted & 0x80 ? -magnitude : magnitude
}
