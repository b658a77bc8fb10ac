import type { Clock } from '../kernel/clock.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import { LANGUAGE_PACKS } from '../language/packs/packs.ts'
import type { Announcement } from '../language/rules/announcement.ts'
import { detectDoNotCall } from '../language/rules/do-not-call.ts'
import type { ScreeningKind } from '../language/rules/screening-kind.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { ToneEvent } from '../speech/beep.ts'
import type { SpeechUse } from '../speech/rules/speech-use.ts'
import type { SpeechServiceFailure } from '../speech/streaming.ts'
import type { ActiveBrain } from './active-brain.ts'
import { AnswerClassifier } from './answer-classifier.ts'
import type { AudioInputListener, RecognizedSpeech, SpeechSegment } from './audio-input.ts'
import type { PhaseHandler } from './phases.ts'
import { DISPOSITIONS } from './rules/dispositions.ts'
import { plainText } from './rules/plain-text.ts'
import type { SessionEvent, SessionState } from './rules/session-state.ts'
import {
  NEW_TALK_PROGRESS,
  noProgressReason,
  type TalkProgress,
  withSentenceHeard,
  withStepReached,
} from './rules/talk-progress.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'
import { Utterance } from './rules/utterance.ts'
import type { SessionOptions } from './session-options.ts'

/** The part of the session that `SpeechRouter` uses. */
export interface SpeechRouterPort {
  clock: Clock
  pack: LanguagePack
  sentences: StandardSentences
  readonly state: SessionState
  readonly activeBrain: ActiveBrain
  on(event: SessionEvent): void
  wordsWereSaid(): void
  /** The handler of speech, keys and tones in the current phase. */
  handler(): PhaseHandler
  safely(work: () => void): void
}

/** Routes speech, keys and tones of the person to the current phase, and takes the decisions that no brain may take (do-not-call, machine detection). */
export class SpeechRouter implements AudioInputListener {
  readonly #options: SessionOptions
  readonly #port: SpeechRouterPort
  readonly #watch: AnswerClassifier | null
  /** Failures of services that are already in the timeline. */
  readonly #troubled = new Set<string>()
  #talk: TalkProgress = NEW_TALK_PROGRESS

  constructor(options: SessionOptions, port: SpeechRouterPort) {
    this.#options = options
    this.#port = port
    const outbound = options.conversation.direction === 'outbound'
    const { clock, pack } = port
    const hasRecognizer = options.recognizer !== null
    this.#watch = outbound ? new AnswerClassifier({ clock, listener: this.#verdicts(), pack, hasRecognizer }) : null
  }

  speechStarted(startedAtMs: number): void {
    this.#port.activeBrain.speechStarted(startedAtMs)
    this.#port.wordsWereSaid()
    this.#handler.speechStarted?.()
  }

  speaking(startedAtMs: number, lengthMs: number): void {
    this.#watch?.speaking(startedAtMs, lengthMs)
    this.#handler.speaking?.(lengthMs)
  }

  wantsGuess(): boolean {
    return this.#handler.wantsGuess === true
  }

  onSpeculativeTranscript(text: string): void {
    this.#port.safely(() => this.#handler.onSpeculativeTranscript?.(text))
  }

  onPartialTranscript(startedAtMs: number, text: string): void {
    this.#watch?.text(startedAtMs, text)
    this.#handler.onPartialTranscript?.(text)
  }

  partly(_startedAtMs: number, text: string): void {
    this.#port.safely(() => this.#handler.partly?.(text))
  }

  speechEnded(speech: SpeechSegment): void {
    if (speech.echo) this.#watch?.forget(speech.startedAtMs)
    else this.#watch?.ended(speech.startedAtMs, speech.lastVoiceAtMs - speech.startedAtMs)
    this.#handler.speechEnded?.(speech)
  }

  understood(understood: RecognizedSpeech): void {
    this.#port.safely(() => this.#understood(understood))
  }

  key(digit: string): void {
    this.personActed()
    this.#handler.key?.(digit)
  }

  tone(tone: ToneEvent): void {
    if (tone.kind !== 'beep') return
    this.#options.journal.note('beep', { frequency_hz: tone.frequencyHz })
    this.#watch?.beep()
    this.#handler.beep?.()
  }

  recognitionFailed(): void {
    this.#options.journal.note('recognition_failed')
    this.#watch?.recognitionFailed()
  }

  /** Notes a failed service once: a service that is backed off is skipped for every clause. */
  serviceFailed(trouble: SpeechServiceFailure): void {
    const place = `${trouble.part} ${trouble.service}`
    if (trouble.resting && this.#troubled.has(place)) return
    this.#troubled.add(place)
    this.#options.journal.note('speech_service', { ...trouble })
  }

  serviceUsed(use: SpeechUse): void {
    this.#options.journal.speechUsed(use)
  }

  /** The greeting has been played: later speech is an answer to it. */
  greetingPlayed(): void {
    this.#watch?.greetingPlayed()
  }

  /** A person was proven, because machines press no keys, and a carrier's verdict `human` is reliable. */
  personActed(): void {
    this.#watch?.personActed()
    this.#port.on({ kind: 'person_proven' })
  }

  /** Handles a detected machine. `understood`: its words are known. */
  foundMachine(because: string, understood = true): void {
    const { activeBrain, on } = this.#port
    const { message, gate } = activeBrain
    // There is no message for a mailbox, but there are keys for a menu, so the call is not ended before the words are known.
    if (!understood && !message.exists && activeBrain.kind === 'words' && gate.hasWay('ivr')) return
    // A screening service sounds like a machine to a carrier; if the workflow has an answer for one, the words are awaited.
    const mayBeGate = because === 'carrier' && activeBrain.kind === 'words' && gate.hasEdge
    on({ kind: 'machine_found', because, hasMessage: message.exists || mayBeGate })
  }

  /** Stops answering-machine detection. */
  stop(): void {
    this.#watch?.stop()
  }

  /** Handles words of the person that the brain itself transcribed. */
  personSaid(text: string): void {
    const nowMs = this.#port.clock.monotonic()
    const words = utteranceOf(text, 1, this.#port.activeBrain.isSensitive)
    this.#personSaid(words, { startedAtMs: nowMs, lastVoiceAtMs: nowMs })
  }

  #personSaid(
    words: Utterance,
    { startedAtMs, lastVoiceAtMs }: Pick<SpeechSegment, 'startedAtMs' | 'lastVoiceAtMs'>,
  ): void {
    const { journal } = this.#options
    journal.personSaid(words, startedAtMs)
    journal.note('person_spoke', {
      confidence: Math.round((words.confidence ?? 1) * 100) / 100,
      length_ms: Math.round(lastVoiceAtMs - startedAtMs),
    })
    if (this.#port.activeBrain.kind === 'sound') words.judge((text) => this.#watch?.textOfLast(text))
    if (!words.judge((text) => this.#asksNotToBeCalled(text)))
      return words.isWithheld ? undefined : this.#leaveIfStuck(words.shown)
    this.#port.on({ kind: 'do_not_call', lastWords: this.#port.sentences.doNotCall })
  }

  /** Ends a conversation with another agent, or with a menu that repeats itself. */
  #leaveIfStuck(words: string): void {
    const { activeBrain } = this.#port
    if (this.#phase !== 'talking' || activeBrain.dialog.isEnding) return
    this.#talk = withSentenceHeard(withStepReached(this.#talk, activeBrain.nodeId ?? ''), words)
    const because = noProgressReason(this.#talk)
    if (because === null) return
    this.#options.journal.note('no_progress', { because })
    this.#port.on({ kind: 'leave', disposition: DISPOSITIONS.loop, lastWords: this.#port.sentences.farewell })
  }

  get #phase(): SessionState['phase']['at'] {
    return this.#port.state.phase.at
  }

  get #handler(): PhaseHandler {
    return this.#port.handler()
  }

  /** Handles a screening service or menu. A speech-to-speech brain answers on its own; then only machine detection stops. */
  #foundGate(gate: ScreeningKind): void {
    const { activeBrain, on } = this.#port
    this.#options.journal.note('gate', { kind: gate })
    if (activeBrain.kind === 'words') on({ kind: 'gate_found', gate, hasWay: activeBrain.gate.hasWay(gate) })
  }

  #verdicts() {
    return {
      machine: (because: string, understood: boolean) => this.foundMachine(because, understood),
      announcement: (announcement: Announcement) => this.#port.on({ kind: 'announced', announcement }),
      gate: (gate: ScreeningKind) => this.#foundGate(gate),
      person: () => {
        if (this.#port.state.machine) return
        this.#port.on({ kind: 'person_proven' })
        this.#options.hooks.report({ kind: 'agent_verdict', verdict: 'human' })
      },
    }
  }

  #understood(heard: RecognizedSpeech): void {
    const understood = this.#orPartly(heard)
    const { speech, text, confidence, onlyKeys } = understood
    const isWithheld = this.#port.activeBrain.isSensitiveAt(speech.startedAtMs)
    if (!speech.echo) this.#watch?.text(speech.startedAtMs, text)
    // Words of a recording have no effect, and a screening service speaks for the person; a do-not-call request still counts.
    const isPerson = !this.#port.state.machine && this.#phase !== 'gate'
    const isForJournal = isPerson ? text !== '' && this.#isForJournal(text) : this.#asksNotToBeCalled(text)
    if (isForJournal) this.#personSaid(utteranceOf(text, confidence, isWithheld), speech)
    if (isPerson || (!this.#port.state.machine && !isForJournal)) {
      const words = new Utterance(text, { isWithheld, confidence })
      this.#handler.understood?.({ speech, words, confidence, onlyKeys })
    }
  }

  /** If the final transcript is empty, a do-not-call request in the interim transcript still counts. */
  #orPartly(heard: RecognizedSpeech): RecognizedSpeech {
    const { text, partly = '', speech } = heard
    if (text !== '' || partly === '' || speech.echo || !this.#asksNotToBeCalled(partly)) return heard
    return { ...heard, text: partly }
  }

  /** A speech-to-speech brain transcribes on its own, but detecting "do not call me" is not left to it. */
  #isForJournal(text: string): boolean {
    const { activeBrain } = this.#port
    if (activeBrain.kind === 'words' || this.#asksNotToBeCalled(text)) return true
    return this.#phase === 'over' && activeBrain.dialog.owesWords === true
  }

  #asksNotToBeCalled(text: string): boolean {
    return detectDoNotCall(text, this.#port.pack, LANGUAGE_PACKS).caught
  }
}

function utteranceOf(text: string, confidence: number, isWithheld: boolean): Utterance {
  return new Utterance(plainText(text, TURN_TAKING_LIMITS.longestSayCharacters), { isWithheld, confidence })
}
