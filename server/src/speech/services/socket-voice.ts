/**
 * A voice by websocket: the part common to all services. Sockets are kept between sentences: opening one takes longer than
 * speaking.
 */
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import { AudioCache } from '../audio-cache.ts'
import type { SpeakOptions, Synthesizer } from '../synthesizer.ts'
import { connectionLostError, type SpeechServiceError } from './service-error.ts'
import { type Frame, ServiceSocket, type SocketAddress, type SocketDeps } from './socket.ts'

export type VoiceEvent =
  | { kind: 'audio'; audio: Uint8Array }
  | { kind: 'done' }
  /** No more data of the cancelled reply follows. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: SpeechServiceError }

export interface VoiceDialect {
  address(format: AudioFormat, voice: string): SocketAddress
  /** An unused socket is closed after this time. */
  readonly idleMs: number
  /** Maximum number of replies per minute on one socket; beyond it, another socket is opened. */
  readonly repliesPerMinute?: number
  say(text: string, reply: string, format: AudioFormat, voice: string): Frame[]
  /** Frames that cancel a reply; null: it can be cancelled only by closing the socket. */
  cancel(reply: string): Frame[] | null
  /** Parses a message. `reply` is the current reply: messages of other replies are ignored. */
  read(message: unknown, reply: string, text: string): VoiceEvent[]
  binary?(bytes: Uint8Array, reply: string, isFirst: boolean): VoiceEvent[]
  meaningOf?: SocketDeps['meaningOf']
}

export interface SocketVoiceOptions extends SocketDeps {
  dialect: VoiceDialect
  voice: string
  cacheLimitBytes?: number | undefined
}

export const SOCKET_VOICE_LIMITS = {
  /** Unused sockets that are kept for each voice and format. */
  idleMax: 4,
  /** If a cancellation is not confirmed within this time, the socket is closed. */
  cancelMs: 1000,
} as const

export class SocketVoice implements Synthesizer {
  readonly #options: SocketVoiceOptions
  readonly #cache: AudioCache
  readonly #idle = new Map<string, VoiceLine[]>()
  #isClosed = false

  constructor(options: SocketVoiceOptions) {
    this.#options = options
    this.#cache = new AudioCache(options.cacheLimitBytes)
  }

  async *speak(text: string, { format, voice: requested, signal, sent }: SpeakOptions): AsyncGenerator<Uint8Array> {
    signal?.throwIfAborted()
    // Skips text with punctuation only: some services refuse it, and one treats it as the end of the session.
    if (!/[\p{L}\p{N}]/u.test(text)) return
    const voice = requested ?? this.#options.voice
    const key = JSON.stringify([voice, format.encoding, format.sampleRateHz, text])
    const cached = this.#cache.get(key)
    if (cached !== undefined) return yield cached
    sent?.(text)
    const pieces: Uint8Array[] = []
    for await (const piece of wholeSamples(this.#say(text, format, voice, signal), format)) {
      pieces.push(piece)
      yield piece
    }
    this.#cache.set(key, Buffer.concat(pieces))
  }

  async warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    for (const text of texts) for await (const _ of this.speak(text, options));
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const lines of this.#idle.values()) for (const line of lines) line.close()
    this.#idle.clear()
  }

  async *#say(text: string, format: AudioFormat, voice: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { line, isNew } = this.#line(format, voice)
      let sounded = false
      try {
        for await (const audio of line.say(text, format, voice, signal)) {
          sounded = true
          yield audio
        }
        return
      } catch (error) {
        signal?.throwIfAborted()
        // A kept socket may have died in the meantime, so a new one is tried before the error is reported.
        if (isNew || sounded) throw error
      } finally {
        this.#keep(line, format, voice)
      }
    }
  }

  #line(format: AudioFormat, voice: string): { line: VoiceLine; isNew: boolean } {
    const address = this.#options.dialect.address(format, voice)
    const lines = this.#idle.get(address.url) ?? []
    for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
      if (line.take()) return { line, isNew: false }
    }
    return { line: new VoiceLine(address, this.#options), isNew: true }
  }

  #keep(line: VoiceLine, format: AudioFormat, voice: string): void {
    const { url } = this.#options.dialect.address(format, voice)
    const lines = this.#idle.get(url) ?? []
    this.#idle.set(url, lines)
    if (this.#isClosed || lines.length >= SOCKET_VOICE_LIMITS.idleMax || !line.rest()) return line.close()
    lines.push(line)
  }
}

/** Services split the audio at any byte, so half a sample is kept until its other half arrives. */
export async function* wholeSamples(
  pieces: AsyncIterable<Uint8Array>,
  { encoding }: AudioFormat,
): AsyncGenerator<Uint8Array> {
  if (encoding !== 'l16') return yield* pieces
  let half = new Uint8Array(0)
  for await (const piece of pieces) {
    const bytes = half.length === 0 ? piece : Buffer.concat([half, piece])
    const even = bytes.length - (bytes.length % 2)
    half = bytes.slice(even)
    if (even > 0) yield bytes.subarray(0, even)
  }
}

interface Reply {
  id: string
  audio: Uint8Array[]
  isOver: boolean
  sounded: boolean
  error: SpeechServiceError | null
  wake: () => void
}

function untilWoken(reply: Reply): Promise<void> {
  return new Promise((resolve) => {
    reply.wake = resolve
  })
}

/** One socket, with one reply at a time. */
class VoiceLine {
  readonly #dialect: VoiceDialect
  readonly #clock: Clock
  readonly #socket: ServiceSocket
  #reply: Reply | null = null
  #count = 0
  #saidAtMs: number[] = []
  #cancelling: Timer | undefined
  #idling: Timer | undefined
  #error: SpeechServiceError | null = null

  constructor(address: SocketAddress, options: SocketVoiceOptions) {
    const { dialect, clock } = options
    this.#dialect = dialect
    this.#clock = clock
    this.#socket = new ServiceSocket(
      address,
      { ...options, meaningOf: (code, reason) => dialect.meaningOf?.(code, reason) },
      {
        opened: () => {},
        message: (message, text) => this.#hear(dialect.read(message, this.#reply?.id ?? '', text)),
        binary: (bytes) =>
          this.#hear(dialect.binary?.(bytes, this.#reply?.id ?? '', this.#reply?.sounded === false) ?? []),
        failed: (error) => this.#fail(error),
      },
    )
  }

  async *say(text: string, format: AudioFormat, voice: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const reply: Reply = {
      id: `r${++this.#count}`,
      audio: [],
      isOver: false,
      sounded: false,
      error: this.#error,
      wake() {},
    }
    this.#reply = reply
    this.#saidAtMs.push(this.#clock.monotonic())
    this.#socket.send(...this.#dialect.say(text, reply.id, format, voice))
    const abort = () => reply.wake()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      for (;;) {
        signal?.throwIfAborted()
        const piece = reply.audio.shift()
        if (piece !== undefined) yield piece
        else if (reply.error !== null) throw reply.error
        else if (reply.isOver) return
        else await untilWoken(reply)
      }
    } finally {
      signal?.removeEventListener('abort', abort)
      if (!reply.isOver) this.#cancel(reply)
      this.#reply = null
    }
  }

  /** Ends the use of the socket. Returns whether it can be used again. */
  rest(): boolean {
    if (this.#error !== null || !this.#socket.isOpen) return false
    const sinceMs = this.#clock.monotonic() - 60_000
    this.#saidAtMs = this.#saidAtMs.filter((atMs) => atMs > sinceMs)
    if (this.#saidAtMs.length >= (this.#dialect.repliesPerMinute ?? Number.POSITIVE_INFINITY)) return false
    this.#idling = this.#clock.after(this.#dialect.idleMs, () => this.close())
    return true
  }

  /** Whether the socket is still open, and no data of an earlier reply can follow. */
  take(): boolean {
    this.#idling?.cancel()
    if (this.#error === null && this.#socket.isOpen && this.#cancelling === undefined) return true
    this.close()
    return false
  }

  close(): void {
    this.#idling?.cancel()
    this.#cancelling?.cancel()
    this.#error ??= connectionLostError()
    this.#socket.close()
  }

  #cancel(reply: Reply): void {
    if (this.#error !== null) return
    const frames = this.#dialect.cancel(reply.id)
    if (frames === null) return this.close()
    this.#socket.send(...frames)
    this.#cancelling = this.#clock.after(SOCKET_VOICE_LIMITS.cancelMs, () => this.close())
  }

  #hear(news: readonly VoiceEvent[]): void {
    for (const each of news) {
      if (each.kind === 'failed') {
        this.#socket.close()
        return this.#fail(each.error)
      }
      if (this.#cancelling !== undefined) {
        // Data of a cancelled reply is dropped.
        if (each.kind === 'cancelled') {
          this.#cancelling.cancel()
          this.#cancelling = undefined
        }
        continue
      }
      const reply = this.#reply
      if (reply === null) continue
      if (each.kind === 'audio' && each.audio.length > 0) {
        reply.sounded = true
        reply.audio.push(each.audio)
      }
      if (each.kind === 'done') reply.isOver = true
      reply.wake()
    }
  }

  #fail(error: SpeechServiceError): void {
    this.#error = error
    this.#cancelling?.cancel()
    this.#idling?.cancel()
    if (this.#reply === null) return
    this.#reply.error = error
    this.#reply.wake()
  }
}
