/** All local voices and recognizers: the bundled ones (English), and installed ones. */
import type { Clock } from '../kernel/clock.ts'
import { findPack, primaryLanguageOf } from '../language/packs/packs.ts'
import type { PronounceableLetters } from '../language/rules/spoken-form.ts'
import { missingPartMessage } from './availability.ts'
import { BUNDLED_LANGUAGE, type InstalledModel, type InstalledModels, modelsFor } from './installed-models.ts'
import { MoonshineRecognizer, SherpaRecognizer } from './recognizer.ts'
import { ClauseSynthesizer, FLITE_VOICES, FliteSynthesizer, type Synthesizer } from './synthesizer.ts'
import type { VoiceSettings } from './voice-worker.ts'
import { openProcess } from './worker.ts'
import { workerUrl } from './worker-url.ts'

export interface LocalSpeechOptions {
  clock: Clock
  /** Directory for the vocabulary file of the bundled recognizer. */
  cacheDirectory: string
  models: InstalledModels
  /** Replaces sherpa-onnx-node, for tests. */
  runtime?: string
}

export interface LocalVoice {
  synthesizer: Synthesizer
  letters: PronounceableLetters
}

/** Half a second of audio to warm up the recognizer. */
const FIRST_WORDS_SAMPLES = 8000

/** Models are loaded when a conversation that needs them is near; all conversations share them. */
export class LocalSpeech {
  readonly #options: LocalSpeechOptions
  readonly #voices = new Map<string, ClauseSynthesizer>()
  readonly #recognizers = new Map<string, SherpaRecognizer>()
  /** Voices and recognizers that have been used once, so that they are warm. */
  readonly #warmed = new WeakSet<object>()
  #flite: FliteSynthesizer | null = null
  #moonshine: SherpaRecognizer | null = null

  constructor(options: LocalSpeechOptions) {
    this.#options = options
  }

  /** Loads the models that most conversations need, before the first conversation. */
  async ready(): Promise<void> {
    await this.#warm(this.#ownVoice(), this.#ownRecognizer())
  }

  /** Loads the models of another language, as far as this machine has them. */
  async readyFor(language: string, requestedVoice: string | undefined): Promise<void> {
    await this.#warm(this.voice(language, requestedVoice)?.synthesizer ?? null, this.recognizer(language))
  }

  /** Runs the first synthesis and recognition in advance, because the first use takes several times as long as later ones. */
  async #warm(voice: Synthesizer | null, recognizer: SherpaRecognizer | null): Promise<void> {
    const parts = [voice, recognizer].filter((part) => part !== null && !this.#warmed.has(part))
    for (const part of parts) if (part !== null) this.#warmed.add(part)
    await Promise.allSettled([
      parts.includes(voice) && voice?.warm(['Hello.'], { format: { encoding: 'mulaw', sampleRateHz: 8000 } }),
      parts.includes(recognizer) &&
        recognizer?.ready().then(() => recognizer.recognize(new Int16Array(FIRST_WORDS_SAMPLES))),
    ])
  }

  /** A voice for this language: the requested one if it is installed. Null: this machine has no voice for it. */
  voice(language: string, requested: string | undefined): LocalVoice | null {
    const models = modelsFor(this.#options.models, 'voice', language)
    const isFlite = FLITE_VOICES.some((name) => name === requested)
    const model =
      models.find(({ name }) => requested !== undefined && name === voiceWithoutSpeaker(requested)) ?? models[0]
    const own = primaryLanguageOf(language) === BUNDLED_LANGUAGE ? this.#ownVoice() : null
    if (model !== undefined && !(isFlite && own !== null)) return voiceOfLanguage(this.#voiceOf(model), language)
    return own === null ? null : { synthesizer: own, letters: 'ascii' }
  }

  /** A recognizer for this language; null: this machine has none. */
  recognizer(language: string): SherpaRecognizer | null {
    const [model] = modelsFor(this.#options.models, 'recognizer', language)
    if (model !== undefined) return this.#recognizerOf(model)
    return primaryLanguageOf(language) === BUNDLED_LANGUAGE ? this.#ownRecognizer() : null
  }

  /** Current waiting time of an utterance at the busiest recognizer. */
  get waitMs(): number {
    return Math.max(0, ...this.#loadedRecognizers().map(({ waitMs }) => waitMs))
  }

  get replaced(): number {
    return this.#loadedRecognizers().reduce((sum, { replaced }) => sum + replaced, 0)
  }

  async close(): Promise<void> {
    const voices = [this.#flite, ...this.#voices.values()]
    await Promise.all([...voices, ...this.#loadedRecognizers()].map((part) => part?.close()))
  }

  #loadedRecognizers(): SherpaRecognizer[] {
    return [...(this.#moonshine === null ? [] : [this.#moonshine]), ...this.#recognizers.values()]
  }

  #ownVoice(): FliteSynthesizer | null {
    if (this.#flite === null && missingPartMessage('synthesizer') === undefined) this.#flite = new FliteSynthesizer()
    return this.#flite
  }

  #ownRecognizer(): SherpaRecognizer | null {
    const { clock, cacheDirectory, models } = this.#options
    // An installed recognizer for English replaces the bundled one, which would only use memory.
    if (modelsFor(models, 'recognizer', BUNDLED_LANGUAGE).length > 0) return this.recognizer(BUNDLED_LANGUAGE)
    if (this.#moonshine === null && missingPartMessage('recognizer') === undefined) {
      this.#moonshine = new MoonshineRecognizer({ clock, cacheDirectory })
    }
    return this.#moonshine
  }

  #voiceOf(model: InstalledModel): ClauseSynthesizer {
    const known = this.#voices.get(model.directory)
    if (known !== undefined) return known
    const settings: VoiceSettings = { model, runtime: this.#options.runtime }
    const voice = new ClauseSynthesizer({
      clock: this.#options.clock,
      openWorker: () => openProcess(workerUrl('speech/voice-worker'), settings),
      workers: 1,
      voiceOf: speakerOf,
    })
    this.#voices.set(model.directory, voice)
    return voice
  }

  #recognizerOf(model: InstalledModel): SherpaRecognizer {
    const known = this.#recognizers.get(model.directory)
    if (known !== undefined) return known
    const { clock, runtime } = this.#options
    const recognizer = new SherpaRecognizer({ clock, settings: { model, runtime } })
    this.#recognizers.set(model.directory, recognizer)
    return recognizer
  }
}

/** Languages with a pack are written in Latin letters; for other languages nothing is known here. */
function voiceOfLanguage(synthesizer: Synthesizer, language: string): LocalVoice {
  return { synthesizer, letters: findPack(language) === undefined ? 'any' : 'latin' }
}

/** "anna:3" is the fourth speaker of the voice "anna". */
export function voiceWithoutSpeaker(requested: string): string {
  return requested.replace(/:\d{1,4}$/u, '')
}

function speakerOf(requested: string | undefined): string {
  return /:(\d{1,4})$/u.exec(requested ?? '')?.[1] ?? '0'
}
