/** How long a language model may take, and how often it may fail: every number of the pipeline brain. */
export const PIPELINE = {
  /** An answer that is not complete by then, retry included, is given up. */
  totalMs: 15_000,
  /** Of one answer. */
  retries: 1,
  /** Before trying again after a failure that names no time of its own. */
  retryDelayMs: 200,
  /** An endpoint that wants us to wait longer is not waited for: the person is on the line. */
  longestRetryAfterMs: 3000,
  /** Failed answers in a row; then the agent takes its leave. */
  failuresBeforeHangUp: 2,
  /** Requests within one turn: a model that only records and never speaks must come to an end. */
  stepsPerTurn: 4,
  /** Rounds of calls of tools within one turn, beside these requests. */
  toolRoundsPerTurn: 4,
  /** Steps of the workflow within one turn: a loop nobody is asked in must come to an end. */
  nodesPerTurn: 20,
  /** About a minute and a half of speech; a model that goes on is cut there. */
  longestAnswerCharacters: 1500,
  /** Of the conversation, what is told to the model again. */
  historyMessages: 60,
  historyCharacters: 24_000,
} as const
