/** A voice over plain HTTP, one request for each clause: for services that stream their answer or are fast enough. */
import type { Egress } from '../../kernel/egress.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import { AudioCache } from '../audio-cache.ts'
import type { SpeakOptions, Synthesizer } from '../synthesizer.ts'
import { asServiceError, errorOfStatus, SpeechServiceError } from './service-error.ts'
import { wholeSamples } from './socket-voice.ts'

export interface HttpVoiceDialect {
  request(
    text: string,
    format: AudioFormat,
    voice: string,
    language: string | null,
  ): Promise<VoiceRequest> | VoiceRequest
  /** Extracts the audio from the body; if left out, the body is the audio. */
  audio?(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

export interface VoiceRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface HttpVoiceOptions {
  dialect: HttpVoiceDialect
  egress?: Pick<Egress, 'fetchUpTo'> | undefined
  voice: string
  language: string | null
  cacheLimitBytes?: number | undefined
}

/** Five minutes of the largest audio format, and a third more for base64. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024

export class HttpVoice implements Synthesizer {
  readonly #options: HttpVoiceOptions
  readonly #cache: AudioCache
  readonly #fetch: typeof fetch

  constructor(options: HttpVoiceOptions) {
    this.#options = options
    this.#cache = new AudioCache(options.cacheLimitBytes)
    this.#fetch = options.egress?.fetchUpTo(ANSWER_BYTES_MAX) ?? fetch
  }

  async *speak(text: string, { format, voice: requested, signal, sent }: SpeakOptions): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted()
    if (!/[\p{L}\p{N}]/u.test(text)) return
    const voice = requested ?? this.#options.voice
    const key = JSON.stringify([voice, format.encoding, format.sampleRateHz, text])
    const cached = this.#cache.get(key)
    if (cached !== undefined) return yield cached
    sent?.(text)
    const pieces: Uint8Array[] = []
    for await (const piece of wholeSamples(this.#ask(text, format, voice, signal), format)) {
      pieces.push(piece)
      yield piece
      signal?.throwIfAborted()
    }
    if (pieces.length === 0) throw new SpeechServiceError('The speech service answered without audio.', true)
    this.#cache.set(key, Buffer.concat(pieces))
  }

  async warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    for (const text of texts) for await (const _ of this.speak(text, options));
  }

  async close(): Promise<void> {}

  async *#ask(text: string, format: AudioFormat, voice: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const { dialect, language } = this.#options
    const stop = new AbortController()
    const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
    try {
      const { url, headers, body } = await dialect.request(text, format, voice, language)
      const response = await this.#fetch(url, { method: 'POST', headers, body, signal: both })
      if (!response.ok) {
        await response.body?.cancel()
        throw errorOfStatus(response.status)
      }
      const bytes = (response.body ?? new ReadableStream()) as unknown as AsyncIterable<Uint8Array>
      yield* dialect.audio?.(bytes) ?? bytes
    } catch (error) {
      signal?.throwIfAborted()
      throw asServiceError(error)
    } finally {
      // Also reached when the consumer stops early: the rest is not needed.
      stop.abort()
    }
  }
}
