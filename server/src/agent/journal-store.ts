import { saveCallRecord } from '../calls/queries.ts'
import type { Database } from '../storage/database.ts'
import type { CallRecord, SaveRecord } from './journal.ts'

export interface JournalStore {
  save(organizationId: number, callId: number, record: CallRecord, at: Date): Promise<void>
}

export function postgresJournalStore(db: Database): JournalStore {
  return { save: (organizationId, callId, record, at) => saveCallRecord(db, organizationId, callId, record, at) }
}

export function saverOf(store: JournalStore, organizationId: number, callId: number, now: () => number): SaveRecord {
  return (record) => store.save(organizationId, callId, record, new Date(now()))
}
