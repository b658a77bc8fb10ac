/** The organization's own speech services, as its settings describe them. */
import { createHash } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import {
  OpenAiRecognizer,
  type OpenAiRecognizerOptions,
  OpenAiSynthesizer,
  type OpenAiSynthesizerOptions,
} from '../speech/openai-speech.ts'
import type { VoiceService } from '../speech/service-chain.ts'
import { openRecognition, openVoice } from '../speech/services/open-service.ts'
import { type RecognitionService, SERVICE_CHAIN_LIMITS } from '../speech/streaming.ts'
import type { ModelSettings, RecognitionEngine, SpeechEngine, SpeechServiceName } from './settings.ts'

export function speechService({ speech }: ModelSettings, clock: Clock, egress?: Egress): OpenAiSynthesizerOptions {
  return {
    clock,
    baseUrl: speech.base_url ?? '',
    apiKey: speech.api_key ?? undefined,
    model: speech.model ?? '',
    voice: speech.voice ?? '',
    cacheLimitBytes: CACHE_LIMIT_BYTES,
    fetch: egress?.fetchUpTo(AUDIO_BYTES_MAX),
  }
}

/** Five minutes of the largest audio format; no clause is longer. */
const AUDIO_BYTES_MAX = 16 * 1024 * 1024
/** Cache size per organization with its own service. */
const CACHE_LIMIT_BYTES = 8 * 1024 * 1024

export function recognitionService(
  { recognition }: ModelSettings,
  clock: Clock,
  language: string | null,
  egress?: Egress,
): OpenAiRecognizerOptions {
  const iso639 = language?.split('-')[0]?.toLowerCase()
  return {
    clock,
    baseUrl: recognition.base_url ?? '',
    apiKey: recognition.api_key ?? undefined,
    model: recognition.model ?? '',
    fetch: egress?.fetch,
    ...(iso639 ? { language: iso639 } : {}),
  }
}

export interface ServiceContext {
  clock: Clock
  organizationId: number
  language: string | null
  /** Other languages in which the person may answer; recognizers that hear several languages listen in all of them. */
  alsoLanguages?: readonly string[]
  egress?: Egress | undefined
}

/** All services that may speak for the organization, in order, without local speech. */
export function voiceServices(settings: ModelSettings, context: ServiceContext): VoiceService[] {
  const { engine, fallback } = settings.speech
  return inOrder(engine, fallback).map((name) => ({
    name,
    key: accountKey(context, 'voice', name, name === 'openai' ? settings.speech : settings.services[name]),
    firstAudioMs: name === 'openai' ? SERVICE_CHAIN_LIMITS.requestMs : SERVICE_CHAIN_LIMITS.streamMs,
    synthesizer: openVoiceOf(settings, name, context),
  }))
}

/** A key of the account: with another API key or address it is another account, whose health is tracked separately. */
function accountKey({ organizationId }: ServiceContext, part: string, name: string, account: object): string {
  const digest = createHash('sha256').update(JSON.stringify(account)).digest('base64url')
  return `${organizationId}/${part}/${name}/${digest}`
}

function openVoiceOf(settings: ModelSettings, name: Exclude<SpeechEngine, 'local'>, context: ServiceContext) {
  const { clock, egress, language } = context
  if (name === 'openai') return new OpenAiSynthesizer(speechService(settings, clock, egress))
  const { voice, voice_model } = settings.services[name]
  const { speech } = settings
  // Settings of the engine override those of the service.
  const chosen = speech.engine === name ? speech : null
  return openVoice(name, {
    ...serviceAccess(settings, name, context),
    voice: chosen?.voice ?? voice,
    model: chosen?.model ?? voice_model,
    language: language?.split('-')[0]?.toLowerCase() ?? null,
    cacheLimitBytes: CACHE_LIMIT_BYTES,
  })
}

/** All services that may recognize speech for the organization, in order. */
export function recognitionServices(settings: ModelSettings, context: ServiceContext): RecognitionService[] {
  const { engine, fallback } = settings.recognition
  return inOrder(engine, fallback).map((name) => ({
    name,
    key: accountKey(context, 'recognition', name, name === 'openai' ? settings.recognition : settings.services[name]),
    ...openRecognitionOf(settings, name, context),
  }))
}

function openRecognitionOf(
  settings: ModelSettings,
  name: Exclude<RecognitionEngine, 'local'>,
  context: ServiceContext,
): Pick<RecognitionService, 'open' | 'recognize'> {
  const { clock, egress, alsoLanguages = [] } = context
  const language = alsoLanguages.length > 0 && DETECTS_LANGUAGE.includes(name) ? null : context.language
  if (name === 'openai') {
    const recognizer = new OpenAiRecognizer(recognitionService(settings, clock, language, egress))
    return { recognize: (audio, signal) => recognizer.recognize(audio, signal) }
  }
  const { recognition, services } = settings
  const chosen = recognition.engine === name ? recognition.model : null
  return openRecognition(name, {
    ...serviceAccess(settings, name, context),
    model: chosen ?? services[name].recognition_model,
    language: WITH_REGION.includes(name) ? language : (language?.split('-')[0]?.toLowerCase() ?? null),
    alsoLanguages,
  })
}

/** Services that recognize the language by themselves, if none is given. */
const DETECTS_LANGUAGE: readonly RecognitionEngine[] = ['elevenlabs', 'openai', 'openai_realtime']
/** All services that transcribe an answer in another language than the expected one. */
export const HEARS_SEVERAL_LANGUAGES: readonly RecognitionEngine[] = [...DETECTS_LANGUAGE, 'deepgram']

/** Services that need a language with its region (European or Brazilian Portuguese); the others only take a language. */
const WITH_REGION: readonly SpeechServiceName[] = ['azure', 'google', 'deepgram']

export function serviceAccess(
  { services }: ModelSettings,
  name: SpeechServiceName,
  { clock, egress }: Pick<ServiceContext, 'clock' | 'egress'>,
) {
  const { api_key, base_url, region } = services[name]
  return { clock, egress, apiKey: api_key ?? '', baseUrl: base_url, region }
}

function inOrder<T extends RecognitionEngine>(engine: T, fallback: readonly T[]): Exclude<T, 'local'>[] {
  const services = [...new Set([engine, ...fallback])]
  const untilLocal = services.includes('local' as T) ? services.slice(0, services.indexOf('local' as T)) : services
  return untilLocal as Exclude<T, 'local'>[]
}
