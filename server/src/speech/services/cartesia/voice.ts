/** Cartesia's voices by `/tts/websocket`: every reply is a context that ends with its text; audio comes as base64. */
import type { VoiceDialect, VoiceEvent } from '../socket-voice.ts'
import { CARTESIA_SETTINGS, type CartesiaOptions, encodingOf, errorOf, headersOf } from './cartesia.ts'

export function cartesiaVoice(options: CartesiaOptions): VoiceDialect {
  return {
    address: (_format, _voice) => ({ url: `${options.baseUrl}/tts/websocket`, headers: headersOf(options.apiKey) }),
    idleMs: CARTESIA_SETTINGS.idleMs,
    say: (text, reply, format, voice) => [
      JSON.stringify({
        model_id: options.model ?? CARTESIA_SETTINGS.voiceModel,
        transcript: text,
        voice: { mode: 'id', id: voice },
        ...(options.language === null ? {} : { language: options.language }),
        context_id: reply,
        output_format: { container: 'raw', encoding: encodingOf(format), sample_rate: format.sampleRateHz },
        continue: false,
        // No buffering by the service is needed, because whole clauses are sent.
        max_buffer_delay_ms: 0,
      }),
    ],
    cancel: (reply) => [JSON.stringify({ context_id: reply, cancel: true })],
    read,
  }
}

function read(message: unknown, reply: string): VoiceEvent[] {
  const fields = (message ?? {}) as Record<string, unknown>
  const { type, context_id: context, data } = fields
  if (context !== undefined && context !== null && context !== reply)
    return type === 'done' ? [{ kind: 'cancelled' }] : []
  if (type === 'error') return [{ kind: 'failed', error: errorOf(fields) }]
  if (type === 'chunk' && typeof data === 'string') return [{ kind: 'audio', audio: Buffer.from(data, 'base64') }]
  return type === 'done' ? [{ kind: 'done' }] : []
}
