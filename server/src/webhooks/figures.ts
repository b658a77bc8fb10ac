/** Sums over all organizations, for Prometheus. */
import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Queries } from '../storage/database.ts'

export interface WebhookFigures {
  /** How long the oldest message is overdue whose receiver has not failed; 0: none is. */
  overdueSeconds: number
  /** Webhooks whose receiver has failed for a while. */
  failing: number
  /** Webhooks that the program has switched off because their receiver failed for too long. */
  switchedOff: number
}

/** Shorter outages are the receiver's own business: the message is sent again. */
const FAILING_MS = 15 * 60_000

/**
 * A message that failed has its next attempt in the future: it is overdue only if no node sends. An event after the cursor of a
 * webhook is a message too: it has no delivery yet where the sender fails before it can write one. After a replay its event is
 * older than the request, which is what `updated_at` is for.
 */
export async function webhookFigures({ db, clock }: { db: Queries; clock: Clock }): Promise<WebhookFigures> {
  const now = new Date(clock.now())
  const failedBefore = new Date(clock.now() - FAILING_MS)
  const { rows } = await sql<{ due_at: Date | null; failing: number; switched_off: number }>`
    select least(
             (select min(d.next_attempt_at) from webhook_deliveries d left join webhooks w on w.id = d.webhook_id
               where d.state in ('pending', 'sending') and d.next_attempt_at <= ${now}
                 and (w.id is null or (w.is_active and w.failing_since is null))),
             (select min(greatest(unread.at, w.updated_at)) from webhooks w cross join lateral (
                select e.at from events e
                 where e.organization_id = w.organization_id and e.id > w.cursor order by e.id limit 1) unread
               where w.is_active and w.failing_since is null)) as due_at,
           count(*) filter (where is_active and failing_since <= ${failedBefore}) as failing,
           count(*) filter (where disabled_reason is not null) as switched_off
      from webhooks`.execute(db)
  const { due_at: dueAt, failing, switched_off: switchedOff } = rows[0] as (typeof rows)[number]
  return {
    overdueSeconds: dueAt === null ? 0 : Math.max(0, clock.now() - dueAt.getTime()) / 1000,
    failing,
    switchedOff,
  }
}
