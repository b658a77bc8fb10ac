import type { Clock } from '../kernel/clock.ts'
import type { LanguagePack } from '../language/packs/pack.ts'
import type { Sentences } from '../language/rules/sentences.ts'
import type { Speech, TurnInput, Understood } from './audio-input.ts'
import type { Journal } from './journal.ts'
import type { Playout } from './playout.ts'
import type { WorkflowAct } from './rules/turn.ts'
import type { Interruption } from './rules/turn-taking.ts'
import type { Speaker } from './speaker.ts'

/** What a talk is given of the session it belongs to. */
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
  /** The brain is of no use any more: an apology, and a polite end. */
  fail(reason: string): void
  /** At a screening service or a menu: somebody has come to the telephone, a mailbox answers, or nobody comes. */
  gateAnswered(who: 'person' | 'machine' | 'nobody'): void
  /** What is said at the present step is for nobody else. */
  isSensitive(): boolean
  /** How a voice over ours interrupts. */
  interruption: Interruption
  /** A sound that did not come from our own synthesizer has been handed to the carrier. */
  firstSound(): void
  /** Runs what somebody else calls, so that its errors stay within this session. */
  safely(work: () => void): void
  /** A person's words that did not come through our own recognizer. */
  personSaid(text: string): void
}

/** How a session converses, which depends on the kind of its brain. */
export interface Dialog {
  /** Everything is said, and it is the person's turn. */
  readonly isWaiting: boolean
  /** What is said now may belong to what was said before: our answer to that has not been heard yet. */
  readonly mayContinue?: boolean
  /** The end is decided; its deadline runs. */
  readonly isEnding?: boolean
  begin(): void
  /** The person's audio as it comes. */
  audio(frame: Uint8Array): void
  speechStarted(): void
  speaking(lengthMs: number): void
  /** Whether something could begin on a rough guess at what is being said. */
  readonly wantsGuess?: boolean
  guessed?(text: string): void
  /** What was understood in a pause, while the turn may go on. */
  soFar(text: string): void
  /** Words of a turn that goes on; they may be revised. */
  partly?(text: string): void
  speechEnded(speech: Speech): void
  understood(understood: Understood): void
  key(digit: string): void
  /** The first sound of something said has left. */
  sounded(text: string): void
  /** Everything we had to say has been played. */
  quiet(): void
  /** The person has gone: of what we were saying they heard what was played. */
  personGone?(): void
  /** The person has spoken, and the brain has not written down yet what. */
  readonly owesWords?: boolean
  /** Resolves once the person's last words were written down; the caller sets the limit. */
  lastWords?(): Promise<void>
  /** Nothing more is said or heard by this talk. */
  stop(): void
}
