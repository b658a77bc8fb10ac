import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findCredential } from '../credentials/queries.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, freeObject, optional, text } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { maskSecret } from '../kernel/mask.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Database, Queries } from '../storage/database.ts'
import { callTool, type HttpTool } from './call-tool.ts'
import { type Discovery, discoverTools } from './mcp-server.ts'
import { changeTool, countTools, findTool, insertTool, listTools, type Tool } from './queries.ts'
import { TOOL_DESCRIPTION_LENGTH_MAX, TOOL_NAME_LENGTH_MAX } from './rules/limits.ts'
import { TOOL_CATEGORIES, TOOL_STATUSES, type ToolDefinition, toolDefinition } from './rules/tool-definition.ts'
import { maskHeaders, sealHeaders } from './secret-headers.ts'
import {
  TOOL_EXAMPLE,
  TOOL_REFRESH_EXAMPLE,
  TOOL_TEST_EXAMPLE,
  toolAnswer,
  toolRefreshAnswer,
  toolTestAnswer,
} from './shapes.ts'

const TOOLS = '/api/v1/tools/'
const TOOL = '/api/v1/tools/{tool_uuid}'
const TAG = 'Tools'

const params = z.object({ tool_uuid: text() })
const name = () => text({ minimum: 1, maximum: TOOL_NAME_LENGTH_MAX })
const description = () => optional(text({ maximum: TOOL_DESCRIPTION_LENGTH_MAX }))
const icon = () => optional(text({ maximum: 50 }))
const iconColor = () => optional(text({ maximum: 7 }))

export interface ToolRouteDeps {
  db: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal' | 'open'>
  egress: Egress
}

export function toolRoutes(deps: ToolRouteDeps): Route[] {
  return [
    ...readRoutes(deps),
    createRoute(deps),
    changeRoute(deps),
    ...statusRoutes(deps),
    testRoute(deps),
    refreshRoute(deps),
  ]
}

const statuses = () =>
  optional(
    text({ maximum: 100 }).refine(
      (given) => given.split(',').every((one) => (TOOL_STATUSES as readonly string[]).includes(one.trim())),
      customIssue('enum', `Input should be ${TOOL_STATUSES.join(', ')}, or several of them with commas`),
    ),
  )

function readRoutes({ db, secrets }: ToolRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: TOOLS,
      operation: 'listTools',
      tag: TAG,
      summary: 'List tools',
      description: 'Archived tools are listed only with `status=archived`.',
      query: z.object({ status: statuses(), category: optional(z.enum(TOOL_CATEGORIES)) }),
      answer: { schema: z.array(toolAnswer), example: [TOOL_EXAMPLE] },
      async handle({ principal, query: { status, category } }) {
        const wanted = status?.split(',').map((one) => one.trim()) ?? ['active', 'draft']
        const tools = await listTools(db, principal.organizationId, { statuses: wanted, category })
        return tools.map((tool) => show(tool, secrets))
      },
    }),
    route({
      method: 'GET',
      path: TOOL,
      operation: 'getTool',
      tag: TAG,
      summary: 'One tool',
      params,
      answer: { schema: toolAnswer, example: TOOL_EXAMPLE },
      errors: ['tool_not_found'],
      handle: async ({ principal, params: { tool_uuid } }) =>
        show(await toolOf(db, principal.organizationId, tool_uuid), secrets),
    }),
  ]
}

function createRoute(deps: ToolRouteDeps): Route {
  const { db, clock, secrets } = deps
  return route({
    method: 'POST',
    path: TOOLS,
    operation: 'createTool',
    tag: TAG,
    summary: 'Describe a tool that agents can call',
    description:
      'A tool is an HTTP request with parameters. Attach it to steps of a workflow by `tool_uuids` for language models, or call it by an `http` step. Values of a conversation can fill the path, the query and the body, never the host.',
    scope: 'admin',
    body: z.object({
      name: name(),
      description: description(),
      category: optional(z.enum(TOOL_CATEGORIES)),
      icon: icon(),
      icon_color: iconColor(),
      definition: toolDefinition,
    }),
    bodyExample: {
      name: TOOL_EXAMPLE.name,
      description: TOOL_EXAMPLE.description,
      definition: { ...TOOL_EXAMPLE.definition, config: { ...TOOL_EXAMPLE.definition.config, credential_uuid: null } },
    },
    answer: { schema: toolAnswer, example: TOOL_EXAMPLE },
    errors: ['credential_not_found', 'quota_exceeded'],
    async handle({ principal: { organizationId, apiKeyId }, body }) {
      const given = await withDiscovered(deps, organizationId, body.definition, null)
      return db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        await requireCredential(tx, organizationId, body.definition)
        await requireQuota(tx, organizationId, 'tools', async () => (await countTools(tx, organizationId)) + 1)
        const made = await insertTool(tx, {
          uuid: randomUUID(),
          organizationId,
          name: body.name,
          description: body.description ?? null,
          category: body.definition.type,
          icon: body.icon ?? null,
          iconColor: body.icon_color ?? null,
          createdBy: apiKeyId,
          now: new Date(clock.now()),
        })
        const definition = sealed({ definition: given, stored: null, toolId: made.id }, secrets)
        return show(await changeTool(tx, made.id, { definition }), secrets)
      })
    },
  })
}

function changeRoute(deps: ToolRouteDeps): Route {
  const { db, clock, secrets } = deps
  return route({
    method: 'PUT',
    path: TOOL,
    operation: 'updateTool',
    tag: TAG,
    summary: 'Change a tool',
    description:
      'Fields that are left out stay as they are; `definition` is replaced as a whole. A masked header that comes back unchanged keeps its value. Running conversations use the new version from their next call of it.',
    scope: 'admin',
    params,
    body: z.object({
      name: optional(name()),
      description: description(),
      icon: icon(),
      icon_color: iconColor(),
      definition: optional(toolDefinition),
      status: optional(z.enum(TOOL_STATUSES)),
    }),
    bodyExample: { description: 'Finds the order of a customer by its number.' },
    answer: { schema: toolAnswer, example: TOOL_EXAMPLE },
    errors: ['tool_not_found', 'credential_not_found'],
    async handle({ principal: { organizationId }, params: { tool_uuid }, body }) {
      const stored = (await toolOf(db, organizationId, tool_uuid)).definition
      const given = body.definition && (await withDiscovered(deps, organizationId, body.definition, stored))
      return db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        const before = await toolOf(tx, organizationId, tool_uuid)
        const { definition: _definition, ...rest } = body
        if (given) await requireCredential(tx, organizationId, given)
        const definition = given && sealed({ definition: given, stored: before.definition, toolId: before.id }, secrets)
        const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
        const change = {
          ...plain,
          ...(definition ? { definition, category: definition.type } : {}),
          updated_at: new Date(clock.now()),
        }
        return show(await changeTool(tx, before.id, change), secrets)
      })
    },
  })
}

function statusRoutes({ db, clock, secrets }: ToolRouteDeps): Route[] {
  const setStatus = (organizationId: number, uuid: string, status: 'active' | 'archived') =>
    db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const { id } = await toolOf(tx, organizationId, uuid)
      return changeTool(tx, id, { status, updated_at: new Date(clock.now()) })
    })
  return [
    route({
      method: 'DELETE',
      path: TOOL,
      operation: 'archiveTool',
      tag: TAG,
      summary: 'Archive a tool',
      description: 'Workflows that name it keep the name. In their conversations the tool is not available.',
      scope: 'admin',
      params,
      answer: {
        schema: z.object({ status: z.literal('archived'), tool_uuid: z.string() }),
        example: { status: 'archived', tool_uuid: TOOL_EXAMPLE.tool_uuid },
      },
      errors: ['tool_not_found'],
      async handle({ principal, params: { tool_uuid } }) {
        const { uuid } = await setStatus(principal.organizationId, tool_uuid, 'archived')
        return { status: 'archived', tool_uuid: uuid }
      },
    }),
    route({
      method: 'POST',
      path: `${TOOL}/unarchive`,
      operation: 'unarchiveTool',
      tag: TAG,
      summary: 'Bring an archived tool back',
      scope: 'admin',
      params,
      answer: { schema: toolAnswer, example: TOOL_EXAMPLE },
      errors: ['tool_not_found'],
      handle: async ({ principal, params: { tool_uuid } }) =>
        show(await setStatus(principal.organizationId, tool_uuid, 'active'), secrets),
    }),
  ]
}

function testRoute({ db, clock, secrets, egress }: ToolRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${TOOL}/test`,
    operation: 'testTool',
    tag: TAG,
    summary: 'Call a tool now, outside of a conversation',
    description:
      'Sends the real request. The answer says what was sent, with secrets masked, what came back, and how a conversation would use it.',
    scope: 'admin',
    audit: 'none',
    params,
    body: z.object({
      llm_params: optional(freeObject()).meta({ description: 'Values that a model would provide.' }),
      preset_params: optional(freeObject()).meta({ description: 'Values instead of the presets.' }),
    }),
    bodyExample: { llm_params: { order_number: '4711' } },
    answer: { schema: toolTestAnswer, example: TOOL_TEST_EXAMPLE },
    errors: ['tool_not_found', 'tool_not_testable'],
    async handle({ principal: { organizationId }, params: { tool_uuid }, body }) {
      const tool = await toolOf(db, organizationId, tool_uuid)
      if (!isHttpTool(tool)) throw new ApiError('tool_not_testable')
      const outcome = await callTool({ db, clock, secrets, egress: egress.of(organizationId) }, tool, {
        arguments: body.llm_params ?? {},
        presets: body.preset_params ?? {},
        variables: {},
        gathered: {},
      })
      const { request } = outcome
      const { config } = tool.definition
      return {
        status: outcome.ok ? 'success' : 'error',
        status_code: outcome.status,
        data: outcome.data,
        error: outcome.message,
        reason: outcome.reason,
        variables: Object.fromEntries(outcome.variables.map(({ name: each, value }) => [each, value])),
        tries: outcome.tries,
        duration_ms: outcome.ms,
        request_method: config.method,
        request_url: request?.url ?? config.url,
        request_headers: maskedHeaders(request?.headers ?? {}),
        request_body: request?.body === undefined ? null : JSON.parse(request.body),
        request_params: request?.query ?? null,
        consumed_path_params: request?.consumed ?? [],
      }
    },
  })
}

const isHttpTool = (tool: Tool): tool is HttpTool => tool.definition.type === 'http_api'

const OPEN_HEADERS = new Set(['accept', 'content-type'])

const maskedHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([each, value]) => [each, OPEN_HEADERS.has(each) ? value : maskSecret(value)]),
  )

/**
 * The tools of an MCP server are read from the server, never accepted from a client. While it is unreachable, the last known ones
 * stay.
 */
async function withDiscovered(
  { db, clock, secrets, egress }: ToolRouteDeps,
  organizationId: number,
  definition: ToolDefinition,
  stored: ToolDefinition | null,
): Promise<ToolDefinition> {
  if (definition.type !== 'mcp') return definition
  const { config } = definition
  const deps = { db, clock, secrets, egress: egress.of(organizationId) }
  const found = await discoverTools(deps, { organizationId, config })
  const isSame = stored?.type === 'mcp' && stored.config.url === config.url
  const discovered = found.ok ? found.tools : isSame ? stored.config.discovered_tools : []
  return { ...definition, config: { ...config, discovered_tools: [...(discovered ?? [])] } } as ToolDefinition
}

function refreshRoute({ db, clock, secrets, egress }: ToolRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${TOOL}/mcp/refresh`,
    operation: 'refreshMcpTools',
    tag: TAG,
    summary: 'Look at what an MCP server offers now',
    description: 'If the server cannot be reached, `error` says why, and the tools known so far stay.',
    scope: 'admin',
    params,
    answer: { schema: toolRefreshAnswer, example: TOOL_REFRESH_EXAMPLE },
    errors: ['tool_not_found', 'tool_not_mcp'],
    async handle({ principal: { organizationId }, params: { tool_uuid } }) {
      const { uuid, config } = await mcpServerOf(db, organizationId, tool_uuid)
      const deps = { db, clock, secrets, egress: egress.of(organizationId) }
      const found: Discovery = await discoverTools(deps, { organizationId, config })
      if (!found.ok) {
        return { tool_uuid: uuid, discovered_tools: config.discovered_tools ?? [], error: found.error }
      }
      const discovered_tools = found.tools.map((tool) => ({ ...tool }))
      // The discovery took a while, so the row is read again: changes made in the meantime stay.
      return db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        const { id, definition, config: now } = await mcpServerOf(tx, organizationId, tool_uuid)
        if (now.url !== config.url) {
          return { tool_uuid: uuid, discovered_tools: now.discovered_tools ?? [], error: ADDRESS_CHANGED }
        }
        const changed = { ...definition, config: { ...now, discovered_tools } }
        await changeTool(tx, id, { definition: changed, updated_at: new Date(clock.now()) })
        return { tool_uuid: uuid, discovered_tools, error: null }
      })
    },
  })
}

const ADDRESS_CHANGED = 'The address of the MCP server was changed meanwhile. Refresh again.'

async function mcpServerOf(db: Queries, organizationId: number, toolUuid: string) {
  const { id, uuid, definition } = await toolOf(db, organizationId, toolUuid)
  if (definition.type !== 'mcp') throw new ApiError('tool_not_mcp')
  return { id, uuid, definition, config: definition.config }
}

async function toolOf(db: Queries, organizationId: number, uuid: string): Promise<Tool> {
  const found = await findTool(db, organizationId, uuid)
  if (!found) throw new ApiError('tool_not_found')
  return found
}

async function requireCredential(db: Queries, organizationId: number, { config }: ToolDefinition): Promise<void> {
  const uuid = config.credential_uuid
  if (uuid && !(await findCredential(db, organizationId, uuid))) {
    throw new ApiError('credential_not_found', { status: 400 })
  }
}

function sealed(given: Parameters<typeof sealHeaders>[0], secrets: Pick<SecretBox, 'seal' | 'open'>): ToolDefinition {
  const { definition, faults } = sealHeaders(given, secrets)
  if (faults.length > 0) throw new ValidationError(faults)
  return definition
}

function show(tool: Tool, secrets: Pick<SecretBox, 'open'>) {
  const { id, uuid, name: called, description: about, category, icon: drawn, icon_color, status } = tool
  return {
    id,
    tool_uuid: uuid,
    name: called,
    description: about,
    category,
    icon: drawn,
    icon_color,
    status,
    definition: maskHeaders(tool.definition, id, secrets),
    created_at: tool.created_at.toISOString(),
    updated_at: tool.updated_at?.toISOString() ?? null,
    created_by: tool.created_by === null ? null : { id: tool.created_by, provider_id: `api-key-${tool.created_by}` },
  }
}
