import type { Clock } from '../kernel/clock.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import type { StandardSentences } from '../language/rules/sentences.ts'
import type { RecognizedSpeech, SpeechSegment, TurnInput } from './audio-input.ts'
import type { Journal } from './journal.ts'
import type { Playout } from './playout.ts'
import type { WorkflowAction } from './rules/turn.ts'
import type { Interruption } from './rules/turn-taking.ts'
import type { Utterance } from './rules/utterance.ts'
import type { Speaker } from './speaker.ts'

/** The functions that a session provides to its dialog. */
export interface DialogContext {
  clock: Clock
  journal: Journal
  speaker: Speaker
  playout: Playout
  input: TurnInput
  sentences: StandardSentences
  pack: LanguagePack
  act(act: WorkflowAction): void
  /** Says the last words, if any, and ends the call. */
  leave(disposition: string, lastWords?: string): void
  /** The brain cannot continue: apologizes and ends politely. */
  fail(reason: string): void
  /** Reports who answered at a screening service or a menu: a person, a mailbox, or neither. */
  gateAnswered(who: 'person' | 'machine' | 'nobody'): void
  /** Whether speech at the current step is sensitive. */
  isSensitive(): boolean
  /** How the person's speech interrupts the agent (barge-in). */
  interruption: Interruption
  /** Audio that does not come from the synthesizer was sent to the carrier. */
  firstSound(): void
  /** Runs a callback so that its errors stay within this session. */
  safely(work: () => void): void
  /** Reports words of the person that the brain itself transcribed. */
  personSaid(text: string): void
}

/** Holds the conversation of a session; there is one kind for each kind of brain. */
/** Speech of the person with its words, which can be judged by rules even if they are withheld. */
export interface UnderstoodSpeech extends Pick<RecognizedSpeech, 'speech' | 'confidence' | 'onlyKeys'> {
  words: Utterance
}

export interface Dialog {
  /** Whether everything is said and it is the person's turn. */
  readonly isWaiting: boolean
  /** Whether speech now may continue the previous turn, because the agent's answer to it has not been heard yet. */
  readonly mayContinue?: boolean
  /** Whether the end is decided and its deadline runs. */
  readonly isEnding?: boolean
  begin(): void
  /** Receives the person's audio. */
  audio(frame: Uint8Array): void
  speechStarted(): void
  speaking(lengthMs: number): void
  /** Whether a rough speculative transcript would be useful now. */
  readonly wantsGuess?: boolean
  onSpeculativeTranscript?(text: string): void
  /** Receives the transcript at a pause, while the turn may still continue. */
  onPartialTranscript(text: string): void
  /** Receives an interim transcript, which may be revised. */
  partly?(text: string): void
  speechEnded(speech: SpeechSegment): void
  understood(understood: UnderstoodSpeech): void
  key(digit: string): void
  /** Called when the first audio of an utterance has been sent. */
  onPlaybackStarted(text: string): void
  /** Called when all the agent's audio has been played. */
  quiet(): void
  /** The person has hung up: only audio that was played counts as heard. */
  personGone?(): void
  /** Whether the person has spoken and the brain has not transcribed it yet. */
  readonly owesWords?: boolean
  /** Resolves once the person's last words are transcribed; the caller sets a time limit. */
  lastWords?(): Promise<void>
  /** Stops the dialog: it neither speaks nor listens any more. */
  stop(): void
}
