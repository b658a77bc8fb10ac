/**
 * `outdial mcp`: the API for assistants, over standard input and output by the Model Context Protocol. It uses the same client
 * and key: an assistant can do no more than the key.
 */
import { parseArgs } from 'node:util'
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { OutdialClient } from '@outdial/sdk'
import { type McpTool, type OpenApi, toolsOf } from './mcp-tools.ts'
import { connect, errorSentence, serverUrlOf } from './run.ts'

const HELP = `outdial mcp [--allow-changes]
    Serves the Model Context Protocol on standard input and output, for assistants. Read-only; with --allow-changes it may also
    create, start, pause and redial campaigns, place single calls and suppress numbers.
    Set OUTDIAL_API_KEY to an API key and OUTDIAL_URL to the server; a key with the scope "read" is enough for reading.`

/** Maximum length of an answer to an assistant; for longer answers it is asked to request less. */
const ANSWER_MAX = 100_000

export async function run(args: string[], env: Record<string, string | undefined>): Promise<number> {
  let allowChanges = false
  try {
    const { values } = parseArgs({
      args,
      options: { 'allow-changes': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      process.stdout.write(`${HELP}\n`)
      return 0
    }
    allowChanges = values['allow-changes'] === true
    const client = connect(env)
    const document = (await (await client.download('/api/v1/openapi.json')).json()) as OpenApi & {
      info: { version: string }
    }
    const tools = toolsOf(document, allowChanges)
    await served(client, document.info.version, tools)
    return 0
  } catch (error) {
    // Errors go to standard error, because standard output belongs to the protocol.
    process.stderr.write(`${errorSentence(error, serverUrlOf(env))}\n`)
    return 1
  }
}

/** Serves requests until the assistant closes standard input. */
function served(client: OutdialClient, version: string, tools: readonly McpTool[]): Promise<void> {
  const handle = serveStdio(() => serverFor(client, version, tools))
  return new Promise((resolve) => {
    process.stdin.once('close', () => resolve(handle.close()))
    process.stdin.once('end', () => resolve(handle.close()))
  })
}

function serverFor(client: OutdialClient, version: string, tools: readonly McpTool[]): McpServer {
  const server = new McpServer({ name: 'outdial', version }, { capabilities: { tools: {} } })
  for (const tool of tools) {
    const { name, description, readOnly } = tool
    const config = {
      description,
      inputSchema: fromJsonSchema<Record<string, unknown>>(tool.schema),
      annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: !readOnly },
    }
    server.registerTool(name, config, (input) => answer(client, tool, input))
  }
  return server
}

async function answer(client: OutdialClient, tool: McpTool, input: Record<string, unknown>): Promise<CallToolResult> {
  try {
    const { data } = await send(client, tool, input)
    const text = JSON.stringify(data ?? null)
    if (text.length <= ANSWER_MAX) return { content: [{ type: 'text', text }] }
    return failed(`The answer has ${text.length} characters; ask for fewer with a limit, or for one of them.`)
  } catch (error) {
    return failed(errorSentence(error, 'the server'))
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

/** The only place with untyped paths: they come from the server's own OpenAPI document. */
function send(client: OutdialClient, tool: McpTool, input: Record<string, unknown>): Promise<{ data?: unknown }> {
  const chosen = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]))
  const request = client.request as (method: string, path: string, init: object) => Promise<{ data?: unknown }>
  return request(tool.method.toLowerCase(), tool.path, {
    params: { path: chosen(tool.pathNames), query: chosen(tool.queryNames) },
    ...(input.body === undefined ? {} : { body: input.body }),
  })
}
