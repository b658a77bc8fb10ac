import { joinSamples } from './wire-audio.ts'

/** Detects the beginning and end of speech from frames marked as voice or not. Pure: times come with the frames. */
export const TURN_DETECTION_TUNING = {
  /** Speech has started when this many frames are voice ... */
  startFrames: 6,
  /** ... among the last this many frames: 120 ms of 200, so that a click is not speech. */
  startWindowFrames: 10,
  /** Audio kept from before the first voiced frame: soft consonants begin before the detector reacts. */
  preRollMs: 300,
  /** After this much silence a rough transcript may be requested if it is useful; most breaths within a word are shorter. */
  hushMs: 80,
  /**
   * After this much silence speculative recognition may begin: the sooner the words are known, the sooner they can end the
   * turn.
   */
  pauseMs: 160,
  /** After this much silence the turn is over. */
  endMs: 600,
  /** Audio kept after the last voiced frame: a tighter cut turns "yes" into "yeah". At most `pauseMs`. */
  keepAfterMs: 160,
  /** Longest turn: a television in the room must not fill the memory. */
  longestMs: 30_000,
} as const

export interface VoiceFrame {
  voice: boolean
  /** The time at which the frame began. */
  atMs: number
  durationMs: number
  samples: Int16Array
}

/**
 * One turn: speech_started, then any number of paused and resumed pairs, then speech_ended. If a pause turns out to be the end,
 * its audio equals that of the end, so the speculative recognition is the final one.
 */
export type TurnEvent =
  | { kind: 'speech_started'; startedAtMs: number; atMs: number }
  /** Reported only if speculative transcripts are useful. */
  | { kind: 'speech_hushed'; startedAtMs: number; audio: Int16Array }
  | { kind: 'speech_paused'; startedAtMs: number; lastVoiceAtMs: number; audio: Int16Array }
  | { kind: 'speech_resumed'; atMs: number }
  | {
      kind: 'speech_ended'
      startedAtMs: number
      lastVoiceAtMs: number
      audio: Int16Array
      reason: 'silence' | 'limit' | 'flushed'
    }

interface Turn {
  startedAtMs: number
  /** The time at which the last voiced frame ended. */
  lastVoiceAtMs: number
  frames: VoiceFrame[]
  hushed: boolean
  paused: boolean
}

export class TurnDetector {
  /** Silence that ends the turn. It may change within a turn: the expected answer and the words so far decide. */
  endMs: number = TURN_DETECTION_TUNING.endMs
  /** Whether `speech_hushed` is reported, at the first moment of a silence. */
  tellsHush = false
  #recent: VoiceFrame[] = []
  #turn: Turn | undefined

  /** Processes the frames of one stream, in order. */
  push(frame: VoiceFrame): TurnEvent[] {
    return this.#turn === undefined ? this.#wait(frame) : this.#follow(this.#turn, frame)
  }

  /** Advances the time without frames, for carriers that send nothing during silence. */
  elapse(atMs: number): TurnEvent[] {
    return this.#turn === undefined ? [] : this.#settle(this.#turn, atMs)
  }

  /** Ends the stream with the call: returns the speech so far. */
  flush(): TurnEvent[] {
    return this.#turn === undefined ? [] : [this.#end(this.#turn, 'flushed')]
  }

  get speaking(): boolean {
    return this.#turn !== undefined
  }

  #wait(frame: VoiceFrame): TurnEvent[] {
    this.#recent.push(frame)
    const window = this.#recent.slice(-TURN_DETECTION_TUNING.startWindowFrames)
    if (window.filter((each) => each.voice).length < TURN_DETECTION_TUNING.startFrames) {
      this.#forgetOldFrames(window[0] as VoiceFrame)
      return []
    }
    const startedAtMs = (window.find((each) => each.voice) as VoiceFrame).atMs
    const frames = this.#recent.filter((each) => each.atMs >= startedAtMs - TURN_DETECTION_TUNING.preRollMs)
    this.#turn = { startedAtMs, lastVoiceAtMs: endOf(frame), frames, hushed: false, paused: false }
    this.#recent = []
    return [{ kind: 'speech_started', startedAtMs, atMs: endOf(frame) }]
  }

  /** Drops frames before the window and its pre-roll. */
  #forgetOldFrames(oldestInWindow: VoiceFrame): void {
    const keepFromMs = oldestInWindow.atMs - TURN_DETECTION_TUNING.preRollMs
    while (this.#recent[0] !== undefined && this.#recent[0].atMs < keepFromMs) this.#recent.shift()
  }

  #follow(turn: Turn, frame: VoiceFrame): TurnEvent[] {
    turn.frames.push(frame)
    if (!frame.voice) return this.#settle(turn, endOf(frame))
    const events: TurnEvent[] = []
    if (turn.paused || turn.hushed) events.push({ kind: 'speech_resumed', atMs: frame.atMs })
    turn.paused = false
    turn.hushed = false
    turn.lastVoiceAtMs = endOf(frame)
    if (turn.lastVoiceAtMs - turn.startedAtMs >= TURN_DETECTION_TUNING.longestMs) events.push(this.#end(turn, 'limit'))
    return events
  }

  #settle(turn: Turn, nowMs: number): TurnEvent[] {
    const silentMs = nowMs - turn.lastVoiceAtMs
    const events: TurnEvent[] = []
    if (this.tellsHush && silentMs >= TURN_DETECTION_TUNING.hushMs && !turn.hushed && !turn.paused) {
      turn.hushed = true
      events.push({ kind: 'speech_hushed', startedAtMs: turn.startedAtMs, audio: audioOf(turn) })
    }
    if (silentMs >= TURN_DETECTION_TUNING.pauseMs && !turn.paused) {
      turn.paused = true
      const { startedAtMs, lastVoiceAtMs } = turn
      events.push({ kind: 'speech_paused', startedAtMs, lastVoiceAtMs, audio: audioOf(turn) })
    }
    if (silentMs >= Math.max(this.endMs, TURN_DETECTION_TUNING.pauseMs)) events.push(this.#end(turn, 'silence'))
    return events
  }

  #end(turn: Turn, reason: 'silence' | 'limit' | 'flushed'): TurnEvent {
    this.#turn = undefined
    const { startedAtMs, lastVoiceAtMs } = turn
    return { kind: 'speech_ended', startedAtMs, lastVoiceAtMs, audio: audioOf(turn), reason }
  }
}

function audioOf(turn: Turn): Int16Array {
  const untilMs = turn.lastVoiceAtMs + TURN_DETECTION_TUNING.keepAfterMs
  return joinSamples(turn.frames.filter((frame) => frame.atMs < untilMs).map((frame) => frame.samples))
}

function endOf(frame: VoiceFrame): number {
  return frame.atMs + frame.durationMs
}
