/** The operations offered to an assistant, with the descriptions and schemas of the OpenAPI document. */
import type { JsonSchemaType } from '@modelcontextprotocol/server'

/** Read-only operations. */
export const READ_OPERATIONS = [
  'listCampaigns',
  'getCampaign',
  'getCampaignProgress',
  'explainCampaign',
  'listCampaignContacts',
  'explainContact',
  'forecastCampaign',
  'getCampaignExperiment',
  'listCalls',
  'getCall',
  'search',
  'getCallStatistics',
  'getAnswerRates',
  'listWorkflows',
  'getWorkflow',
  'listContactLists',
  'listTelephonyConfigurations',
  'listPhoneNumbers',
  'listSuppressions',
  'listEvents',
]
/** Operations that call people or keep them from being called; offered only on request. */
export const CHANGE_OPERATIONS = [
  'createCampaign',
  'startCampaign',
  'pauseCampaign',
  'resumeCampaign',
  'redialCampaign',
  'initiateCall',
  'suppressNumber',
]

export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, unknown> }
}

interface OpenApiOperation {
  operationId: string
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: object }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> }
}

export interface McpTool {
  name: string
  description: string
  readOnly: boolean
  schema: JsonSchemaType
  method: string
  path: string
  pathNames: string[]
  queryNames: string[]
}

export function toolsOf(document: OpenApi, allowChanges: boolean): McpTool[] {
  const wanted = new Set(allowChanges ? [...READ_OPERATIONS, ...CHANGE_OPERATIONS] : READ_OPERATIONS)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => wanted.has(operation.operationId))
      .map(([method, operation]) => toolOf(document, path, method, operation)),
  )
}

function toolOf(document: OpenApi, path: string, method: string, operation: OpenApiOperation): McpTool {
  const parameters = (operation.parameters ?? []).filter((each) => each.in === 'path' || each.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const properties: Record<string, object> = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema]),
  )
  if (body) properties.body = body
  const needsBody = body !== undefined && operation.requestBody?.required !== false
  const required = [
    ...parameters.filter((each) => each.required).map(({ name }) => name),
    ...(needsBody ? ['body'] : []),
  ]
  return {
    name: operation.operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    description: [operation.summary, operation.description].filter(Boolean).join(' '),
    readOnly: READ_OPERATIONS.includes(operation.operationId),
    schema: withDefinitions(document, { type: 'object', properties, required, additionalProperties: false }),
    method: method.toUpperCase(),
    path,
    pathNames: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    queryNames: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
  }
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

/** A tool's schema is self-contained: it includes the schemas it refers to. */
function withDefinitions(document: OpenApi, schema: object): JsonSchemaType {
  const found = new Map<string, unknown>()
  const visit = (text: string) => {
    for (const [, name] of text.matchAll(REFERENCE)) {
      if (name === undefined || found.has(name)) continue
      const definition = document.components.schemas[name]
      found.set(name, definition)
      visit(JSON.stringify(definition))
    }
  }
  visit(JSON.stringify(schema))
  const whole = found.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(found) }
  return JSON.parse(JSON.stringify(whole).replace(REFERENCE, '"#/$defs/$1"')) as JsonSchemaType
}
