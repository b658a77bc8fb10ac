/** All SQL of this room. */
import type { Selectable } from 'kysely'
import { organizationsWithAudit } from '../organizations/audit-queries.ts'
import type { Queries } from '../storage/database.ts'
import { type PageRequest, readPage } from '../storage/read-page.ts'
import type { Retention } from '../storage/schema.ts'

export type StoredRetention = Selectable<Retention>

export interface RetentionDays {
  recordings_days: number | null
  transcripts_days: number | null
  contacts_days: number | null
  calls_days: number | null
  events_days: number | null
  ledger_days: number
  audit_days: number
}

export function findRetention(db: Queries, organizationId: number): Promise<StoredRetention | undefined> {
  return db.selectFrom('retention').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
}

/** Retention settings of every organization, because the ledger and the audit trail have defaults too. */
export async function allRetention(db: Queries): Promise<StoredRetention[]> {
  const stored = await db.selectFrom('retention').selectAll().orderBy('organization_id').execute()
  const known = new Set(stored.map(({ organization_id }) => organization_id))
  const unset = (await organizationsWithAudit(db)).filter((id) => !known.has(id))
  return [...stored, ...unset.map(defaultRetention)]
}

/** Default retention of the ledger: five years. */
export const LEDGER_DAYS = 1826
/** Default retention of the audit trail: a year, and a month to review it. */
export const AUDIT_DAYS = 400

function defaultRetention(organizationId: number): StoredRetention {
  return {
    organization_id: organizationId,
    recordings_days: null,
    transcripts_days: null,
    contacts_days: null,
    calls_days: null,
    events_days: null,
    ledger_days: LEDGER_DAYS,
    audit_days: AUDIT_DAYS,
    recordings_call_id: 0,
    transcripts_call_id: 0,
    contacts_call_id: 0,
    calls_call_id: 0,
    contacts_until: new Date(0),
    updated_at: new Date(0),
  }
}

export function saveRetention(
  db: Queries,
  organizationId: number,
  days: Partial<RetentionDays>,
  now: Date,
): Promise<StoredRetention> {
  return db
    .insertInto('retention')
    .values({ organization_id: organizationId, ...days, updated_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ...days, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Mark = Partial<
  Pick<
    StoredRetention,
    'recordings_call_id' | 'transcripts_call_id' | 'contacts_call_id' | 'contacts_until' | 'calls_call_id'
  >
>

/** Stores the progress of the job. */
export async function saveRetentionProgress(db: Queries, organizationId: number, mark: Mark): Promise<void> {
  await db.updateTable('retention').set(mark).where('organization_id', '=', organizationId).execute()
}

/** Per organization, the last call whose recording is past its retention time. */
export async function recordingsDroppedUntil(db: Queries): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('retention')
    .select(['organization_id', 'recordings_call_id'])
    .where('recordings_days', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.organization_id, row.recordings_call_id]))
}

export interface NewErasure {
  organizationId: number
  at: Date
  author: string
  reason: string | null
  counts: Record<string, number>
}

export function insertErasure(db: Queries, { organizationId, at, author, reason, counts }: NewErasure) {
  return db
    .insertInto('erasures')
    .values({ organization_id: organizationId, at, author, reason, counts: JSON.stringify(counts) })
    .returning(['id', 'at', 'author', 'reason', 'counts'])
    .executeTakeFirstOrThrow()
}

export function listErasures(db: Queries, organizationId: number, page: PageRequest) {
  const query = db
    .selectFrom('erasures')
    .select(['id', 'at', 'author', 'reason', 'counts'])
    .where('organization_id', '=', organizationId)
  return readPage(query, 'id', page, 'desc')
}
