/** Tools as a conversation has them: what a model is told of each, and how it is called. */
import { type CallToolDeps, callTool, notSent, resultOf, type ToolOutcome } from './call-tool.ts'
import type { Tool } from './queries.ts'
import { findTools } from './queries.ts'
import { doesAct, type ToolParameter } from './rules/tool-definition.ts'
import { buildToolRequest, type ToolValues } from './rules/tool-request.ts'
import { readResult } from './rules/tool-result.ts'

export interface AgentTool {
  uuid: string
  name: string
  description: string
  parameters: readonly ToolParameter[]
  /** Whether it changes something outside. */
  acts: boolean
  /** Spoken while the person waits; empty: nothing. */
  message: string
  /** Variables that its answer fills. */
  fills: readonly string[]
  /** What would be sent, as a text: two calls with the same text do the same. Null: nothing would be sent. */
  fingerprint(values: ToolValues): string | null
  /** Never rejects. */
  call(values: ToolValues): Promise<ToolOutcome>
}

/** The active ones of these tools of an organization. */
export async function loadAgentTools(
  deps: CallToolDeps,
  organizationId: number,
  uuids: readonly string[],
): Promise<AgentTool[]> {
  const tools = await findTools(deps.db, organizationId, uuids)
  return tools.filter(({ status }) => status === 'active').map((tool) => agentTool(tool, realCall(deps, tool)))
}

/** The same for a trial: nothing leaves, and the example that the tool has is its answer. */
export async function loadTrialTools(
  db: CallToolDeps['db'],
  organizationId: number,
  uuids: readonly string[],
): Promise<AgentTool[]> {
  const tools = await findTools(db, organizationId, uuids)
  return tools.filter(({ status }) => status === 'active').map((tool) => agentTool(tool, trialCall(tool)))
}

type Call = AgentTool['call']

function agentTool(tool: Tool, call: Call): AgentTool {
  const { config } = tool.definition
  return {
    uuid: tool.uuid,
    name: tool.name,
    description: tool.description ?? '',
    parameters: config.parameters ?? [],
    acts: doesAct(config),
    message: config.customMessageType === 'audio' ? '' : (config.customMessage ?? ''),
    fills: (config.result_variables ?? []).map(({ name }) => name),
    fingerprint(values) {
      const built = buildToolRequest(config, values, {})
      if (built.kind === 'unsendable') return null
      const { method, url, body } = built.request
      return JSON.stringify([tool.uuid, method, url, body])
    },
    call,
  }
}

function realCall(deps: CallToolDeps, tool: Tool): Call {
  return async (values) => {
    try {
      return await callTool(deps, tool, values)
    } catch {
      // The database is away, where the credential is.
      return notSent('The tool could not be prepared by a fault of this server.')
    }
  }
}

const NO_EXAMPLE = 'Trials send no requests. Give the tool an example_response to try it.'

function trialCall(tool: Tool): Call {
  const { config } = tool.definition
  return async (values) => {
    const built = buildToolRequest(config, values, {})
    if (built.kind === 'unsendable') return notSent(built.reason)
    if (config.example_response === undefined) return notSent(NO_EXAMPLE)
    const answer = Buffer.from(JSON.stringify(config.example_response))
    const result = resultOf(readResult(answer, config.result_variables ?? []))
    return { ...result, status: 200, ms: 0, tries: 0, request: built.request }
  }
}
