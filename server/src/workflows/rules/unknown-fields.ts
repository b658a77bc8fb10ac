/**
 * Finds fields of a definition that have no effect here: misspelt ones, and those of other clients of this API. They are kept,
 * and the user who saves them is warned.
 */
import { distance } from 'fastest-levenshtein'
import type { WorkflowDefinition } from './definition.ts'
import { EDGE_PROPERTIES, SETTINGS_PROPERTIES } from './edge-properties.ts'
import { NODE_TYPE_NAMES, NODE_TYPES, nodeTypeSpec } from './node-types.ts'
import { edgeProblem, type LocatedProblem, nodeProblem, workflowProblem } from './problems.ts'
import type { Property } from './properties.ts'

/** Fields that editors store for themselves; they change no conversation. */
const HARMLESS = new Set(
  'label icon description notes comment color invalid validationMessage validation_message selected hovered hovered_through_edge selected_through_edge is_start is_end is_static isStart isEnd isStatic width height measured dragging style className'.split(
    ' ',
  ),
)

/** Fields that have an effect in other programs, each with a sentence on what does not happen here. */
const FOREIGN: Readonly<Record<string, string>> = {
  detect_voicemail: 'answering machines are always recognized; what they hear is the voicemail edge of the start',
  wait_for_user_response: 'a step waits for an answer if it has edges to choose from or collects a value',
  wait_for_user_response_timeout:
    'the seconds of silence before the question is repeated are patience_seconds in settings',
  credential_uuid: 'stored credentials are not used. Put the header into headers',
  trigger_path: 'a workflow is not started by a request to a path',
}

/** A name within this edit distance of a known field is a misspelling of it. */
const MISSPELT_DISTANCE_MAX = 2

/** Top-level fields, including those of editors. */
const OUTLINE = new Set(['nodes', 'edges', 'settings', 'viewport', 'version', 'name', 'id', '$schema'])

/** Maximum number of unknown fields that are listed; a definition of a completely different program has thousands. */
export const UNKNOWN_FIELDS_NAMED_MAX = 100
/** A longer name does not count as a misspelling, and is not repeated in full. */
const FIELD_NAME_LENGTH_MAX = 100

export function unknownFields(definition: WorkflowDefinition): LocatedProblem[] {
  const named: LocatedProblem[] = []
  for (const problem of unknownIn(definition)) {
    if (named.length === UNKNOWN_FIELDS_NAMED_MAX) {
      const message = `There are more fields without effect; these are the first ${UNKNOWN_FIELDS_NAMED_MAX}.`
      return [...named, workflowProblem(null, message)]
    }
    named.push(problem)
  }
  return named
}

function* unknownIn({ nodes, edges, settings, ...outline }: WorkflowDefinition): Generator<LocatedProblem> {
  for (const [index, node] of nodes.entries()) {
    const spec = nodeTypeSpec(node.type)
    if (!spec) continue
    for (const { field, message } of fieldsUnknown(node.data, spec.properties))
      yield nodeProblem(index, node.id, field, message)
  }
  for (const [index, edge] of edges.entries()) {
    for (const { field, message } of fieldsUnknown(edge.data, EDGE_PROPERTIES))
      yield edgeProblem(index, edge.id, field, message)
  }
  for (const { field, message } of fieldsUnknown(settings ?? {}, SETTINGS_PROPERTIES))
    yield workflowProblem(`settings.${field}`, message)
  for (const field of Object.keys(outline)) {
    if (!OUTLINE.has(field)) yield workflowProblem(short(field), outlineMessage(field))
  }
}

const short = (field: string) =>
  field.length > FIELD_NAME_LENGTH_MAX ? `${field.slice(0, FIELD_NAME_LENGTH_MAX)}…` : field

interface Unknown {
  field: string
  message: string
}

function* fieldsUnknown(data: object, properties: readonly Property[]): Generator<Unknown> {
  const known = new Map(properties.map((one) => [one.name, one]))
  for (const [field, value] of Object.entries(data)) {
    if (value === null || value === undefined || isEmpty(value)) continue
    const property = known.get(field)
    if (property !== undefined) yield* nestedUnknown(property, value)
    else if (!HARMLESS.has(field)) yield { field: short(field), message: messageFor(field, [...known.keys()]) }
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

function* nestedUnknown({ name, type, properties }: Property, value: unknown): Generator<Unknown> {
  if (type !== 'fixed_collection' || properties === null) return
  for (const entry of Array.isArray(value) ? value : [value]) {
    if (entry === null || typeof entry !== 'object') continue
    for (const { field, message } of fieldsUnknown(entry, properties)) yield { field: `${name}.${field}`, message }
  }
}

function messageFor(field: string, known: readonly string[]): string {
  const foreign = FOREIGN[field]
  if (foreign !== undefined) return `${field} has no effect here: ${foreign}.`
  const near = nearestOf(field, known)
  if (near !== null) return `${field} is not a field and has no effect. Did you mean ${near}?`
  const owners = NODE_TYPE_NAMES.filter((type) => NODE_TYPES[type].properties.some(({ name }) => name === field))
  if (owners.length > 0) return `${field} has no effect here: it is a field of ${owners.join(' and ')}.`
  return `${short(field)} is not a field and has no effect. It is kept as it is.`
}

/** The known name that a misspelt one most likely means; null: none is near. */
export function nearestOf(field: string, known: readonly string[]): string | null {
  if (field.length > FIELD_NAME_LENGTH_MAX) return null
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
