/** Finds campaigns to serve by polling. Signals between nodes are only an optimization, because they may get lost. */

import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { DialerStore } from '../store.ts'

export const FIND_WORK_EVERY_MS = 3000
/**
 * How far ahead contacts are searched. Contacts due later are found by a later poll, so organizations that only wait cost
 * nothing.
 */
const AHEAD_MS = 15_000

export interface FindWorkOptions {
  store: DialerStore
  /** Current time of the database. */
  now(): number
  wake(organizationId: number): void
  wakeAt(organizationId: number, atMs: number): void
}

export function findWork({ store, now, wake, wakeAt }: FindWorkOptions): RecurringJob {
  return {
    name: 'find-work',
    everyMs: FIND_WORK_EVERY_MS,
    async runOnce() {
      for (const { organizationId, dueAtMs } of await store.organizationsToServe(now() + AHEAD_MS)) {
        if (dueAtMs === null || dueAtMs <= now()) wake(organizationId)
        else wakeAt(organizationId, dueAtMs)
      }
      return {}
    },
  }
}
