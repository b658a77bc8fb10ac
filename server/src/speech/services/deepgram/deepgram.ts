/** What recognition and voice of Deepgram have in common. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { SpeechServiceError } from '../service-error.ts'

export const DEEPGRAM = {
  baseUrl: 'wss://api.deepgram.com',
  recognitionModel: 'nova-3',
  voice: 'aura-2-thalia-en',
  /** So much silence makes a piece final. Less than our own end of a turn, so that the words are there by then. */
  endpointingMs: 300,
  /** A voice socket that says nothing is closed after ten seconds. */
  idleMs: 8000,
  /** Twenty in a minute; the next would be ignored. */
  flushesPerMinute: 18,
} as const

/** As a query; both are needed for audio without a header. */
export function encodingOf({ encoding, sampleRateHz }: AudioFormat): { encoding: string; sample_rate: string } {
  return { encoding: encoding === 'l16' ? 'linear16' : encoding, sample_rate: String(sampleRateHz) }
}

export function listenHeaders(apiKey: string): Record<string, string> {
  return { authorization: `Token ${apiKey}` }
}

/** 1011 with NET-0000 or NET-0001 is a connection that was too quiet; 1008 is audio it cannot read. */
export function meaningOf(code: number, reason: string): SpeechServiceError | undefined {
  if (code !== 1011) return undefined
  return new SpeechServiceError(
    `Deepgram closed the connection${/^[A-Z]+-\d{4}/u.test(reason) ? ` (${reason.slice(0, 9)})` : ''}.`,
    true,
    'dropped',
  )
}
