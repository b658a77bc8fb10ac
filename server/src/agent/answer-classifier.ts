import type { Clock, Timer } from '../kernel/clock.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import { type Announcement, announcementIn, type HeardAnnouncement } from '../language/rules/announcement.ts'
import { detectScreening, type ScreeningKind } from '../language/rules/screening-kind.ts'
import {
  classifyAnswer,
  firstHeardSpeech,
  type HeardSpeech,
  MACHINE_DETECTION_TUNING,
} from '../speech/answering-machine.ts'

export interface AnswerClassifierListener {
  /**
   * Reports a machine. For reason `length` it is called twice: as soon as the speech is long, and with `understood` once its
   * words are known and do not contradict it.
   */
  machine(because: string, understood: boolean): void
  /** Reports a network announcement instead of a person. */
  announcement(announcement: Announcement): void
  /** Reports a screening service that asks who is calling, or a menu. */
  gate(gate: ScreeningKind): void
  /** Reports a person, at most once. The words may still reveal a recording later. */
  person(): void
}

/** Interval of speech between two evaluations, which cost a few regular expressions. */
const ASK_EVERY_MS = 200

/** Distinguishes a person from a machine while the greeting already plays. */
export class AnswerClassifier {
  readonly #clock: Clock
  readonly #listener: AnswerClassifierListener
  readonly #pack: LanguagePack
  readonly #answeredAtMs: number
  readonly #speech: HeardSpeech[] = []
  /** Speech that a speech-to-speech brain has transcribed; the local recognizer may have understood nothing of it. */
  readonly #transcribed = new Set<HeardSpeech>()
  readonly #timers: Timer[] = []
  /** Runs while words that may be a network announcement, or the beginning of a mailbox greeting, are followed by silence. */
  #announcementSilence: Timer | null = null
  #hasRecognizer: boolean
  #beepAtMs: number | undefined
  #greetingPlayedAtMs: number | undefined
  #askedAtLengthMs = 0
  #personFound = false
  /** Whether the other side was judged a machine only by the length of its speech: its words may still show that it is a menu. */
  #machineByLength: 'not' | 'reported' | 'reported_understood' = 'not'
  /** Whether all words of the first utterance are known. */
  #firstUnderstood = false
  #decided = false

  constructor(options: {
    clock: Clock
    listener: AnswerClassifierListener
    pack: LanguagePack
    /** If words are recognized, a person is detected by words and not by a short sound. */
    hasRecognizer: boolean
  }) {
    const { clock, listener, pack, hasRecognizer } = options
    this.#pack = pack
    this.#clock = clock
    this.#listener = listener
    this.#hasRecognizer = hasRecognizer
    this.#answeredAtMs = clock.monotonic()
    this.#timers.push(clock.after(MACHINE_DETECTION_TUNING.windowMs, () => this.stop()))
  }

  speaking(startedAtMs: number, lengthMs: number): void {
    if (this.#decided) return
    this.#announcementSilence?.cancel()
    this.#speechAt(startedAtMs).lengthMs = lengthMs
    if (lengthMs - this.#askedAtLengthMs < ASK_EVERY_MS) return
    this.#askedAtLengthMs = lengthMs
    this.#ask()
  }

  ended(startedAtMs: number, lengthMs: number): void {
    if (this.#decided) return
    Object.assign(this.#speechAt(startedAtMs), { lengthMs, ended: true })
    this.#askedAtLengthMs = 0
    this.#ask()
  }

  /** Drops speech that turned out to be an echo of the agent's own voice. */
  forget(startedAtMs: number): void {
    const at = this.#speech.findIndex((each) => each.startedAtMs === startedAtMs)
    if (at !== -1) this.#speech.splice(at, 1)
    this.#askedAtLengthMs = 0
  }

  text(startedAtMs: number, text: string): void {
    if (this.#decided) return
    const speech = this.#speechAt(startedAtMs)
    if (text === '' && this.#transcribed.has(speech)) return
    speech.text = text
    if (speech.ended && speech === this.#first) this.#firstUnderstood = true
    this.#ask()
  }

  /** Recognition failed: from now on the length of the speech decides, as without a recognizer. */
  recognitionFailed(): void {
    this.#hasRecognizer = false
    this.#ask()
  }

  /** Sets the words of the last speech: a speech-to-speech brain reports its transcript without a time. */
  textOfLast(text: string): void {
    const last = this.#speech.at(-1)
    if (last === undefined) return
    this.#transcribed.add(last)
    this.text(last.startedAtMs, text)
  }

  beep(): void {
    if (this.#decided) return
    this.#beepAtMs = this.#clock.monotonic()
    this.#timers.push(this.#clock.after(MACHINE_DETECTION_TUNING.beepAloneSilenceMs, () => this.#ask()))
    this.#ask()
  }

  /** The whole greeting has been played: later speech is an answer to it. */
  greetingPlayed(): void {
    this.#greetingPlayedAtMs ??= this.#clock.monotonic()
    if (this.#personFound) this.stop()
  }

  /** A person was proven, because machines press no keys, and a carrier's verdict `human` is reliable. */
  personActed(): void {
    this.#foundPerson()
    this.stop()
  }

  stop(): void {
    this.#decided = true
    this.#announcementSilence?.cancel()
    for (const timer of this.#timers) timer.cancel()
  }

  get #first(): HeardSpeech | undefined {
    return firstHeardSpeech({ speech: this.#speech, hasRecognizer: this.#hasRecognizer })
  }

  #speechAt(startedAtMs: number): HeardSpeech {
    const known = this.#speech.find((each) => each.startedAtMs === startedAtMs)
    if (known !== undefined) return known
    const begun: HeardSpeech = { startedAtMs, lengthMs: 0, ended: false }
    this.#speech.push(begun)
    return begun
  }

  /**
   * Detects a screening service or menu. Considers only speech before a person was recognized, and only utterances as long as
   * such sentences.
   */
  #gatekeeper(): ScreeningKind | null {
    const text = this.#longText()
    return text === null ? null : detectScreening(text, this.#pack.tag)
  }

  #announcement(): HeardAnnouncement | null {
    const text = this.#personFound || this.#answersOurGreeting() ? null : this.#longText()
    return text === null ? null : announcementIn(text, this.#pack)
  }

  #longText(): string | null {
    const lengthMs = this.#speech.reduce((total, speech) => total + speech.lengthMs, 0)
    return lengthMs < MACHINE_DETECTION_TUNING.wordsNeedMs ? null : this.#speech.map(({ text }) => text ?? '').join(' ')
  }

  #ask(): void {
    if (this.#decided) return
    const heard = this.#announcement()
    if (heard?.isWhole) return this.#announced(heard.announcement)
    const gate = this.#gatekeeper()
    if (gate !== null) {
      this.stop()
      this.#listener.gate(gate)
      return
    }
    const verdict = classifyAnswer({
      answeredAtMs: this.#answeredAtMs,
      nowMs: this.#clock.monotonic(),
      speech: this.#speech,
      hasRecognizer: this.#hasRecognizer,
      beepAtMs: this.#beepAtMs,
      pack: this.#pack,
    })
    if (verdict.who === 'undecided') return
    const byWordsOrBeep = verdict.who === 'machine' && verdict.because !== 'length'
    if (heard !== null && !byWordsOrBeep) return this.#awaitSilence(heard.announcement)
    if (verdict.who === 'machine') {
      if (verdict.because === 'length') return this.#foundLong()
      this.stop()
      this.#listener.machine(verdict.because, true)
      return
    }
    if (this.#machineByLength === 'not') this.#foundPerson()
  }

  #announced(announcement: Announcement): void {
    this.stop()
    this.#listener.announcement(announcement)
  }

  /** Waits for silence after words that no person says when answering: it distinguishes a mailbox from the network. */
  #awaitSilence(announcement: Announcement): void {
    this.#announcementSilence?.cancel()
    if (this.#speech.some(({ ended }) => !ended)) return
    this.#announcementSilence = this.#clock.after(MACHINE_DETECTION_TUNING.announcementSilenceMs, () =>
      this.#announced(announcement),
    )
  }

  #foundLong(): void {
    const stage = this.#firstUnderstood ? 'reported_understood' : 'reported'
    // A long speech after the whole greeting was heard is an answer, not a recording.
    if (
      this.#machineByLength === 'reported_understood' ||
      this.#machineByLength === stage ||
      this.#answersOurGreeting()
    )
      return
    this.#machineByLength = stage
    this.#listener.machine('length', this.#firstUnderstood)
  }

  #answersOurGreeting(): boolean {
    const playedAtMs = this.#greetingPlayedAtMs ?? Number.POSITIVE_INFINITY
    return (this.#first?.startedAtMs ?? 0) >= playedAtMs
  }

  #foundPerson(): void {
    if (this.#personFound || this.#decided) return
    this.#personFound = true
    this.#listener.person()
    if (this.#greetingPlayedAtMs !== undefined) this.stop()
  }
}
