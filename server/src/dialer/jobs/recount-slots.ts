/**
 * Slots are counted when they are taken and freed; this job compares the counters with the live calls. A difference is
 * a bug in the dialer and is corrected before it blocks dialing.
 */

import { eachSeparately } from '../../kernel/each-separately.ts'
import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import { windowState } from '../rules/calling-window.ts'
import type { DialerStore } from '../store.ts'
import { UnitOfWork } from '../unit-of-work.ts'

const NAME = 'recount-slots'
const EVERY_MS = 60_000

export interface RecountOptions {
  store: DialerStore
  log: Log
  /** Database time; null: uncertain. */
  now(): number | null
  wake(organizationId: number): void
}

export function recountSlots(options: RecountOptions): RecurringJob {
  const { store, log } = options
  return {
    name: NAME,
    everyMs: EVERY_MS,
    async runOnce() {
      let repaired = 0
      const miscounted = (await store.miscountedOrganizations()).map((organizationId) => ({ organizationId }))
      const failed = await forEachOf(log, miscounted, async ({ organizationId }) => {
        // The first check took no locks: a difference usually means that a call ended in between.
        const wrong = await store.transaction(async (tx) => {
          await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
          return tx.recountLiveCalls(organizationId)
        })
        if (!wrong) return
        repaired++
        log.error({ organization_id: organizationId }, 'correcting a wrong count of live calls')
        options.wake(organizationId)
      })
      const again = await lookAgain(options)
      const outcomes = await recountOutcomes(options)
      return {
        repaired,
        recounted: outcomes.done,
        overlooked: again.done,
        failed: failed + again.failed + outcomes.failed,
      }
    },
  }
}

/**
 * Runs the work for each item: an organization whose transaction fails, for example because its lock is held for long, does not
 * stop the others.
 */
function forEachOf<T extends { organizationId: number }>(
  log: Log,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<number> {
  const fieldsOf = ({ organizationId }: T) => ({ organization_id: organizationId })
  return eachSeparately(items, { log, job: NAME, fieldsOf }, work)
}

/**
 * Makes the dialer check campaigns whose stored due time is wrong. A campaign stores when its next contact is due, so that it
 * costs nothing until then. Nodes of an earlier version do not update it, and a database clock that was set back makes it too
 * high; due contacts would wait. Organizations with a policy are left out, because there due contacts wait correctly in closed
 * zones; after a step of the clock `look-again.ts` serves them.
 */
async function lookAgain({ store, log, now, wake }: RecountOptions): Promise<{ done: number; failed: number }> {
  const nowMs = now()
  if (nowMs === null) return { done: 0, failed: 0 }
  const overlooked = (await store.overlookedCampaigns(nowMs)).filter(
    // Judged like in the claim: shortly before closing time no phone may begin to ring.
    ({ schedule, ringTimeoutSeconds }) => windowState(schedule, nowMs, ringTimeoutSeconds * 1000).open,
  )
  const failed = await forEachOf(log, overlooked, async ({ id, organizationId }) => {
    await store.transaction(async (tx) => {
      await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
      await tx.lookAgain([id])
    })
    wake(organizationId)
  })
  return { done: overlooked.length - failed, failed }
}

/** Recounts outcomes: during an upgrade, nodes of an earlier version finished contacts without counting their outcomes. */
async function recountOutcomes({ store, log }: RecountOptions): Promise<{ done: number; failed: number }> {
  const campaigns = await store.miscountedOutcomes()
  const failed = await forEachOf(log, campaigns, async ({ id, organizationId }) => {
    await store.transaction(async (tx) => {
      await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
      await tx.recountFinished(id)
    })
  })
  return { done: campaigns.length - failed, failed }
}
