/** Named limits, used by the catalogue and the validation. */

export const NODES_MAX = 200
export const EDGES_MAX = 500

/** About five minutes of speech, and the limit per request of hosted speech endpoints. */
export const SAY_LENGTH_MAX = 4000
export const PROMPT_LENGTH_MAX = 50_000
export const NAME_LENGTH_MAX = 128
export const CONDITION_LENGTH_MAX = 2000
export const VARIABLE_NAME_LENGTH_MAX = 64

export const EXAMPLES_MAX = 100
/** Maximum number of examples of all edges of one node, because each is compared with every utterance there. */
export const EXAMPLES_PER_NODE_MAX = 300
export const KEYS_MAX = 20
export const EXTRACT_MAX = 50
export const COMPUTED_MAX = 50

export const COLLECT_LENGTH_MAX = 2000
export const DIGITS_LENGTH_DEFAULT_MAX = 32
export const TEXT_DEFAULT_LENGTH_MAX = 500

/** Default delay in seconds; a person who answered and hears nothing hangs up after a few seconds. */
export const DELAYED_START_DEFAULT_SECONDS = 2
export const DELAYED_START_SECONDS_MAX = 10

export const PRONUNCIATIONS_MAX = 200
/** Maximum number of languages of a workflow besides its own. */
export const LANGUAGES_MAX = 10

/** Longest conversation if the workflow does not set one, and the maximum it can set. */
export const LONGEST_CALL_DEFAULT_SECONDS = 600
export const LONGEST_CALL_SECONDS_MAX = 1800
