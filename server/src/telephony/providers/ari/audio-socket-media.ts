/**
 * A call's audio over AudioSocket. Asterisk plays what it reads immediately, without marks or a clear: frames are sent in real
 * time, and a clear drops the frames not yet sent.
 */
import type { Clock, Timer } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { type AudioSocketFrame, FRAME_KIND, writeFrame } from '../../carrier-kit/audio-socket-frames.ts'
import { MULAW_SILENCE, mulawOfL16, mulawToL16 } from '../../carrier-kit/g711.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../../media.ts'
import type { AudioConnection } from '../../provider.ts'

const FRAME_MS = 20
/** A frame of 20 ms: bytes of µ-law at 8 kHz. */
const FRAME_BYTES = 160
/** After a longer delay the stream continues from now, instead of sending all missed frames in a burst. */
const CATCH_UP_MS_MAX = 200
/** Audio buffered until the agent listens: five seconds. */
const EARLY_FRAMES_MAX = 250
/** With this much unread data in the connection (four seconds of audio), Asterisk has stopped reading. */
export const UNREAD_BYTES_MAX = 64 * 1024

type Queued = { kind: 'audio'; bytes: Uint8Array } | { kind: 'mark'; name: string }

export class AudioSocketMedia implements MediaStream {
  readonly format: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
  readonly #connection: AudioConnection
  readonly #clock: Clock
  readonly #log: Log
  #listener: MediaListener | null = null
  #early: Uint8Array[] = []
  #queue: Queued[] = []
  #timer: Timer | null = null
  #dueMs = 0
  #closed = false

  constructor(connection: AudioConnection, clock: Clock, log: Log) {
    this.#connection = connection
    this.#clock = clock
    this.#log = log
    const { socket, reader, early } = connection
    for (const frame of early) this.#read(frame)
    socket.on('data', (chunk) => {
      for (const frame of reader.push(chunk)) this.#read(frame)
    })
    socket.once('end', () => socket.destroy())
    socket.once('close', () => this.#ended())
    if (socket.destroyed) this.#ended()
    else socket.resume()
  }

  listen(listener: MediaListener): void {
    this.#listener = listener
    for (const frame of this.#early.splice(0)) listener.audio(frame)
    if (this.#closed) listener.closed()
  }

  send(audio: Uint8Array): void {
    this.#push({ kind: 'audio', bytes: audio })
  }

  mark(name: string): void {
    this.#push({ kind: 'mark', name })
  }

  clear(): void {
    const marks = this.#queue.filter((item) => item.kind === 'mark')
    this.#queue = []
    for (const { name } of marks) this.#listener?.marked(name, false)
  }

  close(): void {
    this.#connection.socket.destroy()
  }

  /** Reports a key press that came as an event: versions before 20.14 and 22.4 send none over the connection. */
  digit(digit: string): void {
    if (!this.#closed) this.#listener?.digit(digit)
  }

  #read({ kind, payload }: AudioSocketFrame): void {
    if (kind === FRAME_KIND.error) this.#log.warn({}, 'Asterisk reported an error of the audio connection')
    if (kind === FRAME_KIND.hangUp) this.close()
    if (kind !== FRAME_KIND.audio || payload.length < 2) return
    const audio = mulawOfL16(payload)
    if (this.#listener) return this.#listener.audio(audio)
    this.#early.push(audio)
    if (this.#early.length > EARLY_FRAMES_MAX) this.#early.shift()
  }

  #push(item: Queued): void {
    if (this.#closed) return
    this.#queue.push(item)
    if (this.#timer) return
    this.#dueMs = Math.max(this.#dueMs, this.#clock.monotonic())
    this.#schedule()
  }

  #schedule(): void {
    this.#timer = this.#clock.after(Math.max(0, this.#dueMs - this.#clock.monotonic()), () => this.#tick())
  }

  /** A frame has been played when the next one is due: marks after it are then reached. */
  #tick(): void {
    this.#timer = null
    const nowMs = this.#clock.monotonic()
    if (nowMs - this.#dueMs > CATCH_UP_MS_MAX) this.#dueMs = nowMs
    while (!this.#closed && this.#dueMs <= nowMs) {
      this.#passMarks()
      const frame = this.#takeFrame()
      if (!frame) return
      this.#write(frame)
      this.#dueMs += FRAME_MS
    }
    if (!this.#closed) this.#schedule()
  }

  #passMarks(): void {
    while (this.#queue[0]?.kind === 'mark') {
      const { name } = this.#queue.shift() as Extract<Queued, { kind: 'mark' }>
      this.#listener?.marked(name, true)
    }
  }

  /**
   * The next frame; null: nothing to send now. An incomplete frame waits for more audio, unless a mark follows: then it is
   * padded.
   */
  #takeFrame(): Uint8Array | null {
    const frame = new Uint8Array(FRAME_BYTES).fill(MULAW_SILENCE)
    const taken: Queued[] = []
    let filled = 0
    while (filled < FRAME_BYTES) {
      const item = this.#queue[0]
      if (!item && filled > 0) this.#queue = taken
      if (!item) return null
      if (item.kind === 'mark') return frame
      const part = item.bytes.subarray(0, FRAME_BYTES - filled)
      frame.set(part, filled)
      filled += part.length
      taken.push({ kind: 'audio', bytes: part })
      if (part.length === item.bytes.length) this.#queue.shift()
      else this.#queue[0] = { kind: 'audio', bytes: item.bytes.subarray(part.length) }
    }
    return frame
  }

  #write(frame: Uint8Array): void {
    const { socket } = this.#connection
    socket.write(writeFrame(FRAME_KIND.audio, mulawToL16(frame)))
    if (socket.writableLength <= UNREAD_BYTES_MAX) return
    this.#log.warn({ bytes: socket.writableLength }, 'closing an audio connection that Asterisk no longer reads')
    this.close()
  }

  #ended(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer?.cancel()
    this.#queue = []
    this.#listener?.closed()
  }
}
