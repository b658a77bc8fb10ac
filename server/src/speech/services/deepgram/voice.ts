/** Deepgram's `/v1/speak` by websocket: text in, raw audio out, `Flushed` at its end. */

import { SpeechServiceError } from '../service-error.ts'
import type { VoiceDialect, VoiceEvent } from '../socket-voice.ts'
import { DEEPGRAM_SETTINGS, encodingOf, errorOfCloseCode, listenHeaders } from './deepgram.ts'

export function deepgramVoice({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): VoiceDialect {
  return {
    address(format, voice) {
      const url = new URL(`${baseUrl}/v1/speak`)
      const query = { model: voice, ...encodingOf(format), mip_opt_out: 'true' }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return { url: url.toString(), headers: listenHeaders(apiKey) }
    },
    idleMs: DEEPGRAM_SETTINGS.idleMs,
    repliesPerMinute: DEEPGRAM_SETTINGS.flushesPerMinute,
    say: (text) => [JSON.stringify({ type: 'Speak', text }), '{"type":"Flush"}'],
    cancel: () => ['{"type":"Clear"}'],
    read(message): VoiceEvent[] {
      const { type } = (message ?? {}) as { type?: unknown }
      if (type === 'Flushed') return [{ kind: 'done' }]
      if (type === 'Cleared') return [{ kind: 'cancelled' }]
      // The request was not carried out, so no audio would follow.
      if (type === 'Warning' || type === 'Error')
        return [{ kind: 'failed', error: new SpeechServiceError('Deepgram did not speak the text.', true, 'busy') }]
      return []
    },
    binary: (bytes): VoiceEvent[] => [{ kind: 'audio', audio: bytes }],
    meaningOf: errorOfCloseCode,
  }
}
