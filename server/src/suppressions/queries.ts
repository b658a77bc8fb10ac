/**
 * All SQL of this room, except the COPY of an import (import-suppressions.ts). Whether a number is on the list:
 * rules/suppressed-sql.ts.
 */
import { CompiledQuery, sql } from 'kysely'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import { INSERT_PROPOSAL_SQL, proposedNumber, type SuppressionProposal } from './rules/proposal-sql.ts'
import { isSuppressedSql } from './rules/suppressed-sql.ts'

export interface StoredSuppression {
  id: number
  phone_number: string
  reason: string
  source: string
  author: string | null
  call_id: number | null
  expires_at: Date | null
  created_at: Date
}

const SUPPRESSION = ['id', 'phone_number', 'reason', 'source', 'author', 'call_id', 'expires_at', 'created_at'] as const

export function listSuppressions(
  db: Queries,
  organizationId: number,
  page: PageRequest,
): Promise<Page<StoredSuppression>> {
  const query = db.selectFrom('suppressions').select(SUPPRESSION).where('organization_id', '=', organizationId)
  return readPage(query, 'id', page)
}

export function nextSuppressions(
  db: Queries,
  organizationId: number,
  afterId: number,
  limit: number,
): Promise<StoredSuppression[]> {
  return db
    .selectFrom('suppressions')
    .select(SUPPRESSION)
    .where('organization_id', '=', organizationId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface NewSuppression {
  organizationId: number
  phoneNumber: string
  reason: string
  source: string
  author: string
  callId: number | null
  expiresAt: Date | null
  now: Date
}

/**
 * Adds an entry. An existing one stays unchanged, except that its expiry is extended to the requested one if that is later.
 * `added`: whether it is new.
 */
export async function insertSuppression(
  db: Queries,
  suppression: NewSuppression,
): Promise<{ stored: StoredSuppression; added: boolean }> {
  const { rows } = await sql<StoredSuppression & { added: boolean }>`
    insert into suppressions as s (organization_id, phone_number, reason, source, author, call_id, expires_at, created_at)
    values (${suppression.organizationId}, ${canonicalNumber(suppression.phoneNumber)}, ${suppression.reason}, ${suppression.source},
            ${suppression.author}, ${suppression.callId}, ${suppression.expiresAt}, ${suppression.now})
    on conflict (organization_id, phone_number) do update
      set expires_at = ${sql.raw(LATER_EXPIRY_SQL)}
    returning ${sql.raw(SUPPRESSION.join(', '))}, xmax = 0 as added`.execute(db)
  const { added, ...stored } = rows[0] as StoredSuppression & { added: boolean }
  return { stored, added }
}

/**
 * Adds permanent entries, in index order. Existing entries become permanent. Returns how many were not permanent entries before.
 */
export async function suppressMany(
  db: Queries,
  numbers: readonly string[],
  given: Pick<NewSuppression, 'organizationId' | 'reason' | 'source' | 'author' | 'now'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into suppressions as s (organization_id, phone_number, reason, source, author, expires_at, created_at)
    select ${given.organizationId}, number, ${given.reason}, ${given.source}, ${given.author}, null, ${given.now}
      from unnest(${numbers as string[]}::text[]) as number order by number
    on conflict (organization_id, phone_number) do update set expires_at = null where s.expires_at is not null`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** SQL: the later expiry of the existing row (s) and the new one; null means permanent. */
export const LATER_EXPIRY_SQL = `case when s.expires_at is null or excluded.expires_at is null then null
  else greatest(s.expires_at, excluded.expires_at) end`

export function deleteSuppression(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredSuppression | undefined> {
  return db
    .deleteFrom('suppressions')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(SUPPRESSION)
    .executeTakeFirst()
}

export async function isSuppressed(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${sql.raw(isSuppressedSql('given.organization_id', 'given.phone_number', 'given.at'))} as found
      from (values (${organizationId}::bigint, ${phoneNumber}::text, ${now}::timestamptz))
           as given (organization_id, phone_number, at)`.execute(db)
  return rows[0]?.found ?? false
}

export interface StoredRange {
  id: number
  kind: 'prefix' | 'country'
  value: string
  prefixes: string[]
  reason: string
  source: string
  author: string | null
  expires_at: Date | null
  created_at: Date
}

const RANGE = ['id', 'kind', 'value', 'prefixes', 'reason', 'source', 'author', 'expires_at', 'created_at'] as const

export async function listRanges(db: Queries, organizationId: number, page: PageRequest): Promise<Page<StoredRange>> {
  const query = db.selectFrom('suppressed_ranges').select(RANGE).where('organization_id', '=', organizationId)
  return (await readPage(query, 'id', page)) as Page<StoredRange>
}

export async function insertRange(
  db: Queries,
  range: Omit<StoredRange, 'id' | 'expires_at' | 'created_at' | 'author'> & {
    organizationId: number
    author: string
    expiresAt: Date | null
    now: Date
  },
): Promise<StoredRange> {
  const row = await db
    .insertInto('suppressed_ranges')
    .values({
      organization_id: range.organizationId,
      kind: range.kind,
      value: range.value,
      prefixes: range.prefixes,
      reason: range.reason,
      source: range.source,
      author: range.author,
      expires_at: range.expiresAt,
      created_at: range.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'kind', 'value']).doUpdateSet((eb) => ({
        prefixes: eb.ref('excluded.prefixes'),
        reason: eb.ref('excluded.reason'),
        source: eb.ref('excluded.source'),
        author: eb.ref('excluded.author'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning(RANGE)
    .executeTakeFirstOrThrow()
  return row as StoredRange
}

export async function deleteRange(db: Queries, organizationId: number, id: number): Promise<StoredRange | undefined> {
  const row = await db
    .deleteFrom('suppressed_ranges')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(RANGE)
    .executeTakeFirst()
  return row as StoredRange | undefined
}

export interface ListedNumber {
  kind: 'number' | 'prefix' | 'country'
  value: string
  reason: string
  source: string
  author: string | null
  call_id: number | null
  created_at: Date
  expires_at: Date | null
}

/** All entries that forbid calls to this number: the number itself, and ranges that contain it. */
export async function findSuppressions(
  db: Queries,
  organizationId: number,
  address: string,
  now: Date,
): Promise<ListedNumber[]> {
  const phoneNumber = canonicalNumber(address)
  const { rows } = await sql<ListedNumber>`
    select 'number' as kind, phone_number as value, reason, source, author, call_id, created_at, expires_at
      from suppressions where organization_id = ${organizationId} and phone_number = ${phoneNumber}
       and (expires_at is null or expires_at > ${now})
    union all
    select kind, value, reason, source, author, null, created_at, expires_at
      from suppressed_ranges r where organization_id = ${organizationId}
       and exists (select from unnest(r.prefixes) as prefix where starts_with(${phoneNumber}, prefix))
       and (expires_at is null or expires_at > ${now})`.execute(db)
  return rows
}

export interface StoredCandidate {
  id: number
  phone_number: string
  source: string
  reason: string | null
  call_id: number | null
  state: 'open' | 'accepted' | 'dismissed'
  author: string | null
  offered_at: Date
  decided_at: Date | null
}

const CANDIDATE = [
  'id',
  'phone_number',
  'source',
  'reason',
  'call_id',
  'state',
  'author',
  'offered_at',
  'decided_at',
] as const

export async function insertCandidate(db: Queries, offer: SuppressionProposal, now: Date): Promise<void> {
  const { organizationId, source, reason, callId } = offer
  const columns = [organizationId, proposedNumber(offer), source, reason, callId, now]
  await db.executeQuery(
    CompiledQuery.raw(
      INSERT_PROPOSAL_SQL,
      columns.map((value) => [value]),
    ),
  )
}

export async function listCandidates(
  db: Queries,
  organizationId: number,
  { state, ...page }: PageRequest & { state: StoredCandidate['state'] },
): Promise<Page<StoredCandidate>> {
  const query = db
    .selectFrom('suppression_candidates')
    .select(CANDIDATE)
    .where('organization_id', '=', organizationId)
    .where('state', '=', state)
  return (await readPage(query, 'id', page)) as Page<StoredCandidate>
}

export async function lockCandidate(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredCandidate | undefined> {
  const row = await db
    .selectFrom('suppression_candidates')
    .select(CANDIDATE)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredCandidate | undefined
}

export async function findOpenCandidate(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
): Promise<StoredCandidate | undefined> {
  const row = await db
    .selectFrom('suppression_candidates')
    .select(CANDIDATE)
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', canonicalNumber(phoneNumber))
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row as StoredCandidate | undefined
}

export async function decideCandidate(
  db: Queries,
  id: number,
  decision: { state: 'accepted' | 'dismissed'; author: string; now: Date },
): Promise<StoredCandidate> {
  const row = await db
    .updateTable('suppression_candidates')
    .set({ state: decision.state, author: decision.author, decided_at: decision.now })
    .where('id', '=', id)
    .returning(CANDIDATE)
    .executeTakeFirstOrThrow()
  return row as StoredCandidate
}

/** Deletes proposals of an erased person. Entries of the list itself stay, so that the person is not called. */
export async function forgetCandidates(db: Queries, organizationId: number, phoneNumber: string): Promise<void> {
  await db
    .deleteFrom('suppression_candidates')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', canonicalNumber(phoneNumber))
    .execute()
}
