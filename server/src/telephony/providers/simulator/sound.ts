/** Sound on a simulated line: mu-law (ITU-T G.711) at 8 kHz, in frames of 20 ms. */
import type { AudioFormat } from '../../media.ts'

export const LINE_FORMAT: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
export const FRAME_MS = 20
export const FRAME_BYTES = (LINE_FORMAT.sampleRateHz * FRAME_MS) / 1000

/** A frame louder than this (root mean square, maximum 32767) is speech; line noise stays far below. */
const VOICE_RMS = 200

const BIAS = 0x84
const LOUDEST = 32635

function encode(sample: number): number {
  const magnitude = Math.min(Math.round(Math.abs(sample)), LOUDEST) + BIAS
  const exponent = 31 - Math.clz32(magnitude) - 7
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff
}

function amplitude(code: number): number {
  const inverted = ~code & 0x7f
  return (((inverted & 0x0f) << 3) + BIAS) * 2 ** (inverted >> 4) - BIAS
}

const POWER = Float64Array.from({ length: 256 }, (_, code) => amplitude(code) ** 2)

export function isVoice(frame: Uint8Array): boolean {
  let power = 0
  for (let index = 0; index < frame.length; index++) power += POWER[frame[index] as number] as number
  return power > VOICE_RMS ** 2 * frame.length
}

export function tone(frequencyHz: number, durationMs: number, loudness = 10_000): Uint8Array {
  const turn = (2 * Math.PI * frequencyHz) / LINE_FORMAT.sampleRateHz
  const samples = (LINE_FORMAT.sampleRateHz * durationMs) / 1000
  return Uint8Array.from({ length: samples }, (_, index) => encode(loudness * Math.sin(turn * index)))
}

/** Length of the noise: a prime, so that frames cut from it repeat only after two and a half minutes. */
const HISS_BYTES = 8009
const LOUDEST_HISS = 12

/** Constant line noise: a line is never perfectly silent, and voice detectors adapt to the noise. */
const HISS = Uint8Array.from({ length: HISS_BYTES + FRAME_BYTES }, (_, index) => {
  const scattered = Math.imul(index % HISS_BYTES, 0x9e3779b1) >>> 0
  return encode(((scattered ^ (scattered >>> 15)) % (2 * LOUDEST_HISS + 1)) - LOUDEST_HISS)
})

/** The noise of one interval. It is shared by all lines and must not be modified. */
export function silence(moment: number): Uint8Array {
  const from = (moment * FRAME_BYTES) % HISS_BYTES
  return HISS.subarray(from, from + FRAME_BYTES)
}
