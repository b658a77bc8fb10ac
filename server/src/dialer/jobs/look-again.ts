/**
 * After the database clock was set back: a campaign stores when it is due next, and a time that was computed by the clock before
 * may be hours too late, for example because its calling hours looked closed. The next claim of each running campaign computes
 * it again. Every node that notices the step does this, because a node that has not noticed it yet may store a wrong time once
 * more. A node that starts notices it by the leases of nodes that are gone.
 */

import { eachSeparately } from '../../kernel/each-separately.ts'
import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import { DatabaseUnavailable, type DialerStore } from '../store.ts'
import { UnitOfWork } from '../unit-of-work.ts'

const NAME = 'look-again'
/** How soon a step is answered once it was noticed. Without one, the job reads nothing. */
const EVERY_MS = 1000

export interface LookAgainOptions {
  store: DialerStore
  log: Log
  /** How many backward steps of the database clock this node has noticed. */
  stepsBack(): number
  wake(organizationId: number): void
}

export function lookAgainAfterStepBack({ store, log, stepsBack, wake }: LookAgainOptions): RecurringJob {
  let stepsDone = 0
  /** Organizations that are not served yet. */
  const waiting = new Set<number>()

  /** False: another transaction holds the lock of the organization, perhaps a claim by the old time. The next run finds it. */
  async function lookAgain(organizationId: number): Promise<boolean> {
    return store.transaction(async (tx) => {
      const { organizations } = await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId] })
      if (!organizations.has(organizationId)) return false
      await tx.lookAgainAtAll(organizationId)
      return true
    })
  }

  return {
    name: NAME,
    everyMs: EVERY_MS,
    async runOnce() {
      const steps = stepsBack()
      if (steps !== stepsDone || waiting.size > 0) {
        const running = await store.organizationsWithRunningCampaigns()
        if (steps !== stepsDone) for (const id of running) waiting.add(id)
        // The others were deleted or have completed in the meantime.
        else for (const id of waiting) if (!running.includes(id)) waiting.delete(id)
        stepsDone = steps
      }
      let done = 0
      let isAway = false
      const fieldsOf = (organizationId: number) => ({ organization_id: organizationId })
      const failed = await eachSeparately([...waiting], { log, job: NAME, fieldsOf }, async (organizationId) => {
        if (isAway) return
        try {
          if (!(await lookAgain(organizationId))) return
        } catch (error) {
          // The others would wait for the same database.
          isAway = error instanceof DatabaseUnavailable
          throw error
        }
        waiting.delete(organizationId)
        done++
        wake(organizationId)
      })
      return { done, failed }
    },
  }
}
