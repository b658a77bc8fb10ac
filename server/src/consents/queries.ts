/** All SQL of this room, except the column that the dialer's statements read (consents-sql.ts). */
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import type { ConsentEvent } from '../policies/rules/consent.ts'
import type { Queries } from '../storage/database.ts'
import { cutPage, type Page, type PageRequest } from '../storage/read-page.ts'

export interface NewConsent {
  organizationId: number
  phoneNumber: string
  kind: ConsentEvent
  at: Date
  expiresAt: Date | null
  source: string
  proof: string | null
  author: string
  callId: number | null
  now: Date
}

export interface StoredConsent {
  id: number
  phone_number: string
  kind: ConsentEvent
  at: Date
  expires_at: Date | null
  source: string
  proof: string | null
  author: string
  list_id: number | null
  call_id: number | null
  created_at: Date
}

const COLUMNS = [
  'id',
  'phone_number',
  'kind',
  'at',
  'expires_at',
  'source',
  'proof',
  'author',
  'list_id',
  'call_id',
  'created_at',
] as const

/** Null: a consent of this kind and time was already recorded; it is left unchanged. */
export async function insertConsent(db: Queries, given: NewConsent): Promise<StoredConsent | null> {
  const row = await db
    .insertInto('consents')
    .values({
      organization_id: given.organizationId,
      phone_number: canonicalNumber(given.phoneNumber),
      kind: given.kind,
      at: given.at,
      expires_at: given.expiresAt,
      source: given.source,
      proof: given.proof,
      author: given.author,
      call_id: given.callId,
      created_at: given.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return (row as StoredConsent | undefined) ?? null
}

/** The record with the same number, kind and time. */
export async function findSameConsent(db: Queries, given: NewConsent): Promise<StoredConsent | undefined> {
  const row = await db
    .selectFrom('consents')
    .select(COLUMNS)
    .where('organization_id', '=', given.organizationId)
    .where('phone_number', '=', canonicalNumber(given.phoneNumber))
    .where('kind', '=', given.kind)
    .where('at', '=', given.at)
    .executeTakeFirst()
  return row as StoredConsent | undefined
}

/** Newest first, by the time that they were given. */
export async function consentsOf(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  { limit, offset = 0, cursor }: PageRequest & { limit: number },
): Promise<Page<StoredConsent>> {
  let query = db
    .selectFrom('consents')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', canonicalNumber(phoneNumber))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor === undefined) query = query.offset(offset)
  else {
    const last = sql`select c.at, c.id from consents c where c.organization_id = ${organizationId} and c.id = ${cursor}`
    query = query.where(sql<boolean>`(at, id) < (${last})`)
  }
  return cutPage((await query.execute()) as StoredConsent[], limit, ({ id }) => id)
}

/**
 * The person is erased. The revocation stays, without its details: an old list that is uploaded later must not restore the
 * consent.
 */
export async function forgetConsents(db: Queries, organizationId: number, phoneNumber: string): Promise<void> {
  const theirs = sql`organization_id = ${organizationId} and phone_number = ${canonicalNumber(phoneNumber)}`
  await sql`delete from consents where ${theirs} and kind <> 'revoked'`.execute(db)
  await sql`
    update consents set source = ${ERASED_NUMBER}, author = ${ERASED_NUMBER}, proof = null, call_id = null, list_id = null
     where ${theirs}`.execute(db)
}

/** One row of an imported file. */
export interface ImportedConsent {
  phoneNumber: string
  kind: ConsentEvent
  at: Date
  expiresAt: Date | null
  source: string
  proof: string | null
}

export interface ImportedCounts {
  added: number
  /** Number of consents that were already recorded and now end earlier. */
  shortened: number
}

/**
 * Imports the consents of a contact list, within the transaction of its import. An existing record stays unchanged, except for an
 * earlier end: a list never extends a consent. Unchanged rows are not locked: the import may take long, and the erasure of a
 * person, for which the dialer waits, must not wait for it.
 */
export async function insertImported(
  client: PoolClient,
  list: { organizationId: number; listId: number },
  rows: readonly ImportedConsent[],
): Promise<ImportedCounts> {
  const { rows: counted } = await client.query<ImportedCounts>(
    `with given as (
       select distinct on (x.phone_number, x.at, x.kind) x.*
         from unnest($3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[])
              as x(phone_number, kind, at, expires_at, source, proof)
        order by x.phone_number, x.at, x.kind, x.expires_at),
     added as (
       insert into consents (organization_id, list_id, phone_number, kind, at, expires_at, source, proof, author, created_at)
       select $1::bigint, $2::bigint, phone_number, kind, at, expires_at, source, proof, $9::text, now() from given
       on conflict (organization_id, phone_number, at, kind) do nothing
       returning id),
     shortened as (
       update consents c set expires_at = g.expires_at from given g
        where c.organization_id = $1 and c.phone_number = g.phone_number and c.at = g.at and c.kind = g.kind
          and g.expires_at < coalesce(c.expires_at, 'infinity')
       returning c.id)
     select (select count(*)::int from added) as added, (select count(*)::int from shortened) as shortened`,
    [
      list.organizationId,
      list.listId,
      rows.map((row) => canonicalNumber(row.phoneNumber)),
      rows.map((row) => row.kind),
      rows.map((row) => row.at),
      rows.map((row) => row.expiresAt),
      rows.map((row) => row.source),
      rows.map((row) => row.proof),
      `contact list ${list.listId}`,
    ],
  )
  return counted[0] ?? { added: 0, shortened: 0 }
}
