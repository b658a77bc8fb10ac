/**
 * The edges that leave a node, grouped by how they are taken. Used by the validation and by the brains.
 *
 * - `voicemail`: an answering machine was recognized; only from the start node.
 * - `screening`, `ivr`: a service that asks who is calling and why, a menu; only from the start node. The step's words or keys
 *   are sent, then the agent waits for the person, and the conversation begins.
 * - `noInput`: silence after asking again. `noMatch`: nothing understood after asking again.
 * - `plain`: the edge without condition, examples or keys. Taken immediately after speaking if the node asks nothing, once the
 *   value is there if it collects one, else as the last resort when there is no `no_match` edge.
 * - `choices`: the others; taken by key, by similarity to an example, or by a model's judgement of the condition.
 */

import { yesNoMeaningOf } from '../../language/rules/yes-no.ts'
import { collectOf, promptOf, type WorkflowDefinition, type WorkflowEdge, type WorkflowNode } from './definition.ts'

export const RESERVED_LABELS = ['no_input', 'no_match', 'voicemail', 'screening', 'ivr'] as const
export type ReservedLabel = (typeof RESERVED_LABELS)[number]

export interface Exits {
  choices: WorkflowEdge[]
  plain: WorkflowEdge | null
  noInput: WorkflowEdge | null
  noMatch: WorkflowEdge | null
  voicemail: WorkflowEdge | null
  screening: WorkflowEdge | null
  ivr: WorkflowEdge | null
}

/** Whether an edge is taken because a machine or service answered; it is not an exit for a person. */
export function isMachineExit(edge: WorkflowEdge): boolean {
  const label = reservedLabel(edge)
  return label === 'voicemail' || label === 'screening' || label === 'ivr'
}

export function exitsOf(definition: Pick<WorkflowDefinition, 'edges'>, nodeId: string): Exits {
  const leaving = definition.edges.filter((edge) => edge.source === nodeId)
  const ordinary = leaving.filter((edge) => reservedLabel(edge) === null)
  const reserved = (label: ReservedLabel) => leaving.find((edge) => reservedLabel(edge) === label) ?? null
  const plain = plainEdge(ordinary)
  return {
    choices: ordinary.filter((edge) => edge !== plain),
    plain,
    noInput: reserved('no_input'),
    noMatch: reserved('no_match'),
    voicemail: reserved('voicemail'),
    screening: reserved('screening'),
    ivr: reserved('ivr'),
  }
}

/** The edge without conditions. A label alone is only a name while there is nothing else to choose from. */
function plainEdge(ordinary: readonly WorkflowEdge[]): WorkflowEdge | null {
  const bare = ordinary.filter(isUnconditional)
  const unlabelled = bare.find((edge) => labelOf(edge) === '')
  return unlabelled ?? (ordinary.length === 1 ? (bare[0] ?? null) : null)
}

export function reservedLabel(edge: WorkflowEdge): ReservedLabel | null {
  const label = labelOf(edge).toLowerCase()
  return RESERVED_LABELS.find((reserved) => reserved === label) ?? null
}

export function labelOf(edge: WorkflowEdge): string {
  return (edge.data.label ?? '').trim()
}

export function conditionOf(edge: WorkflowEdge): string {
  return (edge.data.condition ?? '').trim()
}

export function examplesOf(edge: WorkflowEdge): string[] {
  return listOf(edge.data.examples)
}

export function keysOf(edge: WorkflowEdge): string[] {
  return listOf(edge.data.keys)
}

function listOf(given: string | string[] | null | undefined): string[] {
  const list = typeof given === 'string' ? [given] : (given ?? [])
  return list.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

export function isUnconditional(edge: WorkflowEdge): boolean {
  return conditionOf(edge) === '' && examplesOf(edge).length === 0 && keysOf(edge).length === 0
}

/** Whether a script can recognize this edge: keys, examples, and a plain yes or no need no model. */
export function isChoosableByScript(edge: WorkflowEdge): boolean {
  return keysOf(edge).length > 0 || examplesOf(edge).length > 0 || yesNoMeaningOf(labelOf(edge)) !== null
}

/** The edge of an http step that is taken when its tool fails. */
export const FAILED_EXIT_LABEL = 'failed'

export interface ToolExits {
  done: WorkflowEdge | null
  failed: WorkflowEdge | null
}

export function toolExitsOf({ edges }: Pick<WorkflowDefinition, 'edges'>, nodeId: string): ToolExits {
  const leaving = edges.filter((edge) => edge.source === nodeId)
  const isFailed = (edge: WorkflowEdge) => labelOf(edge).toLowerCase() === FAILED_EXIT_LABEL
  return {
    done: leaving.find((edge) => !isFailed(edge)) ?? null,
    failed: leaving.find(isFailed) ?? null,
  }
}

/** Whether the script waits for an answer at this step. */
export function scriptListens(node: WorkflowNode, ways: Exits): boolean {
  return collectOf(node) !== null || ways.choices.length > 0
}

/** Whether any brain listens at this step: a model converses at every step with a prompt. */
export function canAnyBrainListen(node: WorkflowNode, ways: Exits): boolean {
  return scriptListens(node, ways) || promptOf(node) !== ''
}
