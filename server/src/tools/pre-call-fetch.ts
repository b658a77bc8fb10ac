/** Asks a service of the organization about a call before the agent speaks. The conversation begins even if it fails. */
import { credentialHeaders } from '../credentials/use-credential.ts'
import { exchange } from '../kernel/exchange.ts'
import { mergeHeaders } from '../kernel/merge-headers.ts'
import { parseJson } from '../kernel/parse-json.ts'
import type { PreCallFetch } from '../workflows/rules/definition.ts'
import type { CallToolDeps, ToolFailure } from './call-tool.ts'
import { readFetched } from './rules/fetched-variables.ts'
import { TOOL_ANSWER_BYTES_MAX } from './rules/limits.ts'

/** Below the time limit for loading a call (`AGENT_HOST_LIMITS.loadMs`): a person may already be listening. */
export const PRE_CALL_FETCH_MS_MAX = 2_500

export interface PreCallFetchContext {
  callId: number
  organizationId: number
  workflowId: number
  campaignId: number | null
  contactId: number | null
  direction: 'outbound' | 'inbound'
  from: string
  to: string
}

export interface PreCallFetchResult {
  ok: boolean
  status: number | null
  reason: ToolFailure | null
  /** A sentence for people. */
  message: string | null
  ms: number
  variables: Record<string, string>
}

/** Sends the request. Never rejects. */
export async function preCallFetch(
  deps: CallToolDeps,
  fetch: PreCallFetch,
  call: PreCallFetchContext,
): Promise<PreCallFetchResult> {
  const failed = (
    reason: ToolFailure,
    message: string,
    { status = null as number | null, ms = 0 } = {},
  ): PreCallFetchResult => ({
    ok: false,
    status,
    reason,
    message,
    ms,
    variables: {},
  })
  try {
    const credential = await credentialHeaders(deps, call.organizationId, fetch.credentialUuid)
    if (credential.kind === 'unusable') return failed('not_sent', credential.reason)
    const sent = await exchange(deps, {
      url: fetch.url,
      method: 'POST',
      headers: mergeHeaders({ accept: 'application/json', 'content-type': 'application/json' }, credential.headers),
      body: JSON.stringify(bodyOf(call)),
      timeoutMs: PRE_CALL_FETCH_MS_MAX,
      answerBytesMax: TOOL_ANSWER_BYTES_MAX,
    })
    const { status, ms } = sent
    if (!sent.ok) {
      return failed(sent.reason ?? 'refused', sent.message ?? `The service answered ${status}.`, { status, ms })
    }
    const variables = readFetched(parseJson(sent.answer))
    if (variables === null) {
      return failed('unreadable', 'The answer has no object dynamic_variables.', { status, ms })
    }
    return { ok: true, status, reason: null, message: null, ms, variables }
  } catch {
    return failed('not_sent', 'The fetch could not be prepared by a fault of this server.')
  }
}

function bodyOf({ callId, workflowId, campaignId, contactId, direction, from, to }: PreCallFetchContext) {
  const event = `call_${direction}`
  const numbers = { agent_id: workflowId, from_number: from, to_number: to }
  return { event, [event]: { ...numbers, call_id: callId, campaign_id: campaignId, contact_id: contactId } }
}
