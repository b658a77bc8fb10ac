/** Common to recognition and voices of Cartesia. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { errorOfStatus, SpeechServiceError } from '../service-error.ts'

export const CARTESIA_SETTINGS = {
  baseUrl: 'wss://api.cartesia.ai',
  /** Version of the API; the date fixes its behaviour. */
  version: '2026-03-01',
  voiceModel: 'sonic-3',
  recognitionModel: 'ink-whisper',
  /** Unused sockets are closed after this time; the service itself closes them after five minutes. */
  idleMs: 240_000,
} as const

export interface CartesiaOptions {
  baseUrl: string
  apiKey: string
  model: string | null
  language: string | null
}

export function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'cartesia-version': CARTESIA_SETTINGS.version }
}

export function encodingOf({ encoding }: AudioFormat): string {
  return { mulaw: 'pcm_mulaw', alaw: 'pcm_alaw', l16: 'pcm_s16le' }[encoding]
}

export function errorOf({ status_code: status, error_code: code }: Record<string, unknown>): SpeechServiceError {
  if (code === 'concurrency_limited') return errorOfStatus(429)
  if (typeof status === 'number' && status >= 400) return errorOfStatus(status)
  return new SpeechServiceError('The speech service reported an error.', true)
}
