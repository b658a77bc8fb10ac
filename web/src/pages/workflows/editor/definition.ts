/** A workflow in the editor, and all changes to it: pure, so that undo is a list of states. */
import type { Schemas } from '@outdial/sdk'
import { workflowWords as w } from '../../../words/workflows.ts'

export type NodeType = Schemas['NodeType']
export type NodeProperty = Schemas['NodeProperty']

export interface Step {
  id: string
  type: string
  position?: { x: number; y: number } | null | undefined
  data: Record<string, unknown>
}

export interface Exit {
  id: string
  source: string
  target: string
  data: {
    label?: string | null
    condition?: string | null
    examples?: string | string[] | null
    keys?: string | string[] | null
    [more: string]: unknown
  }
}

export interface Definition {
  nodes: Step[]
  edges: Exit[]
  settings?: Record<string, unknown> | null
  [more: string]: unknown
}

/** Must equal the server's list (`workflows/rules/exits.ts`); a test compares them. */
export const RESERVED = ['voicemail', 'screening', 'ivr', 'no_input', 'no_match'] as const

export const listOf = (value: string | string[] | null | undefined): string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

export const isReserved = (exit: Exit): boolean =>
  RESERVED.some((label) => label === exit.data.label?.trim().toLowerCase())

/** The name of an exit: its label, or the text for an exit without one. */
export function exitName(exit: Exit): string {
  const label = exit.data.label?.trim()
  if (isReserved(exit)) return w.reserved[(label ?? '').toLowerCase() as (typeof RESERVED)[number]]
  return label || (listOf(exit.data.examples)[0] ?? (exit.data.condition ? exit.data.condition : w.anyAnswer))
}

export const exitsOf = (definition: Definition, stepId: string): Exit[] => {
  const leaving = definition.edges.filter(({ source }) => source === stepId)
  return [...leaving.filter((exit) => !isReserved(exit)), ...leaving.filter(isReserved)]
}

export const stepName = (step: Step | undefined): string =>
  step === undefined ? w.nowhere : typeof step.data.name === 'string' && step.data.name ? step.data.name : step.id

/** The text of a step: its first spoken text, else its prompt. */
export function stepText({ data }: Step): string {
  const said = [data.greeting, data.say].find((text) => typeof text === 'string' && text !== '')
  if (typeof said === 'string') return said
  if (typeof data.prompt === 'string' && data.prompt) return data.prompt
  return typeof data.url === 'string' ? data.url : ''
}

export const changeStep = (definition: Definition, id: string, data: Record<string, unknown>): Definition => ({
  ...definition,
  nodes: definition.nodes.map((step) =>
    step.id === id ? { ...step, data: cleaned({ ...step.data, ...data }) } : step,
  ),
})

export const changeExit = (definition: Definition, id: string, change: Partial<Exit>): Definition => ({
  ...definition,
  edges: definition.edges.map((exit) =>
    exit.id === id ? { ...exit, ...change, data: cleaned({ ...exit.data, ...change.data }) as Exit['data'] } : exit,
  ),
})

/** Removes empty values. */
function cleaned(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== ''))
}

export function freeId(taken: readonly string[], wanted: string): string {
  if (!taken.includes(wanted)) return wanted
  let number = 2
  while (taken.includes(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}

export const idsInUse = ({ nodes, edges }: Definition): string[] => [
  ...nodes.map(({ id }) => id),
  ...edges.map(({ id }) => id),
]

export function addStep(definition: Definition, type: NodeType, at: { x: number; y: number }): [Definition, string] {
  const id = freeId(idsInUse(definition), type.name.replace(/(Node|Call)$/, '').toLowerCase() || 'step')
  const taken = definition.nodes.map((step) => stepName(step))
  const step: Step = { id, type: type.name, position: at, data: { name: freeId(taken, type.display_name) } }
  return [{ ...definition, nodes: [...definition.nodes, step] }, id]
}

export function addExit(definition: Definition, source: string, target: string, label = ''): [Definition, string] {
  const id = freeId(idsInUse(definition), `${source}-${target}`)
  const exit: Exit = { id, source, target, data: label ? { label } : {} }
  return [{ ...definition, edges: [...definition.edges, exit] }, id]
}

export function removeStep(definition: Definition, id: string): Definition {
  return {
    ...definition,
    nodes: definition.nodes.filter((step) => step.id !== id),
    edges: definition.edges.filter(({ source, target }) => source !== id && target !== id),
  }
}

export const removeExit = (definition: Definition, id: string): Definition => ({
  ...definition,
  edges: definition.edges.filter((exit) => exit.id !== id),
})

export const moveSteps = (definition: Definition, to: ReadonlyMap<string, { x: number; y: number }>): Definition => ({
  ...definition,
  nodes: definition.nodes.map((step) => {
    const position = to.get(step.id)
    return position ? { ...step, position } : step
  }),
})

/** Whether a step is outside the path of a call: steps that apply everywhere, and steps after the call. */
export const isSeparateStep = (type: NodeType | undefined): boolean =>
  type?.category === 'global_node' || type?.category === 'integration'

export const mayHaveExits = (type: NodeType | undefined): boolean => type?.graph_constraints.max_outgoing !== 0
export const mayHaveEntries = (type: NodeType | undefined): boolean => type?.graph_constraints.max_incoming !== 0

/** Why no further step of this kind can be added; null: one can be added. */
export function whyNotAddable(definition: Definition, type: NodeType): string | null {
  const most = type.graph_constraints.max_instances
  const there = definition.nodes.filter((step) => step.type === type.name).length
  return most !== null && there >= most ? w.oneAlready : null
}
