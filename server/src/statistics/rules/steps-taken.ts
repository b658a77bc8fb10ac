/** The edges of a conversation through its workflow, each counted once, even in a loop. */

export interface StepTaken {
  /** Empty: the conversation began. */
  source: string
  /** Empty: the conversation ended. */
  target: string
}

const STEPS_MAX = 200

export function stepsTaken(nodes: readonly string[]): StepTaken[] {
  if (nodes.length === 0) return []
  const way = ['', ...nodes, '']
  const taken = new Map<string, StepTaken>()
  for (let index = 1; index < way.length; index++) {
    const [source, target] = [way[index - 1] as string, way[index] as string]
    // Entered again, not left: the step is repeated.
    if (source === target) continue
    taken.set(JSON.stringify([source, target]), { source, target })
  }
  return [...taken.values()].slice(0, STEPS_MAX)
}
