/** The definition of a tool in the API: schema, types, and what is derived from them. Pure. */
import { z } from 'zod'
import { isHeaderName } from '../../credentials/rules/credential-data.ts'
import { bool, customIssue, freeObject, integer, optional, text } from '../../http/schemas.ts'
import { VARIABLE_NAME_PATTERN } from '../../workflows/rules/node-types.ts'
import { parseTemplate } from '../../workflows/rules/templates.ts'
import {
  MCP_TOOLS_MAX,
  PARAMETER_ITEMS_LENGTH_MAX,
  RESULT_VARIABLES_MAX,
  TOOL_BODY_TEMPLATE_BYTES_MAX,
  TOOL_DESCRIPTION_LENGTH_MAX,
  TOOL_HEADER_LENGTH_MAX,
  TOOL_HEADERS_MAX,
  TOOL_PARAMETERS_MAX,
  TOOL_TIMEOUT_MS_DEFAULT,
  TOOL_TIMEOUT_MS_MAX,
  TOOL_TIMEOUT_MS_MIN,
  TOOL_URL_LENGTH_MAX,
} from './limits.ts'

export const TOOL_CATEGORIES = ['http_api', 'mcp'] as const
export type ToolCategory = (typeof TOOL_CATEGORIES)[number]
export const TOOL_STATUSES = ['active', 'archived', 'draft'] as const
export type ToolStatus = (typeof TOOL_STATUSES)[number]

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const PARAMETER_TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

const parameterName = () =>
  text({ minimum: 1, maximum: 64 }).refine(
    (name) => /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name),
    customIssue('value_error', 'Value error, a name begins with a letter and has letters, digits, _ . or -'),
  )

const parameter = z.object({
  name: parameterName(),
  type: z.enum(PARAMETER_TYPES),
  description: text({ maximum: TOOL_DESCRIPTION_LENGTH_MAX }),
  required: optional(bool()),
  items: optional(
    freeObject().refine(
      (items) => sanitizeItemsSchema(items) === items,
      customIssue(
        'value_error',
        `Value error, without $ref, and at most ${PARAMETER_ITEMS_LENGTH_MAX} characters of JSON`,
      ),
    ),
  ).meta({ description: 'For an array: the JSON Schema of its entries. Left out: anything.' }),
})

/** The schema of an array's entries for a model: complete and closed, or left out. */
export function sanitizeItemsSchema(items: unknown): Record<string, unknown> {
  if (items === null || typeof items !== 'object' || Array.isArray(items)) return {}
  const json = JSON.stringify(items)
  return json.includes('"$ref"') || json.length > PARAMETER_ITEMS_LENGTH_MAX ? {} : (items as Record<string, unknown>)
}

const presetParameter = z.object({
  name: parameterName(),
  type: z.enum(PARAMETER_TYPES),
  value_template: text({ maximum: TOOL_HEADER_LENGTH_MAX }),
  required: optional(bool()),
})

const resultVariable = z.object({
  name: text({ minimum: 1, maximum: 64 }).refine(
    (name) => new RegExp(VARIABLE_NAME_PATTERN).test(name),
    customIssue('value_error', 'Value error, a variable has letters, digits and _, and does not begin with a digit'),
  ),
  path: text({ maximum: 200 }).meta({
    description: 'Where the value is in the answer: names and indexes with dots, such as `slots.0.start`.',
  }),
  required: optional(bool()).meta({ description: 'Default true: without the value the call counts as failed.' }),
})

const headers = z
  .record(z.string(), text({ maximum: TOOL_HEADER_LENGTH_MAX }))
  .refine(
    (given) => Object.keys(given).length <= TOOL_HEADERS_MAX,
    customIssue('value_error', `Value error, at most ${TOOL_HEADERS_MAX} headers`),
  )
  .refine(
    (given) => Object.keys(given).every(isHeaderName),
    customIssue('value_error', 'Value error, a header has no valid name, or the request sets it itself'),
  )
  .refine(
    (given) => Object.values(given).every((value) => /^[\x20-\x7e]*$/.test(value)),
    customIssue('value_error', 'Value error, header values are printable ASCII without line breaks'),
  )

const bodyTemplate = z
  .record(z.string(), z.unknown())
  .refine(
    (given) => Buffer.byteLength(JSON.stringify(given)) <= TOOL_BODY_TEMPLATE_BYTES_MAX,
    customIssue('value_error', `Value error, at most ${TOOL_BODY_TEMPLATE_BYTES_MAX} bytes`),
  )

const method = z.preprocess((given) => (typeof given === 'string' ? given.toUpperCase() : given), z.enum(METHODS))

export const toolUrl = () =>
  text({ minimum: 1, maximum: TOOL_URL_LENGTH_MAX }).superRefine((url, context) => {
    // A text that is too long is refused already; patterns over megabytes would delay live calls.
    if (url.length > TOOL_URL_LENGTH_MAX) return
    const problem = problemOfUrl(url)
    if (problem !== null) context.addIssue(customIssue('url_parsing', `Input should be a valid URL: ${problem}`))
  })

const httpConfig = z
  .object({
    method,
    url: toolUrl().meta({
      description: 'May contain {{parameter}} and {{variable}} after the host. Redirects are not followed.',
    }),
    headers: optional(headers).meta({ description: 'Sent with every request. Stored encrypted, shown masked.' }),
    credential_uuid: optional(text({ maximum: 64 })),
    parameters: optional(z.array(parameter).max(TOOL_PARAMETERS_MAX)).meta({
      description: 'Parameters that the model, or the `arguments` of an http step, must provide.',
    }),
    preset_parameters: optional(z.array(presetParameter).max(TOOL_PARAMETERS_MAX)).meta({
      description: 'Filled in by the server: `{{column}}`, `{{initial_context.x}}`, `{{gathered_context.x}}`.',
    }),
    timeout_ms: optional(integer({ minimum: TOOL_TIMEOUT_MS_MIN })).meta({
      description: `Default ${TOOL_TIMEOUT_MS_DEFAULT}. More than ${TOOL_TIMEOUT_MS_MAX} counts as ${TOOL_TIMEOUT_MS_MAX}: a person waits.`,
    }),
    customMessage: optional(text({ maximum: 1000 })).meta({ description: 'Spoken while the person waits.' }),
    customMessageType: optional(z.enum(['text', 'audio'])),
    customMessageRecordingId: optional(text({ maximum: 64 })),
    body_template: optional(bodyTemplate).meta({
      description: 'JSON body for POST, PUT and PATCH. Its texts may hold {{parameter}} and {{variable}}.',
    }),
    acts: optional(bool()).meta({
      description:
        'Whether the request changes something. Default: true for every method but GET. A tool that acts is called only after the person has answered, and never twice with the same values in one call.',
    }),
    idempotent: optional(bool()).meta({
      description: 'Default false. Only an idempotent request is sent a second time after a failure.',
    }),
    result_variables: optional(z.array(resultVariable).max(RESULT_VARIABLES_MAX)).meta({
      description: 'Values of the JSON answer that become variables of the conversation.',
    }),
    example_response: z.unknown().optional().meta({
      description: 'The JSON answer that trials of a workflow get instead of a real request.',
    }),
  })
  .superRefine((config, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ ...customIssue('value_error', `Value error, ${message}`), path: [path] })
    const hasBody = config.method !== 'GET' && config.method !== 'DELETE'
    if (config.body_template !== undefined && !hasBody) fail('body_template', 'GET and DELETE have no body')
    const names = [...(config.parameters ?? []), ...(config.preset_parameters ?? [])].map(({ name }) => name)
    if (new Set(names).size < names.length) fail('parameters', 'two parameters have the same name')
    const results = (config.result_variables ?? []).map(({ name }) => name)
    if (new Set(results).size < results.length) fail('result_variables', 'two variables have the same name')
  })

const discoveredTool = z.looseObject({ name: z.string() })

const mcpConfig = z.object({
  transport: optional(z.enum(['streamable_http'])),
  url: toolUrl()
    .refine(
      (url) => !url.includes('{{'),
      customIssue('url_parsing', 'Input should be a valid URL without placeholders'),
    )
    .meta({ description: 'The address of the MCP server (streamable HTTP).' }),
  credential_uuid: optional(text({ maximum: 64 })),
  tools_filter: optional(z.array(text({ maximum: 200 })).max(MCP_TOOLS_MAX)).meta({
    description: 'Names of the tools that may be used. Empty: all.',
  }),
  timeout_secs: optional(integer({ minimum: 0 })).meta({
    description: `More than ${TOOL_TIMEOUT_MS_MAX / 1000} counts as ${TOOL_TIMEOUT_MS_MAX / 1000}: a person waits.`,
  }),
  sse_read_timeout_secs: optional(integer({ minimum: 0 })),
  discovered_tools: optional(z.array(discoveredTool)).meta({
    description:
      'The tools that the server offers. Filled in when the tool is saved or refreshed; a value that is sent is ignored.',
  }),
})

/** Tool types of other clients of this API that are workflow steps here. */
const STEPS_INSTEAD: Readonly<Record<string, string>> = {
  end_call: 'Ending a call needs no tool: the model can always hang up, and endCall steps end a script.',
  transfer_call: 'Use a transfer step instead; with from_anywhere a model can use it at every step.',
  calculator: 'Use settings.computed of the workflow instead.',
}

export const toolDefinition = z.preprocess(
  (given, context) => {
    const type = (given as { type?: unknown } | null)?.type
    const instead = typeof type === 'string' ? STEPS_INSTEAD[type] : undefined
    if (instead !== undefined) {
      context.addIssue({ ...customIssue('value_error', `Value error, ${instead}`), path: ['type'] })
      return z.NEVER
    }
    return given
  },
  z.discriminatedUnion('type', [
    z.object({ schema_version: optional(integer()), type: z.literal('http_api'), config: httpConfig }),
    z.object({ schema_version: optional(integer()), type: z.literal('mcp'), config: mcpConfig }),
  ]),
)

export type ToolDefinition = z.output<typeof toolDefinition>
export type HttpToolDefinition = Extract<ToolDefinition, { type: 'http_api' }>
export type McpToolConfig = z.output<typeof mcpConfig>
export type HttpToolConfig = z.output<typeof httpConfig>
export type ToolParameter = z.output<typeof parameter>
export type ResultVariable = z.output<typeof resultVariable>

/** Why requests cannot be sent to this URL; null if they can. Placeholders must not decide the host. */
export function problemOfUrl(url: string): string | null {
  const { mistakes } = parseTemplate(url)
  if (mistakes.length > 0) return mistakes.join(' ')
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0]
  if (origin === undefined) return 'it begins with http:// or https://'
  if (origin.includes('{{')) return 'the host is fixed; placeholders can come after it'
  if (!URL.canParse(origin)) return 'its host cannot be read'
  const { username, password } = new URL(origin)
  if (`${username}${password}` !== '') return 'passwords belong in a credential'
  return url.includes('#') ? 'a part after # is not sent' : null
}

export const timeoutOf = ({ timeout_ms: ms }: Pick<HttpToolConfig, 'timeout_ms'>) =>
  Math.min(ms ?? TOOL_TIMEOUT_MS_DEFAULT, TOOL_TIMEOUT_MS_MAX)

/** Time limit of an MCP tool; zero or absent means the default. */
export const mcpTimeoutOf = ({ timeout_secs: seconds }: Pick<McpToolConfig, 'timeout_secs'>) =>
  Math.min((seconds || TOOL_TIMEOUT_MS_DEFAULT / 1000) * 1000, TOOL_TIMEOUT_MS_MAX)

export const hasSideEffects = ({ acts, method: by }: Pick<HttpToolConfig, 'acts' | 'method'>) => acts ?? by !== 'GET'
