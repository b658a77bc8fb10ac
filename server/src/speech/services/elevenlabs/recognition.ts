/** ElevenLabs' Scribe in real time: base64 in JSON in, whole segments out, one for each commit. */
import type { RecognitionDialect, TranscriptEvent } from '../socket-recognition.ts'
import { ELEVENLABS_SETTINGS, type ElevenLabsOptions, errorOfName, formatName } from './elevenlabs.ts'

export function elevenLabsRecognition(options: ElevenLabsOptions): RecognitionDialect {
  let sampleRateHz = 8000
  const chunk = (audio: string, commit: boolean) =>
    JSON.stringify({ message_type: 'input_audio_chunk', audio_base_64: audio, commit, sample_rate: sampleRateHz })
  return {
    waitsUntilReady: true,
    address(format) {
      sampleRateHz = format.sampleRateHz
      const url = new URL(`${options.baseUrl}/v1/speech-to-text/realtime`)
      url.searchParams.set('model_id', options.model ?? ELEVENLABS_SETTINGS.recognitionModel)
      url.searchParams.set('audio_format', formatName(format))
      // Commits are manual: the program knows when a turn ends and what is expected; the service's own detection would split
      // sentences.
      url.searchParams.set('commit_strategy', 'manual')
      if (options.language !== null) url.searchParams.set('language_code', options.language)
      return { url: url.toString(), headers: { 'xi-api-key': options.apiKey } }
    },
    audio: (bytes) => [chunk(Buffer.from(bytes).toString('base64'), false)],
    finish: () => [chunk('', true)],
    goodbye: () => [],
    read,
  }
}

/** Each error is a separate message type. Known ones are listed; unknown messages without an error are ignored. */
function read(message: unknown): TranscriptEvent[] {
  const { message_type: type, text, error } = (message ?? {}) as Record<string, unknown>
  const words = typeof text === 'string' ? text : ''
  switch (type) {
    case 'session_started':
      return [{ kind: 'ready' }]
    case 'partial_transcript':
    case 'final_transcript':
      return words === '' ? [] : [{ kind: 'interim', text: words }]
    case 'committed_transcript':
      return [{ kind: 'words', text: words }, { kind: 'settled' }]
    default:
      if (typeof error !== 'string' || typeof type !== 'string') return []
      return [{ kind: 'failed', error: errorOfName(type) }]
  }
}
