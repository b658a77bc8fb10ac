/** The organization's own speech services, as its settings describe them. */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { OpenAiRecognizerOptions, OpenAiSynthesizerOptions } from '../speech/openai-speech.ts'
import type { ModelSettings } from './settings.ts'

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

/** Five minutes of the widest audio; no clause is longer. */
const AUDIO_BYTES_MAX = 16 * 1024 * 1024
/** Per organization with a service of its own. */
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
