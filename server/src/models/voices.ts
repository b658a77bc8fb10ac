/** The voices that an organization can choose from, and samples of them. */
import { createHash } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import { missingPartMessage } from '../speech/availability.ts'
import { BUNDLED_LANGUAGE, type InstalledModels } from '../speech/installed-models.ts'
import { listVoices } from '../speech/services/list-voices.ts'
import { asServiceError } from '../speech/services/service-error.ts'
import { FLITE_VOICES, type Synthesizer } from '../speech/synthesizer.ts'
import { writeWav } from '../speech/wav.ts'
import { littleEndianSamples } from '../speech/wire-audio.ts'
import type { ModelSettings, SpeechEngine } from './settings.ts'
import { serviceAccess, voiceServices } from './speech-services.ts'

export const VOICE_SAMPLE_LIMITS = {
  /** Limit per organization, because samples of hosted voices cost money. Cached samples do not count. */
  perHourMax: 60,
  cachedMax: 200,
  /**
   * Limit for a service. A voice of this machine has none: a busy machine loads its voices in more than this, and a worker that
   * hangs is replaced.
   */
  timeoutMs: 15_000,
} as const

const FORMAT = { encoding: 'l16', sampleRateHz: 16_000 } as const

/** Sample sentences are short, because a service charges by the character. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'Hello, this is the voice that your customers hear.',
  de: 'Guten Tag, diese Stimme hören Ihre Kunden.',
  es: 'Hola, esta es la voz que oyen sus clientes.',
  fr: 'Bonjour, voici la voix que vos clients entendent.',
  pt: 'Olá, esta é a voz que os seus clientes ouvem.',
}

export interface Voice {
  engine: SpeechEngine
  id: string
  name: string
  language: string | null
  is_local: boolean
}

export interface ServiceVoices {
  engine: SpeechEngine
  ok: boolean
  message: string
  is_cut: boolean
}

interface VoiceContext {
  clock: Clock
  egress?: Egress | undefined
  organizationId: number
}

/** Speech services that need an own account and can list their voices. */
const LISTED = ['deepgram', 'elevenlabs', 'cartesia', 'azure', 'google'] as const

export function localVoices(models: InstalledModels): Voice[] {
  const installed = models.usable.filter(({ use }) => use === 'voice')
  const own = missingPartMessage('synthesizer') === undefined ? FLITE_VOICES : []
  return [
    ...installed.map(({ name, language }) => ({ id: name, name, language })),
    ...own.map((name) => ({ id: name, name, language: BUNDLED_LANGUAGE })),
  ].map((voice) => ({ ...voice, engine: 'local' as const, is_local: true }))
}

/** Lists the voices of every service with a key. A service that fails is named and does not hide the others. */
export async function availableVoices(settings: ModelSettings, models: InstalledModels, context: VoiceContext) {
  const asked = LISTED.filter((name) => settings.services[name].api_key !== null)
  const answers = await Promise.all(
    asked.map(async (engine): Promise<{ voices: Voice[]; service: ServiceVoices }> => {
      try {
        const { voices, isCut } = await listVoices(engine, serviceAccess(settings, engine, context))
        return {
          voices: voices.map((voice) => ({ ...voice, engine, is_local: false })),
          service: { engine, ok: true, message: 'The service listed its voices.', is_cut: isCut },
        }
      } catch (error) {
        const service = { engine, ok: false, message: (error as Error).message, is_cut: false }
        return { voices: [], service }
      }
    }),
  )
  return {
    voices: [...localVoices(models), ...answers.flatMap(({ voices }) => voices)],
    services: answers.map(({ service }) => service),
  }
}

export interface SampleRequest {
  engine: SpeechEngine
  voice: string
  language: string
}

export interface SampleDeps {
  clock: Clock
  models: InstalledModels
  /** A synthesizer that runs on this machine; null if it does not support the language. */
  localSynthesizer(organizationId: number, language: string, voice: string): Promise<Synthesizer | null>
}

/** Makes and caches samples, and limits how many an organization requests. */
export class VoiceSamples {
  readonly #deps: SampleDeps
  readonly #cache = new Map<string, Buffer>()
  readonly #asked = new Map<number, number[]>()

  constructor(deps: SampleDeps) {
    this.#deps = deps
  }

  /** Returns a WAV file. */
  async sample(settings: ModelSettings, request: SampleRequest, context: VoiceContext): Promise<Buffer> {
    const account = request.engine === 'local' ? null : [settings.speech, settings.services]
    const digest = createHash('sha256')
      .update(JSON.stringify([request, account]))
      .digest('base64url')
    const key = `${context.organizationId}/${digest}`
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    this.#count(context.organizationId)
    const audio = await this.#speak(await this.#open(settings, request, context), request)
    this.#cache.set(key, audio)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > VOICE_SAMPLE_LIMITS.cachedMax && oldest !== undefined) this.#cache.delete(oldest)
    return audio
  }

  #count(organizationId: number): void {
    const now = this.#deps.clock.now()
    const recent = (this.#asked.get(organizationId) ?? []).filter((at) => at > now - 3_600_000)
    if (recent.length >= VOICE_SAMPLE_LIMITS.perHourMax) throw new ApiError('too_many_voice_samples')
    this.#asked.set(organizationId, [...recent, now])
  }

  async #open(settings: ModelSettings, { engine, voice, language }: SampleRequest, context: VoiceContext) {
    if (engine === 'local') {
      // Refuses an unknown voice: a call would use the default voice, so the sample would be misleading.
      const plain = voice.replace(/:\d{1,4}$/u, '')
      if (!localVoices(this.#deps.models).some(({ id }) => id === plain)) throw invalidReferenceError('voice_not_found')
      const synthesizer = await this.#deps.localSynthesizer(context.organizationId, language, voice)
      if (synthesizer === null) throw new ApiError('voice_sample_failed')
      return { synthesizer, isHosted: false }
    }
    if (engine !== 'openai' && settings.services[engine].api_key === null) throw failed('Set up its key first.')
    const isChosen = settings.speech.engine === engine
    // Uses only this service: otherwise a fallback of the chain could be heard in its place.
    const speech = { ...settings.speech, engine, voice, model: isChosen ? settings.speech.model : null, fallback: [] }
    const [service] = voiceServices({ ...settings, speech }, { ...context, language })
    if (service === undefined) throw invalidReferenceError('voice_not_found')
    return { synthesizer: service.synthesizer, isHosted: true }
  }

  async #speak({ synthesizer, isHosted }: { synthesizer: Synthesizer; isHosted: boolean }, request: SampleRequest) {
    const stop = new AbortController()
    try {
      const pieces: Uint8Array[] = []
      const spoken = async () => {
        const text = SENTENCES[request.language.split('-')[0]?.toLowerCase() ?? ''] ?? (SENTENCES.en as string)
        const options = { format: FORMAT, voice: request.voice, signal: stop.signal }
        for await (const piece of synthesizer.speak(text, options)) pieces.push(piece)
      }
      await (isHosted ? withTimeLimit(this.#deps.clock, VOICE_SAMPLE_LIMITS.timeoutMs, spoken()) : spoken())
      const samples = littleEndianSamples(Buffer.concat(pieces))
      if (samples.length === 0) throw new ApiError('voice_sample_failed')
      return Buffer.from(writeWav({ samples, sampleRateHz: FORMAT.sampleRateHz }))
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw failed(asServiceError(error).message)
    } finally {
      stop.abort()
      if (isHosted) await synthesizer.close()
    }
  }
}

const failed = (why: string) =>
  new ApiError('voice_sample_failed', { message: `${new ApiError('voice_sample_failed').message} ${why}` })
