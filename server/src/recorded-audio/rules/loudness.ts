/**
 * Normalizes a recording to the loudness of telephone speech, so that recorded and synthesized sentences have the same level.
 */

const WINDOW_MS = 20
/** Target of the mean level of voiced windows: the usual level of telephone speech, with headroom for peaks. */
const TARGET_DBFS = -20
const PEAK_DBFS = -1
/** A window that is quieter than the loudest one by more than this is a pause. */
const VOICED_WITHIN_DB = 30
/** Below this level even the loudest window contains no voice that amplification would make intelligible. */
export const SILENT_DBFS = -55
/** Maximum amplification; more would make background noise audible. */
const GAIN_DB_MAX = 30

export interface LeveledSpeech {
  samples: Int16Array
  gainDb: number
}

/** Null if the recording is silent. */
export function levelSpeech(samples: Float32Array, sampleRateHz: number): LeveledSpeech | null {
  const levels = windowLevels(samples, (sampleRateHz * WINDOW_MS) / 1000)
  const loudest = Math.max(...levels)
  if (loudest < SILENT_DBFS) return null
  const voiced = levels.filter((level) => level >= loudest - VOICED_WITHIN_DB)
  const mean = toDb(Math.sqrt(voiced.reduce((sum, level) => sum + fromDb(level) ** 2, 0) / voiced.length))
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  const gainDb = Math.min(TARGET_DBFS - mean, PEAK_DBFS - toDb(peak), GAIN_DB_MAX)
  const gain = fromDb(gainDb) * 32_767
  return {
    samples: Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)))),
    gainDb: Math.round(gainDb * 10) / 10,
  }
}

function windowLevels(samples: Float32Array, windowSamples: number): number[] {
  const size = Math.max(1, Math.floor(windowSamples))
  const levels: number[] = []
  for (let at = 0; at < samples.length; at += size) {
    const window = samples.subarray(at, at + size)
    let sum = 0
    for (const sample of window) sum += sample * sample
    levels.push(toDb(Math.sqrt(sum / window.length)))
  }
  return levels.length === 0 ? [Number.NEGATIVE_INFINITY] : levels
}

const toDb = (value: number) => (value === 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(value))
const fromDb = (db: number) => 10 ** (db / 20)
