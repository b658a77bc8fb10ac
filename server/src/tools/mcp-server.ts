/**
 * A server of the Model Context Protocol as a source of tools. Every connection follows the egress rules and ends with its
 * answer.
 */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { credentialHeaders } from '../credentials/use-credential.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { TimeLimitExceeded, withTimeLimit } from '../kernel/time-limit.ts'
import { VERSION } from '../kernel/version.ts'
import type { Queries } from '../storage/database.ts'
import { notSentOutcome, type ToolOutcome } from './call-tool.ts'
import { MCP_DISCOVERY_MS_MAX, MCP_TOOLS_MAX, TOOL_ANSWER_BYTES_MAX } from './rules/limits.ts'
import { type DiscoveredTool, describeTool } from './rules/mcp-tools.ts'
import { type McpToolConfig, mcpTimeoutOf } from './rules/tool-definition.ts'

export interface McpDeps {
  db: Queries
  clock: Clock
  secrets: Pick<SecretBox, 'open'>
  /** Egress of the organization. */
  egress: Pick<Egress, 'fetchUpTo'>
}

export interface McpServerRef {
  organizationId: number
  config: McpToolConfig
}

export type Discovery = { ok: true; tools: DiscoveredTool[] } | { ok: false; error: string }

/** The tools of the server, as it describes them. Never rejects. */
export async function discoverTools(deps: McpDeps, server: McpServerRef): Promise<Discovery> {
  try {
    const tools = await withClient(
      deps,
      server,
      MCP_DISCOVERY_MS_MAX,
      async (client) => (await client.listTools()).tools,
    )
    if (tools.length > MCP_TOOLS_MAX) {
      return { ok: false, error: `The server has ${tools.length} tools; at most ${MCP_TOOLS_MAX} can be used.` }
    }
    return { ok: true, tools: tools.map(describeTool) }
  } catch (error) {
    return { ok: false, error: sentenceOf(error) }
  }
}

/** Calls one tool of the server. Never rejects. */
export async function callMcpTool(
  deps: McpDeps,
  server: McpServerRef,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolOutcome> {
  const { clock } = deps
  const begunMs = clock.monotonic()
  const request = {
    method: 'tools/call',
    url: server.config.url,
    headers: {},
    body: undefined,
    query: {},
    consumed: [],
  }
  const common = () => ({
    ms: Math.round(clock.monotonic() - begunMs),
    tries: 1,
    request: { ...request, values: { ...given } },
  })
  try {
    const result = await withClient(deps, server, mcpTimeoutOf(server.config), (client) =>
      client.callTool({ name, arguments: { ...given } }),
    )
    const data = dataOf(result)
    if (!result.isError)
      return { ok: true, status: null, reason: null, message: null, data, variables: [], ...common() }
    return { ...failed('refused', 'The MCP server reports an error.'), data, ...common() }
  } catch (error) {
    if (error instanceof CredentialUnusable) return notSentOutcome(error.message)
    const reason = error instanceof TimeLimitExceeded ? 'time_out' : 'not_reached'
    return { ...failed(reason, sentenceOf(error)), ...common() }
  }
}

const failed = (reason: 'refused' | 'time_out' | 'not_reached', message: string) => ({
  ok: false,
  status: null,
  reason,
  message,
  data: null,
  variables: [],
})

class CredentialUnusable extends Error {}

type McpClient = InstanceType<Awaited<typeof import('@modelcontextprotocol/client')>['Client']>

async function withClient<T>(
  deps: McpDeps,
  { organizationId, config }: McpServerRef,
  timeoutMs: number,
  work: (client: McpClient) => Promise<T>,
): Promise<T> {
  const credential = await credentialHeaders(deps, organizationId, config.credential_uuid)
  if (credential.kind === 'unusable') throw new CredentialUnusable(credential.reason)
  // The MCP client is loaded only by programs that use it.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const transport = new StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: credential.headers, redirect: 'manual' },
    fetch: (url, init) => deps.egress.fetchUpTo(TOOL_ANSWER_BYTES_MAX)(url, init as RequestInit),
  })
  const client = new Client({ name: 'outdial', version: VERSION })
  try {
    const exchange = client.connect(transport).then(() => work(client))
    // The result was already returned, so a late failure is ignored.
    exchange.catch(() => {})
    return await withTimeLimit(deps.clock, timeoutMs, exchange)
  } finally {
    client.close().catch(() => {})
  }
}

/** The server's structured result, or its texts. */
function dataOf({ structuredContent, content }: CallToolResult): unknown {
  if (structuredContent !== undefined) return structuredContent
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** A message for the operator that contains no text of the MCP server. */
function sentenceOf(error: unknown): string {
  if (error instanceof CredentialUnusable) return error.message
  const cause = (error as { cause?: { code?: string } }).cause
  if (cause?.code === 'EGRESS_REFUSED') return (cause as unknown as Error).message
  if (cause?.code === 'ANSWER_TOO_LARGE') return 'The answer of the MCP server is too large.'
  return 'The MCP server could not be reached, or did not give a valid MCP answer within the time limit.'
}
