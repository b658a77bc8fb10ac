/**
 * A claim whose request never left is not kept: its node knows that it was never asked for, whatever became of the commit,
 * and gives the slot back. Only claims of nodes that are gone, and claims that another node has adopted, may wait: the carrier may
 * have been asked for those.
 */
import type { Checker, CheckerContext } from '../facts.ts'

/** The slowest way to a carrier's account, and then some trips to the database. */
const STUCK_AFTER_MS = 45_000

export function noStuckClaims({ tables, facts, now, after, isUp, fail }: CheckerContext): Checker {
  /** Claim time by call id. Each claim is checked one time. */
  const claimed = new Map<number, number>()
  return {
    committed() {
      for (const changed of tables.liveCalls.changed) {
        const call = tables.liveCalls.get(changed)
        if (!call) continue
        const { id, state, nodeId, claimedAtMs } = call
        if (state !== 'claimed' || claimed.get(id) === claimedAtMs) continue
        claimed.set(id, claimedAtMs)
        const look = () => {
          const later = tables.liveCalls.get(id)
          const isSame = later?.state === 'claimed' && later.claimedAtMs === claimedAtMs && !tables.adopted.has(id)
          if (!isSame || facts.askedCalls.has(id) || !isUp(nodeId)) return
          const calmMs = facts.calmSinceMs === null ? 0 : now() - facts.calmSinceMs
          if (calmMs > STUCK_AFTER_MS) fail(`call ${id} holds its slot, and nobody ever asked the carrier for it`)
          else after(STUCK_AFTER_MS - calmMs + 1, look)
        }
        after(STUCK_AFTER_MS, look)
      }
    },
  }
}
