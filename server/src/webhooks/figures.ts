/** Sums over all organizations, for Prometheus. */
import type { Clock } from '../kernel/clock.ts'
import type { Queries } from '../storage/database.ts'
import { readWebhookStatistics } from './queries.ts'

export interface WebhookStatistics {
  /** How long the oldest message to a working receiver is overdue; 0: none is. */
  overdueSeconds: number
  /** Webhooks whose receiver has failed for a while. */
  failing: number
  /** Webhooks that the program has switched off because their receiver failed for too long. */
  switchedOff: number
}

/** Receivers that fail for a shorter time are not reported, because their messages are retried. */
const FAILING_MS = 15 * 60_000

export async function webhookStatistics({ db, clock }: { db: Queries; clock: Clock }): Promise<WebhookStatistics> {
  const now = new Date(clock.now())
  const failedBefore = new Date(clock.now() - FAILING_MS)
  const { due_at: dueAt, failing, switched_off: switchedOff } = await readWebhookStatistics(db, { now, failedBefore })
  return {
    overdueSeconds: dueAt === null ? 0 : Math.max(0, clock.now() - dueAt.getTime()) / 1000,
    failing,
    switchedOff,
  }
}
