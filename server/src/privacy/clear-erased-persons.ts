/** Recurring job: clears the person id of erased contacts, which earlier versions kept. */
import { clearPersonsOfErasedContacts } from '../dialer/erasure-queries.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'

const EVERY_MS = 60 * 60_000
const BATCH = 1000

/** A recurring job instead of a migration: nodes of an earlier version may erase contacts during an upgrade. */
export function clearErasedPersons({ db }: { db: Database }): RecurringJob {
  return {
    name: 'clear-erased-persons',
    everyMs: EVERY_MS,
    async runOnce() {
      let contacts = 0
      for (let some = BATCH; some === BATCH; contacts += some) some = await clearPersonsOfErasedContacts(db, BATCH)
      return { contacts }
    },
  }
}
