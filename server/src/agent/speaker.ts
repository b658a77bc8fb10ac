import type { Clock, Timer } from '../kernel/clock.ts'
import { TimeUp, within } from '../kernel/time-limit.ts'
import { clauses, pauseAfterMs } from '../speech/clauses.ts'
import type { Synthesizer } from '../speech/synthesizer.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { type Clip, type Playout, playedMs } from './playout.ts'
import { heardWords } from './rules/heard-words.ts'
import { cutAtSentence, plainText } from './rules/plain-text.ts'
import { TURN_TAKING } from './rules/turn-taking.ts'

export interface Saying {
  readonly text: string
  readonly interruptible: boolean
}

export interface SpeakerListener {
  /** The first sound of a saying has been handed to the carrier. */
  sounded(saying: Saying): void
  /** Some of a saying could not be spoken, or (`entirely`) nothing of it. */
  failed(entirely: boolean): void
  quiet(): void
}

export interface SpeakerOptions {
  playout: Playout
  synthesizer: Synthesizer
  format: AudioFormat
  voice: string | undefined
  clock: Clock
  listener: SpeakerListener
}

interface Spoken {
  saying: Saying
  text: string
  clip: Clip
  /** Of the whole clause, before a cut shortens the clip. */
  fullMs: number
}

/**
 * Says texts one after the other, clause by clause: the next clause is made while the one before is heard, and what
 * was heard is known to the word.
 */
export class Speaker {
  readonly #options: SpeakerOptions
  #waiting: Saying[] = []
  #making: Saying | undefined
  /** What was sent since the turn began. */
  #spoken: Spoken[] = []
  #stop = new AbortController()

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  say(text: string, interruptible: boolean): void {
    const plain = plainText(cutAtSentence(text, TURN_TAKING.longestSayCharacters), TURN_TAKING.longestSayCharacters)
    if (!/\S/u.test(plain)) return
    this.#waiting.push({ text: plain, interruptible })
    if (this.#making === undefined) void this.#pump(this.#stop.signal)
  }

  /** From here on `heardText` counts anew. */
  beginTurn(): void {
    this.#spoken = this.#spoken.filter(({ clip }) => clip.state === 'open' || clip.state === 'sealed')
  }

  get isSpeaking(): boolean {
    return this.#making !== undefined || this.#waiting.length > 0 || !this.#options.playout.isQuiet
  }

  /** The same by the clock alone: a mark that is late or lost does not make us deaf to a short answer. */
  get isAudible(): boolean {
    return this.#making !== undefined || this.#waiting.length > 0 || this.#options.playout.aheadMs > 0
  }

  /** Of what is heard at this moment. */
  get isInterruptible(): boolean {
    const playing = this.#spoken.find(({ clip }) => clip.state === 'open' || clip.state === 'sealed')
    return (playing?.saying ?? this.#making ?? this.#waiting[0])?.interruptible ?? true
  }

  /** The words of this turn that have been heard until now. */
  get heardText(): string {
    const nowMs = this.#options.clock.monotonic()
    return this.#spoken
      .map(({ text, clip, fullMs }) => heardWords(text, shareOf(text, playedMs(clip, nowMs), fullMs)))
      .filter((text) => text !== '')
      .join(' ')
  }

  /** Falls silent at once. */
  clear(): void {
    this.#stop.abort(new Error('The agent was interrupted.'))
    this.#stop = new AbortController()
    this.#waiting = []
    this.#making = undefined
    this.#options.playout.clear()
  }

  async #pump(signal: AbortSignal): Promise<void> {
    for (let saying = this.#waiting.shift(); saying !== undefined; saying = this.#waiting.shift()) {
      this.#making = saying
      await this.#speak(saying, signal)
      if (signal.aborted) return
    }
    this.#making = undefined
    if (this.#options.playout.isQuiet) this.#options.listener.quiet()
  }

  async #speak(saying: Saying, signal: AbortSignal): Promise<void> {
    let sounded = false
    let failed = false
    const onSound = () => {
      if (!sounded) this.#options.listener.sounded(saying)
      sounded = true
    }
    for (const clause of clauses(saying.text)) {
      await this.#room(signal)
      if (signal.aborted) return
      const spoken: Spoken = { saying, text: clause, clip: this.#options.playout.open(), fullMs: 0 }
      this.#spoken.push(spoken)
      const done = await this.#speakClause(spoken, signal, onSound)
      if (signal.aborted) return
      failed ||= !done
      this.#options.playout.seal(spoken.clip)
    }
    if (failed || !sounded) this.#options.listener.failed(!sounded)
  }

  /** Tries once more if the synthesizer refused before the first sound; one that hangs is not waited for again. */
  async #speakClause(spoken: Spoken, signal: AbortSignal, onSound: () => void): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#pieces(spoken, signal, onSound)
        return spoken.fullMs > 0
      } catch (error) {
        if (signal.aborted || attempt === 2 || spoken.fullMs > 0 || error instanceof TimeUp) return false
      }
    }
  }

  async #pieces(spoken: Spoken, outer: AbortSignal, onSound: () => void): Promise<void> {
    const { synthesizer, format, voice, clock, playout } = this.#options
    const late = new AbortController()
    const signal = AbortSignal.any([outer, late.signal])
    const pieces = synthesizer.speak(spoken.text, { format, voice, signal })[Symbol.asyncIterator]()
    try {
      for (;;) {
        const piece = await within(clock, TURN_TAKING.synthesisMs, pieces.next())
        if (piece.done || !playout.add(spoken.clip, piece.value)) return
        spoken.fullMs = spoken.clip.audioMs
        if (spoken.fullMs > 0) onSound()
      }
    } finally {
      late.abort(new Error('The rest is not wanted.'))
    }
  }

  /** Waits until the carrier has little left to play. */
  #room(signal: AbortSignal): Promise<void> {
    const waitMs = this.#options.playout.aheadMs - TURN_TAKING.leadMs
    if (waitMs <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      let timer: Timer | undefined
      const go = () => {
        timer?.cancel()
        signal.removeEventListener('abort', go)
        resolve()
      }
      signal.addEventListener('abort', go, { once: true })
      timer = this.#options.clock.after(waitMs, go)
    })
  }
}

/** The pause at the end of a clause holds no words. */
function shareOf(text: string, heardMs: number, fullMs: number): number {
  const wordsMs = Math.max(1, fullMs - pauseAfterMs(text))
  return heardMs / wordsMs
}
