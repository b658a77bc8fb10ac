/**
 * The part of sherpa-onnx-node that is used here, for all its kinds of models. Loading blocks the thread, so only worker
 * processes use it.
 */
import { loadOptionalCommonJs } from './availability.ts'
import type { InstalledModel } from './installed-models.ts'
import type { Waveform } from './wav.ts'

interface Sherpa {
  OfflineRecognizer: new (configuration: object) => OfflineRecognizer
  OfflineTts: new (configuration: object) => OfflineTts
}

interface OfflineRecognizer {
  createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void }
  decode(stream: unknown): void
  getResult(stream: unknown): { text: string }
}

interface OfflineTts {
  readonly numSpeakers: number
  generate(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): {
    samples: Float32Array
    sampleRate: number
  }
}

export const SHERPA_SETTINGS = 'sherpa-onnx-node'
const SAMPLE_RATE_HZ = 16_000

export type Transcribe = (samples: Float32Array) => string

/** The files of a recognizer and its kind. */
export type RecognizerModel = Pick<InstalledModel, 'kind' | 'files' | 'language'>

/** Kinds that understand several languages and need the language as a setting. */
const TOLD_THE_LANGUAGE = new Set(['whisper', 'senseVoice'])

/** Transducers that need an explicit type: their files look like those of others. */
const MODEL_TYPES: Readonly<Record<string, string>> = { nemoTransducer: 'nemo_transducer' }

export function loadRecognizer(model: RecognizerModel, runtime: string = SHERPA_SETTINGS): Transcribe {
  const { OfflineRecognizer } = loadOptionalCommonJs<Sherpa>(runtime)
  const { tokens, ...files } = model.files
  const language = TOLD_THE_LANGUAGE.has(model.kind) ? { language: model.language } : {}
  const recognizer = new OfflineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: {
      [MODEL_TYPES[model.kind] === undefined ? model.kind : 'transducer']: { ...files, ...language },
      ...(MODEL_TYPES[model.kind] === undefined ? {} : { modelType: MODEL_TYPES[model.kind] }),
      tokens,
      // One thread per recognition: several concurrent recognitions use the cores better than one that is spread over them.
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  })
  return (samples) => {
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ })
    recognizer.decode(stream)
    return recognizer.getResult(stream).text.trim()
  }
}

export type Speak = (text: string, speaker: number) => Waveform

export function loadVoice(model: Pick<InstalledModel, 'kind' | 'files'>, runtime: string = SHERPA_SETTINGS): Speak {
  const { OfflineTts } = loadOptionalCommonJs<Sherpa>(runtime)
  const voice = new OfflineTts({
    model: { [model.kind]: model.files, numThreads: 1, provider: 'cpu', debug: 0 },
    maxNumSentences: 1,
  })
  return (text, speaker) => {
    const sid = speaker < voice.numSpeakers ? speaker : 0
    // External memory is disabled, because Electron and some sandboxes forbid it; the cost of copying is negligible.
    const { samples, sampleRate } = voice.generate({ text, sid, speed: 1, enableExternalBuffer: false })
    return { samples: toIntegers(samples), sampleRateHz: sampleRate }
  }
}

function toIntegers(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
}
