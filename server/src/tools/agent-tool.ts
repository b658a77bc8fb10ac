/** The tools of a conversation: their description for the model, and how they are called. */
import {
  type CallToolDeps,
  callTool,
  type HttpTool,
  notSentOutcome,
  type ToolOutcome,
  toolResultOf,
} from './call-tool.ts'
import { callMcpTool, type McpDeps, type McpServerRef } from './mcp-server.ts'
import type { Tool } from './queries.ts'
import { findTools } from './queries.ts'
import { allowedTools, type DiscoveredTool } from './rules/mcp-tools.ts'
import { hasSideEffects, type ToolParameter } from './rules/tool-definition.ts'
import { buildToolRequest, type ToolValues } from './rules/tool-request.ts'
import { readResult } from './rules/tool-result.ts'

export interface AgentTool {
  uuid: string
  /** Name of the tool at the MCP server with this uuid; null: it is the tool with this uuid itself. */
  mcpName: string | null
  name: string
  description: string
  parameters: readonly ToolParameter[]
  /** Whether the tool changes something outside of the program. */
  acts: boolean
  /** Sentence spoken while the person waits; empty: none. */
  message: string
  /** Variables set from the tool's answer. */
  fills: readonly string[]
  /** A text that is equal for equal requests. Null: nothing would be sent. */
  fingerprint(values: ToolValues): string | null
  /** Calls the tool. Never rejects. */
  call(values: ToolValues): Promise<ToolOutcome>
}

/** Loads the active tools among these. */
export async function loadAgentTools(
  deps: CallToolDeps & McpDeps,
  organizationId: number,
  uuids: readonly string[],
): Promise<AgentTool[]> {
  const tools = await findTools(deps.db, organizationId, uuids)
  return tools.flatMap((tool) => {
    if (tool.status !== 'active') return []
    if (isHttpTool(tool)) return [agentTool(tool, realCall(deps, tool))]
    return toolsOfServer(tool, (server, name) => (values) => callMcpTool(deps, server, name, values.arguments))
  })
}

/** Loads the tools for a try-out: nothing is sent, and each tool's example is its answer. */
export async function loadTrialTools(
  db: CallToolDeps['db'],
  organizationId: number,
  uuids: readonly string[],
): Promise<AgentTool[]> {
  const tools = await findTools(db, organizationId, uuids)
  return tools.flatMap((tool) => {
    if (tool.status !== 'active') return []
    if (isHttpTool(tool)) return [agentTool(tool, trialCall(tool))]
    return toolsOfServer(tool, () => async () => notSentOutcome('Trials send no requests to MCP servers.'))
  })
}

type Call = AgentTool['call']

const isHttpTool = (tool: Tool): tool is HttpTool => tool.definition.type === 'http_api'

/** The tools of the server as of its last discovery; a new conversation does not wait for a discovery. */
function toolsOfServer(tool: Tool, callOf: (server: McpServerRef, name: string) => Call): AgentTool[] {
  const { uuid, organization_id: organizationId, definition } = tool
  if (definition.type !== 'mcp') return []
  const { config } = definition
  const known = (config.discovered_tools ?? []) as unknown as DiscoveredTool[]
  return allowedTools(known, config.tools_filter).map(({ name, description, parameters, read_only: readOnly }) => ({
    uuid,
    mcpName: name,
    name,
    description,
    parameters,
    acts: !readOnly,
    message: '',
    fills: [],
    fingerprint: ({ arguments: given }) => JSON.stringify([uuid, name, given]),
    call: callOf({ organizationId, config }, name),
  }))
}

function agentTool(tool: HttpTool, call: Call): AgentTool {
  const { config } = tool.definition
  return {
    uuid: tool.uuid,
    mcpName: null,
    name: tool.name,
    description: tool.description ?? '',
    parameters: config.parameters ?? [],
    acts: hasSideEffects(config),
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

function realCall(deps: CallToolDeps, tool: HttpTool): Call {
  return async (values) => {
    try {
      return await callTool(deps, tool, values)
    } catch {
      // The credential could not be loaded, because the database is unreachable.
      return notSentOutcome('The tool could not be prepared by a fault of this server.')
    }
  }
}

const NO_EXAMPLE = 'Trials send no requests. Give the tool an example_response to try it.'

function trialCall(tool: HttpTool): Call {
  const { config } = tool.definition
  return async (values) => {
    const built = buildToolRequest(config, values, {})
    if (built.kind === 'unsendable') return notSentOutcome(built.reason)
    if (config.example_response === undefined) return notSentOutcome(NO_EXAMPLE)
    const answer = Buffer.from(JSON.stringify(config.example_response))
    const result = toolResultOf(readResult(answer, config.result_variables ?? []))
    return { ...result, status: 200, ms: 0, tries: 0, request: built.request }
  }
}
