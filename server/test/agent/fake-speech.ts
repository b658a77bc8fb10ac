import type { Clock } from '../../src/kernel/clock.ts'
import { sleep } from '../../src/kernel/clock.ts'
import type { Recognition, Recognizer } from '../../src/speech/recognizer.ts'
import type { OpenResampler } from '../../src/speech/resample.ts'
import type { SpeakOptions, Synthesizer } from '../../src/speech/synthesizer.ts'
import { type OpenVoiceGate, rootMeanSquare } from '../../src/speech/vad.ts'
import { encodeAudio } from '../../src/speech/wire-audio.ts'

const TELEPHONE_HZ = 8000
/** Fifteen characters a second, as people speak. */
export const MS_PER_CHARACTER = 66
const FIRST_LEVEL = 1000
const LEVEL_STEP = 20
export const NOISE_LEVEL = 900

/**
 * Speech without sound: each sentence has a loudness of its own, by which the fake recognizer knows it again. Quick, and the
 * same on every machine.
 */
export class FakeSpeech {
  readonly #sentences: string[] = []
  recognized: string[] = []
  /** How sure the recognizer is of words. */
  confidence = 0.9

  /** The person's voice. */
  readonly voice = async (text: string): Promise<Int16Array> => {
    if (!this.#sentences.includes(text)) this.#sentences.push(text)
    const level = FIRST_LEVEL + this.#sentences.indexOf(text) * LEVEL_STEP
    return steady(level, text.length * MS_PER_CHARACTER)
  }

  recognizer(clock: Clock, takesMs = 150): Recognizer {
    return {
      recognize: async (audio, signal): Promise<Recognition> => {
        await sleep(clock, takesMs)
        signal?.throwIfAborted()
        const text = levelsIn(audio)
          .map((level) => this.#sentences[Math.round((level - FIRST_LEVEL) / LEVEL_STEP)] ?? '')
          .filter((sentence) => sentence !== '')
          .join(' ')
        this.recognized.push(text)
        return { text, confidence: text === '' ? 0 : this.confidence, ms: takesMs }
      },
      close: async () => {},
    }
  }
}

export function steady(level: number, ms: number): Int16Array {
  return new Int16Array(Math.round((TELEPHONE_HZ * ms) / 1000)).fill(level)
}

/** The loudness of each stretch of sound, in order: pauses separate them. */
function levelsIn(audio: Float32Array | Int16Array): number[] {
  const levels: number[] = []
  let last = 0
  for (const sample of audio) {
    const level = Math.abs(sample)
    if (level >= FIRST_LEVEL - LEVEL_STEP / 2 && level !== last) levels.push(level)
    last = level
  }
  return levels
}

export const fakeGate: OpenVoiceGate = () => ({ isVoice: (frame) => rootMeanSquare(frame) > 500, close() {} })

/** Repeats or drops samples; enough for steady levels. */
export const fakeResampler: OpenResampler = (fromHz, toHz) => ({
  push: (samples) => {
    // A plain loop: the tests of conversations spend most of their time here.
    const resampled = new Int16Array(Math.round((samples.length * toHz) / fromHz))
    for (let index = 0; index < resampled.length; index++)
      resampled[index] = samples[Math.floor((index * fromHz) / toHz)]!
    return resampled
  },
  flush: () => new Int16Array(0),
  close() {},
})

/** Says a text in a steady tone of its length. Notes what it was asked for. */
export class FakeSynthesizer implements Synthesizer {
  readonly said: string[] = []
  readonly warmed: string[] = []
  /** What becomes of a text; by default it is spoken. */
  trouble: (text: string) => 'none' | 'silent' | 'throws' | 'hangs' = () => 'none'

  async *speak(text: string, { format, signal }: SpeakOptions): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted()
    this.said.push(text)
    const trouble = this.trouble(text)
    if (trouble === 'throws') throw new Error('the synthesizer is broken')
    if (trouble === 'hangs') await new Promise(() => {})
    if (trouble === 'silent') return
    const samples = new Int16Array(Math.round((format.sampleRateHz * text.length * MS_PER_CHARACTER) / 1000)).fill(3000)
    yield encodeAudio(samples, format.encoding)
  }

  async warm(texts: readonly string[]): Promise<void> {
    this.warmed.push(...texts)
  }

  async close(): Promise<void> {}
}
