import type { Clock, Timer } from '../kernel/clock.ts'
import { TimeLimitExceeded, withTimeLimit } from '../kernel/time-limit.ts'
import type { RecordedAudio } from '../recorded-audio/load-recordings.ts'
import { pauseAfterMs, splitIntoClauses } from '../speech/clauses.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import type { SpeechServiceFailure } from '../speech/streaming.ts'
import type { SpeakOptions, Synthesizer } from '../speech/synthesizer.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { keyAudio } from './key-audio.ts'
import { type Clip, type Playout, playedMs } from './playout.ts'
import { cutAtSentence, plainText } from './rules/plain-text.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import { wordsPlayedBeforeCut } from './rules/words-played.ts'

export interface SpeakerUtterance {
  readonly text: string
  readonly interruptible: boolean
  /** Whether the words are outside the conversation, such as a filler, so that nothing in them can be answered. */
  readonly aside: boolean
}

export interface SpeakerListener {
  /** Called when the first audio of an utterance was sent to the carrier. */
  onPlaybackStarted(saying: SpeakerUtterance): void
  /** Called when part of an utterance could not be spoken, or (`entirely`) nothing of it. */
  failed(entirely: boolean): void
  quiet(): void
  /** Called with characters of a text that the voice cannot pronounce. */
  unsayable?(signs: readonly string[]): void
  /** Called when a speech service failed and another voice speaks. */
  serviceFailed?(trouble: SpeechServiceFailure): void
  /** Called with what a voice service was sent. */
  serviceUsed?(use: SpeechUse): void
}

export interface SpeakerOptions {
  playout: Playout
  synthesizer: Synthesizer
  format: AudioFormat
  voice: string | undefined
  clock: Clock
  listener: SpeakerListener
  /** Whether this text must not be sent to an external service. */
  staysHere?: ((text: string) => boolean) | undefined
  /** Recordings that can replace texts. */
  recorded?: RecordedAudio | undefined
}

/** A clause of an utterance. */
interface Piece {
  readonly saying: SpeakerUtterance
  readonly text: string
  readonly isLast: boolean
  /** Finished audio: tones, or a piece of a recording. */
  readonly audio?: Uint8Array
}

interface Spoken {
  piece: Piece
  clip: Clip
  /** Duration of the whole clause, before an interruption shortens the clip. */
  fullMs: number
}

/**
 * Speaks texts one after the other, clause by clause: the next clause is synthesized while the previous one is heard, and the
 * heard words are known exactly. When paused it is silent immediately; when resumed it begins with the interrupted clause.
 */
export class Speaker {
  #options: SpeakerOptions
  #waiting: Piece[] = []
  #making: Piece | undefined
  /** Clauses that were sent since the turn began. */
  #spoken: Spoken[] = []
  #paused = false
  #stop = new AbortController()
  /** First clause of an answer that may be said when the turn ends, in synthesis by a hosted voice. */
  #ahead: { text: string; stop: AbortController; pieces: AsyncIterable<Uint8Array> } | null = null
  /** Unfinished utterances of which audio was sent, and those that failed. */
  readonly #sounded = new WeakSet<SpeakerUtterance>()
  readonly #failed = new WeakSet<SpeakerUtterance>()

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  /** Continues with another voice; words that were not said yet are dropped. */
  speakWith(voice: Pick<SpeakerOptions, 'synthesizer' | 'voice'>): void {
    this.clear()
    this.#options = { ...this.#options, ...voice }
  }

  say(
    text: string,
    interruptible: boolean,
    how: { aside?: boolean; recordingId?: string | null | undefined } = {},
  ): void {
    const { aside = false, recordingId } = how
    const plain = plainText(
      cutAtSentence(text, TURN_TAKING_LIMITS.longestSayCharacters),
      TURN_TAKING_LIMITS.longestSayCharacters,
    )
    if (!/\S/u.test(plain)) return
    const recorded = recordingId ? (this.#options.recorded?.(recordingId, this.#options.format) ?? []) : []
    if (recorded.length > 0) {
      const saying: SpeakerUtterance = { text: plain, interruptible, aside }
      const isLast = (at: number) => at === recorded.length - 1
      this.#waiting.push(...recorded.map(({ audio, text }, at) => ({ saying, text, isLast: isLast(at), audio })))
      return this.#start()
    }
    const unsayable = this.#options.synthesizer.unsayable?.(plain) ?? []
    if (unsayable.length > 0) this.#options.listener.unsayable?.(unsayable)
    const saying: SpeakerUtterance = { text: plain, interruptible, aside }
    const texts = splitIntoClauses(plain)
    // A text without a clause cannot be spoken; it is still passed to the synthesizer, whose silence is reported.
    const pieces = texts.length === 0 ? [plain] : texts
    this.#waiting.push(...pieces.map((piece, at) => ({ saying, text: piece, isLast: at === pieces.length - 1 })))
    this.#start()
  }

  /**
   * Synthesizes the first clause of each text, because one of them may be needed in a moment. Only if synthesis costs nothing but
   * CPU time.
   */
  prepare(texts: readonly string[]): void {
    const { synthesizer, format, voice } = this.#options
    if (!synthesizer.makesAhead) return
    const first = texts.flatMap((text) =>
      splitIntoClauses(plainText(text, TURN_TAKING_LIMITS.longestSayCharacters)).slice(0, 1),
    )
    if (first.length > 0) synthesizer.warm(first, { format, voice, signal: this.#stop.signal }).catch(() => {})
  }

  /**
   * Synthesizes the first clause of an answer that may be said when the turn ends. A hosted voice is paid for it, so it is asked
   * only while the person is silent, for one clause at a time, and never for text that must not leave.
   */
  prepareReply(text: string, isPersonSilent: boolean): void {
    const { synthesizer, format, voice, staysHere: mustStay, listener } = this.#options
    if (synthesizer.makesAhead) return this.prepare([text])
    const plain = plainText(text, TURN_TAKING_LIMITS.longestSayCharacters)
    const [clause] = splitIntoClauses(plain)
    if (clause === undefined || clause === this.#ahead?.text) return
    this.#dropAhead('Another answer is prepared.')
    if (!isPersonSilent || mustStay?.(plain) === true) return
    const stop = new AbortController()
    const pieces = synthesizer.speak(clause, {
      format,
      voice,
      signal: stop.signal,
      staysHere: false,
      ...reports(listener),
    })
    this.#ahead = { text: clause, stop, pieces: readAhead(pieces) }
  }

  #dropAhead(reason: string): void {
    this.#ahead?.stop.abort(new Error(reason))
    this.#ahead = null
  }

  /** Sends DTMF keys after the current words; they cannot be interrupted. */
  sendKeys(keys: string): void {
    const saying: SpeakerUtterance = { text: '', interruptible: false, aside: true }
    const audio = keyAudio(keys, this.#options.format)
    if (audio.length === 0) return
    this.#waiting.push({ saying, text: '', isLast: false, audio })
    this.#start()
  }

  /** Begins a turn: from here on `heardText` starts again. */
  beginTurn(): void {
    this.#spoken = this.#spoken.filter(isPlaying)
  }

  get isSpeaking(): boolean {
    return this.#making !== undefined || this.#waiting.length > 0 || !this.#options.playout.isQuiet
  }

  /** Whether audio is playing by the clock alone, so that a late or lost mark does not make the agent miss a short answer. */
  get isAudible(): boolean {
    if (this.#paused) return false
    return this.#making !== undefined || this.#waiting.length > 0 || this.#options.playout.aheadMs > 0
  }

  /** Whether words are left that wait for `resume`. */
  get isPaused(): boolean {
    return this.#paused
  }

  /** Whether the words that are playing now may be interrupted. */
  get isInterruptible(): boolean {
    const playing = this.#spoken.find(isPlaying)
    return (playing?.piece ?? this.#making ?? this.#waiting[0])?.saying.interruptible ?? true
  }

  /** The words of this turn that have been heard so far. */
  get heardText(): string {
    const nowMs = this.#options.clock.monotonic()
    return this.#spoken
      .filter(({ piece }) => !piece.saying.aside)
      .map(({ piece, clip, fullMs }) => wordsPlayedBeforeCut(piece.text, shareOf(piece, playedMs(clip, nowMs), fullMs)))
      .filter((text) => text !== '')
      .join(' ')
  }

  /** Stops immediately and drops the rest. */
  clear(): void {
    this.#silence('The agent was interrupted.')
    this.#waiting = []
    this.#paused = false
  }

  /** Stops immediately; keeps words that were not completely heard, and words that are added until `resume`. */
  pause(): void {
    if (this.#paused) return
    const nowMs = this.#options.clock.monotonic()
    const cut = this.#spoken.filter((spoken) => isPlaying(spoken) && !isPlayed(spoken, nowMs)).map(({ piece }) => piece)
    const making = this.#making !== undefined && !cut.includes(this.#making) ? [this.#making] : []
    this.#silence('The agent pauses.')
    this.#waiting = [...cut, ...making, ...this.#waiting]
    this.#paused = true
  }

  /** Continues with the interrupted clause. */
  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    const again = new Set(this.#waiting)
    this.#spoken = this.#spoken.filter(({ piece }) => !again.has(piece))
    this.#start()
  }

  #silence(reason: string): void {
    this.#stop.abort(new Error(reason))
    this.#stop = new AbortController()
    this.#making = undefined
    this.#dropAhead(reason)
    this.#options.playout.clear()
  }

  #start(): void {
    if (this.#making === undefined && !this.#paused) void this.#pump(this.#stop.signal)
  }

  async #pump(signal: AbortSignal): Promise<void> {
    for (let piece = this.#waiting.shift(); piece !== undefined; piece = this.#waiting.shift()) {
      this.#making = piece
      await this.#speak(piece, signal)
      if (signal.aborted) return
    }
    this.#making = undefined
    if (this.#options.playout.isQuiet) this.#options.listener.quiet()
  }

  async #speak(piece: Piece, signal: AbortSignal): Promise<void> {
    const { saying } = piece
    const { playout, listener } = this.#options
    await this.#room(signal)
    if (signal.aborted) return
    const spoken: Spoken = { piece, clip: playout.open(), fullMs: 0 }
    this.#spoken.push(spoken)
    if (piece.audio !== undefined) {
      playout.add(spoken.clip, piece.audio)
      spoken.fullMs = spoken.clip.audioMs
      if (!saying.aside && !this.#sounded.has(saying)) listener.onPlaybackStarted(saying)
      this.#sounded.add(saying)
      return playout.seal(spoken.clip)
    }
    const done = await this.#speakClause(spoken, signal, () => {
      if (!this.#sounded.has(saying)) listener.onPlaybackStarted(saying)
      this.#sounded.add(saying)
    })
    if (signal.aborted) return
    if (!done) this.#failed.add(saying)
    playout.seal(spoken.clip)
    const entirely = !this.#sounded.has(saying)
    if (piece.isLast && (entirely || this.#failed.has(saying))) listener.failed(entirely)
  }

  /** Speaks a clause. Retries once if the synthesizer failed before the first audio; a hanging one is not retried. */
  async #speakClause(spoken: Spoken, signal: AbortSignal, onSound: () => void): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#pieces(spoken, signal, onSound)
        return spoken.fullMs > 0
      } catch (error) {
        if (signal.aborted || attempt === 2 || spoken.fullMs > 0 || error instanceof TimeLimitExceeded) return false
      }
    }
  }

  async #pieces(spoken: Spoken, outer: AbortSignal, onSound: () => void): Promise<void> {
    const { synthesizer, format, voice, clock, playout, listener, staysHere: mustStay } = this.#options
    // A sensitive value may span several clauses, so the whole utterance decides.
    const staysHere = mustStay?.(spoken.piece.saying.text) ?? false
    const late = new AbortController()
    const signal = AbortSignal.any([outer, late.signal])
    const ahead = this.#takeAhead(spoken.piece.text, staysHere, signal)
    const pieces = (ahead ??
      synthesizer.speak(spoken.piece.text, { format, voice, signal, staysHere, ...reports(listener) }))[
      Symbol.asyncIterator
    ]()
    try {
      for (;;) {
        const piece = await withTimeLimit(clock, TURN_TAKING_LIMITS.synthesisMs, pieces.next())
        if (piece.done || !playout.add(spoken.clip, piece.value)) return
        spoken.fullMs = spoken.clip.audioMs
        if (spoken.fullMs > 0) onSound()
      }
    } finally {
      late.abort(new Error('The rest is no longer needed.'))
    }
  }

  /** The audio of this clause, if it was begun ahead; a clause that is said instead ends what was begun. */
  #takeAhead(clause: string, staysHere: boolean, signal: AbortSignal): AsyncIterable<Uint8Array> | null {
    const ahead = this.#ahead
    if (ahead === null) return null
    if (ahead.text !== clause || staysHere) {
      this.#dropAhead('Something else is said.')
      return null
    }
    this.#ahead = null
    signal.addEventListener('abort', () => ahead.stop.abort(signal.reason), { once: true })
    return ahead.pieces
  }

  /** Waits until the carrier has little left to play. */
  #room(signal: AbortSignal): Promise<void> {
    const waitMs = this.#options.playout.aheadMs - TURN_TAKING_LIMITS.leadMs
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

/** Reads audio as it is synthesized, whether or not it is played yet. */
function readAhead(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const made: Uint8Array[] = []
  let state: { at: 'making' } | { at: 'made' } | { at: 'failed'; error: unknown } = { at: 'making' }
  let wake = () => {}
  const read = async () => {
    try {
      for await (const piece of source) {
        made.push(piece)
        wake()
      }
      state = { at: 'made' }
    } catch (error) {
      state = { at: 'failed', error }
    }
    wake()
  }
  void read()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let next = 0; ; ) {
      const piece = made[next]
      if (piece !== undefined) {
        next += 1
        yield piece
      } else if (state.at === 'failed') throw state.error
      else if (state.at === 'made') return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return pieces()
}

function isPlaying({ clip }: Spoken): boolean {
  return clip.state === 'open' || clip.state === 'sealed'
}

/** Whether a clause has been played by the clock; its mark may be late. */
function isPlayed({ clip, fullMs }: Spoken, nowMs: number): boolean {
  return clip.state === 'sealed' && playedMs(clip, nowMs) >= fullMs
}

/** The heard share of a clause; the pause of a voice at its end contains no words. */
function shareOf({ text, audio }: Piece, heardMs: number, fullMs: number): number {
  const wordsMs = Math.max(1, fullMs - (audio === undefined ? pauseAfterMs(text) : 0))
  return heardMs / wordsMs
}

/** Reports of a voice service to the listener. */
function reports(listener: SpeakerListener): Pick<SpeakOptions, 'told' | 'used'> {
  return { told: (trouble) => listener.serviceFailed?.(trouble), used: (use) => listener.serviceUsed?.(use) }
}
