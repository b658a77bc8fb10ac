/** Several chat endpoints in order. */
export const CHAT_CHAIN = {
  /** An endpoint that has said nothing by then is given up for the next one. */
  answerWithinMs: 4000,
  /** An endpoint that is away is not asked again for so long, while another one answers. */
  restMs: 30_000,
} as const

/** Time and failure limits of the pipeline brain. */
export const PIPELINE = {
  /** An answer that is not complete by then, retry included, is given up. */
  totalMs: 15_000,
  /** Retries per answer. */
  retries: 1,
  /** Delay before a retry if the failure names none. */
  retryDelayMs: 200,
  /** A longer `retry-after` is not awaited: the person is on the line. */
  longestRetryAfterMs: 3000,
  /** Consecutive failed answers; then the agent says goodbye. */
  failuresBeforeHangUp: 2,
  /** Requests within one turn: limits a model that only records and never speaks. */
  stepsPerTurn: 4,
  /** Rounds of tool calls within one turn, in addition to these requests. */
  toolRoundsPerTurn: 4,
  /** Steps of the workflow within one turn: limits a loop without questions. */
  nodesPerTurn: 20,
  /** About a minute and a half of speech; longer answers are cut off. */
  longestAnswerCharacters: 1500,
  /** Messages of the conversation that are sent to the model again. */
  historyMessages: 60,
  historyCharacters: 24_000,
} as const
