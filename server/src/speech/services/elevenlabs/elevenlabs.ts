/** Common to recognition and voices of ElevenLabs. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { refusedKeyError, SpeechServiceError } from '../service-error.ts'

export const ELEVENLABS_SETTINGS = {
  baseUrl: 'wss://api.elevenlabs.io',
  voiceModel: 'eleven_flash_v2_5',
  recognitionModel: 'scribe_v2_realtime',
  /** Inactivity timeout in seconds that is requested; the service's maximum. */
  inactivitySeconds: 180,
  /** An unused socket is closed after this time, before the service closes it. */
  idleMs: 150_000,
} as const

export interface ElevenLabsOptions {
  baseUrl: string
  apiKey: string
  model: string | null
  language: string | null
}

export function formatName({ encoding, sampleRateHz }: AudioFormat): string {
  const names = { mulaw: 'ulaw', alaw: 'alaw', l16: 'pcm' } as const
  return `${names[encoding]}_${sampleRateHz}`
}

/** Translates an error by its name; its message may repeat what was said. */
export function errorOfName(name: string): SpeechServiceError {
  if (/auth|api_key/u.test(name)) return refusedKeyError()
  if (/quota|unaccepted_terms/u.test(name))
    return new SpeechServiceError(
      'The account of the speech service has no credit left or is not complete.',
      false,
      'refused',
    )
  if (/rate|throttled|busy|overflow|exhausted|concurrent|max_active/u.test(name))
    return new SpeechServiceError('The speech service accepts no more requests now.', true, 'busy')
  return new SpeechServiceError('The speech service reported an error.', !/invalid|input_error|not_found/u.test(name))
}
