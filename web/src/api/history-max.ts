/** Maximum number of history entries in one answer; if there are this many, there may be more. */
export const NUMBER_HISTORY_MAX = 1_000
