/** Cuts silence off both ends of audio. */

/** Limits for synthesized audio: flite begins every clause with 150 to 300 ms of silence, which would delay a call. */
export const SYNTHESIS_TRIM = {
  leadMs: 30,
  /** Amplitudes below this are silence (flite's noise stays under 170). */
  silenceAmplitude: 250,
} as const

/** Limits for the input of the recognizer: the speech with real audio around it, at full level. */
export const RECOGNITION_TRIM = {
  /** Background kept before the speech: Moonshine mishears short words without it, and returns nothing with zeros instead. */
  leadMs: 100,
  tailMs: 200,
  /**
   * Background kept after strings of digits: the model fills longer silence with digits that were not spoken (digit-consensus.ts).
   */
  digitsTailMs: 30,
  /** Background kept before the speech when it is recognized again; a different lead makes other errors. */
  shortLeadMs: 20,
  /** Speed factor of the slower recognition. */
  slowerSpeed: 0.9,
  frameMs: 10,
  /** A frame is speech if it has this share of the loudest frame's amplitude ... */
  speechShare: 0.03,
  /** ... and at least this root mean square (of 1). If all frames are below, the audio contains no speech. */
  quietRms: 0.0015,
  peak: 0.9,
  /** Shorter sounds contain no word. */
  shortestSpeechMs: 60,
  longestMs: 30_000,
  /**
   * The noise of the line is the mean of this much of the quietest audio: with babble, a single quiet frame would be misleading.
   */
  noiseMs: 200,
} as const

export function trimForSpeaking(samples: Int16Array, sampleRateHz: number, pauseMs: number): Int16Array {
  const loud = (sample: number) => Math.abs(sample) > SYNTHESIS_TRIM.silenceAmplitude
  const first = samples.findIndex(loud)
  if (first < 0) return new Int16Array(0)
  const last = samples.findLastIndex(loud)
  const from = Math.max(0, first - samplesIn(SYNTHESIS_TRIM.leadMs, sampleRateHz))
  const to = last + 1 + samplesIn(pauseMs, sampleRateHz)
  const trimmed = new Int16Array(to - from)
  trimmed.set(samples.subarray(from, Math.min(to, samples.length)))
  return trimmed
}

export interface PreparedSpeech {
  /** Samples from -1 to 1 at 16 kHz. */
  samples: Float32Array
  /** The same samples with hardly any silence at the end. */
  withoutTail: Float32Array
  /** The same samples with hardly any silence at the beginning. */
  withoutLead: Float32Array
  speechMs: number
  /** The loudest frame divided by the noise of the line. */
  signalOverNoise: number
}

const SAMPLE_RATE_HZ = 16000

/** Prepares audio for the recognizer; undefined if it contains no speech. */
export function prepareForListening(audio: Float32Array | Int16Array): PreparedSpeech | undefined {
  const samples = asFloats(audio).subarray(0, samplesIn(RECOGNITION_TRIM.longestMs, SAMPLE_RATE_HZ))
  const frameSamples = samplesIn(RECOGNITION_TRIM.frameMs, SAMPLE_RATE_HZ)
  const levels = frameLevels(samples, frameSamples)
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0)
  if (loudest < RECOGNITION_TRIM.quietRms) return undefined
  const threshold = Math.max(RECOGNITION_TRIM.quietRms, loudest * RECOGNITION_TRIM.speechShare)
  const first = levels.findIndex((level) => level >= threshold)
  const last = levels.findLastIndex((level) => level >= threshold)
  const speechMs = (last + 1 - first) * RECOGNITION_TRIM.frameMs
  if (speechMs < RECOGNITION_TRIM.shortestSpeechMs) return undefined
  const from = Math.max(0, first * frameSamples - samplesIn(RECOGNITION_TRIM.leadMs, SAMPLE_RATE_HZ))
  const to = Math.min(samples.length, (last + 1) * frameSamples + samplesIn(RECOGNITION_TRIM.tailMs, SAMPLE_RATE_HZ))
  const prepared = atPeak(samples.slice(from, to))
  const end = (last + 1) * frameSamples + samplesIn(RECOGNITION_TRIM.digitsTailMs, SAMPLE_RATE_HZ) - from
  const withoutTail = prepared.subarray(0, Math.min(end, prepared.length))
  const start = Math.max(0, first * frameSamples - from - samplesIn(RECOGNITION_TRIM.shortLeadMs, SAMPLE_RATE_HZ))
  const withoutLead = prepared.subarray(start)
  const signalOverNoise = loudest / Math.max(noiseLevel(levels), 1e-5)
  return { samples: prepared, withoutTail, withoutLead, speechMs, signalOverNoise }
}

function noiseLevel(levels: readonly number[]): number {
  const quietest = levels.toSorted((a, b) => a - b).slice(0, RECOGNITION_TRIM.noiseMs / RECOGNITION_TRIM.frameMs)
  return quietest.reduce((sum, level) => sum + level, 0) / Math.max(1, quietest.length)
}

/** The same speech slightly slower and lower, for a recognition with other errors. */
export function slowDown(samples: Float32Array): Float32Array {
  const last = samples.length - 1
  return Float32Array.from({ length: Math.floor(samples.length / RECOGNITION_TRIM.slowerSpeed) }, (_, index) => {
    const at = index * RECOGNITION_TRIM.slowerSpeed
    const before = Math.min(last, Math.floor(at))
    const share = at - before
    return (samples[before] as number) * (1 - share) + (samples[Math.min(last, before + 1)] as number) * share
  })
}

function asFloats(audio: Float32Array | Int16Array): Float32Array {
  return audio instanceof Float32Array ? audio : Float32Array.from(audio, (sample) => sample / 32768)
}

function frameLevels(samples: Float32Array, frameSamples: number): number[] {
  return Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, frame) => {
    let sum = 0
    for (let index = frame * frameSamples; index < (frame + 1) * frameSamples; index++) sum += samples[index]! ** 2
    return Math.sqrt(sum / frameSamples)
  })
}

function atPeak(samples: Float32Array): Float32Array {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  const gain = RECOGNITION_TRIM.peak / peak
  return samples.map((sample) => sample * gain)
}

function samplesIn(milliseconds: number, sampleRateHz: number): number {
  return Math.round((milliseconds * sampleRateHz) / 1000)
}
