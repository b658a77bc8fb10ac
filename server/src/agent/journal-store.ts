import { saveCallRecord } from '../calls/queries.ts'
import { recordRefusal } from '../dialer/apply-policy-change.ts'
import type { Database } from '../storage/database.ts'
import type { CallRecord, SaveCallRecord } from './journal.ts'
import { isRefusal } from './rules/dispositions.ts'

export interface JournalStore {
  save(organizationId: number, callId: number, record: CallRecord, at: Date): Promise<void>
}

/**
 * Stores records. A conversation whose end step means that the person declined counts as a refusal, even without a do-not-call
 * request. Refusal and record are stored in one transaction: the journal retries both, and a node that dies cannot lose one of
 * them.
 */
export function postgresJournalStore(db: Database): JournalStore {
  return {
    save(organizationId, callId, record, at) {
      if (!isFinalRefusal(record)) return saveCallRecord(db, organizationId, callId, record, at)
      return db.transaction().execute(async (tx) => {
        await saveCallRecord(tx, organizationId, callId, record, at)
        await recordRefusal(tx, callId)
      })
    },
  }
}

/** Whether the refusal is final: while the conversation lasts, "No, wait" can still change the disposition. */
function isFinalRefusal({ disposition, timeline }: CallRecord): boolean {
  return isRefusal(disposition) && timeline.some(({ event }) => event === 'ended')
}

export function recordSaverOf(
  store: JournalStore,
  organizationId: number,
  callId: number,
  now: () => number,
): SaveCallRecord {
  return (record) => store.save(organizationId, callId, record, new Date(now()))
}
