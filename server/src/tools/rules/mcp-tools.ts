/** Tools of an MCP server as stored and offered to a model. Pure. */
import { TOOL_DESCRIPTION_LENGTH_MAX } from './limits.ts'
import { PARAMETER_TYPES, type ParameterType, sanitizeItemsSchema, type ToolParameter } from './tool-definition.ts'

export interface DiscoveredTool {
  name: string
  description: string
  parameters: ToolParameter[]
  /** Whether the server declares that the tool changes nothing. */
  read_only: boolean
}

interface GivenTool {
  name: string
  description?: string | undefined
  inputSchema: { properties?: Record<string, unknown> | undefined; required?: string[] | undefined }
  annotations?: { readOnlyHint?: boolean | undefined } | undefined
}

/** Maximum length of a nested value's schema in its description. */
const NESTED_SHAPE_MAX = 500

export function describeTool({ name, description, inputSchema, annotations }: GivenTool): DiscoveredTool {
  const required = new Set(inputSchema.required ?? [])
  const parameters = Object.entries(inputSchema.properties ?? {}).map(([called, shape]) =>
    parameterOf(called, shape, required.has(called)),
  )
  const text = (description ?? '').slice(0, TOOL_DESCRIPTION_LENGTH_MAX)
  return { name, description: text, parameters, read_only: annotations?.readOnlyHint === true }
}

function parameterOf(name: string, shape: unknown, required: boolean): ToolParameter {
  const given = (shape ?? {}) as { type?: unknown; description?: unknown; enum?: unknown; items?: unknown }
  const isNested = given.type === 'object' || given.type === 'array' || given.enum !== undefined
  const about = typeof given.description === 'string' ? given.description : ''
  const details = isNested ? ` As JSON Schema: ${JSON.stringify(shape).slice(0, NESTED_SHAPE_MAX)}` : ''
  const type = typeOf(given.type)
  const common = { name, type, description: `${about}${details}`.trim(), required }
  return { ...common, items: type === 'array' ? sanitizeItemsSchema(given.items) : undefined }
}

function typeOf(type: unknown): ParameterType {
  if (type === 'integer') return 'number'
  return PARAMETER_TYPES.find((known) => known === type) ?? 'string'
}

/** The tools allowed by the MCP tool's own list and by that of a step. An empty list allows all. */
export function allowedTools(
  tools: readonly DiscoveredTool[],
  ...lists: readonly (readonly string[] | null | undefined)[]
): DiscoveredTool[] {
  return tools.filter(({ name }) => lists.every((list) => !list || list.length === 0 || list.includes(name)))
}
