/** Checks that the tools which a workflow names exist in its organization. */
import { findCredential } from '../credentials/queries.ts'
import type { Queries } from '../storage/database.ts'
import {
  preCallFetchOf,
  referencedTools,
  startNodeOf,
  toolUuidsOf,
  type WorkflowDefinition,
} from '../workflows/rules/definition.ts'
import { type MissingVariable, requiredVariables } from '../workflows/rules/missing-variables.ts'
import type { Problem } from '../workflows/rules/problems.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { findTools, type Tool } from './queries.ts'

/** Steps that name a missing or archived tool: the agent would promise something that it cannot do. */
export async function toolProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  const tools = await findTools(db, organizationId, referencedTools(definition))
  const known = new Map(tools.map((tool) => [tool.uuid, tool]))
  return definition.nodes.flatMap((node) => {
    const field = node.type === 'http' ? 'tool_uuid' : 'tool_uuids'
    const named = node.type === 'http' ? [node.data.tool_uuid] : toolUuidsOf(node)
    return named.flatMap((uuid): Problem[] => {
      const message = problemOf(known.get(uuid), uuid, node.type === 'http')
      return message === null ? [] : [{ kind: 'node', id: node.id, field, message }]
    })
  })
}

function problemOf(tool: Tool | undefined, uuid: string, isStep: boolean): string | null {
  if (tool === undefined) return `Your organization has no tool ${uuid}. Create the tool first, or remove it here.`
  if (tool.status !== 'active') return `The tool ${uuid} is ${tool.status}. Make it active, or remove it here.`
  if (isStep && tool.category === 'mcp') return 'An http step calls an HTTP tool. MCP servers are for language models.'
  return null
}

/** Problems of a pre-call fetch: its credential does not exist in the organization. */
export async function fetchProblems(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<Problem[]> {
  const uuid = preCallFetchOf(definition)?.credentialUuid ?? null
  if (uuid === null || (await findCredential(db, organizationId, uuid))) return []
  const message = `Your organization has no credential ${uuid}. Create it first, or remove it here.`
  const id = startNodeOf(definition)?.id ?? ''
  return [{ kind: 'node', id, field: 'pre_call_fetch_credential_uuid', message }]
}

/** Variables that every contact must have for this workflow: those without a default that no tool sets. */
export async function requiredContactVariables(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<MissingVariable[]> {
  const filled = new Set((await toolVariables(db, organizationId, definition)).map(variableKey))
  return requiredVariables(definition).filter(({ name }) => !filled.has(variableKey(name)))
}

/** Variables that tools of this workflow fill. */
export async function toolVariables(
  db: Queries,
  organizationId: number,
  definition: WorkflowDefinition,
): Promise<string[]> {
  const tools = await findTools(db, organizationId, referencedTools(definition))
  return tools.flatMap(({ definition }) =>
    definition.type === 'http_api' ? (definition.config.result_variables ?? []).map(({ name }) => name) : [],
  )
}
