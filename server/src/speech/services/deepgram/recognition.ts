/** Deepgram's `/v1/listen`. Final segments are joined; `Finalize` is sent at the end of a turn and not always answered. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { SpeechServiceError } from '../service-error.ts'
import type { RecognitionDialect, TranscriptEvent } from '../socket-recognition.ts'
import { DEEPGRAM_SETTINGS, encodingOf, errorOfCloseCode, listenHeaders } from './deepgram.ts'

export interface DeepgramRecognitionOptions {
  baseUrl: string
  apiKey: string
  model: string
  /** A tag such as `en` or `pt-BR`; null: Deepgram's default. */
  language: string | null
  /** Other languages that may be spoken; with any, the model listens in all of them. */
  alsoLanguages?: readonly string[]
}

export function deepgramRecognition(options: DeepgramRecognitionOptions): RecognitionDialect {
  return {
    address(format: AudioFormat) {
      const url = new URL(`${options.baseUrl}/v1/listen`)
      const query: Record<string, string> = {
        model: options.model,
        ...encodingOf(format),
        channels: '1',
        interim_results: 'true',
        endpointing: String(DEEPGRAM_SETTINGS.endpointingMs),
        // Opts out of the use of callers' speech for training.
        mip_opt_out: 'true',
        ...(options.language === null ? {} : { language: options.language }),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const { language, alsoLanguages = [] } = options
      if (alsoLanguages.length > 0) {
        url.searchParams.set('language', DEEPGRAM_SETTINGS.severalLanguages)
        const hints = [language ?? DEEPGRAM_SETTINGS.language, ...alsoLanguages]
        for (const hint of hints) url.searchParams.append('language_hint', hint)
      }
      return { url: url.toString(), headers: listenHeaders(options.apiKey) }
    },
    audio: (bytes) => [bytes],
    finish: () => ['{"type":"Finalize"}'],
    goodbye: () => ['{"type":"CloseStream"}'],
    read,
    meaningOf: errorOfCloseCode,
  }
}

interface Results {
  type?: unknown
  start?: unknown
  duration?: unknown
  is_final?: unknown
  speech_final?: unknown
  from_finalize?: unknown
  channel?: { alternatives?: { transcript?: unknown; confidence?: unknown }[] }
}

function read(message: unknown): TranscriptEvent[] {
  const results = (message ?? {}) as Results
  if (results.type === 'Error')
    return [{ kind: 'failed', error: new SpeechServiceError('Deepgram reported an error.', true) }]
  if (results.type === 'UtteranceEnd') return [{ kind: 'turn_over' }]
  // Message types that the service adds later are ignored.
  if (results.type !== 'Results') return []
  const [best] = results.channel?.alternatives ?? []
  const text = typeof best?.transcript === 'string' ? best.transcript : ''
  if (results.is_final !== true) return text === '' ? [] : [{ kind: 'interim', text }]
  const { start, duration } = results
  const untilMs = typeof start === 'number' && typeof duration === 'number' ? (start + duration) * 1000 : undefined
  const words: TranscriptEvent = {
    kind: 'words',
    text,
    confidence: typeof best?.confidence === 'number' ? best.confidence : undefined,
    asked: results.from_finalize === true,
    ...(untilMs === undefined ? {} : { untilMs }),
  }
  return results.speech_final === true ? [words, { kind: 'turn_over' }] : [words]
}
