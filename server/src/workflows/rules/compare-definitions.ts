/** Differences between two versions of a workflow, field by field. */
import type { WorkflowDefinition } from './definition.ts'

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export interface ElementChange {
  id: string
  name: string
  change: 'added' | 'removed' | 'changed'
  fields: FieldChange[]
}

export interface Comparison {
  is_same: boolean
  nodes: ElementChange[]
  edges: ElementChange[]
  settings: FieldChange[]
}

interface Thing {
  id: string
  fields: Record<string, unknown>
  name: string
}

/** Ignores the position of a node in the drawing, which does not affect calls. */
export function compareDefinitions(before: WorkflowDefinition, after: WorkflowDefinition): Comparison {
  const nodes = changesOf(before.nodes.map(nodeThing), after.nodes.map(nodeThing))
  const edges = changesOf(before.edges.map(edgeThing), after.edges.map(edgeThing))
  const settings = fieldChanges({ ...before.settings }, { ...after.settings })
  return { is_same: nodes.length + edges.length + settings.length === 0, nodes, edges, settings }
}

function nodeThing({ id, type, data }: WorkflowDefinition['nodes'][number]): Thing {
  return { id, name: data.name ?? '', fields: { type, ...data } }
}

function edgeThing({ id, source, target, data }: WorkflowDefinition['edges'][number]): Thing {
  return { id, name: data.label ?? '', fields: { source, target, ...data } }
}

function changesOf(before: readonly Thing[], after: readonly Thing[]): ElementChange[] {
  const earlier = new Map(before.map((thing) => [thing.id, thing]))
  const later = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap((thing) => changeOf(earlier.get(thing.id), thing)),
    ...before
      .filter(({ id }) => !later.has(id))
      .map(
        ({ id, name, fields }): ElementChange => ({ id, name, change: 'removed', fields: fieldChanges(fields, {}) }),
      ),
  ]
}

function changeOf(before: Thing | undefined, { id, name, fields }: Thing): ElementChange[] {
  if (before === undefined) return [{ id, name, change: 'added', fields: fieldChanges({}, fields) }]
  const changed = fieldChanges(before.fields, fields)
  return changed.length === 0 ? [] : [{ id, name, change: 'changed', fields: changed }]
}

/** Changes between two objects; `null` equals absent. */
function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => canonical(change.before) !== canonical(change.after))
}

/** Text of a value that does not depend on the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
