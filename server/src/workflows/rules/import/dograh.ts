/** Imports a workflow of Dograh: the same nodes and edges, without references to its original installation. */
import type { EdgeData } from '../definition.ts'
import { toOwnNames } from '../foreign-names.ts'
import { nodeTypeSpec } from '../node-types.ts'
import {
  DefinitionBuilder,
  hasValue,
  type ImportedWorkflow,
  joinPath,
  listOf,
  objectOf,
  textOf,
} from './definition-builder.ts'

const ELSEWHERE = 'It belongs to the installation it comes from. Create it here and attach it to the step.'

/** Fields that refer to resources of another installation. */
const FOREIGN_REFERENCES = [
  'tool_uuids',
  'document_uuids',
  'mcp_tool_filters',
  'credential_uuid',
  'pre_call_fetch_credential_uuid',
  'greeting_recording_id',
  'say_recording_id',
]

/** Kinds of texts that need a recording. */
const RECORDED = { greeting_type: 'greeting_recording_id' } as const

export function importDograh(given: Record<string, unknown>): ImportedWorkflow {
  const draft = new DefinitionBuilder()
  const outline = objectOf(given.workflow_definition ?? given.workflow_json ?? given)
  const definition = objectOf(toOwnNames(outline))
  const known = new Set<string>()
  for (const [index, node] of listOf(definition.nodes).entries()) {
    const [id, type] = [textOf(node.id), textOf(node.type)]
    if (nodeTypeSpec(type) === undefined) {
      draft.drop(
        `nodes.${index}`,
        `Nodes of type ${type || 'unknown'} do not exist here; edges to and from it are gone.`,
      )
      continue
    }
    known.add(id)
    const data = referencesDropped(draft, `nodes.${index}.data`, objectOf(node.data))
    draft.node({ id, type, data })
    const placed = draft.nodes.at(-1)
    const position = objectOf(node.position)
    if (placed && typeof position.x === 'number' && typeof position.y === 'number')
      placed.position = { x: position.x, y: position.y }
  }
  for (const [index, edge] of listOf(definition.edges).entries()) {
    const [source, target] = [textOf(edge.source), textOf(edge.target)]
    if (!known.has(source) || !known.has(target)) continue
    const data = edgeData(draft, `edges.${index}.data`, objectOf(edge.data))
    draft.edges.push({ id: textOf(edge.id) || `edge-${index + 1}`, source, target, data })
  }
  configure(draft, objectOf(given.workflow_configurations))
  return draft.finish(given.name)
}

function referencesDropped(
  draft: DefinitionBuilder,
  path: string,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const data = { ...given }
  for (const [kind, recording] of Object.entries(RECORDED)) if (hasValue(data[recording])) delete data[kind]
  for (const field of FOREIGN_REFERENCES) {
    if (hasValue(data[field])) draft.drop(joinPath(path, field), ELSEWHERE)
    delete data[field]
  }
  return data
}

function edgeData(draft: DefinitionBuilder, path: string, given: Record<string, unknown>): EdgeData {
  const { transition_speech_recording_id: recording, transition_speech_type: kind, ...data } = given
  if (!hasValue(recording)) return { ...data, ...(kind === 'text' ? { transition_speech_type: kind } : {}) } as EdgeData
  draft.drop(`${path}.transition_speech_recording_id`, ELSEWHERE)
  return data as EdgeData
}

function configure(draft: DefinitionBuilder, given: Record<string, unknown>): void {
  const path = 'workflow_configurations'
  draft.number('longest_call_seconds', given.max_call_duration, `${path}.max_call_duration`)
  draft.number('patience_seconds', given.max_user_idle_timeout, `${path}.max_user_idle_timeout`)
  draft.dropUnread(path, given, ['max_call_duration', 'max_user_idle_timeout'])
}
