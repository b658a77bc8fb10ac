/** The interface between a conversation and its brain: turns to be answered, and the acts that answer them. */
import type { DigitCount } from '../../language/rules/spoken-digits.ts'

/** An event that needs an answer. */
export type Turn =
  | { kind: 'started' }
  | HeardTurn
  | { kind: 'digits'; digits: string }
  /** The person had asked for a moment, and is back. */
  | { kind: 'back' }
  /** The person said nothing for as long as the brain asked to wait. */
  | { kind: 'no_input'; times: number }
  /** The transfer failed: the person is with us again. */
  | { kind: 'transfer_failed' }
  /** A machine has answered; `afterBeep` when it is ready to record. */
  | { kind: 'machine'; afterBeep: boolean }

/** The person said something. */
export interface HeardTurn {
  kind: 'heard'
  text: string
  confidence: number
  /** Which of our last words the person had heard, if they interrupted them. */
  interrupted: { heardText: string } | null
  /** Whether the person can have heard the question of this step: otherwise these words do not answer it. */
  questionHeard: boolean
  /** `text` begins with the words of the previous turn, whose reply was not heard yet. */
  continues: boolean
  /** `text` without the words of the previous turn. */
  added: string
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
  /** The step asks nothing. */
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
  /** Certainty, if similarity decided. */
  score: number | null
}

/** Why words or keys decided nothing. */
export const UNCLEAR = ['nothing_heard', 'no_match', 'ambiguous', 'no_value', 'unsure'] as const
export type Unclear = (typeof UNCLEAR)[number]

/** What affects the call itself, for every kind of brain. */
export type WorkflowAct =
  /** `sensitive`: used in the conversation, stored nowhere. */
  | { kind: 'gather'; name: string; value: string; sensitive?: boolean }
  /** For the timeline: the current step of the workflow. */
  | { kind: 'enter'; nodeId: string; nodeName: string; via?: EdgeTaken }
  /** For the timeline: the question is repeated. `said`: words that no exit expected. */
  | { kind: 'not_understood'; because: Unclear; said?: string }
  /** For the timeline: the person spoke while a tool worked, and perhaps took back what had led to it. */
  | { kind: 'said_meanwhile'; takesBack: boolean }
  /**
   * The person asked not to be called again: listed immediately. `ends`: the session confirms it and ends the call; otherwise
   * the call ends as the workflow says.
   */
  | { kind: 'do_not_call'; ends: boolean }
  /** When the person wants to be called again, in their words or as `YYYY-MM-DDTHH:MM` in their zone. */
  | { kind: 'call_back'; at: string }
  /** An edge marked as consent is being confirmed: from here on question and answer are recorded as audio. */
  | { kind: 'consent_asked'; edgeId: string; question: string }
  /** The person answered it, in these words (or keys). */
  | { kind: 'consent_answered'; edgeId: string; given: boolean; answer: string }
  /** The person asked for another language of the workflow: the step begins again in it. */
  | { kind: 'switch_language'; language: string }
  /** Sends keys as tones, after the previous words. */
  | { kind: 'send_keys'; keys: string }
  | { kind: 'transfer'; destination: string }
  /** After the previous words have been played. */
  | { kind: 'hang_up'; disposition: string }

export type Act =
  /**
   * Spoken as soon as it arrives; a brain that streams sends clause by clause. `recordingId`: played from a recording of these
   * words.
   */
  | { kind: 'say'; text: string; interruptible: boolean; recordingId?: string | null }
  /**
   * Now it is the person's turn; `ahead` is what may be said next, synthesized while they speak. Without this act after the
   * last `say`, the session waits with its defaults.
   */
  | { kind: 'listen'; expect: Expectation; ahead?: readonly string[] }
  /** The following words ask a new question: an answer to the previous one does not answer it. */
  | { kind: 'new_question' }
  /** Resumes what we were saying when this was heard, from the interrupted clause. */
  | { kind: 'go_on' }
  | WorkflowAct

export type AnswerKind = 'open' | 'choice' | 'yes_no' | 'digits' | 'number' | 'date' | 'text'

export interface Expectation {
  answer: AnswerKind
  /** Digits end by `#`, by this length, or by a pause. */
  maxDigits: number | null
  /** Expected number of digits of a spoken number: the recognizer checks its result against it. */
  spokenDigits?: DigitCount | undefined
  noInputAfterMs: number
  /** The silence that ends a turn; left out: depends on the expected answer. */
  endOfTurnMs?: number | undefined
  /** Whether these words are unambiguous: then the turn need not wait for more. */
  decides?: ((text: string) => boolean) | undefined
}
