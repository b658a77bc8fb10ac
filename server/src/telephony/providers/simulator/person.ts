/** A simulated person on a line, in steps of 20 ms: hears, speaks, presses keys and hangs up, following a script. */
import { FRAME_BYTES, FRAME_MS, isVoice, silence } from './sound.ts'

export type PersonAction =
  | { kind: 'pause'; ms: number }
  /** `text`: the words of the audio, for use without audio. */
  | { kind: 'say'; audio: Uint8Array; text: string }
  | { kind: 'press'; digit: string }
  /** Waits until the other side has said something and paused. */
  | { kind: 'listen'; patienceMs: number }
  /** Waits until the other side has been speaking for this long. */
  | { kind: 'overhear'; ms: number; patienceMs: number }
  /** Waits until the other side has been quiet for this long. */
  | { kind: 'outwait'; quietMs: number; longestMs: number }

/** How an act ended; `silence`: the other side said nothing for the whole patience. */
export type HeardReply = 'words' | 'silence'

/** Yields what the person does; when it returns, the person hangs up. */
export type Script = Generator<PersonAction, void, HeardReply>

export interface PersonControls {
  press(digit: string): void
  hangUp(): void
}

const HEARING = {
  /** Shorter speech of the agent is ignored: it is the rest of a sentence that the person interrupted. */
  shortestWordsMs: 200,
  /** After a pause this long, it is the person's turn; an agent's pauses between clauses are shorter. */
  pauseMs: 700,
  /** Delay between two keys. */
  keyMs: 250,
} as const

export class Person {
  readonly #script: Script
  readonly #hand: PersonControls
  #act: PersonAction = { kind: 'pause', ms: 0 }
  #actMs = 0
  #saidBytes = 0
  /** Speech of the other side since the person last spoke or took a turn. */
  #voicedMs = 0
  #quietMs = 0
  #over = false

  constructor(script: Script, hand: PersonControls) {
    this.#script = script
    this.#hand = hand
  }

  /** Processes the next 20 ms: takes the audio played to the person, returns the person's audio (null: silence). */
  moment(played: Uint8Array | null): Uint8Array | null {
    this.#hear(played)
    this.#actMs += FRAME_MS
    for (let heard = this.#ending(); heard !== null; heard = this.#ending()) {
      const next = this.#script.next(heard)
      if (next.done) return this.#hangUp()
      this.#begin(next.value)
    }
    return this.#voice()
  }

  #hear(played: Uint8Array | null): void {
    if (played !== null && isVoice(played)) {
      this.#voicedMs += FRAME_MS
      this.#quietMs = 0
    } else {
      this.#quietMs += FRAME_MS
    }
  }

  /** How the current act ended; null while it continues. */
  #ending(): HeardReply | null {
    const act = this.#act
    // Silence counts from the beginning of the act; otherwise a second wait would end immediately.
    const quietMs = Math.min(this.#quietMs, this.#actMs)
    switch (act.kind) {
      case 'pause':
        return this.#actMs >= act.ms ? 'silence' : null
      case 'say':
        return this.#saidBytes >= act.audio.length ? this.#turnsToTheOther() : null
      case 'press':
        return this.#actMs >= HEARING.keyMs ? this.#turnsToTheOther() : null
      case 'listen':
        if (this.#voicedMs >= HEARING.shortestWordsMs && this.#quietMs >= HEARING.pauseMs) {
          this.#voicedMs = 0
          return 'words'
        }
        return quietMs >= act.patienceMs ? 'silence' : null
      case 'overhear':
        return this.#voicedMs >= act.ms ? 'words' : quietMs >= act.patienceMs ? 'silence' : null
      case 'outwait':
        return quietMs >= act.quietMs || this.#actMs >= act.longestMs ? 'silence' : null
    }
  }

  /** The person begins to listen: earlier speech of the other side was not a reply. */
  #turnsToTheOther(): HeardReply {
    this.#voicedMs = 0
    this.#quietMs = 0
    return 'silence'
  }

  #begin(act: PersonAction): void {
    this.#act = act
    this.#actMs = 0
    this.#saidBytes = 0
    if (act.kind === 'press') this.#hand.press(act.digit)
  }

  #voice(): Uint8Array | null {
    if (this.#act.kind !== 'say') return null
    const piece = this.#act.audio.subarray(this.#saidBytes, this.#saidBytes + FRAME_BYTES)
    this.#saidBytes += FRAME_BYTES
    if (piece.length === FRAME_BYTES) return piece
    const last = Uint8Array.from(silence(0))
    last.set(piece)
    return last
  }

  #hangUp(): null {
    if (!this.#over) this.#hand.hangUp()
    this.#over = true
    return null
  }
}
