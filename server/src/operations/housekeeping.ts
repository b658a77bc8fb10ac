/** What the database need not keep for ever. */
import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Duty } from '../kernel/duty.ts'
import type { Database } from '../storage/database.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Longer than the longest breaker window. */
const BREAKER_SECONDS_KEPT_MS = 2 * DAY_MS

export function housekeeping({ db, clock }: { db: Database; clock: Clock }): Duty {
  return {
    name: 'housekeeping',
    everyMs: EVERY_MS,
    async runOnce() {
      const nowMs = clock.now()
      const before = (ageMs: number) => new Date(nowMs - ageMs)
      const tokens = await sql`delete from media_tokens_used where expires_at < ${before(0)}`.execute(db)
      await sql`delete from breaker_seconds where second < ${before(BREAKER_SECONDS_KEPT_MS)}`.execute(db)
      await sql`delete from contact_lists where status = 'awaiting_upload' and expires_at < ${before(DAY_MS)}`.execute(
        db,
      )
      return { tokens: Number(tokens.numAffectedRows ?? 0n) }
    },
  }
}
