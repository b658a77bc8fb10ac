/** Which ways a conversation took through its workflow, each counted once, however often it went round. */

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
    // Entered anew, not left: what was said is said again.
    if (source === target) continue
    taken.set(JSON.stringify([source, target]), { source, target })
  }
  return [...taken.values()].slice(0, STEPS_MAX)
}
