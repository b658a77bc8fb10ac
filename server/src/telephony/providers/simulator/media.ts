/** Audio within this process: the agent's audio is played to the far side in real time, and the far side's audio comes back. */
import type { Clock } from '../../../kernel/clock.ts'
import type { MediaListener, MediaStream } from '../../media.ts'
import { FRAME_BYTES, FRAME_MS, LINE_FORMAT, silence } from './sound.ts'

/** After a longer interruption the stream continues from now, instead of catching up. */
const CATCH_UP_MS_MAX = 1000
/** Audio buffered before the agent listens: five seconds. */
const HELD_MAX = 250
/** Maximum queued audio, ten minutes: more than any agent sends ahead. */
const QUEUED_BYTES_MAX = (10 * 60_000 * FRAME_BYTES) / FRAME_MS

interface Ticking {
  tick(): void
}

/** One timer for all lines, however many calls there are. It stops while there are none. */
export class AudioTicker {
  readonly #clock: Clock
  readonly #lines = new Set<Ticking>()
  #dueMs = 0
  #running = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(line: Ticking): void {
    this.#lines.add(line)
    if (this.#running) return
    this.#running = true
    this.#dueMs = this.#clock.monotonic() + FRAME_MS
    this.#schedule()
  }

  remove(line: Ticking): void {
    this.#lines.delete(line)
  }

  #schedule(): void {
    this.#clock.after(this.#dueMs - this.#clock.monotonic(), () => this.#beat())
  }

  #beat(): void {
    const nowMs = this.#clock.monotonic()
    this.#dueMs = Math.max(this.#dueMs, nowMs - CATCH_UP_MS_MAX)
    for (; this.#dueMs <= nowMs && this.#lines.size > 0; this.#dueMs += FRAME_MS) {
      for (const line of this.#lines) line.tick()
    }
    this.#running = this.#lines.size > 0
    if (this.#running) this.#schedule()
  }
}

export interface FarEnd {
  /** Exchanges the next 20 ms of audio; null in either direction is silence. */
  moment(played: Uint8Array | null): Uint8Array | null
}

type Queued = { audio: Uint8Array; played: number } | { mark: string }

type News =
  | { kind: 'audio'; audio: Uint8Array }
  | { kind: 'digit'; digit: string }
  | { kind: 'marked'; name: string; played: boolean }

export class SimulatedMedia implements MediaStream {
  readonly format = LINE_FORMAT
  readonly #ticker: AudioTicker
  readonly #closedByUs: () => void
  #farSide: FarEnd | null = null
  #listener: MediaListener | null = null
  #held: News[] = []
  #queue: Queued[] = []
  #queuedBytes = 0
  /** Marks that are reached in this interval. */
  #passed: string[] = []
  #moments = 0
  #over = false

  constructor(ticker: AudioTicker, closedByUs: () => void) {
    this.#ticker = ticker
    this.#closedByUs = closedByUs
  }

  begin(farSide: FarEnd): void {
    this.#farSide = farSide
    this.#ticker.add(this)
  }

  listen(listener: MediaListener): void {
    const alreadyOver = this.#over
    this.#listener = listener
    for (const news of this.#held.splice(0)) {
      // The listener may close the stream on the first frame.
      if (this.#over && !alreadyOver) return
      this.#deliver(listener, news)
    }
    if (alreadyOver) listener.closed()
  }

  send(audio: Uint8Array): void {
    if (this.#over || audio.length === 0 || this.#queuedBytes + audio.length > QUEUED_BYTES_MAX) return
    this.#queue.push({ audio, played: 0 })
    this.#queuedBytes += audio.length
  }

  mark(name: string): void {
    if (!this.#over) this.#queue.push({ mark: name })
  }

  clear(): void {
    const dropped = this.#queue
    this.#queue = []
    this.#queuedBytes = 0
    for (const each of dropped) if ('mark' in each) this.#tell({ kind: 'marked', name: each.mark, played: false })
  }

  /** Closing the audio ends the call, as with carriers whose calls end with the audio. */
  close(): void {
    if (this.#over) return
    this.end()
    this.#closedByUs()
  }

  press(digit: string): void {
    this.#tell({ kind: 'digit', digit })
  }

  /** Ends only the audio; the carrier handles the call itself. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.#ticker.remove(this)
    this.#queue = []
    this.#listener?.closed()
  }

  tick(): void {
    this.#moments++
    for (const name of this.#passed.splice(0)) this.#tell({ kind: 'marked', name, played: true })
    if (this.#over) return
    const said = this.#farSide?.moment(this.#play()) ?? null
    this.#tell({ kind: 'audio', audio: said ?? silence(this.#moments) })
  }

  /** The audio of this interval; null if nothing is left to play. */
  #play(): Uint8Array | null {
    const pieces: Uint8Array[] = []
    let bytes = 0
    while (this.#queue[0] !== undefined) {
      const first = this.#queue[0]
      if ('mark' in first) {
        this.#passed.push(first.mark)
        this.#queue.shift()
        continue
      }
      if (bytes === FRAME_BYTES) break
      const piece = first.audio.subarray(first.played, first.played + FRAME_BYTES - bytes)
      pieces.push(piece)
      bytes += piece.length
      first.played += piece.length
      if (first.played >= first.audio.length) this.#queue.shift()
    }
    this.#queuedBytes -= bytes
    if (pieces.length <= 1) return pieces[0] ?? null
    return Buffer.concat(pieces)
  }

  #tell(news: News): void {
    if (this.#over) return
    if (this.#listener) this.#deliver(this.#listener, news)
    else if (this.#held.length < HELD_MAX) this.#held.push(news)
  }

  #deliver(listener: MediaListener, news: News): void {
    switch (news.kind) {
      case 'audio':
        return listener.audio(news.audio)
      case 'digit':
        return listener.digit(news.digit)
      case 'marked':
        return listener.marked(news.name, news.played)
    }
  }
}
