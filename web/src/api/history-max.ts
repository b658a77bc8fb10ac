/** Maximum number of history entries in one answer; if there are this many, there may be more. */
export const HISTORY_MAX = 1_000
