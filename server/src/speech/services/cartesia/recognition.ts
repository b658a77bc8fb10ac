/**
 * Cartesia's `/stt/websocket`, with the ends of turns set by this program: commands are plain words, and `transcript` has the
 * text since the last final one.
 */
import type { RecognitionDialect, TranscriptEvent } from '../socket-recognition.ts'
import { CARTESIA_SETTINGS, type CartesiaOptions, encodingOf, errorOf, headersOf } from './cartesia.ts'

export function cartesiaRecognition(options: CartesiaOptions): RecognitionDialect {
  return {
    address(format) {
      const url = new URL(`${options.baseUrl}/stt/websocket`)
      url.searchParams.set('model', options.model ?? CARTESIA_SETTINGS.recognitionModel)
      url.searchParams.set('encoding', encodingOf(format))
      url.searchParams.set('sample_rate', String(format.sampleRateHz))
      if (options.language !== null) url.searchParams.set('language', options.language)
      return { url: url.toString(), headers: headersOf(options.apiKey) }
    },
    audio: (bytes) => [bytes],
    finish: () => ['finalize'],
    goodbye: () => ['close'],
    read,
  }
}

function read(message: unknown): TranscriptEvent[] {
  const fields = (message ?? {}) as Record<string, unknown>
  const text = typeof fields.text === 'string' ? fields.text : ''
  switch (fields.type) {
    case 'transcript':
      return [fields.is_final === true ? { kind: 'words', text } : { kind: 'interim', text }]
    case 'flush_done':
      return [{ kind: 'settled' }]
    case 'error':
      return [{ kind: 'failed', error: errorOf(fields) }]
    default:
      return []
  }
}
