/**
 * Fields of a definition that do nothing here: misspelt ones, and those that other programs of this interface understand. They
 * are kept as they came; whoever saves them learns that they have no effect.
 */
import { distance } from 'fastest-levenshtein'
import type { WorkflowDefinition } from './definition.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './edge-properties.ts'
import { NODE_TYPE_NAMES, NODE_TYPES, nodeTypeSpec } from './node-types.ts'
import { edgeProblem, type LocatedProblem, nodeProblem, workflowProblem } from './problems.ts'
import type { Property } from './properties.ts'

/** What an editor keeps beside the fields; it changes no conversation. */
const HARMLESS = new Set(
  'label icon description notes comment color invalid validationMessage validation_message selected hovered hovered_through_edge selected_through_edge is_start is_end is_static isStart isEnd isStatic width height measured dragging style className'.split(
    ' ',
  ),
)

/** Fields that change what an agent does elsewhere, with what does not happen here. */
const FOREIGN: Readonly<Record<string, string>> = {
  detect_voicemail: 'answering machines are always recognized; what they hear is the voicemail edge of the start',
  wait_for_user_response: 'a step waits for an answer if it has edges to choose from or collects a value',
  wait_for_user_response_timeout: 'how long silence is borne is patience_seconds in settings',
  credential_uuid: 'stored credentials are not used. Put the header into headers',
  endpoint_url: 'the address of a webhook is url',
  http_method: 'the method of a webhook is method',
  custom_headers: 'headers of a webhook are headers',
  payload_template: 'the payload of a webhook is payload',
  trigger_path: 'a workflow is not started by a request to a path',
}

/** A word this near to a known field is a misspelling of it. */
const MISSPELT_DISTANCE_MAX = 2

/** Top-level fields of an editor. */
const OUTLINE = new Set(['nodes', 'edges', 'settings', 'viewport', 'version', 'name', 'id', '$schema'])

export function unknownFields(definition: WorkflowDefinition): LocatedProblem[] {
  return [
    ...definition.nodes.flatMap((node, index) => {
      const spec = nodeTypeSpec(node.type)
      if (!spec) return []
      return fieldsUnknown(node.data, spec.properties).map(({ field, message }) =>
        nodeProblem(index, node.id, field, message),
      )
    }),
    ...definition.edges.flatMap((edge, index) =>
      fieldsUnknown(edge.data, EDGE_PROPERTIES).map(({ field, message }) =>
        edgeProblem(index, edge.id, field, message),
      ),
    ),
    ...fieldsUnknown(definition.settings ?? {}, SETTINGS_PROPERTIES).map(({ field, message }) =>
      workflowProblem(`settings.${field}`, message),
    ),
    ...Object.keys(definition)
      .filter((field) => !OUTLINE.has(field))
      .map((field) => workflowProblem(field, outlineMessage(field))),
  ]
}

interface Unknown {
  field: string
  message: string
}

function fieldsUnknown(data: object, properties: readonly Property[]): Unknown[] {
  const known = new Map(properties.map((one) => [one.name, one]))
  return Object.entries(data).flatMap(([field, value]) => {
    if (value === null || value === undefined || isEmpty(value)) return []
    const property = known.get(field)
    if (property !== undefined) return nestedUnknown(property, value)
    return HARMLESS.has(field) ? [] : [{ field, message: messageFor(field, [...known.keys()]) }]
  })
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

function nestedUnknown({ name, type, properties }: Property, value: unknown): Unknown[] {
  if (type !== 'fixed_collection' || properties === null) return []
  const entries = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry) =>
    entry !== null && typeof entry === 'object'
      ? fieldsUnknown(entry, properties).map(({ field, message }) => ({ field: `${name}.${field}`, message }))
      : [],
  )
}

function messageFor(field: string, known: readonly string[]): string {
  const foreign = FOREIGN[field]
  if (foreign !== undefined) return `${field} has no effect here: ${foreign}.`
  const near = nearestOf(field, known)
  if (near !== null) return `${field} is not a field and has no effect. Did you mean ${near}?`
  const owners = NODE_TYPE_NAMES.filter((type) => NODE_TYPES[type].properties.some(({ name }) => name === field))
  if (owners.length > 0) return `${field} has no effect here: it is a field of ${owners.join(' and ')}.`
  return `${field} is not a field and has no effect. It is kept as it is.`
}

function nearestOf(field: string, known: readonly string[]): string | null {
  const normal = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/gu, '')
  const ranked = known
    .map((name) => ({ name, far: distance(normal(field), normal(name)) }))
    .sort((one, other) => one.far - other.far)
  const [best] = ranked
  return best !== undefined && best.far <= MISSPELT_DISTANCE_MAX && best.far < best.name.length / 2 ? best.name : null
}

function outlineMessage(field: string): string {
  const setting = nearestOf(
    field,
    SETTINGS_PROPERTIES.map(({ name }) => name),
  )
  if (setting !== null) return `${field} has no effect here. Did you mean settings.${setting}?`
  return messageFor(field, [...OUTLINE])
}
