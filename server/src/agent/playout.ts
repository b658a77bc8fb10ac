import type { Clock, Timer } from '../kernel/clock.ts'
import type { AudioFormat, MediaStream } from '../telephony/media.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

/** A piece of the agent's audio whose playback is tracked: a clause, or an utterance of a speech-to-speech brain. */
export interface Clip {
  readonly number: number
  /** The estimated start of the clip's playback. */
  startMs: number
  audioMs: number
  /** Pauses within the clip, because its audio arrived slower than it plays. */
  gapMs: number
  state: 'open' | 'sealed' | 'played' | 'dropped'
}

export interface PlayoutListener {
  played(clip: Clip): void
  /** Called when all sent audio has been played. */
  quiet(): void
}

/** Receives the sent audio, for the recording. */
export interface PlayoutTap {
  agent(audio: Uint8Array, startMs: number): void
  agentCut(atMs: number): void
}

export function audioMsOf(bytes: number, format: AudioFormat): number {
  return (bytes / (format.encoding === 'l16' ? 2 : 1) / format.sampleRateHz) * 1000
}

/**
 * The audio that was sent to the carrier but not heard yet. A mark after each clip reports that it has been played; between marks
 * the clock is used, because a carrier plays without a break.
 */
export class Playout {
  readonly #media: MediaStream
  readonly #clock: Clock
  readonly #listener: PlayoutListener
  readonly #tap: PlayoutTap | null
  #clips: Clip[] = []
  #count = 0
  #endMs = Number.NEGATIVE_INFINITY
  #lostMark: Timer | undefined
  #closed = false

  constructor(media: MediaStream, clock: Clock, listener: PlayoutListener, tap: PlayoutTap | null) {
    this.#media = media
    this.#clock = clock
    this.#listener = listener
    this.#tap = tap
  }

  open(): Clip {
    const clip: Clip = { number: ++this.#count, startMs: Number.NaN, audioMs: 0, gapMs: 0, state: 'open' }
    this.#clips.push(clip)
    return clip
  }

  /** Sends audio of a clip; false if the clip was dropped in the meantime and nothing was sent. */
  add(clip: Clip, audio: Uint8Array): boolean {
    if (clip.state !== 'open' || this.#closed) return false
    if (audio.length === 0) return true
    const nowMs = this.#clock.monotonic()
    const startMs = Math.max(nowMs, this.#endMs)
    const audioMs = audioMsOf(audio.length, this.#media.format)
    if (clip.audioMs === 0) clip.startMs = startMs
    else clip.gapMs += Math.max(0, nowMs - this.#endMs)
    clip.audioMs += audioMs
    this.#endMs = startMs + audioMs
    this.#tap?.agent(audio, startMs)
    this.#media.send(audio)
    return true
  }

  /** All audio of the clip has been added. */
  seal(clip: Clip): void {
    if (clip.state !== 'open') return
    clip.state = 'sealed'
    if (clip.audioMs === 0 || this.#closed) return this.#settle(clip)
    this.#media.mark(markOf(clip))
    this.#watchForLostMark()
  }

  /** A mark of the carrier. Marks of dropped clips and unknown marks are ignored. */
  marked(name: string, played: boolean): void {
    const clip = this.#clips.find((each) => markOf(each) === name)
    if (clip === undefined || clip.state !== 'sealed' || !played) return
    this.#shiftBy(Math.max(0, this.#clock.monotonic() - endOf(clip)), clip)
    // All clips before it have been played too, even if their marks were lost.
    for (const earlier of this.#clips.slice(0, this.#clips.indexOf(clip) + 1)) this.#settle(earlier)
  }

  /** Drops audio that is not played yet. Returns the interrupted clips with the part that was played. */
  clear(): Clip[] {
    const nowMs = this.#clock.monotonic()
    const cut = this.#clips
    this.#clips = []
    this.#lostMark?.cancel()
    if (cut.length > 0 && !this.#closed) this.#media.clear()
    for (const clip of cut) {
      clip.audioMs = playedMs(clip, nowMs)
      clip.state = 'dropped'
    }
    this.#endMs = Math.min(this.#endMs, nowMs)
    this.#tap?.agentCut(nowMs)
    return cut
  }

  /** Duration of the audio still to be played. */
  get aheadMs(): number {
    return this.#clips.length === 0 ? 0 : Math.max(0, this.#endMs - this.#clock.monotonic())
  }

  get isQuiet(): boolean {
    return this.#clips.length === 0
  }

  close(): void {
    this.#closed = true
    this.#lostMark?.cancel()
  }

  #settle(clip: Clip): void {
    if (clip.state !== 'sealed') return
    clip.state = 'played'
    this.#clips = this.#clips.filter((each) => each !== clip)
    this.#watchForLostMark()
    this.#listener.played(clip)
    if (this.#clips.length === 0) this.#listener.quiet()
  }

  /** Playback is later than estimated: shifts all clips after this one. */
  #shiftBy(lateMs: number, after: Clip): void {
    if (lateMs === 0) return
    this.#endMs += lateMs
    for (const clip of this.#clips) if (clip.number > after.number) clip.startMs += lateMs
  }

  #watchForLostMark(): void {
    this.#lostMark?.cancel()
    const oldest = this.#clips[0]
    if (oldest === undefined || oldest.state !== 'sealed') return
    const waitMs = endOf(oldest) + TURN_TAKING_LIMITS.markGraceMs - this.#clock.monotonic()
    this.#lostMark = this.#clock.after(waitMs, () => this.#settle(oldest))
  }
}

function markOf(clip: Clip): string {
  return `clip-${clip.number}`
}

function endOf(clip: Clip): number {
  return clip.startMs + clip.gapMs + clip.audioMs
}

export function playedMs(clip: Clip, nowMs: number): number {
  if (clip.state === 'played' || clip.state === 'dropped') return clip.audioMs
  if (clip.audioMs === 0) return 0
  return Math.min(clip.audioMs, Math.max(0, nowMs - clip.startMs - clip.gapMs))
}
