import { collectOf, type WorkflowEdge } from '../../workflows/rules/definition.ts'
import { chooseEdge } from '../rules/choose-edge.ts'
import { collectValue, type DateReference } from '../rules/collect-values.ts'
import type { RecordedValue } from './recorded-values.ts'
import type { WorkflowWalk } from './workflow-walk.ts'

export interface KeyPressMeaning {
  value: RecordedValue | null
  edge: WorkflowEdge | null
}

/** Interprets pressed keys by the workflow, without a model. */
export function interpretKeyPresses(walk: WorkflowWalk, digits: string, reference: DateReference): KeyPressMeaning {
  const collect = collectOf(walk.node)
  const collected = collect === null ? null : collectValue(collect, { digits }, reference)
  const value = collect === null || collected === null ? null : { name: collect.variable, value: String(collected) }
  const chosen = chooseEdge(walk.ways.choices, { digits: value?.value ?? digits }).edge
  return { value, edge: chosen ?? (value === null ? null : walk.ways.plain) }
}
