/** Checks of the graph: one start, every step reachable, and from every step a path to the end of the call. */
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import { isMachineExit, reservedLabel } from './exits.ts'
import { closedLoops, neighbours, reachable } from './graph.ts'
import { type GraphConstraints, NODE_TYPES, nodeTypeSpec } from './node-types.ts'
import { type LocatedProblem, nodeProblem, type ValidationFindings, workflowProblem } from './problems.ts'

export function graphChecks(definition: WorkflowDefinition): ValidationFindings {
  return {
    errors: [
      ...instanceCounts(definition),
      ...edgeCounts(definition),
      ...unreachableNodes(definition),
      ...endlessLoops(definition),
    ],
    warnings: [],
  }
}

function instanceCounts(definition: WorkflowDefinition): LocatedProblem[] {
  return Object.values(NODE_TYPES).flatMap(({ name, display_name, graph_constraints }) => {
    const { min_instances, max_instances }: GraphConstraints = graph_constraints
    const found = definition.nodes.flatMap((node, index) => (node.type === name ? [{ node, index }] : []))
    if (min_instances !== null && found.length < min_instances) {
      return [workflowProblem('nodes', `A workflow needs a ${name} node (${display_name.toLowerCase()}).`)]
    }
    if (max_instances === null) return []
    return found
      .slice(max_instances)
      .map(({ node, index }) =>
        nodeProblem(index, node.id, 'type', `A workflow can have at most ${max_instances} ${name} node.`),
      )
  })
}

/** Checks the number of edges. Missing incoming edges are reported by `unreachableNodes`, which has more information. */
function edgeCounts(definition: WorkflowDefinition): LocatedProblem[] {
  const { incoming, outgoing } = countEdges(definition)
  const atGate = stepsAtGate(definition)
  return definition.nodes.flatMap((node, index) => {
    const limits = nodeTypeSpec(node.type)?.graph_constraints
    if (!limits) return []
    const entering = incoming.get(node.id) ?? 0
    const leaving = outgoing.get(node.id) ?? 0
    const problems: LocatedProblem[] = []
    const add = (message: string) => problems.push(nodeProblem(index, node.id, null, message))
    if (limits.max_incoming !== null && entering > limits.max_incoming)
      add(tooMany(node, 'lead to', limits.max_incoming))
    if (limits.max_outgoing !== null && leaving > limits.max_outgoing) add(tooMany(node, 'leave', limits.max_outgoing))
    if (limits.min_outgoing !== null && leaving < limits.min_outgoing && !atGate.has(node.id))
      add(`There is no way out of this ${node.type} node.`)
    return problems
  })
}

/** Steps for a screening service or menu: the conversation begins after them, so they need no outgoing edge. */
function stepsAtGate({ edges }: WorkflowDefinition): Set<string> {
  const first = edges.filter((edge) => reservedLabel(edge) === 'screening' || reservedLabel(edge) === 'ivr')
  return reachable(
    first.map((edge) => edge.target),
    neighbours(edges, 'forward'),
  )
}

function tooMany(node: WorkflowNode, verb: string, limit: number): string {
  return limit === 0
    ? `No edge may ${verb} a ${node.type} node.`
    : `At most ${limit} edges may ${verb} a ${node.type} node.`
}

/** Counts edges without those for machines, which are no exit for a person: a start node with nothing else is a dead end. */
function countEdges(definition: WorkflowDefinition): { incoming: Map<string, number>; outgoing: Map<string, number> } {
  const incoming = new Map<string, number>()
  const outgoing = new Map<string, number>()
  for (const edge of definition.edges) {
    incoming.set(edge.target, (incoming.get(edge.target) ?? 0) + 1)
    if (!isMachineExit(edge)) outgoing.set(edge.source, (outgoing.get(edge.source) ?? 0) + 1)
  }
  return { incoming, outgoing }
}

function standsInTheCall(node: WorkflowNode): boolean {
  return nodeTypeSpec(node.type)?.category === 'call_node'
}

function unreachableNodes(definition: WorkflowDefinition): LocatedProblem[] {
  const starts = definition.nodes.filter((node) => node.type === 'startCall').map((node) => node.id)
  if (starts.length === 0) return []
  const reached = reachable(starts, neighbours(definition.edges, 'forward'))
  return definition.nodes.flatMap((node, index) =>
    standsInTheCall(node) && !reached.has(node.id)
      ? [nodeProblem(index, node.id, null, 'This step cannot be reached from the start of the call.')]
      : [],
  )
}

/** Finds loops without a path to an end: they would keep a person on the line until the maximum call time. */
function endlessLoops(definition: WorkflowDefinition): LocatedProblem[] {
  const edges = definition.edges.filter((edge) => !isMachineExit(edge))
  const ends = definition.nodes
    .filter((node) => node.type === 'endCall' || node.type === 'transfer')
    .map((node) => node.id)
  const canEnd = reachable(ends, neighbours(edges, 'backward'))
  const trapped = definition.nodes
    .filter((node) => standsInTheCall(node) && !canEnd.has(node.id))
    .map((node) => node.id)
  return closedLoops(trapped, edges).map((loop) => {
    const first = loop[0] ?? ''
    const index = definition.nodes.findIndex((node) => node.id === first)
    const message = `This loop never ends: from ${loop.slice(0, 10).join(', ')} no endCall or transfer can be reached.`
    return nodeProblem(index, first, null, message)
  })
}
