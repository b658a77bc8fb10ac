/** All SQL of this room. */
import { type Selectable, sql } from 'kysely'
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

/** What an erasure still has to do after its main transaction. Cleared with the last step, because it names the person. */
export interface RemainingErasure {
  contactIds: number[]
  callIds: number[]
  /** All notations of the person's numbers. */
  addresses: string[]
  /** Those that are still to be erased from the ledger. */
  ledgerAddresses: string[]
  /** Events up to this id are done; null: all are. */
  eventsAfter: number | null
  /** Audit entries up to this id are done; null: all are. */
  auditAfter: number | null
}

export interface NewErasure {
  organizationId: number
  at: Date
  author: string
  reason: string | null
  counts: Record<string, number>
  remaining: RemainingErasure
}

const SHOWN_ERASURE = [
  'id',
  'at',
  'author',
  'reason',
  'counts',
  sql<boolean>`remaining is null`.as('finished'),
] as const

export async function insertErasure(
  db: Queries,
  { organizationId, counts, remaining, ...given }: NewErasure,
): Promise<number> {
  const row = { organization_id: organizationId, counts: JSON.stringify(counts), remaining: JSON.stringify(remaining) }
  const inserted = await db
    .insertInto('erasures')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

export function findErasure(db: Queries, id: number) {
  return db.selectFrom('erasures').select(SHOWN_ERASURE).where('id', '=', id).executeTakeFirstOrThrow()
}

export function listErasures(db: Queries, organizationId: number, page: PageRequest) {
  const query = db.selectFrom('erasures').select(SHOWN_ERASURE).where('organization_id', '=', organizationId)
  return readPage(query, 'id', page, 'desc')
}

/** Unfinished erasures of a person, the oldest first. */
export async function openErasuresOf(db: Queries, organizationId: number, number: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from erasures where organization_id = ${organizationId} and remaining is not null
       and remaining -> 'addresses' ? ${number} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Unfinished erasures of all organizations that began before this time. */
export function openErasures(db: Queries, before: Date): Promise<Array<{ id: number; organization_id: number }>> {
  return db
    .selectFrom('erasures')
    .select(['id', 'organization_id'])
    .where('remaining', 'is not', null)
    .where('at', '<', before)
    .orderBy('organization_id')
    .orderBy('id')
    .execute()
}

export interface OpenErasure {
  organizationId: number
  author: string
  counts: Record<string, number>
  remaining: RemainingErasure
}

const OPEN_ERASURE = ['organization_id as organizationId', 'author', 'counts', 'remaining'] as const

/** Undefined: it is finished, or its organization was deleted. */
export async function findOpenErasure(db: Queries, id: number): Promise<OpenErasure | undefined> {
  const query = db.selectFrom('erasures').select(OPEN_ERASURE).where('id', '=', id).where('remaining', 'is not', null)
  return (await query.executeTakeFirst()) as OpenErasure | undefined
}

/** The same with a lock on the row, so that of several nodes only one does each portion. */
export async function lockOpenErasure(db: Queries, id: number): Promise<OpenErasure | undefined> {
  const query = db.selectFrom('erasures').select(OPEN_ERASURE).where('id', '=', id).where('remaining', 'is not', null)
  return (await query.forUpdate().executeTakeFirst()) as OpenErasure | undefined
}

/** Stores the progress of an erasure; null: it is finished. */
export async function saveErasureProgress(
  db: Queries,
  id: number,
  counts: Record<string, number>,
  remaining: RemainingErasure | null,
): Promise<void> {
  const left = remaining === null ? null : JSON.stringify(remaining)
  await db
    .updateTable('erasures')
    .set({ counts: JSON.stringify(counts), remaining: left })
    .where('id', '=', id)
    .execute()
}
