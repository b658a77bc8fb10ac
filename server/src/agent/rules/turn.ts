/** The interface between a conversation and its brain: turns to be answered, and the acts that answer them. */
import type { DigitCount } from '../../language/rules/spoken-digits.ts'
import type { Utterance } from './utterance.ts'

/** An event that needs an answer. */
export type Turn =
  | { kind: 'started' }
  | HeardTurn
  | { kind: 'digits'; digits: string }
  /** The person had asked for a moment and is back. */
  | { kind: 'back' }
  /** The person said nothing for as long as the brain wanted to wait. */
  | { kind: 'no_input'; times: number }
  /** The transfer failed, and the person is with the agent again. */
  | { kind: 'transfer_failed' }
  /** A machine has answered; `afterBeep` when it is ready to record. */
  | { kind: 'machine'; afterBeep: boolean }

/** The person said something. */
export interface HeardTurn {
  kind: 'heard'
  words: Utterance
  confidence: number
  /** The part of the agent's last words that the person had heard, if the person interrupted them. */
  interrupted: { heardText: string } | null
  /** Whether the person can have heard the question of this step: otherwise these words do not answer it. */
  questionHeard: boolean
  /** `words` begins with the words of the previous turn, whose reply was not heard yet. */
  continues: boolean
  /** `words` without the words of the previous turn. */
  added: Utterance
}

/** Why an edge was taken. */
export type EdgeReason =
  | 'key'
  | 'spoken_key'
  | 'yes_no'
  | 'example'
  | 'label'
  /** The requested value was given. */
  | 'value'
  /** The person said yes to `confirm`. */
  | 'confirmed'
  /** The step asks nothing, so its only edge is taken. */
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
  /** Certainty, if similarity decided; else null. */
  score: number | null
}

/** Why words or keys decided nothing. */
export const UNCLEAR_REASONS = ['nothing_heard', 'no_match', 'ambiguous', 'no_value', 'unsure'] as const
export type UnclearReason = (typeof UNCLEAR_REASONS)[number]

/** Acts that affect the call itself, for every kind of brain. */
export type WorkflowAction =
  /** `sensitive`: the value is used in the conversation and stored nowhere. */
  | { kind: 'gather'; name: string; value: string; sensitive?: boolean }
  /** A sensitive value that is said back before it is gathered: from now on only its mask is written. */
  | { kind: 'withhold'; value: string }
  /** The conversation reached a step of the workflow; for the timeline. */
  | { kind: 'enter'; nodeId: string; nodeName: string; via?: EdgeTaken }
  /** The question is repeated; for the timeline. `said`: words that no exit expected. */
  | { kind: 'not_understood'; because: UnclearReason; said?: string }
  /** The person spoke while a tool worked, and perhaps withdrew the answer that had led to it; for the timeline. */
  | { kind: 'said_meanwhile'; takesBack: boolean }
  /**
   * The person asked not to be called again; the number is put on the list immediately. `ends`: the session confirms it and ends
   * the call; otherwise the call continues by the workflow.
   */
  | { kind: 'do_not_call'; ends: boolean }
  /** When the person wants to be called back, in their words or as `YYYY-MM-DDTHH:MM` in their zone. */
  | { kind: 'call_back'; at: string }
  /** An edge marked as consent is being confirmed: from here on question and answer are recorded as audio. */
  | { kind: 'consent_asked'; edgeId: string; question: string }
  /** The person answered the consent question, in these words (or keys). */
  | { kind: 'consent_answered'; edgeId: string; given: boolean; answer: string }
  /** The person asked for another language of the workflow: the step begins again in that language. */
  /** `because`: the person asked for the language, or answered in it. */
  | { kind: 'switch_language'; language: string; because: 'asked' | 'answered' }
  /** Sends DTMF tones after the previous words. */
  | { kind: 'send_keys'; keys: string }
  | { kind: 'transfer'; destination: string }
  /** Hangs up after the previous words have been played. */
  | { kind: 'hang_up'; disposition: string }

export type BrainAction =
  /**
   * Words that are spoken as soon as they arrive; a brain that streams sends clause by clause. `recordingId`: a recording of
   * these words is played instead.
   */
  | { kind: 'say'; text: string; interruptible: boolean; recordingId?: string | null }
  /**
   * It is now the person's turn. `ahead`: what may be said next, synthesized while the person speaks. Without this act after the
   * last `say`, the session waits with its defaults.
   */
  | { kind: 'listen'; expect: AnswerExpectation; ahead?: readonly string[] }
  /** The following words ask a new question: an answer to the previous one does not answer it. */
  | { kind: 'new_question' }
  /** Resumes the prompt that was interrupted, from the interrupted clause. */
  | { kind: 'go_on' }
  | WorkflowAction

export type AnswerKind = 'open' | 'choice' | 'yes_no' | 'digits' | 'number' | 'date' | 'text'

export interface AnswerExpectation {
  answer: AnswerKind
  /** Maximum number of digits; an entry ends by `#`, by this length, or by a pause. */
  maxDigits: number | null
  /** Expected number of digits of a spoken number: the recognizer checks its result against it. */
  spokenDigits?: DigitCount | undefined
  noInputAfterMs: number
  /** The silence that ends a turn; left out: it depends on the expected answer. */
  endOfTurnMs?: number | undefined
  /** Whether these words are unambiguous: then the turn need not wait for more. */
  decides?: ((text: string) => boolean) | undefined
}
