/** Checks each edge, and the edges of one node together: every edge must be possible to take. */

import { wordsOf } from '../../language/rules/spoken-words.ts'
import type { WorkflowDefinition, WorkflowEdge } from './definition.ts'
import {
  canAnyBrainListen,
  examplesOf,
  exitsOf,
  isMachineExit,
  isUnconditional,
  keysOf,
  labelOf,
  reservedLabel,
} from './exits.ts'
import { EXAMPLES_PER_NODE_MAX } from './limits.ts'
import { edgeProblem, type LocatedProblem } from './problems.ts'

interface PlacedEdge {
  edge: WorkflowEdge
  index: number
}

export function edgeErrors(definition: WorkflowDefinition): LocatedProblem[] {
  const placed = placedEdges(definition)
  const siblings = bySource(placed)
  return [
    ...duplicateIds(placed),
    ...unknownEnds(definition, placed),
    ...siblings.flatMap(repeatedReservedLabels),
    ...siblings.flatMap(repeatedPlainEdges),
    ...siblings.flatMap((edges) =>
      repeated(edges, keysOf, 'keys', (key) => `Key ${key} already chooses another edge of this node.`),
    ),
    ...siblings.flatMap(tooManyExamples),
    ...placed.flatMap(consentWithoutQuestion),
    ...placed.flatMap(speechWithoutAudio),
    ...placed.flatMap((one) => untakableReserved(definition, one)),
  ]
}

/** Node by node: comparing all examples of a large definition in one go would delay live calls. */
export function* edgeWarnings(definition: WorkflowDefinition): Generator<void, LocatedProblem[]> {
  const found: LocatedProblem[] = []
  for (const edges of bySource(placedEdges(definition))) {
    found.push(
      ...repeatedExamples(edges),
      ...repeated(edges, ordinaryLabels, 'label', (label) => `Another edge of this node is also labelled ${label}.`),
    )
    yield
  }
  return found
}

const placedEdges = (definition: WorkflowDefinition) => definition.edges.map((edge, index) => ({ edge, index }))

function bySource(placed: readonly PlacedEdge[]): PlacedEdge[][] {
  const siblings = new Map<string, PlacedEdge[]>()
  for (const one of placed) {
    const known = siblings.get(one.edge.source)
    if (known) known.push(one)
    else siblings.set(one.edge.source, [one])
  }
  return [...siblings.values()]
}

/** Too many examples are an error already, and comparing all of them would take long. */
function repeatedExamples(siblings: readonly PlacedEdge[]): LocatedProblem[] {
  if (siblings.length === 1 || tooManyExamples(siblings).length > 0) return []
  const message = () => 'Another edge of this node has the same example: neither will be chosen by it.'
  return repeated(siblings, normalExamples, 'examples', message)
}

/** Consent needs its own question, which is asked and answered before the edge is taken. */
function consentWithoutQuestion({ edge, index }: PlacedEdge): LocatedProblem[] {
  if (edge.data.consent !== true || (edge.data.confirm ?? '').trim() !== '') return []
  const message = 'An edge with consent needs confirm: the question that the person answers with yes.'
  return [edgeProblem(index, edge.id, 'confirm', message)]
}

function speechWithoutAudio({ edge, index }: PlacedEdge): LocatedProblem[] {
  const { transition_speech_type: kind, transition_speech_recording_id: recording } = edge.data
  if (kind !== 'audio' || recording) return []
  const message = 'Words of the kind audio need a recording. Choose one, or set transition_speech_type to text.'
  return [edgeProblem(index, edge.id, 'transition_speech_recording_id', message)]
}

function duplicateIds(placed: readonly PlacedEdge[]): LocatedProblem[] {
  const seen = new Set<string>()
  return placed.flatMap(({ edge, index }) => {
    const again = seen.has(edge.id)
    seen.add(edge.id)
    return again ? [edgeProblem(index, edge.id, 'id', `Another edge has the id ${edge.id} too.`)] : []
  })
}

function unknownEnds(definition: WorkflowDefinition, placed: readonly PlacedEdge[]): LocatedProblem[] {
  const known = new Set(definition.nodes.map((node) => node.id))
  return placed.flatMap(({ edge, index }) =>
    (['source', 'target'] as const)
      .filter((end) => !known.has(edge[end]))
      .map((end) => edgeProblem(index, edge.id, end, `There is no node ${edge[end]}.`)),
  )
}

function repeatedReservedLabels(siblings: readonly PlacedEdge[]): LocatedProblem[] {
  return repeated(
    siblings,
    (edge) => [reservedLabel(edge) ?? ''].filter(Boolean),
    'label',
    (label) => `This edge can never be taken: another ${label} edge leaves the same node.`,
  )
}

function repeatedPlainEdges(siblings: readonly PlacedEdge[]): LocatedProblem[] {
  return siblings
    .filter(({ edge }) => isUnconditional(edge) && labelOf(edge) === '')
    .slice(1)
    .map(({ edge, index }) =>
      edgeProblem(
        index,
        edge.id,
        null,
        'This edge can never be taken: another edge without label, condition, examples and keys leaves the same node.',
      ),
    )
}

function tooManyExamples(siblings: readonly PlacedEdge[]): LocatedProblem[] {
  let count = 0
  const beyond = siblings.find(({ edge }) => {
    count += examplesOf(edge).length
    return count > EXAMPLES_PER_NODE_MAX
  })
  if (!beyond) return []
  const total = siblings.reduce((sum, { edge }) => sum + examplesOf(edge).length, 0)
  const message = `The edges of one node may have ${EXAMPLES_PER_NODE_MAX} examples together; these have ${total}. Keep the ones that differ most.`
  return [edgeProblem(beyond.index, beyond.edge.id, 'examples', message)]
}

function normalExamples(edge: WorkflowEdge): string[] {
  return reservedLabel(edge) === null ? [...new Set(examplesOf(edge).map((example) => wordsOf(example).join(' ')))] : []
}

function ordinaryLabels(edge: WorkflowEdge): string[] {
  return reservedLabel(edge) === null ? [labelOf(edge).toLowerCase()].filter(Boolean) : []
}

/** Finds values that a second edge of the same node has too; only the first edge would get them. */
function repeated(
  siblings: readonly PlacedEdge[],
  valuesOf: (edge: WorkflowEdge) => string[],
  field: string,
  message: (value: string) => string,
): LocatedProblem[] {
  const owners = new Map<string, WorkflowEdge>()
  return siblings.flatMap(({ edge, index }) =>
    [...new Set(valuesOf(edge))].flatMap((value) => {
      const owner = owners.get(value)
      if (owner) return [edgeProblem(index, edge.id, field, message(value))]
      owners.set(value, edge)
      return []
    }),
  )
}

function untakableReserved(definition: WorkflowDefinition, { edge, index }: PlacedEdge): LocatedProblem[] {
  const label = reservedLabel(edge)
  const source = definition.nodes.find((node) => node.id === edge.source)
  if (label === null || !source) return []
  if (isMachineExit(edge)) {
    if (source.type === 'startCall') return []
    return [
      edgeProblem(
        index,
        edge.id,
        'label',
        `A ${label} edge may only leave the start node: what answers instead of a person is recognised at the greeting.`,
      ),
    ]
  }
  if (source.type !== 'startCall' && source.type !== 'agentNode') return []
  if (canAnyBrainListen(source, exitsOf(definition, source.id))) return []
  return [
    edgeProblem(
      index,
      edge.id,
      'label',
      `This edge can never be taken: its node asks nothing, so ${label} cannot happen.`,
    ),
  ]
}
