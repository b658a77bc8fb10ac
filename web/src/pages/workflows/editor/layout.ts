/** Arranges steps from left to right: each step is right of those that lead to it, in the order of their exits. */
import { type Definition, exitsOf, moveSteps, type Step, stepText } from './definition.ts'

export const STEP_WIDTH = 212
const COLUMN = 300
const GAP = 24

/** Estimated height of a step in the graph. */
export function heightOf(definition: Definition, step: Step): number {
  const lines = Math.min(6, Math.ceil(stepText(step).replace(/\{\{(\w+)[^}]*\}\}/g, '$1').length / 30))
  const exits = exitsOf(definition, step.id).length
  const collects = step.data.collect ? 22 : 0
  // The row for a new exit is always visible.
  const leaves = exits > 0 || step.type === 'transfer'
  return 34 + lines * 17 + collects + 10 + (leaves ? exits * 26 + 30 : 0)
}

/** The column of each step is the longest path from the start, so that edges run forward. Cycles are cut at the first visit. */
function columns(definition: Definition, start: string | undefined): Map<string, number> {
  const found = new Map<string, number>()
  const walk = (id: string, depth: number, path: ReadonlySet<string>) => {
    if (path.has(id) || path.size > definition.nodes.length) return
    if ((found.get(id) ?? -1) >= depth) return
    found.set(id, depth)
    for (const exit of exitsOf(definition, id)) walk(exit.target, depth + 1, new Set([...path, id]))
  }
  if (start !== undefined) walk(start, 0, new Set())
  return found
}

/** Steps by distance from the start, in the order of the exits that lead to them. */
function inOrder(definition: Definition, start: Step | undefined): Step[] {
  const order: Step[] = start ? [start] : []
  for (const step of order) {
    for (const exit of exitsOf(definition, step.id)) {
      const next = definition.nodes.find(({ id }) => id === exit.target)
      if (next && !order.includes(next)) order.push(next)
    }
  }
  return order
}

export function arrangeSteps(
  definition: Definition,
  entry: (step: Step) => boolean,
  apart: (step: Step) => boolean,
): Definition {
  const start = definition.nodes.find(entry)
  const depth = columns(definition, start?.id)
  const last = Math.max(0, ...depth.values())
  // Steps that only end a call are in the last column.
  const columnOf = (id: string) => (exitsOf(definition, id).length === 0 ? last : (depth.get(id) ?? 0))
  const places = new Map<string, { x: number; y: number }>()
  const bottom = new Map<number, number>()
  // Edges that skip a column pass above its steps instead of behind them.
  const below = (column: number) =>
    definition.edges
      .filter(({ source, target }) => (depth.get(source) ?? 0) < column && columnOf(target) > column)
      .reduce((lowest, { target }) => Math.max(lowest, (places.get(target)?.y ?? 0) + 60), 0)
  const put = (step: Step, column: number) => {
    const y = bottom.get(column) ?? (column > 0 && column < last ? below(column) : 0)
    places.set(step.id, { x: column * COLUMN, y })
    bottom.set(column, y + heightOf(definition, step) + GAP)
  }
  const order = inOrder(definition, start)
  for (const step of order.filter(({ id }) => columnOf(id) === last)) put(step, last)
  for (const step of order.filter(({ id }) => columnOf(id) !== last)) put(step, columnOf(step.id))
  const aside = definition.nodes.filter((step) => !depth.has(step.id))
  for (const step of aside.filter((one) => !apart(one))) put(step, 1)
  for (const step of aside.filter(apart)) put(step, 0)
  return moveSteps(definition, places)
}

/** Whether steps overlap, for example in a workflow that was never arranged, or arranged from top to bottom. */
export function hasOverlappingSteps(definition: Definition): boolean {
  const boxes = definition.nodes.map((step) => ({
    ...(step.position ?? { x: 0, y: 0 }),
    h: heightOf(definition, step),
  }))
  return boxes.some((one, index) =>
    boxes.slice(index + 1).some((other) => {
      const apartX = Math.abs(one.x - other.x) >= STEP_WIDTH
      const apartY = one.y + one.h <= other.y || other.y + other.h <= one.y
      return !apartX && !apartY
    }),
  )
}
