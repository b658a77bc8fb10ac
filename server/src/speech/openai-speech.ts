import type { Clock } from '../kernel/clock.ts'
import { AudioCache } from './audio-cache.ts'
import type { Recognition, Recognizer } from './recognizer.ts'
import { loadResampler } from './resample.ts'
import { errorOfStatus, SpeechServiceError, timeoutError } from './services/service-error.ts'
import type { SpeakOptions, Synthesizer } from './synthesizer.ts'
import { writeWav } from './wav.ts'
import { encodeAudio, littleEndianSamples } from './wire-audio.ts'

/** Recognizer and synthesizer over a service with OpenAI's audio interface: hosted or self-hosted (vLLM, speaches, LocalAI). */
export interface SpeechServiceOptions {
  clock: Clock
  /** Address up to and including the version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  timeoutMs?: number
  /** The `fetch` function for requests to the service. */
  fetch?: typeof fetch | undefined
}

export interface OpenAiSynthesizerOptions extends SpeechServiceOptions {
  voice: string
  /** Sample rate of the service's `pcm`; OpenAI's is 24 kHz. */
  sampleRateHz?: number
  cacheLimitBytes?: number
}

export interface OpenAiRecognizerOptions extends SpeechServiceOptions {
  /** ISO 639-1 language; without it, the service guesses from a word or two. */
  language?: string
}

export const SPEECH_SERVICE_LIMITS = {
  timeoutMs: 10_000,
  pcmSampleRateHz: 24_000,
  /** Confidence for services that return only text. */
  assumedConfidence: 0.8,
} as const

export class OpenAiSynthesizer implements Synthesizer {
  readonly #options: OpenAiSynthesizerOptions
  readonly #cache: AudioCache

  constructor(options: OpenAiSynthesizerOptions) {
    this.#options = options
    this.#cache = new AudioCache(options.cacheLimitBytes)
  }

  /** Sends the whole text in one request: the service streams the audio, and intonation is better for a whole sentence. */
  async *speak(text: string, options: SpeakOptions): AsyncGenerator<Uint8Array> {
    options.signal?.throwIfAborted()
    if (!/[\p{L}\p{N}]/u.test(text)) return
    const voice = options.voice ?? this.#options.voice
    const key = JSON.stringify([voice, options.format.encoding, options.format.sampleRateHz, text])
    const cached = this.#cache.get(key)
    if (cached !== undefined) return yield cached
    options.sent?.(text)
    const pieces: Uint8Array[] = []
    for await (const piece of this.#synthesize(text, voice, options)) {
      pieces.push(piece)
      yield piece
    }
    this.#cache.set(key, Buffer.concat(pieces))
  }

  async warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    for (const text of texts) for await (const _ of this.speak(text, options));
  }

  async close(): Promise<void> {}

  async *#synthesize(text: string, voice: string, { format, signal }: SpeakOptions): AsyncGenerator<Uint8Array> {
    const { model } = this.#options
    const body = JSON.stringify({ model, voice, input: text, response_format: 'pcm' })
    const openResampler = await loadResampler()
    const resampler = openResampler(
      this.#options.sampleRateHz ?? SPEECH_SERVICE_LIMITS.pcmSampleRateHz,
      format.sampleRateHz,
    )
    const request = openRequest(this.#options, signal)
    try {
      const response = await request.send('/audio/speech', body, { 'content-type': 'application/json' })
      for await (const samples of wholeSamples(request.read(response))) {
        yield encodeAudio(resampler.push(samples), format.encoding)
      }
      yield encodeAudio(resampler.flush(), format.encoding)
    } finally {
      // Also reached when the consumer stops early: the rest is then neither needed nor billed.
      request.end()
      resampler.close()
    }
  }
}

/** The network splits the audio at any byte, so half a sample is kept until its other half arrives. */
async function* wholeSamples(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let half = new Uint8Array(0)
  for await (const chunk of chunks) {
    const bytes = half.length === 0 ? chunk : Buffer.concat([half, chunk])
    half = bytes.slice(bytes.length - (bytes.length % 2))
    if (bytes.length > 1) yield littleEndianSamples(bytes)
  }
}

export class OpenAiRecognizer implements Recognizer {
  readonly #options: OpenAiRecognizerOptions

  constructor(options: OpenAiRecognizerOptions) {
    this.#options = options
  }

  async recognize(audio: Float32Array | Int16Array, signal?: AbortSignal): Promise<Recognition> {
    const { clock, model, language } = this.#options
    const askedAtMs = clock.monotonic()
    signal?.throwIfAborted()
    const form = new FormData()
    form.set('file', new Blob([writeWav({ samples: asSamples(audio), sampleRateHz: 16_000 })]), 'utterance.wav')
    form.set('model', model)
    form.set('response_format', 'json')
    if (language !== undefined) form.set('language', language)
    const request = openRequest(this.#options, signal)
    try {
      const response = await request.send('/audio/transcriptions', form, {})
      const { text, confidence } = readTranscription(await request.json(response))
      return { text, confidence, ms: clock.monotonic() - askedAtMs }
    } finally {
      request.end()
    }
  }

  async close(): Promise<void> {}
}

function asSamples(audio: Float32Array | Int16Array): Int16Array {
  if (audio instanceof Int16Array) return audio
  return Int16Array.from(audio, (sample) => Math.max(-32768, Math.min(32767, Math.round(sample * 32768))))
}

function readTranscription(body: unknown): { text: string; confidence: number } {
  const { text, logprobs } = (body ?? {}) as { text?: unknown; logprobs?: unknown }
  if (typeof text !== 'string') throw new SpeechServiceError('The speech service answered without a text.', false)
  const trimmed = text.trim()
  return {
    text: trimmed,
    confidence: trimmed === '' ? 0 : (meanProbability(logprobs) ?? SPEECH_SERVICE_LIMITS.assumedConfidence),
  }
}

/** The mean probability of tokens, for models that report the logarithm of each token's probability. */
function meanProbability(logprobs: unknown): number | undefined {
  if (!Array.isArray(logprobs)) return undefined
  const values = logprobs
    .map((token: { logprob?: unknown }) => token?.logprob)
    .filter((value) => typeof value === 'number')
  if (values.length === 0) return undefined
  return Math.exp(values.reduce((sum, value) => sum + value, 0) / values.length)
}

interface OpenRequest {
  send(path: string, body: string | FormData, headers: Record<string, string>): Promise<Response>
  read(response: Response): AsyncGenerator<Uint8Array>
  json(response: Response): Promise<unknown>
  end(): void
}

/** One request with its time limit: for the whole transcription, and between any two pieces of speech. */
function openRequest(options: SpeechServiceOptions, signal: AbortSignal | undefined): OpenRequest {
  const abandon = new AbortController()
  const timeoutMs = options.timeoutMs ?? SPEECH_SERVICE_LIMITS.timeoutMs
  const follow = () => abandon.abort(signal?.reason)
  const arm = () => options.clock.after(timeoutMs, () => abandon.abort(timeoutError()))
  let deadline = arm()
  signal?.addEventListener('abort', follow, { once: true })

  /** If the request was aborted, the error is the reason of the abort; network errors are translated. */
  const translated = (error: unknown): unknown => {
    if (abandon.signal.aborted) return abandon.signal.reason
    if (error instanceof SpeechServiceError) return error
    return new SpeechServiceError('The speech service could not be reached.', true, 'unreachable')
  }
  const translating = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    send: (path, body, headers) =>
      translating(async () => {
        const url = options.baseUrl.replace(/\/+$/, '') + path
        const authorization = options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }
        const init = { method: 'POST', body, headers: { ...headers, ...authorization }, signal: abandon.signal }
        return accepted(await (options.fetch ?? fetch)(url, init))
      }),
    json: (response) =>
      translating(async () => {
        const text = await response.text()
        return parsed(text)
      }),
    async *read(response) {
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      for (;;) {
        const { done, value } = await translating(() => reader.read())
        if (done) return
        deadline.cancel()
        // The time limit is paused while the consumer is slow to take the audio.
        yield value
        deadline = arm()
      }
    },
    end() {
      deadline.cancel()
      signal?.removeEventListener('abort', follow)
      abandon.abort(new SpeechServiceError('The speech is no longer needed.', false))
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SpeechServiceError('The speech service answered with something unreadable.', false)
  }
}

/** Throws for an error status. The body is not passed on, because it may repeat what was said, or the key. */
async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  await response.body?.cancel()
  throw errorOfStatus(response.status)
}
