import type { AudioFormat } from '../../src/telephony/media.ts'

/** Exact, unlike the companded ones. */
export const l16: AudioFormat = { encoding: 'l16', sampleRateHz: 8000 }
export const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
