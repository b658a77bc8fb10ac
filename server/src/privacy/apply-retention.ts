/** Recurring job: deletes expired data of organizations in portions, and stores how far it is. */
import {
  clearRecordingFields,
  deleteTranscripts,
  realCallIds,
  recordedCalls,
  removeCallRecords,
} from '../calls/queries.ts'
import { removeRecording } from '../calls/recordings.ts'
import { completedBetween, isListNeeded } from '../campaigns/queries.ts'
import { eraseListRows, finishErasedList, listsUploadedBefore } from '../contacts/erasure-queries.ts'
import { dropOldAttempts, eraseCalls, eraseContactsOf, nextEndedCallIds } from '../dialer/erasure-queries.ts'
import { removeCalls } from '../dialer/queue.ts'
import { deleteOldestEventsOf } from '../events/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import type { Log } from '../kernel/log.ts'
import { deleteLedgerUpTo } from '../ledger/checkpoint-ledger.ts'
import { dropPersonKeys } from '../ledger/drop-person-keys.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { deleteOldAudit } from '../organizations/audit-queries.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'
import { allRetention, type StoredRetention, saveRetentionProgress } from './queries.ts'

const EVERY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
const BATCH = 1000

export interface RetentionDeps {
  db: Database
  clock: Clock
  log: Log
  keys: LedgerKeys
  recordings: FileStore
  /** Counts a failure in the metrics: expired data still exists. */
  failed(kind: RetentionKind, organizationId: number): void
}

const KINDS = ['recordings', 'transcripts', 'contacts', 'calls', 'events', 'ledger', 'audit'] as const
export type RetentionKind = (typeof KINDS)[number]

type Work = (deps: RetentionDeps, kept: StoredRetention, before: Date) => Promise<number>

const DAYS_OF: Record<RetentionKind, (kept: StoredRetention) => number | null> = {
  recordings: (kept) => kept.recordings_days,
  transcripts: (kept) => kept.transcripts_days,
  contacts: (kept) => kept.contacts_days,
  calls: (kept) => kept.calls_days,
  events: (kept) => kept.events_days,
  ledger: (kept) => kept.ledger_days,
  audit: (kept) => kept.audit_days,
}

const WORK: Record<RetentionKind, Work> = {
  recordings: dropRecordings,
  transcripts: dropWords,
  contacts: dropPersons,
  calls: dropCalls,
  events: dropEvents,
  ledger: dropRecords,
  audit: dropAudit,
}

/**
 * Handles each organization and each kind of data separately, so that a bucket which refuses one tenant's file stops no other
 * deletion.
 */
export function applyRetention(deps: RetentionDeps) {
  return {
    name: 'apply-retention',
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      const done: Record<string, number> = { failed: 0 }
      for (const kept of await allRetention(deps.db)) {
        for (const kind of KINDS) {
          const days = DAYS_OF[kind](kept)
          if (days === null) continue
          try {
            const count = await WORK[kind](deps, kept, new Date(deps.clock.now() - days * DAY_MS))
            done[kind] = (done[kind] ?? 0) + count
          } catch (error) {
            done.failed = (done.failed ?? 0) + 1
            deps.failed(kind, kept.organization_id)
            const fields = { organization_id: kept.organization_id, kind, err: error }
            deps.log.error(fields, 'failed to apply the retention of an organization; it is retried')
          }
        }
      }
      return done
    },
  }
}

/** Calls in the order of their ids, starting where the job stopped before. */
async function* oldCalls(
  db: Database,
  organizationId: number,
  mark: number,
  before: Date,
): AsyncGenerator<number[], void> {
  for (let after = mark; ; ) {
    const calls = await nextEndedCallIds(db, organizationId, { after, before, limit: BATCH })
    if (calls.length === 0) return
    yield calls
    after = lastOf(calls)
  }
}

const lastOf = (calls: readonly number[]) => calls.at(-1) as number

async function dropRecordings(
  { db, recordings }: RetentionDeps,
  { organization_id: organizationId, recordings_call_id: mark }: StoredRetention,
  before: Date,
): Promise<number> {
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    const recorded = await recordedCalls(db, calls)
    for (const callId of recorded) await removeRecording(recordings, { organizationId, callId })
    await clearRecordingFields(db, recorded)
    await saveRetentionProgress(db, organizationId, { recordings_call_id: lastOf(calls) })
    dropped += recorded.length
  }
  return dropped
}

async function dropWords(
  { db }: RetentionDeps,
  { organization_id: organizationId, transcripts_call_id: mark }: StoredRetention,
  before: Date,
): Promise<number> {
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    await deleteTranscripts(db, calls)
    await saveRetentionProgress(db, organizationId, { transcripts_call_id: lastOf(calls) })
    dropped += calls.length
  }
  return dropped
}

/** Deletes phone numbers of calls, of contacts of finished campaigns, and of lists that no campaign needs any more. */
async function dropPersons(
  { db, clock }: RetentionDeps,
  { organization_id: organizationId, contacts_call_id: mark, contacts_until: until }: StoredRetention,
  before: Date,
): Promise<number> {
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    await eraseCalls(db, calls)
    await saveRetentionProgress(db, organizationId, { contacts_call_id: lastOf(calls) })
    dropped += calls.length
  }
  for (const { id, completed_at } of await completedBetween(db, organizationId, until, before)) {
    dropped += await allBatches(() => eraseContactsOf(db, id, BATCH))
    await saveRetentionProgress(db, organizationId, { contacts_until: completed_at as Date })
  }
  for (const { id } of await listsUploadedBefore(db, organizationId, before)) {
    if (await isListNeeded(db, id, before)) continue
    dropped += await allBatches(() => eraseListRows(db, id, BATCH))
    await finishErasedList(db, id, new Date(clock.now()))
  }
  const needed = await loadHistoryNeeded(db, organizationId)
  const now = new Date(clock.now())
  // Starts from the first id, because the rules may no longer count attempts that an earlier run kept.
  for (let after: number | null = 0; after !== null; ) {
    const portion = await dropOldAttempts(db, organizationId, { before, now, needed, after, batch: BATCH })
    after = portion.last
  }
  return dropped
}

/**
 * Deletes whole calls. Counters, statistics, sums of costs, attempts and the ledger have their own rows and stay. Simulated calls
 * stay as long as their campaign, because the statistics could not be told apart without them.
 */
async function dropCalls(
  { db, recordings }: RetentionDeps,
  { organization_id: organizationId, calls_call_id: mark }: StoredRetention,
  before: Date,
): Promise<number> {
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    const real = await realCallIds(db, calls)
    for (const callId of await recordedCalls(db, real)) await removeRecording(recordings, { organizationId, callId })
    await db.transaction().execute(async (tx) => {
      if (real.length > 0) {
        await removeCallRecords(tx, real)
        await removeCalls(tx, real)
      }
      await saveRetentionProgress(tx, organizationId, { calls_call_id: lastOf(calls) })
    })
    dropped += real.length
  }
  return dropped
}

async function dropEvents({ db }: RetentionDeps, { organization_id }: StoredRetention, before: Date): Promise<number> {
  let total = 0
  // Repeats until none is left, because an event with a date in the future may be among the first rows.
  for (let count = 1; count > 0; total += count)
    count = await deleteOldestEventsOf(db, organization_id, before, { batch: BATCH })
  return total
}

async function dropRecords(
  { db, clock, keys }: RetentionDeps,
  { organization_id }: StoredRetention,
  before: Date,
): Promise<number> {
  const dropped = await deleteLedgerUpTo({ db, clock, keys }, organization_id, before.getTime())
  await dropPersonKeys({ db, clock }, organization_id)
  return dropped?.deleted ?? 0
}

async function dropAudit({ db }: RetentionDeps, { organization_id }: StoredRetention, before: Date): Promise<number> {
  return allBatches(() => deleteOldAudit(db, organization_id, before, BATCH))
}

async function allBatches(work: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await work()
    total += count
    if (count < BATCH) return total
  }
}
