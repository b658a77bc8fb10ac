/** What passes between a conversation and its brain: turns to be answered, and the acts that answer them. */
import type { DigitCount } from '../../language/rules/spoken-digits.ts'

/** What happened, and asks for an answer. */
export type Turn =
  | { kind: 'started' }
  | HeardTurn
  | { kind: 'digits'; digits: string }
  /** The person had asked for a moment, and is back. */
  | { kind: 'back' }
  /** Nothing was said for as long as the brain asked to wait. */
  | { kind: 'no_input'; times: number }
  /** Nobody took over: the person is with us again. */
  | { kind: 'transfer_failed' }
  /** A machine has answered; `afterBeep` when it is ready to record. */
  | { kind: 'machine'; afterBeep: boolean }

/** The person said something. */
export interface HeardTurn {
  kind: 'heard'
  text: string
  confidence: number
  /** What they had heard of our last words if they spoke over them. */
  interrupted: { heardText: string } | null
  /** Whether they can have heard the question of this step: otherwise these words do not answer it. */
  questionHeard: boolean
  /** `text` begins with the words of the turn before: what followed from those was not heard yet. */
  continues: boolean
  /** `text` without the words of the turn before. */
  added: string
}

/** Why an edge was taken. */
export type EdgeReason =
  | 'key'
  | 'spoken_key'
  | 'yes_no'
  | 'example'
  | 'label'
  /** The value that was asked for was given. */
  | 'value'
  /** They said yes to `confirm`. */
  | 'confirmed'
  /** Nobody is asked here. */
  | 'only_way'
  | 'no_input'
  | 'no_match'
  | 'voicemail'
  | 'screening'
  | 'ivr'
  | 'model'
  /** The tool of an http step succeeded. */
  | 'tool'
  | 'tool_failed'

export interface EdgeTaken {
  edgeId: string
  because: EdgeReason
  /** How sure, where likeness decided. */
  score: number | null
}

/** Why words or keys decided nothing. */
export const UNCLEAR = ['nothing_heard', 'no_match', 'ambiguous', 'no_value', 'unsure'] as const
export type Unclear = (typeof UNCLEAR)[number]

/** What moves the call itself, whichever kind of brain decides it. */
export type WorkflowAct =
  /** `sensitive`: used in the conversation, kept nowhere. */
  | { kind: 'gather'; name: string; value: string; sensitive?: boolean }
  /** For the timeline: where in the workflow we are. */
  | { kind: 'enter'; nodeId: string; nodeName: string; via?: EdgeTaken }
  /** For the timeline: they are asked again. `said`: words that no exit expected. */
  | { kind: 'not_understood'; because: Unclear; said?: string }
  /** For the timeline: they spoke while a tool worked, and perhaps took back what had led to it. */
  | { kind: 'said_meanwhile'; takesBack: boolean }
  /**
   * The person asked not to be called again: the list at once. `ends`: the session confirms it and ends the call;
   * otherwise it ends as the workflow says.
   */
  | { kind: 'do_not_call'; ends: boolean }
  /** When they want to be called again, in their words or as `YYYY-MM-DDTHH:MM` of their zone. */
  | { kind: 'call_back'; at: string }
  /** A way marked as consent is confirmed: from here on question and answer are kept as audio. */
  | { kind: 'consent_asked'; edgeId: string; question: string }
  /** The person answered it, in these words (or keys). */
  | { kind: 'consent_answered'; edgeId: string; given: boolean; answer: string }
  /** Telephone keys as tones, after what was said before. */
  | { kind: 'send_keys'; keys: string }
  | { kind: 'transfer'; destination: string }
  /** After what was said has been played. */
  | { kind: 'hang_up'; disposition: string }

export type Act =
  /** Spoken as soon as it comes; a brain that streams sends clause by clause. `recordingId`: played from a recording of these words. */
  | { kind: 'say'; text: string; interruptible: boolean; recordingId?: string | null }
  /** Now it is the person's turn; `ahead` is what may be said next, made while they speak. Without it after the last `say`, the session waits with its defaults. */
  | { kind: 'listen'; expect: Expectation; ahead?: readonly string[] }
  /** What is said from here on asks something new: an answer to what was asked before is no answer to it. */
  | { kind: 'new_question' }
  /** What we were saying when this was heard is said on, from the clause that was cut. */
  | { kind: 'go_on' }
  | WorkflowAct

export type AnswerKind = 'open' | 'choice' | 'yes_no' | 'digits' | 'number' | 'date' | 'text'

export interface Expectation {
  answer: AnswerKind
  /** Digits end by `#`, by this length, or by a pause. */
  maxDigits: number | null
  /** How many digits a spoken number has, where one is asked for: the recognizer checks what it hears against it. */
  spokenDigits?: DigitCount | undefined
  noInputAfterMs: number
  /** The silence that ends a turn whatever is expected; left out: as the answer wants it. */
  endOfTurnMs?: number | undefined
  /** Whether these words leave no doubt about what is meant: then the turn need not wait for more. */
  decides?: ((text: string) => boolean) | undefined
}
