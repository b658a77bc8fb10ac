/** Common to recognition and voices of Deepgram. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { SpeechServiceError } from '../service-error.ts'

export const DEEPGRAM_SETTINGS = {
  baseUrl: 'wss://api.deepgram.com',
  recognitionModel: 'nova-3',
  /** The language of the service's models, if none is given. */
  language: 'en',
  /** Value of `language` with which nova-3 follows a person who changes the language. */
  severalLanguages: 'multi',
  voice: 'aura-2-thalia-en',
  /**
   * This much silence makes a segment final. It is shorter than the program's own end of turn, so that the words are available by
   * then.
   */
  endpointingMs: 300,
  /** Unused voice sockets are closed after this time; the service closes them after ten seconds. */
  idleMs: 8000,
  /** Replies per minute and socket; the service ignores more than twenty flushes. */
  flushesPerMinute: 18,
} as const

/** Query parameters for the audio format; both are needed for audio without a header. */
export function encodingOf({ encoding, sampleRateHz }: AudioFormat): { encoding: string; sample_rate: string } {
  return { encoding: encoding === 'l16' ? 'linear16' : encoding, sample_rate: String(sampleRateHz) }
}

export function listenHeaders(apiKey: string): Record<string, string> {
  return { authorization: `Token ${apiKey}` }
}

/** Translates close codes: 1011 with NET-0000 or NET-0001 means idle for too long; 1008 means unreadable audio. */
export function errorOfCloseCode(code: number, reason: string): SpeechServiceError | undefined {
  if (code !== 1011) return undefined
  return new SpeechServiceError(
    `Deepgram closed the connection${/^[A-Z]+-\d{4}/u.test(reason) ? ` (${reason.slice(0, 9)})` : ''}.`,
    true,
    'dropped',
  )
}
