/** A carrier's audio websocket as a MediaStream. A dialect reads and writes the messages of each carrier. */
import type { RawData, WebSocket } from 'ws'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../media.ts'

export interface MediaDialect {
  /** Format of the outgoing audio, as requested from the carrier. */
  readonly format: AudioFormat
  /** The carrier does not report marks of audio that a clear dropped: they are settled when the clear is sent. */
  readonly forgetsClearedMarks?: boolean
  /** Translates one message of the carrier. Unknown or broken messages yield an empty list. */
  read(message: Buffer, isBinary: boolean): MediaEvent[]
  /**
   * Messages that send this audio. Null: not possible before the carrier has sent its stream id; the stream buffers the audio
   * until then.
   */
  audio(audio: Uint8Array): OutgoingMessage[] | null
  mark(name: string): OutgoingMessage[] | null
  clear(): OutgoingMessage[] | null
}

export type OutgoingMessage = string | Uint8Array

export type MediaEvent =
  | { kind: 'started' }
  | { kind: 'audio'; audio: Uint8Array }
  | { kind: 'digit'; digit: string }
  | { kind: 'marked'; name: string }
  /** The carrier dropped all queued audio; for carriers that report this and do not echo the marks. */
  | { kind: 'cleared' }
  | { kind: 'stopped' }

/** The key that a message names; any other text is not a key. */
export function digitEvents(digit: string | null): MediaEvent[] {
  return digit !== null && /^[0-9*#A-D]$/i.test(digit) ? [{ kind: 'digit', digit }] : []
}

/**
 * Resolves with the stream of a socket once the carrier reports that audio begins. Some carriers open the socket while the phone
 * still rings. Null: the socket closed before that.
 */
export async function openSocketMedia(
  socket: WebSocket,
  dialect: MediaDialect,
  clock: Pick<Clock, 'after'>,
): Promise<MediaStream | null> {
  const media = new SocketMedia(socket, dialect, clock)
  return (await media.started) ? media : null
}

/** Ping interval. Incoming audio counts as a reply too; after two intervals without either, the socket is closed. */
export const MEDIA_PING_INTERVAL_MS = 10_000
/** Limit of unsent data: four minutes of the largest format. A carrier this far behind will not play it any more. */
export const MEDIA_BUFFERED_BYTES_MAX = 8 * 1024 * 1024

/** Messages buffered before a listener is attached: two seconds of 20 ms frames. */
const HELD_NEWS = 100

interface Unsent {
  make(): OutgoingMessage[] | null
  mark: string | null
}

export class SocketMedia implements MediaStream {
  readonly format: AudioFormat
  readonly #socket: WebSocket
  readonly #dialect: MediaDialect
  #listener: MediaListener | null = null
  #held: MediaEvent[] = []
  #unsent: Unsent[] = []
  /** Unconfirmed marks, oldest first. Carriers echo marks after a clear too, so an echo does not prove playback. */
  readonly #marks: Array<{ name: string; played: boolean }> = []
  #closed = false
  /** Resolves to true once the carrier has begun the audio, to false if the socket closed before. */
  readonly started: Promise<boolean>
  #settleStarted!: (started: boolean) => void

  #alive = true
  #pingTimer: Timer

  constructor(socket: WebSocket, dialect: MediaDialect, clock: Pick<Clock, 'after'>) {
    this.#socket = socket
    this.#dialect = dialect
    this.format = dialect.format
    this.started = new Promise((resolve) => {
      this.#settleStarted = resolve
    })
    socket.on('message', (data: RawData, isBinary: boolean) => {
      this.#alive = true
      this.#receive(asBuffer(data), isBinary)
    })
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('close', () => this.#end())
    // A broken socket also closes; the error adds no information.
    socket.on('error', () => socket.terminate())
    this.#pingTimer = clock.after(MEDIA_PING_INTERVAL_MS, () => this.#ping(clock))
  }

  /** A lost peer sends no close message: without pings, a half-open socket would keep the call until its time limit. */
  #ping(clock: Pick<Clock, 'after'>): void {
    if (this.#closed) return
    if (!this.#alive) return this.#socket.terminate()
    this.#alive = false
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
    this.#pingTimer = clock.after(MEDIA_PING_INTERVAL_MS, () => this.#ping(clock))
  }

  listen(listener: MediaListener): void {
    this.#listener = listener
    const held = this.#held
    this.#held = []
    for (const news of held) this.#deliver(news)
    if (this.#closed) listener.closed()
  }

  send(audio: Uint8Array): void {
    this.#write(() => this.#dialect.audio(audio))
  }

  mark(name: string): void {
    this.#marks.push({ name, played: true })
    this.#write(() => this.#dialect.mark(name), name)
  }

  clear(): void {
    for (const mark of this.#marks) mark.played = false
    const dropped = this.#unsent
    this.#unsent = []
    // Marks that were never sent will not be echoed, so they are settled here.
    for (const { mark } of dropped) if (mark !== null) this.#settleMark(mark)
    this.#write(() => this.#dialect.clear())
    if (this.#dialect.forgetsClearedMarks) this.#settleCleared()
  }

  close(): void {
    if (!this.#closed) this.#socket.close(1000)
  }

  #receive(message: Buffer, isBinary: boolean): void {
    for (const news of this.#dialect.read(message, isBinary)) {
      if (news.kind === 'started') this.#settleStarted(true)
      else if (this.#listener) this.#deliver(news)
      else if (this.#held.length < HELD_NEWS) this.#held.push(news)
    }
    this.#flush()
  }

  #deliver(news: MediaEvent): void {
    const listener = this.#listener as MediaListener
    switch (news.kind) {
      case 'audio':
        return listener.audio(news.audio)
      case 'digit':
        return listener.digit(news.digit)
      case 'marked':
        return this.#settleMark(news.name)
      case 'cleared':
        return this.#settleCleared()
      case 'stopped':
        return this.close()
      case 'started':
        return
    }
  }

  #settleMark(name: string): void {
    const index = this.#marks.findIndex((mark) => mark.name === name)
    if (index < 0) return
    const [mark] = this.#marks.splice(index, 1)
    this.#listener?.marked(name, mark?.played ?? false)
  }

  #settleCleared(): void {
    const dropped = this.#marks.filter((mark) => !mark.played)
    for (const mark of dropped) this.#settleMark(mark.name)
  }

  #write(make: () => OutgoingMessage[] | null, mark: string | null = null): void {
    if (this.#closed) return
    const messages = this.#unsent.length > 0 ? null : make()
    if (messages === null) this.#unsent.push({ make, mark })
    else this.#sendAll(messages)
  }

  /** Limits unsent data: a carrier that stops reading must not fill the memory. */
  #sendAll(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) this.#socket.send(message)
    if (this.#socket.bufferedAmount > MEDIA_BUFFERED_BYTES_MAX) this.#socket.terminate()
  }

  #flush(): void {
    while (this.#unsent.length > 0 && !this.#closed) {
      const messages = (this.#unsent[0] as Unsent).make()
      if (messages === null) return
      this.#unsent.shift()
      this.#sendAll(messages)
    }
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#pingTimer.cancel()
    this.#settleStarted(false)
    this.#listener?.closed()
  }
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
