/**
 * Deletes the keys of persons whose records retention has deleted: otherwise the table would keep every number for ever. A key is
 * used for a year at most, see `persons.ts`, so a key that is a year older than the oldest record has no record.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { PERSON_KEY_DAYS } from './persons.ts'
import { beginPersonCheck, deletePortionOfPersons, firstRecordFrom, readPersonKeysMigration } from './queries.ts'
import { parseRecord } from './rules/chain.ts'

const DAY_MS = 24 * 60 * 60_000
/** Clocks of nodes and of the database may differ, and nodes of an earlier version may run for a while after an upgrade. */
const MARGIN_MS = DAY_MS
const BATCH = 5_000

/** Looks through the keys of an organization once a day; returns how many were deleted. */
export async function dropPersonKeys(
  { db, clock }: { db: Database; clock: Clock },
  organizationId: number,
): Promise<number> {
  const now = new Date(clock.now())
  const oldest = await oldestRecordMs(db, organizationId, now.getTime())
  // Earlier versions used a key for as long as the ledger existed.
  if (oldest < (await readPersonKeysMigration(db)).getTime() + MARGIN_MS) return 0
  if (!(await beginPersonCheck(db, organizationId, { now, before: new Date(now.getTime() - DAY_MS) }))) return 0
  const before = new Date(oldest - PERSON_KEY_DAYS * DAY_MS - MARGIN_MS)
  let dropped = 0
  for (let after: string | null = ''; after !== null; ) {
    const portion: { last: string | null; deleted: number } = await deletePortionOfPersons(db, organizationId, {
      after,
      before,
      limit: BATCH,
    })
    dropped += portion.deleted
    after = portion.last
  }
  return dropped
}

/** The time of the first record that is kept; the current time if there is none. */
async function oldestRecordMs(db: Database, organizationId: number, nowMs: number): Promise<number> {
  const first = await firstRecordFrom(db, organizationId, 1)
  const told = first && parseRecord(first.text)
  // A record that cannot be read was tampered with: no key is deleted.
  return first ? (told ? Date.parse(told.at) : 0) : nowMs
}
