/** Recognition by websocket: the part common to all services; a dialect reads and writes their messages. */
import type { AudioFormat } from '../../telephony/media.ts'
import type { Recognition } from '../recognizer.ts'
import type { RecognitionListener, RecognitionStream } from '../streaming.ts'
import { SpeechServiceError } from './service-error.ts'
import { type Frame, ServiceSocket, type SocketAddress, type SocketDeps } from './socket.ts'

/** A message of a service, translated to a common form. */
export type TranscriptEvent =
  /** The service accepts audio now. */
  | { kind: 'ready' }
  /** Interim words that replace the previous interim words. */
  | { kind: 'interim'; text: string }
  /** Interim words that are appended to the previous ones. */
  | { kind: 'more'; text: string }
  /** Final words. `untilMs`: the position in the audio up to which they reach, if the service reports it. */
  | { kind: 'words'; text: string; confidence?: number | undefined; untilMs?: number; asked?: boolean }
  /** All words requested by the oldest `finish` are final. */
  | { kind: 'settled' }
  | { kind: 'turn_over' }
  /** Frames that had to wait and can be sent now. */
  | { kind: 'send'; frames: Frame[] }
  | { kind: 'failed'; error: SpeechServiceError }

export interface RecognitionDialect {
  address(format: AudioFormat): SocketAddress
  /** If true, audio is buffered until the service is `ready`; otherwise it is sent immediately. */
  readonly waitsUntilReady?: boolean
  hello?(format: AudioFormat): Frame[]
  audio(bytes: Uint8Array): Frame[]
  /** Requests the final words of everything sent so far. */
  finish(): Frame[]
  goodbye(): Frame[]
  read(message: unknown, text: string): TranscriptEvent[]
  binary?(bytes: Uint8Array): TranscriptEvent[]
  meaningOf?: SocketDeps['meaningOf']
}

export const SOCKET_RECOGNITION_LIMITS = {
  /** Frames of 20 ms are combined to this length while the person speaks: fewer messages, and the answer does not need these words yet. */
  chunkMs: 80,
  /** After this long without audio, some silence is sent, because most services disconnect after ten seconds. */
  keepAliveMs: 4000,
  keepAliveSilenceMs: 100,
  /** Words that end at most this long before the request are complete, because a turn ends in silence. */
  settledWithinMs: 120,
  /** ... and for requested words a larger tolerance, because services round times. */
  askedWithinMs: 300,
  /** Confidence for services that report none. */
  assumedConfidence: 0.8,
} as const

interface Turn {
  pieces: { text: string; confidence: number }[]
  interim: string
  /** The interim transcript that was reported last. */
  told: string
}

interface Asked {
  turn: Turn
  atMs: number
  resolve(recognition: Recognition): void
  reject(error: SpeechServiceError): void
  askedAtMs: number
}

export class SocketRecognition implements RecognitionStream {
  readonly #dialect: RecognitionDialect
  readonly #means: SocketDeps
  readonly #format: AudioFormat
  readonly #listener: RecognitionListener
  readonly #socket: ServiceSocket
  #turn: Turn = { pieces: [], interim: '', told: '' }
  #asked: Asked[] = []
  #chunk: Uint8Array[] = []
  #chunkBytes = 0
  #isPrompt = false
  #sentBytes = 0
  #isReady: boolean
  #early: Frame[] = []
  #error: SpeechServiceError | null = null
  #keepAlive: { cancel(): void } | undefined

  constructor(dialect: RecognitionDialect, means: SocketDeps, format: AudioFormat, listener: RecognitionListener) {
    this.#dialect = dialect
    this.#means = means
    this.#format = format
    this.#listener = listener
    this.#isReady = dialect.waitsUntilReady !== true
    this.#socket = new ServiceSocket(
      dialect.address(format),
      { ...means, meaningOf: (code, reason) => dialect.meaningOf?.(code, reason) },
      {
        opened: () => {},
        message: (message, text) => this.#hear(dialect.read(message, text)),
        binary: (bytes) => this.#hear(dialect.binary?.(bytes) ?? []),
        failed: (error) => this.#fail(error),
      },
    )
    this.#socket.send(...(dialect.hello?.(format) ?? []))
    this.#stayAlive()
  }

  push(audio: Uint8Array): void {
    if (this.#error !== null) return
    this.#chunk.push(audio)
    this.#chunkBytes += audio.length
    if (this.#isPrompt || this.#chunkBytes >= this.#bytesOf(SOCKET_RECOGNITION_LIMITS.chunkMs)) this.#sendChunk()
  }

  setPrompt(isPrompt: boolean): void {
    this.#isPrompt = isPrompt
    if (isPrompt && this.#error === null) this.#sendChunk()
  }

  final(): Promise<Recognition> {
    if (this.#error !== null) return Promise.reject(this.#error)
    this.#sendChunk()
    return new Promise((resolve, reject) => {
      const askedAtMs = this.#means.clock.monotonic()
      this.#asked.push({ turn: this.#turn, atMs: this.#sentMs, resolve, reject, askedAtMs })
      this.#send(this.#dialect.finish())
    })
  }

  nextTurn(): void {
    this.#sendChunk()
    this.#isPrompt = false
    this.#turn = { pieces: [], interim: '', told: '' }
  }

  close(): void {
    if (this.#error !== null) return
    this.#end(new SpeechServiceError('The transcript is no longer needed.', false))
    this.#socket.close(...this.#dialect.goodbye())
  }

  get #sentMs(): number {
    return (this.#sentBytes / this.#bytesOf(1000)) * 1000
  }

  #bytesOf(ms: number): number {
    return ((this.#format.sampleRateHz * ms) / 1000) * (this.#format.encoding === 'l16' ? 2 : 1)
  }

  #sendChunk(): void {
    if (this.#chunkBytes === 0) return
    const chunk = Buffer.concat(this.#chunk)
    this.#chunk = []
    this.#chunkBytes = 0
    this.#sentBytes += chunk.length
    this.#send(this.#dialect.audio(chunk))
    this.#stayAlive()
  }

  #send(frames: Frame[]): void {
    if (this.#isReady) this.#socket.send(...frames)
    else this.#early.push(...frames)
  }

  #stayAlive(): void {
    this.#keepAlive?.cancel()
    this.#keepAlive = this.#means.clock.after(SOCKET_RECOGNITION_LIMITS.keepAliveMs, () => {
      this.push(silence(this.#format, this.#bytesOf(SOCKET_RECOGNITION_LIMITS.keepAliveSilenceMs)))
    })
  }

  #hear(news: readonly TranscriptEvent[]): void {
    for (const each of news) {
      if (this.#error !== null) return
      this.#one(each)
    }
  }

  #one(news: TranscriptEvent): void {
    // Until an earlier request is answered, words belong to the turn of that request.
    const turn = this.#asked[0]?.turn ?? this.#turn
    switch (news.kind) {
      case 'ready': {
        this.#isReady = true
        const early = this.#early
        this.#early = []
        return this.#socket.send(...early)
      }
      case 'interim':
        turn.interim = news.text
        return this.#tellPartial(turn)
      case 'more':
        turn.interim += news.text
        return this.#tellPartial(turn)
      case 'words':
        turn.interim = ''
        if (news.text.trim() !== '') {
          turn.pieces.push({
            text: news.text,
            confidence: news.confidence ?? SOCKET_RECOGNITION_LIMITS.assumedConfidence,
          })
          this.#tellPartial(turn)
        }
        if (news.untilMs !== undefined) this.#settleUntil(news.untilMs, news.asked === true)
        return
      case 'settled':
        return this.#settle()
      case 'send':
        return this.#socket.send(...news.frames)
      case 'turn_over':
        if (turn === this.#turn) this.#listener.endOfTurn(textOf(turn))
        return
      case 'failed':
        this.#socket.close()
        return this.#fail(news.error)
    }
  }

  /** Reports an interim transcript, unless it is only the beginning of the last one: services finalize a sentence in parts. */
  #tellPartial(turn: Turn): void {
    const text = textOf(turn)
    const isNews = text !== turn.told && !turn.told.toLowerCase().startsWith(text.toLowerCase())
    if (turn !== this.#turn || !isNews) return
    turn.told = text
    this.#listener.partial(text)
  }

  #settleUntil(untilMs: number, asked: boolean): void {
    const withinMs = asked ? SOCKET_RECOGNITION_LIMITS.askedWithinMs : SOCKET_RECOGNITION_LIMITS.settledWithinMs
    while (this.#asked[0] !== undefined && this.#asked[0].atMs - withinMs <= untilMs) this.#settle()
  }

  #settle(): void {
    const asked = this.#asked.shift()
    if (asked === undefined) return
    const { pieces } = asked.turn
    const ms = this.#means.clock.monotonic() - asked.askedAtMs
    // The confidence is that of the least certain segment: a yes is only as certain as its least certain word.
    const confidence = pieces.length === 0 ? 0 : Math.min(...pieces.map((piece) => piece.confidence))
    asked.resolve({ text: joined(pieces.map(({ text }) => text)), confidence, ms })
  }

  #fail(error: SpeechServiceError): void {
    if (this.#error !== null) return
    this.#end(error)
    this.#listener.failed(error)
  }

  #end(error: SpeechServiceError): void {
    this.#error = error
    this.#keepAlive?.cancel()
    for (const { reject } of this.#asked) reject(error)
    this.#asked = []
  }
}

function textOf({ pieces, interim }: Turn): string {
  return joined([...pieces.map(({ text }) => text), interim])
}

function joined(texts: readonly string[]): string {
  return texts.join(' ').replace(/\s+/gu, ' ').trim()
}

/** Silence in this encoding: zero is the loudest value of mu-law. */
export function silence({ encoding }: AudioFormat, bytes: number): Uint8Array {
  return new Uint8Array(Math.round(bytes)).fill(encoding === 'mulaw' ? 0xff : encoding === 'alaw' ? 0xd5 : 0)
}
