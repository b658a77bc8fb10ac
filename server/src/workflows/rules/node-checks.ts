/** Checks that concern a single node, in addition to the limits of its fields. */
import {
  collectOf,
  hasSpokenContent,
  keysToSend,
  promptOf,
  READ_BACK_KINDS,
  type WorkflowDefinition,
  type WorkflowNode,
} from './definition.ts'
import { isUnconditional, toolExitsOf } from './exits.ts'
import { NODE_TYPE_NAMES, nodeTypeSpec } from './node-types.ts'
import { edgeProblem, type LocatedProblem, nodeProblem, type ValidationFindings, workflowProblem } from './problems.ts'
import { gatheredVariables, parseTemplate, templateTexts, templateVariables } from './templates.ts'
import { STANDARD_VARIABLES, variableKey } from './variable-names.ts'

export function nodeChecks(definition: WorkflowDefinition): ValidationFindings {
  const seen = new Set<string>()
  const errors: LocatedProblem[] = []
  definition.nodes.forEach((node, index) => {
    if (seen.has(node.id)) errors.push(nodeProblem(index, node.id, 'id', `Another node has the id ${node.id} too.`))
    seen.add(node.id)
    errors.push(
      ...unknownType(node, index),
      ...nothingToSay(node, index),
      ...reservedNames(node, index),
      ...badHeaders(node, index),
      ...badArguments(node, index),
      ...fetchWithoutAddress(node, index),
      ...badFilters(node, index),
      ...unreadableBack(node, index),
      ...greetingWithoutAudio(node, index),
    )
  })
  return {
    errors: [...errors, ...toolStepWays(definition), ...badTemplates(definition)],
    warnings: [...usedBeforeGathered(definition), ...withoutEffect(definition)],
  }
}

function withoutEffect({ nodes }: WorkflowDefinition): LocatedProblem[] {
  return nodes.flatMap((node, index) =>
    node.type === 'trigger' || node.type === 'qa'
      ? [nodeProblem(index, node.id, 'type', `A node of type ${node.type} is kept and has no effect here.`)]
      : [],
  )
}

/** Edges of a tool step: only the tool's result chooses them, so that a failure never looks like a success. */
function toolStepWays({ nodes, edges }: WorkflowDefinition): LocatedProblem[] {
  return nodes.flatMap((node, index) => {
    if (node.type !== 'http') return []
    const { done, failed } = toolExitsOf({ edges }, node.id)
    const missing =
      done !== null && failed !== null
        ? []
        : [nodeProblem(index, node.id, null, 'An http step needs an edge labelled failed and one other edge.')]
    const chosen = edges.flatMap((edge, at) =>
      edge.source === node.id && (!isUnconditional(edge) || edge.data.confirm || edge.data.consent)
        ? [
            edgeProblem(
              at,
              edge.id,
              null,
              'The tool decides here: this edge can have a label and nothing to choose by.',
            ),
          ]
        : [],
    )
    return [...missing, ...chosen]
  })
}

function badFilters(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'startCall' && node.type !== 'agentNode') return []
  const filters = node.data.mcp_tool_filters ?? {}
  const isFit =
    typeof filters === 'object' &&
    !Array.isArray(filters) &&
    Object.values(filters).every((names) => Array.isArray(names) && names.every((name) => typeof name === 'string'))
  const message = 'mcp_tool_filters must be an object of lists of names, by the uuid of the MCP server.'
  return isFit ? [] : [nodeProblem(index, node.id, 'mcp_tool_filters', message)]
}

function fetchWithoutAddress(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'startCall' || node.data.pre_call_fetch_url) return []
  const { pre_call_fetch_mode: mode, pre_call_fetch_enabled: enabled } = node.data
  const isOn = mode ? mode !== 'disabled' : enabled === true
  return isOn ? [nodeProblem(index, node.id, 'pre_call_fetch_url', 'A fetch before the call needs an address.')] : []
}

function greetingWithoutAudio(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'startCall' || node.data.greeting_type !== 'audio' || node.data.greeting_recording_id) return []
  const message = 'A greeting of the kind audio needs a recording. Choose one, or set greeting_type to text.'
  return [nodeProblem(index, node.id, 'greeting_recording_id', message)]
}

function badArguments(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'http') return []
  const given = node.data.arguments ?? {}
  if (typeof given === 'object' && !Array.isArray(given)) return []
  return [nodeProblem(index, node.id, 'arguments', 'arguments must be an object with a value for each parameter.')]
}

function unknownType(node: WorkflowNode, index: number): LocatedProblem[] {
  if (nodeTypeSpec(node.type)) return []
  return [
    nodeProblem(index, node.id, 'type', `${node.type} is not a node type; known are ${NODE_TYPE_NAMES.join(', ')}.`),
  ]
}

/** A step needs words or a prompt; without either, no brain has anything to say. */
function nothingToSay(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'startCall' && node.type !== 'agentNode') return []
  if (hasSpokenContent(node) || promptOf(node) !== '' || keysToSend(node) !== '') return []
  const words = node.type === 'startCall' ? 'greeting' : 'say'
  return [
    nodeProblem(index, node.id, 'prompt', `This step has neither a prompt nor ${words}: the agent would be silent.`),
  ]
}

function reservedNames(node: WorkflowNode, index: number): LocatedProblem[] {
  const own = gatheredVariables({ nodes: [node], edges: [] })
  const taken = new Set(STANDARD_VARIABLES)
  return own
    .filter((name) => taken.has(variableKey(name)))
    .map((name) =>
      nodeProblem(index, node.id, 'collect', `The variable ${name} is set by the system; choose another name.`),
    )
}

function badHeaders(node: WorkflowNode, index: number): LocatedProblem[] {
  if (node.type !== 'webhook') return []
  const { headers } = node.data
  if (headers === null || headers === undefined) return []
  const isTextObject =
    typeof headers === 'object' &&
    !Array.isArray(headers) &&
    Object.values(headers).every((value) => typeof value === 'string')
  return isTextObject ? [] : [nodeProblem(index, node.id, 'headers', 'headers must be an object of texts.')]
}

/** Refuses a read-back of a kind of value that cannot be read back. */
function unreadableBack(node: WorkflowNode, index: number): LocatedProblem[] {
  const collect = collectOf(node)
  if (collect?.read_back !== true) return []
  if (collect.sensitive)
    return [
      nodeProblem(index, node.id, 'collect', 'A sensitive value cannot be read back. Remove read_back or sensitive.'),
    ]
  if (READ_BACK_KINDS.includes(collect.kind)) return []
  const kinds = READ_BACK_KINDS.join(', ')
  return [
    nodeProblem(
      index,
      node.id,
      'collect',
      `read_back works for ${kinds}, not for ${collect.kind}. Use confirm on the edge.`,
    ),
  ]
}

function badTemplates(definition: WorkflowDefinition): LocatedProblem[] {
  return templateTexts(definition).flatMap(({ kind, index, id, field, text }) =>
    parseTemplate(text).mistakes.map((mistake) =>
      kind === 'node'
        ? nodeProblem(index, id, field, mistake)
        : kind === 'edge'
          ? edgeProblem(index, id, field, mistake)
          : workflowProblem('settings', mistake),
    ),
  )
}

/** Finds gathered values in the start node, which speaks before any value can have been gathered. */
function usedBeforeGathered(definition: WorkflowDefinition): LocatedProblem[] {
  const gathered = new Set(gatheredVariables({ ...definition, settings: null }).map(variableKey))
  return definition.nodes.flatMap((node, index) => {
    if (node.type !== 'startCall') return []
    return templateVariables({ nodes: [node], edges: [] })
      .filter((variable) => !variable.hasDefault && gathered.has(variableKey(variable.name)))
      .map((variable) => {
        const field = variable.where[0]?.field ?? null
        return nodeProblem(
          index,
          node.id,
          field,
          `${variable.name} is gathered later in the call; here it is still empty.`,
        )
      })
  })
}
