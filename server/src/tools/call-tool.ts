/** One call of a tool: builds the request, sends it within the time limit, parses the answer. */
import { randomUUID } from 'node:crypto'
import { credentialHeaders } from '../credentials/use-credential.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { exchange, type RequestFailure, type RequestResult } from '../kernel/exchange.ts'
import { mergeHeaders } from '../kernel/merge-headers.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Queries } from '../storage/database.ts'
import type { Tool } from './queries.ts'
import { TOOL_ANSWER_BYTES_MAX, TOOL_RETRY_PAUSE_MS, TOOL_TIMEOUT_MS_MAX, TOOL_TRIES_MAX } from './rules/limits.ts'
import { type HttpToolConfig, type HttpToolDefinition, timeoutOf } from './rules/tool-definition.ts'
import { buildToolRequest, type ToolRequest, type ToolValues } from './rules/tool-request.ts'
import { type ReadResult, type ResultFailure, readResult } from './rules/tool-result.ts'
import { openToolHeaders } from './secret-headers.ts'

export type ToolFailure =
  | RequestFailure
  | ResultFailure
  /** Nothing was sent, because a value or the credential is missing. */
  | 'not_sent'

export interface ToolOutcome {
  ok: boolean
  /** HTTP status; null: no answer came, or nothing was sent. */
  status: number | null
  reason: ToolFailure | null
  /** A sentence for people. */
  message: string | null
  data: unknown
  /** Values that the tool sets in the conversation. */
  variables: { name: string; value: string }[]
  ms: number
  tries: number
  /** The request that was sent; null if none was. */
  request: ToolRequest | null
}

/** A tool that is an HTTP request. */
export type HttpTool = Tool & { definition: HttpToolDefinition }

export interface CallToolDeps {
  db: Queries
  clock: Clock
  secrets: Pick<SecretBox, 'open'>
  /** Egress of the organization. */
  egress: Pick<Egress, 'send'>
}

/** Calls the tool. Throws only if `stop` aborts it. */
export async function callTool(
  deps: CallToolDeps,
  tool: HttpTool,
  values: ToolValues,
  stop?: AbortSignal,
): Promise<ToolOutcome> {
  const { config } = tool.definition
  const headers = await headersOf(deps, tool)
  if (typeof headers === 'string') return notSentOutcome(headers)
  const built = buildToolRequest(config, values, headers)
  if (built.kind === 'unsendable') return notSentOutcome(built.reason)
  const { request } = built
  const { sent, tries } = await sendRequest(deps, config, request, stop)
  const common = { status: sent.status, ms: sent.ms, tries, request }
  if (!sent.ok) return { ...common, ...failure(sent.reason ?? 'refused', sent.message ?? wordsOf(sent)) }
  return { ...common, ...toolResultOf(readResult(sent.answer, config.result_variables ?? [])) }
}

/** Parses an example answer as the result of a tool. No request is sent; trials of a workflow use it. */
export function toolResultOf(
  result: ReadResult,
): Pick<ToolOutcome, 'ok' | 'reason' | 'message' | 'data' | 'variables'> {
  if (result.kind === 'failed') return failure(result.reason, result.message)
  return { ok: true, reason: null, message: null, data: result.data, variables: result.variables }
}

const failure = (reason: ToolFailure, message: string) => ({ ok: false, reason, message, data: null, variables: [] })

export function notSentOutcome(message: string): ToolOutcome {
  return { ...failure('not_sent', message), status: null, ms: 0, tries: 0, request: null }
}

/** The headers of the tool and of its credential; a text says why they are missing. */
async function headersOf(deps: CallToolDeps, tool: HttpTool): Promise<Record<string, string> | string> {
  const { config } = tool.definition
  const own = openToolHeaders(tool.definition, tool.id, deps.secrets)
  if (own === null) return 'A header of the tool was sealed with another SECRET_KEY. Save the tool again.'
  const credential = await credentialHeaders(deps, tool.organization_id, config.credential_uuid)
  if (credential.kind === 'unusable') return credential.reason
  return mergeHeaders(own, credential.headers)
}

/** A request that may have had an effect is never sent twice, unless its author declares it idempotent. */
async function sendRequest(
  { egress, clock }: CallToolDeps,
  config: HttpToolConfig,
  { method, url, headers, body }: ToolRequest,
  stop?: AbortSignal,
): Promise<{ sent: RequestResult; tries: number }> {
  const begunMs = clock.monotonic()
  // The same key for every attempt: a receiver that supports the header does the work once.
  const keyed = method === 'GET' ? headers : mergeHeaders({ 'idempotency-key': randomUUID() }, headers)
  for (let tries = 1; ; tries += 1) {
    const leftMs = TOOL_TIMEOUT_MS_MAX - (clock.monotonic() - begunMs)
    const timeoutMs = Math.max(1, Math.min(timeoutOf(config), leftMs))
    const request = { method, url, headers: keyed, body, timeoutMs, answerBytesMax: TOOL_ANSWER_BYTES_MAX }
    const sent = await exchange({ egress, clock }, request, stop)
    const mayRepeat = config.idempotent === true && tries < TOOL_TRIES_MAX && mayHelp(sent)
    const ms = Math.round(clock.monotonic() - begunMs)
    if (!mayRepeat || TOOL_TIMEOUT_MS_MAX - ms <= TOOL_RETRY_PAUSE_MS) return { sent: { ...sent, ms }, tries }
    await pause(clock, TOOL_RETRY_PAUSE_MS)
  }
}

const pause = (clock: Clock, ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))

function mayHelp({ reason, status }: RequestResult): boolean {
  if (reason === 'refused') return status === 429 || (status !== null && status >= 500)
  return reason === 'time_out' || reason === 'not_reached'
}

const wordsOf = ({ status }: RequestResult) => `The service answered ${status}.`
