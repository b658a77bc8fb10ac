/** Limits for several chat endpoints that are tried in order. */
export const CHAT_FAILOVER_LIMITS = {
  /** If an endpoint has sent nothing by then, the next one is asked. */
  answerWithinMs: 4000,
  /** How long an unavailable endpoint is skipped while another one answers. */
  restMs: 30_000,
} as const

/** Time and failure limits of the pipeline brain. */
export const PIPELINE_LIMITS = {
  /** Time limit of a complete answer, including retries. */
  totalMs: 15_000,
  /** Retries per answer. */
  retries: 1,
  /** Delay before a retry if the endpoint requests none. */
  retryDelayMs: 200,
  /** Longest `retry-after` that is observed; beyond it there is no retry, because the person is on the line. */
  longestRetryAfterMs: 3000,
  /** Number of consecutive failed answers after which the agent says goodbye. */
  failuresBeforeHangUp: 2,
  /** Maximum number of requests within one turn, in case a model only records values and never speaks. */
  stepsPerTurn: 4,
  /** Rounds of tool calls within one turn, in addition to these requests. */
  toolRoundsPerTurn: 4,
  /** Maximum number of workflow steps within one turn, in case of a loop without questions. */
  nodesPerTurn: 20,
  /** About a minute and a half of speech; longer answers are cut off. */
  longestAnswerCharacters: 1500,
  /** Number of earlier messages that are sent to the model with each request. */
  historyMessages: 60,
  historyCharacters: 24_000,
} as const
