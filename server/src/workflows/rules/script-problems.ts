/** Finds steps at which the script brain cannot work; such a workflow needs a language model (409 `workflow_needs_a_model`). */
import { collectOf, hasSpokenContent, keysToSend, type WorkflowDefinition } from './definition.ts'
import { exitsOf, isChoosableByScript } from './exits.ts'
import type { Problem } from './problems.ts'

export function scriptProblems(definition: WorkflowDefinition): Problem[] {
  return [...silentNodes(definition), ...undecidableEdges(definition)]
}

/** Finds steps without words. An end may be silent, because hanging up needs no words. */
function silentNodes(definition: WorkflowDefinition): Problem[] {
  return definition.nodes
    .filter((node) => node.type === 'startCall' || node.type === 'agentNode')
    .filter((node) => !hasSpokenContent(node) && keysToSend(node) === '')
    .map((node) => {
      const field = node.type === 'startCall' ? 'greeting' : 'say'
      return {
        kind: 'node',
        id: node.id,
        field,
        message: `Without a language model this step is silent: it has no ${field}.`,
      }
    })
}

/**
 * Finds edges that a script cannot choose. After a collected value an edge may apply to any value, but a condition in words needs
 * a model.
 */
function undecidableEdges(definition: WorkflowDefinition): Problem[] {
  return definition.nodes.flatMap((node) => {
    if (node.type === 'http') return []
    const ways = exitsOf(definition, node.id)
    const alone = ways.choices.length === 1 && ways.plain === null
    if (alone && collectOf(node) !== null) return []
    return ways.choices
      .filter((edge) => !isChoosableByScript(edge))
      .map((edge) => ({
        kind: 'edge' as const,
        id: edge.id,
        field: 'examples',
        message: 'Without a language model this edge cannot be chosen: it has neither keys nor examples.',
      }))
  })
}
