import { frequenciesOf } from '../speech/dtmf.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'

/** Lengths of DTMF tones: enough for every decoder (ITU-T Q.24 requires 40 ms), short enough for the timeout of a menu. */
const KEY_MS = { on: 120, off: 120, pause: 500 } as const
const LOUDNESS = 6000
const KEYS_MAX = 64

/** DTMF tones for a line of this format. `w` and `,` are pauses; other characters are left out. */
export function keyAudio(keys: string, { encoding, sampleRateHz }: AudioFormat): Uint8Array {
  const samples: number[] = []
  const length = (ms: number) => (sampleRateHz * ms) / 1000
  for (const key of keys.slice(0, KEYS_MAX)) {
    const frequencies = frequenciesOf(key)
    if (key === 'w' || key === 'W' || key === ',') samples.push(...new Array<number>(length(KEY_MS.pause)).fill(0))
    if (frequencies === undefined) continue
    for (let index = 0; index < length(KEY_MS.on); index++) {
      const angle = (2 * Math.PI * index) / sampleRateHz
      samples.push(frequencies.reduce((sum, hz) => sum + LOUDNESS * Math.sin(hz * angle), 0))
    }
    samples.push(...new Array<number>(length(KEY_MS.off)).fill(0))
  }
  return encodeAudio(Int16Array.from(samples), encoding)
}
