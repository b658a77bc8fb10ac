/**
 * A claim whose request never left is not kept: its node knows that it was never asked for, whatever became of the commit,
 * and gives the slot back. Only claims of nodes that are gone may wait, for nobody knows what those had sent.
 */
import type { Checker, CheckerContext } from '../facts.ts'

/** The slowest way to a carrier's account, and then some trips to the database. */
const STUCK_AFTER_MS = 45_000

export function noStuckClaims({ tables, facts, now, after, isUp, fail }: CheckerContext): Checker {
  /** Whose claim it is, or was until another node adopted it: from then on nobody can tell. */
  const claimants = new Map<number, string | null>()
  return {
    committed() {
      for (const changed of tables.liveCalls.changed) {
        const call = tables.liveCalls.get(changed)
        if (!call) continue
        const { id, state, nodeId } = call
        const claimant = claimants.get(id)
        if (claimant && claimant !== nodeId) claimants.set(id, null)
        if (state !== 'claimed' || claimant !== undefined) continue
        claimants.set(id, nodeId)
        const look = () => {
          const later = tables.liveCalls.get(id)
          // Another node may have adopted the call since the last commit; an adoption alone does not run the code above.
          const isOwn = claimants.get(id) === nodeId && later?.state === 'claimed' && later.nodeId === nodeId
          if (!isOwn || facts.askedCalls.has(id) || !isUp(nodeId)) return
          const calmMs = facts.calmSinceMs === null ? 0 : now() - facts.calmSinceMs
          if (calmMs > STUCK_AFTER_MS) fail(`call ${id} holds its slot, and nobody ever asked the carrier for it`)
          else after(STUCK_AFTER_MS - calmMs + 1, look)
        }
        after(STUCK_AFTER_MS, look)
      }
    },
  }
}
