/** Limits of tools. */

export const TOOL_NAME_LENGTH_MAX = 255
export const TOOL_DESCRIPTION_LENGTH_MAX = 4000
export const TOOL_URL_LENGTH_MAX = 2000
export const TOOL_PARAMETERS_MAX = 30
export const TOOL_HEADERS_MAX = 20
export const TOOL_HEADER_LENGTH_MAX = 4000
export const TOOL_BODY_TEMPLATE_BYTES_MAX = 65_536
export const RESULT_VARIABLES_MAX = 20

/** Default time limit of a tool call, including retries, because a person waits on the line. */
export const TOOL_TIMEOUT_MS_DEFAULT = 5_000
export const TOOL_TIMEOUT_MS_MAX = 10_000
export const TOOL_TIMEOUT_MS_MIN = 100
/** Delay before an idempotent request is sent a second time. */
export const TOOL_RETRY_PAUSE_MS = 200
export const TOOL_TRIES_MAX = 2

/** Time limit of the discovery of an MCP server, where an operator waits instead of a caller. */
export const MCP_DISCOVERY_MS_MAX = 15_000
export const MCP_TOOLS_MAX = 100

/** Maximum size of an answer, which is used for a sentence or two in a conversation. */
export const TOOL_ANSWER_BYTES_MAX = 256 * 1024
/** Characters of an answer that a model sees. */
export const TOOL_DATA_CHARACTERS_MAX = 4_000
export const RESULT_VALUE_LENGTH_MAX = 500
/** Size of the JSON Schema of an array's entries. */
export const PARAMETER_ITEMS_LENGTH_MAX = 2000
