/** The edges of a conversation through its workflow, each counted once, even in a loop. */

export interface StepTaken {
  /** The step that the edge leaves; empty at the beginning of the conversation. */
  source: string
  /** The step that the edge enters; empty at the end of the conversation. */
  target: string
}

const STEPS_MAX = 200

export function stepsTaken(nodes: readonly string[]): StepTaken[] {
  if (nodes.length === 0) return []
  const way = ['', ...nodes, '']
  const taken = new Map<string, StepTaken>()
  for (let index = 1; index < way.length; index++) {
    const [source, target] = [way[index - 1] as string, way[index] as string]
    // The step was entered again without being left: it is only repeated.
    if (source === target) continue
    taken.set(JSON.stringify([source, target]), { source, target })
  }
  return [...taken.values()].slice(0, STEPS_MAX)
}
