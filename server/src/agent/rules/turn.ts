/** What passes between a conversation and its brain: turns to be answered, and the acts that answer them. */

/** What happened, and asks for an answer. */
export type Turn =
  | { kind: 'started' }
  /** The person said something. `interrupted` is what they had heard of our last words if they spoke over them. */
  | { kind: 'heard'; text: string; confidence: number; interrupted: { heardText: string } | null }
  | { kind: 'digits'; digits: string }
  /** Nothing was said for as long as the brain asked to wait. */
  | { kind: 'no_input'; times: number }
  /** A machine has answered; `afterBeep` when it is ready to record. */
  | { kind: 'machine'; afterBeep: boolean }

/** What moves the call itself, whichever kind of brain decides it. */
export type WorkflowAct =
  | { kind: 'gather'; name: string; value: string }
  /** For the timeline: where in the workflow we are. */
  | { kind: 'enter'; nodeId: string; nodeName: string }
  | { kind: 'transfer'; destination: string }
  /** After what was said has been played. */
  | { kind: 'hang_up'; disposition: string }

export type Act =
  /** Spoken as soon as it comes; a brain that streams sends clause by clause. */
  | { kind: 'say'; text: string; interruptible: boolean }
  /** Now it is the person's turn. Without it after the last `say`, the session waits with its defaults. */
  | { kind: 'listen'; expect: Expectation }
  | WorkflowAct

export interface Expectation {
  /** Digits end by `#`, by this length, or by a pause. */
  maxDigits: number | null
  noInputAfterMs: number
}
