/** As many entries of a number's history as the server gives at once; where there are as many there may be more. */
export const HISTORY_MAX = 1_000
