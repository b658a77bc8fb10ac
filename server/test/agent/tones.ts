import { frequenciesOf } from '../../src/speech/dtmf.ts'
import { joinSamples } from '../../src/speech/wire-audio.ts'

/** The sounds of the telephone network, made for tests. 8 kHz. */
const SAMPLE_RATE_HZ = 8000

/** Several frequencies at once, each at `amplitude` (of 32767). */
export function tone(frequenciesHz: readonly number[], lengthMs: number, amplitude = 6000): Int16Array {
  return Int16Array.from({ length: (SAMPLE_RATE_HZ * lengthMs) / 1000 }, (_, index) =>
    frequenciesHz.reduce((sum, hertz) => sum + amplitude * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE_HZ), 0),
  )
}

export function silence(lengthMs: number): Int16Array {
  return new Int16Array((SAMPLE_RATE_HZ * lengthMs) / 1000)
}

/** A sequence of keys, each pressed for `onMs` and followed by `offMs` of silence. */
export function keyTones(keys: string, onMs = 80, offMs = 80, amplitude = 6000): Int16Array {
  return joinSamples(
    [...keys].flatMap((key) => {
      const frequencies = frequenciesOf(key)
      if (frequencies === undefined) throw new Error('not a telephone key')
      return [tone(frequencies, onMs, amplitude), silence(offMs)]
    }),
  )
}
