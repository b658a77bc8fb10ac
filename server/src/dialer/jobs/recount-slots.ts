/**
 * Slots are counted when they are taken and freed; this job compares the counters with the live calls. A difference is
 * a bug in the dialer and is corrected before it blocks dialing.
 */

import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import { windowState } from '../rules/calling-window.ts'
import type { DialerStore } from '../store.ts'
import { UnitOfWork } from '../unit-of-work.ts'

const EVERY_MS = 60_000

export interface RecountOptions {
  store: DialerStore
  log: Log
  /** Database time; null: not known for sure. */
  now(): number | null
  wake(organizationId: number): void
}

export function recountSlots(options: RecountOptions): RecurringJob {
  const { store, log } = options
  return {
    name: 'recount-slots',
    everyMs: EVERY_MS,
    async runOnce() {
      let mended = 0
      for (const organizationId of await store.miscountedOrganizations()) {
        // The first check took no locks: a difference usually means that a call ended in between.
        const wrong = await store.transaction(async (tx) => {
          await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
          return tx.recountLiveCalls(organizationId)
        })
        if (!wrong) continue
        mended++
        log.error({ organization_id: organizationId }, 'correcting a wrong count of live calls')
        options.wake(organizationId)
      }
      const overlooked = await lookAgain(options)
      return { mended, recounted: await recountOutcomes(store), overlooked }
    },
  }
}

/**
 * A campaign stores from when on a contact is due, so that it costs nothing until then. Nodes of an earlier version do
 * not know the column and leave it too high, and a database clock that was set back makes it too high; due contacts
 * would wait for it.
 */
async function lookAgain({ store, now, wake }: RecountOptions): Promise<number> {
  const nowMs = now()
  if (nowMs === null) return 0
  const overlooked = (await store.overlookedCampaigns(nowMs)).filter(
    // As the claim judges it: shortly before closing time no phone may begin to ring.
    ({ schedule, ringTimeoutSeconds }) => windowState(schedule, nowMs, ringTimeoutSeconds * 1000).open,
  )
  for (const { id, organizationId } of overlooked) {
    await store.transaction(async (tx) => {
      await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
      await tx.lookAgain([id])
    })
    wake(organizationId)
  }
  return overlooked.length
}

/** While an earlier version still ran beside this one, it finished contacts without counting their outcomes. */
async function recountOutcomes(store: DialerStore): Promise<number> {
  const campaigns = await store.miscountedOutcomes()
  for (const { id, organizationId } of campaigns) {
    await store.transaction(async (tx) => {
      await UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], wait: true })
      await tx.recountFinished(id)
    })
  }
  return campaigns.length
}
