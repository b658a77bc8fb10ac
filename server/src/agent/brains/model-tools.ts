/** The tools offered to a language model at a step: edges, recording values, transfer, hang-up. */
import type { ChatTool, ObjectSchema } from '../../models/chat-attempt.ts'
import type { AgentTool } from '../../tools/agent-tool.ts'
import {
  type Collect,
  collectOf,
  type Extract,
  extractOf,
  type NodeOfType,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../workflows/rules/definition.ts'
import { conditionOf, examplesOf, exitsOf, labelOf } from '../../workflows/rules/exits.ts'
import { stepNameOf, type WorkflowWalk } from './workflow-walk.ts'

export type ToolAction =
  | { kind: 'edge'; edge: WorkflowEdge }
  | { kind: 'record' }
  | { kind: 'transfer'; node: NodeOfType<'transfer'> }
  /** A tool of the organization. */
  | { kind: 'tool'; tool: AgentTool }
  | { kind: 'hang_up' }
  | { kind: 'do_not_call' }

export interface ModelTool extends ChatTool {
  action: ToolAction
}

export const RECORD_TOOL = 'record'
export const HANG_UP_TOOL = 'hang_up'
export const DO_NOT_CALL_TOOL = 'do_not_call'

/** Maximum length of a tool name. OpenAI allows 64 letters, digits, underscores and dashes; other endpoints accept the same. */
const NAME_LENGTH_MAX = 56
/** Number of examples in a tool's description; more only cost time. */
const EXAMPLES_SHOWN = 8

export function toolsFor(walk: WorkflowWalk, own: readonly AgentTool[] = []): ModelTool[] {
  const { definition } = walk.conversation
  const ways = exitsOf(definition, walk.node.id)
  const edges = [...ways.choices, ...(ways.plain === null ? [] : [ways.plain])]
  const values = valuesSchema(walk.node)
  const reachable = new Set(edges.map((edge) => edge.target))
  const transfers = definition.nodes.filter((node) => isFromAnywhere(node) && !reachable.has(node.id))
  const tools: ModelTool[] = [
    ...edges.map((edge) => edgeTool(walk, edge, edge === ways.plain, values)),
    ...(Object.keys(values.properties).length === 0 ? [] : [recordTool(values)]),
    ...own.map(ownTool),
    ...(transfers as NodeOfType<'transfer'>[]).map(transferTool),
    hangUpTool(),
    doNotCallTool(),
  ]
  return distinctlyNamed(tools)
}

/**
 * Whether the person may ask for this transfer at any time. By default it is reached only by its edges, like every other step.
 */
function isFromAnywhere(node: WorkflowNode): boolean {
  return node.type === 'transfer' && node.data.from_anywhere === true
}

/** A tool for values that a model should have recorded earlier but did not. */
export function recordTool(parameters: ObjectSchema): ModelTool {
  return {
    name: RECORD_TOOL,
    description: 'Record what the person has told you. Leave out what you do not know; never guess.',
    parameters,
    action: { kind: 'record' },
  }
}

export function valuesSchema(...nodes: readonly WorkflowNode[]): ObjectSchema {
  const schema = emptySchema()
  for (const node of nodes) {
    const collect = collectOf(node)
    if (collect !== null && !collect.sensitive) schema.properties[collect.variable] = collectProperty(collect)
    for (const extract of extractOf(node)) schema.properties[extract.name] = extractProperty(extract)
  }
  return schema
}

function edgeTool(walk: WorkflowWalk, edge: WorkflowEdge, plain: boolean, values: ObjectSchema): ModelTool {
  const target = walk.target(edge)
  const goal = target === null ? edge.target : stepNameOf(target)
  const examples = examplesOf(edge).slice(0, EXAMPLES_SHOWN)
  const sentences = [
    walk.renderPrompt(conditionOf(edge)) ||
      (plain ? 'This step is done.' : `The person means: ${labelOf(edge) || goal}.`),
    examples.length === 0 ? '' : `People say it like this: ${examples.map((one) => `"${one}"`).join(', ')}.`,
    `Leads to: ${goal}.`,
  ]
  return {
    name: `go_${slug(labelOf(edge) || goal)}`,
    description: sentences.filter(Boolean).join(' '),
    parameters: values,
    action: { kind: 'edge', edge },
  }
}

function ownTool(tool: AgentTool): ModelTool {
  const schema = emptySchema()
  for (const { name, type, description, items, required = true } of tool.parameters) {
    schema.properties[name] = { type, description, ...(type === 'array' ? { items: items ?? {} } : {}) }
    if (required) schema.required.push(name)
  }
  const description = tool.acts
    ? `${tool.description} Call it only after the person has agreed to it, once.`
    : tool.description
  return { name: `use_${slug(tool.name)}`, description, parameters: schema, action: { kind: 'tool', tool } }
}

/**
 * A tool that transfers only to the workflow's destination: a person who manipulates the model must not make it dial another
 * number.
 */
function transferTool(node: NodeOfType<'transfer'>): ModelTool {
  return {
    name: `transfer_${slug(stepNameOf(node))}`,
    description: `The person insists on a human being: put them through to "${stepNameOf(node)}".`,
    parameters: emptySchema(),
    action: { kind: 'transfer', node },
  }
}

function hangUpTool(): ModelTool {
  return {
    name: HANG_UP_TOOL,
    description:
      'End the call: the person wants to stop, or there is nothing left to do and no other tool fits. Say good-bye first.',
    parameters: emptySchema(),
    action: { kind: 'hang_up' },
  }
}

/** A tool for do-not-call requests. The program's own rule detects them too, but a model understands more wordings. */
function doNotCallTool(): ModelTool {
  return {
    name: DO_NOT_CALL_TOOL,
    description:
      'The person does not want to be called again, in whatever words: puts the number on the do-not-call list, says so and ends the call. Use it at once, without asking back.',
    parameters: emptySchema(),
    action: { kind: 'do_not_call' },
  }
}

function emptySchema(): ObjectSchema {
  return { type: 'object', properties: {}, required: [], additionalProperties: false }
}

function collectProperty(collect: Collect): ObjectSchema['properties'][string] {
  switch (collect.kind) {
    case 'yes_no':
      return { type: 'string', enum: ['yes', 'no'], description: 'The answer of the person.' }
    case 'number':
      return { type: 'number', description: 'The number the person gave.' }
    case 'digits':
      return { type: 'string', description: 'The digits the person gave, digits only.' }
    case 'code':
      return { type: 'string', description: 'The letters and digits the person gave, without spaces.' }
    case 'date':
      return { type: 'string', description: 'The date as YYYY-MM-DD, with a time as YYYY-MM-DDTHH:MM.' }
    case 'text':
      return { type: 'string', description: 'What the person answered, in their words.' }
  }
}

function extractProperty(extract: Extract): ObjectSchema['properties'][string] {
  return { type: extract.type ?? 'string', description: extract.prompt?.trim() || extract.name }
}

function slug(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '_')
      .replace(/^_+|_+$/gu, '')
      .slice(0, NAME_LENGTH_MAX - 'transfer_'.length) || 'on'
  )
}

function distinctlyNamed(tools: readonly ModelTool[]): ModelTool[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    let name = tool.name
    for (let count = 2; taken.has(name); count += 1) name = `${tool.name}_${count}`
    taken.add(name)
    return { ...tool, name }
  })
}
