/** OpenAI's realtime transcription: base64 in JSON; this program commits turns, and their words may arrive in another order. */
import type { AudioFormat } from '../../../telephony/media.ts'
import { refusedKeyError, SpeechServiceError } from '../service-error.ts'
import type { RecognitionDialect, TranscriptEvent } from '../socket-recognition.ts'

export const OPENAI_REALTIME_SETTINGS = {
  baseUrl: 'wss://api.openai.com',
  recognitionModel: 'gpt-4o-mini-transcribe',
} as const

export interface OpenAiRecognitionOptions {
  baseUrl: string
  apiKey: string
  model: string | null
  language: string | null
}

/** Converts 16 kHz audio to 24 kHz, the service's wideband format, by repeating every other sample. */
function asWide(bytes: Uint8Array): Uint8Array {
  const wide = new Uint8Array(Math.floor(bytes.length / 4) * 6)
  for (let from = 0, to = 0; from + 3 < bytes.length; from += 4, to += 6) {
    wide.set(bytes.subarray(from, from + 2), to)
    wide.set(bytes.subarray(from, from + 2), to + 2)
    wide.set(bytes.subarray(from + 2, from + 4), to + 4)
  }
  return wide
}

function formatOf({ encoding }: AudioFormat) {
  if (encoding === 'l16') return { type: 'audio/pcm', rate: 24_000 }
  return { type: encoding === 'mulaw' ? 'audio/pcmu' : 'audio/pcma' }
}

export function openAiRecognition(options: OpenAiRecognitionOptions): RecognitionDialect {
  const items = new CommittedItems()
  let isWide = false
  return {
    waitsUntilReady: true,
    address(format) {
      isWide = format.encoding === 'l16'
      // The address has no model; with one, the session would be a conversation.
      const url = `${options.baseUrl}/v1/realtime?intent=transcription`
      return { url, headers: { authorization: `Bearer ${options.apiKey}` } }
    },
    hello: (format) => [
      JSON.stringify({
        type: 'session.update',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: formatOf(format),
              transcription: {
                model: options.model ?? OPENAI_REALTIME_SETTINGS.recognitionModel,
                ...(options.language === null ? {} : { language: options.language }),
              },
              turn_detection: null,
            },
          },
          include: ['item.input_audio_transcription.logprobs'],
        },
      }),
    ],
    audio: (bytes) => {
      const audio = Buffer.from(isWide ? asWide(bytes) : bytes).toString('base64')
      return [JSON.stringify({ type: 'input_audio_buffer.append', audio })]
    },
    finish: () => ['{"type":"input_audio_buffer.commit"}'],
    goodbye: () => [],
    read: (message) => items.read((message ?? {}) as Message),
  }
}

interface Message {
  type?: unknown
  item_id?: unknown
  delta?: unknown
  transcript?: unknown
  logprobs?: unknown
  error?: { type?: unknown; code?: unknown }
}

/** Reports results in the order of the turns: a result waits until the previous turns are reported. */
class CommittedItems {
  readonly #order: string[] = []
  readonly #done = new Map<string, TranscriptEvent[]>()

  read(message: Message): TranscriptEvent[] {
    const { type, item_id: item } = message
    switch (type) {
      case 'session.updated':
        return [{ kind: 'ready' }]
      case 'input_audio_buffer.committed':
        if (typeof item === 'string') this.#order.push(item)
        return []
      case 'conversation.item.input_audio_transcription.delta':
        return item === this.#order[0] && typeof message.delta === 'string'
          ? [{ kind: 'more', text: message.delta }]
          : []
      case 'conversation.item.input_audio_transcription.completed':
        return this.#completed(item, wordsOf(message))
      case 'conversation.item.input_audio_transcription.failed':
        return [{ kind: 'failed', error: new SpeechServiceError('The speech service could not read the audio.', true) }]
      case 'error':
        return errorOf(message)
      default:
        return []
    }
  }

  #completed(item: unknown, words: TranscriptEvent): TranscriptEvent[] {
    if (typeof item !== 'string') return []
    this.#done.set(item, [words, { kind: 'settled' }])
    const news: TranscriptEvent[] = []
    for (let [first] = this.#order; first !== undefined && this.#done.has(first); [first] = this.#order) {
      news.push(...(this.#done.get(first) ?? []))
      this.#done.delete(first)
      this.#order.shift()
    }
    return news
  }
}

function wordsOf({ transcript, logprobs }: Message): TranscriptEvent {
  const text = typeof transcript === 'string' ? transcript : ''
  const values = (Array.isArray(logprobs) ? logprobs : [])
    .map((token: { logprob?: unknown } | null) => token?.logprob)
    .filter((value): value is number => typeof value === 'number')
  if (values.length === 0) return { kind: 'words', text }
  return { kind: 'words', text, confidence: Math.exp(values.reduce((sum, value) => sum + value, 0) / values.length) }
}

/** Translates an error. "Too little audio" only means that there are no words; the connection continues. */
function errorOf({ error }: Message): TranscriptEvent[] {
  const code = `${String(error?.type)} ${String(error?.code)}`
  if (code.includes('commit_empty')) return [{ kind: 'settled' }]
  if (/api_key|authentication/u.test(code)) return [{ kind: 'failed', error: refusedKeyError() }]
  if (/quota|billing/u.test(code))
    return [
      {
        kind: 'failed',
        error: new SpeechServiceError('The account of the speech service has no credit left.', false, 'refused'),
      },
    ]
  if (code.includes('rate_limit'))
    return [
      {
        kind: 'failed',
        error: new SpeechServiceError('The speech service accepts no more requests now.', true, 'busy'),
      },
    ]
  return [{ kind: 'failed', error: new SpeechServiceError('The speech service reported an error.', false) }]
}
