import type { Clock } from '../kernel/clock.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import type { Sentences } from '../language/rules/sentences.ts'
import type { Speech, TurnInput, Understood } from './audio-input.ts'
import type { Journal } from './journal.ts'
import type { Playout } from './playout.ts'
import type { WorkflowAct } from './rules/turn.ts'
import type { Interruption } from './rules/turn-taking.ts'
import type { Speaker } from './speaker.ts'

/** What a dialog gets from its session. */
export interface DialogContext {
  clock: Clock
  journal: Journal
  speaker: Speaker
  playout: Playout
  input: TurnInput
  sentences: Sentences
  pack: LanguagePack
  act(act: WorkflowAct): void
  /** Says its last words, if any, and ends. */
  leave(disposition: string, lastWords?: string): void
  /** The brain cannot continue: apologizes and ends politely. */
  fail(reason: string): void
  /** At a screening service or a menu: a person has answered, a mailbox answers, or neither. */
  gateAnswered(who: 'person' | 'machine' | 'nobody'): void
  /** Whether speech at the current step is sensitive. */
  isSensitive(): boolean
  /** How speech over ours interrupts. */
  interruption: Interruption
  /** Audio from another source than our synthesizer was sent to the carrier. */
  firstSound(): void
  /** Runs a callback so that its errors stay within this session. */
  safely(work: () => void): void
  /** Words of the person that another recognizer than ours transcribed. */
  personSaid(text: string): void
}

/** How a session converses, depending on the kind of its brain. */
export interface Dialog {
  /** Everything is said, and it is the person's turn. */
  readonly isWaiting: boolean
  /** Speech now may continue the previous turn: our answer to that has not been heard yet. */
  readonly mayContinue?: boolean
  /** The end is decided; its deadline runs. */
  readonly isEnding?: boolean
  begin(): void
  /** The person's incoming audio. */
  audio(frame: Uint8Array): void
  speechStarted(): void
  speaking(lengthMs: number): void
  /** Whether a rough interim transcript would be useful now. */
  readonly wantsGuess?: boolean
  onSpeculativeTranscript?(text: string): void
  /** The transcript in a pause, while the turn may continue. */
  onPartialTranscript(text: string): void
  /** Interim transcript; may be revised. */
  partly?(text: string): void
  speechEnded(speech: Speech): void
  understood(understood: Understood): void
  key(digit: string): void
  /** The first audio of an utterance has been sent. */
  onPlaybackStarted(text: string): void
  /** All our audio has been played. */
  quiet(): void
  /** The person has hung up: only what was played counts as heard. */
  personGone?(): void
  /** The person has spoken, and the brain has not transcribed it yet. */
  readonly owesWords?: boolean
  /** Resolves once the person's last words were transcribed; the caller sets the limit. */
  lastWords?(): Promise<void>
  /** This dialog neither says nor hears anything more. */
  stop(): void
}
