/** ElevenLabs' voices by `multi-stream-input`: every reply is a context; audio comes as base64 with the id of its context. */
import { SpeechServiceError } from '../service-error.ts'
import type { VoiceDialect, VoiceEvent } from '../socket-voice.ts'
import { ELEVENLABS_SETTINGS, type ElevenLabsOptions, errorOfName, formatName } from './elevenlabs.ts'

export function elevenLabsVoice(options: ElevenLabsOptions): VoiceDialect {
  return {
    address(format, voice) {
      const url = new URL(`${options.baseUrl}/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`)
      url.searchParams.set('model_id', options.model ?? ELEVENLABS_SETTINGS.voiceModel)
      url.searchParams.set('output_format', formatName(format))
      url.searchParams.set('inactivity_timeout', String(ELEVENLABS_SETTINGS.inactivitySeconds))
      if (options.language !== null) url.searchParams.set('language_code', options.language)
      return { url: url.toString(), headers: { 'xi-api-key': options.apiKey } }
    },
    idleMs: ELEVENLABS_SETTINGS.idleMs,
    // A text must end with a space; an empty text would close the connection. After flush and close, the context speaks its
    // remaining text.
    say: (text, reply) => [
      JSON.stringify({ text: ' ', context_id: reply }),
      JSON.stringify({ text: `${text.trim()} `, context_id: reply }),
      JSON.stringify({ context_id: reply, flush: true }),
      JSON.stringify({ context_id: reply, close_context: true }),
    ],
    // Nothing to send: the context is already closed and runs to its end. Its remaining audio is ignored by its id.
    cancel: () => [],
    read,
  }
}

interface Message {
  audio?: unknown
  contextId?: unknown
  isFinal?: unknown
  is_final?: unknown
  error?: unknown
  detail?: { status?: unknown }
}

function read(message: unknown, reply: string): VoiceEvent[] {
  const { audio, contextId, isFinal, is_final, error, detail } = (message ?? {}) as Message
  const name = error ?? detail?.status
  if (typeof name === 'string') return [{ kind: 'failed', error: errorOfName(name) }]
  if (message === null)
    return [
      {
        kind: 'failed',
        error: new SpeechServiceError('The speech service answered with something unreadable.', false),
      },
    ]
  const isOver = isFinal === true || is_final === true
  // The end of a cancelled context, after its last audio.
  if (contextId !== reply) return isOver ? [{ kind: 'cancelled' }] : []
  const pieces: VoiceEvent[] = typeof audio === 'string' ? [{ kind: 'audio', audio: Buffer.from(audio, 'base64') }] : []
  return isOver ? [...pieces, { kind: 'done' }] : pieces
}
