/** A duty: what an organization no longer wants to keep goes, some at a time, and how far it has come is noted. */
import { forgetRecordings, forgetWords, recordedCalls } from '../calls/queries.ts'
import { removeRecording } from '../calls/recordings.ts'
import { completedBetween, needsList } from '../campaigns/queries.ts'
import { eraseListRows, finishErasedList, listsUploadedBefore } from '../contacts/erasure-queries.ts'
import { dropOldAttempts, endedCalls, eraseCalls, eraseContactsOf } from '../dialer/erasure-queries.ts'
import { deleteOldestOf } from '../events/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'
import { allRetention, noteProgress, type StoredRetention } from './queries.ts'

const EVERY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
const BATCH = 1000

export interface RetentionDeps {
  db: Database
  clock: Clock
  recordings: FileStore
}

export function applyRetention(deps: RetentionDeps) {
  return {
    name: 'apply-retention',
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      const done = { recordings: 0, transcripts: 0, contacts: 0, events: 0 }
      for (const kept of await allRetention(deps.db)) {
        const before = (days: number | null) => (days === null ? null : new Date(deps.clock.now() - days * DAY_MS))
        done.recordings += await dropRecordings(deps, kept, before(kept.recordings_days))
        done.transcripts += await dropWords(deps, kept, before(kept.transcripts_days))
        done.contacts += await dropPersons(deps, kept, before(kept.contacts_days))
        done.events += await dropEvents(deps, kept, before(kept.events_days))
      }
      return done
    },
  }
}

/** Calls in the order of their ids, from where the duty stopped. */
async function* oldCalls(
  db: Database,
  organizationId: number,
  mark: number,
  before: Date,
): AsyncGenerator<number[], void> {
  for (let after = mark; ; ) {
    const calls = await endedCalls(db, organizationId, { after, before, limit: BATCH })
    if (calls.length === 0) return
    yield calls
    after = lastOf(calls)
  }
}

const lastOf = (calls: readonly number[]) => calls.at(-1) as number

async function dropRecordings(
  { db, recordings }: RetentionDeps,
  { organization_id: organizationId, recordings_call_id: mark }: StoredRetention,
  before: Date | null,
): Promise<number> {
  if (before === null) return 0
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    const recorded = await recordedCalls(db, calls)
    for (const callId of recorded) await removeRecording(recordings, { organizationId, callId })
    await forgetRecordings(db, recorded)
    await noteProgress(db, organizationId, { recordings_call_id: lastOf(calls) })
    dropped += recorded.length
  }
  return dropped
}

async function dropWords(
  { db }: RetentionDeps,
  { organization_id: organizationId, transcripts_call_id: mark }: StoredRetention,
  before: Date | null,
): Promise<number> {
  if (before === null) return 0
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    await forgetWords(db, calls)
    await noteProgress(db, organizationId, { transcripts_call_id: lastOf(calls) })
    dropped += calls.length
  }
  return dropped
}

/** Numbers of calls, of contacts whose campaign is over, and of lists that no campaign needs any more. */
async function dropPersons(
  { db, clock }: RetentionDeps,
  { organization_id: organizationId, contacts_call_id: mark, contacts_until: until }: StoredRetention,
  before: Date | null,
): Promise<number> {
  if (before === null) return 0
  let dropped = 0
  for await (const calls of oldCalls(db, organizationId, mark, before)) {
    await eraseCalls(db, calls)
    await noteProgress(db, organizationId, { contacts_call_id: lastOf(calls) })
    dropped += calls.length
  }
  for (const { id, completed_at } of await completedBetween(db, organizationId, until, before)) {
    dropped += await allBatches(() => eraseContactsOf(db, id, BATCH))
    await noteProgress(db, organizationId, { contacts_until: completed_at as Date })
  }
  for (const { id } of await listsUploadedBefore(db, organizationId, before)) {
    if (await needsList(db, id, before)) continue
    dropped += await allBatches(() => eraseListRows(db, id, BATCH))
    await finishErasedList(db, id, new Date(clock.now()))
  }
  const needed = await loadHistoryNeeded(db, organizationId)
  await dropOldAttempts(db, organizationId, { before, now: new Date(clock.now()), needed })
  return dropped
}

function dropEvents({ db }: RetentionDeps, { organization_id }: StoredRetention, before: Date | null): Promise<number> {
  if (before === null) return Promise.resolve(0)
  return allBatches(() => deleteOldestOf(db, organization_id, before, BATCH))
}

async function allBatches(work: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await work()
    total += count
    if (count < BATCH) return total
  }
}
