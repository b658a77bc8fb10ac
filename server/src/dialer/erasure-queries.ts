/** Erases persons from the queue and from calls. Counters keep their values; only the identity is removed. */
import { type RawBuilder, sql } from 'kysely'
import { ringsSamePhone } from '../addresses/queries.ts'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import type { HistoryNeeded } from '../policies/rules/history-needed.ts'
import type { Queries } from '../storage/database.ts'

export interface PersonRows {
  contactIds: number[]
  listContactIds: number[]
  callIds: number[]
  /** The number itself and the other numbers of these contacts, except those that another contact has too. */
  numbers: string[]
  /** All notations of these numbers in the rows, such as SIP URIs that contain them. */
  addresses: string[]
  /** Whether a call with this person is in progress. */
  live: boolean
}

/** The rows of a person; uses the indexes of numbers, of contacts and of single calls. */
export async function rowsOfPerson(db: Queries, organizationId: number, number: string): Promise<PersonRows> {
  const contacts = await contactsWithNumber(db, organizationId, number)
  const contactIds = contacts.map(({ id }) => id)
  const { rows: calls } = await sql<{ id: number; live: boolean; address: string }>`
    select id, live, phone_number as address from calls where organization_id = ${organizationId} and contact_id = any(${contactIds}::bigint[])
    union
    select id, live, phone_number from calls
     where organization_id = ${organizationId} and contact_id is null
       and ${ringsSamePhone(sql.ref('phone_number'), number)}`.execute(db)
  const found = [
    ...contacts.flatMap(({ phone_number, numbers }) => [phone_number, ...(numbers ?? [])]),
    ...calls.map(({ address }) => address),
  ].filter((address) => address !== ERASED_NUMBER)
  const own = canonicalNumber(number)
  const others = [...new Set(found.map(canonicalNumber))].filter((other) => other !== own)
  const numbers = new Set([own])
  for (const other of others) {
    const holders = await contactsWithNumber(db, organizationId, other)
    if (holders.every(({ id }) => contactIds.includes(id))) numbers.add(other)
  }
  return {
    contactIds,
    listContactIds: contacts.map((contact) => contact.list_contact_id),
    callIds: calls.map(({ id }) => id),
    numbers: [...numbers],
    addresses: [...new Set([number, ...numbers, ...found.filter((address) => numbers.has(canonicalNumber(address)))])],
    live: calls.some(({ live }) => live),
  }
}

/** Contacts that have this number, as the only one or as one of several. */
function contactsWithNumber(db: Queries, organizationId: number, number: string) {
  return db
    .selectFrom('contacts')
    .select(['id', 'list_contact_id', 'phone_number', 'numbers'])
    .where('organization_id', '=', organizationId)
    .where(
      sql<boolean>`(${ringsSamePhone(sql.ref('phone_number'), number)} or numbers @> array[${canonicalNumber(number)}])`,
    )
    .execute()
}

/** Erases contacts; the claim finishes those that still wait, like suppressed ones. */
export async function eraseContacts(db: Queries, contactIds: readonly number[]): Promise<void> {
  await sql`
    update contacts set phone_number = ${ERASED_NUMBER}, numbers = null, passed_numbers = null, person_id = null
     where id = any(${contactIds}::bigint[])`.execute(db)
}

export async function eraseCalls(db: Queries, callIds: readonly number[]): Promise<void> {
  await sql`
    update calls set phone_number = ${ERASED_NUMBER}, variables = null, numbers = null
     where id = any(${callIds}::bigint[]) and not live`.execute(db)
}

interface Needed {
  now: Date
  needed: HistoryNeeded
}

/**
 * Keeps the times of calls to an erased person as long as a rule counts them: otherwise the same number, uploaded again, would be
 * called beyond the limits. Returns how many were kept. The calls are named too, because another contact may have their number.
 */
export async function eraseAttempts(
  db: Queries,
  organizationId: number,
  { numbers, callIds }: Pick<PersonRows, 'numbers' | 'callIds'>,
  needed: Needed,
): Promise<number> {
  const ofOrganization = sql`organization_id = ${organizationId}`
  const byNumber = sql`${ofOrganization} and phone_number = any(${numbers}::text[])`
  const byCall = sql`${ofOrganization} and call_id = any(${callIds}::bigint[]) and phone_number <> all(${numbers}::text[])`
  let kept = 0n
  for (const theirs of [byNumber, byCall]) {
    await sql`delete from number_attempts where ${theirs} and ${notNeeded(needed)}`.execute(db)
    const flagged = await sql`update number_attempts set erased = true where ${theirs}`.execute(db)
    kept += flagged.numAffectedRows ?? 0n
  }
  return Number(kept)
}

export async function organizationsWithErasedAttempts(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct organization_id as id from number_attempts where erased order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export async function dropErasedAttempts(
  db: Queries,
  organizationId: number,
  { batch, ...needed }: Needed & { batch: number },
): Promise<number> {
  const result = await sql`
    delete from number_attempts where organization_id = ${organizationId} and call_id in (
      select call_id from number_attempts where organization_id = ${organizationId} and erased and ${notNeeded(needed)}
       limit ${batch})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

interface EndedCall {
  id: number
}

/** The next calls of an organization in the order of their ids, up to the first that is too recent or still live. */
export async function nextEndedCallIds(
  db: Queries,
  organizationId: number,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<EndedCall & { ended: boolean }>`
    select id, not live and ended_at < ${before} as ended from calls
     where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`.execute(db)
  const first = rows.findIndex(({ ended }) => !ended)
  return (first === -1 ? rows : rows.slice(0, first)).map(({ id }) => id)
}

/** The next calls of an organization in the order of their ids, live or ended. */
export async function nextCallIds(
  db: Queries,
  organizationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from calls where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Erases contacts of a finished campaign, called or not, one batch at a time. */
export async function eraseContactsOf(db: Queries, campaignId: number, batch: number): Promise<number> {
  const result = await sql`
    update contacts set phone_number = ${ERASED_NUMBER}, numbers = null, passed_numbers = null, person_id = null
     where id in (
      select id from contacts where campaign_id = ${campaignId} and phone_number <> ${ERASED_NUMBER} limit ${batch})`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * SQL condition: the index of these rows exists, which is built in the background after an upgrade. Without it every run would
 * read all contacts.
 */
const ERASED_PERSONS_INDEXED = sql`(select exists (select from pg_index
   where indexrelid = to_regclass('contacts_erased_with_person') and indisvalid))`

/** Clears the person id of contacts that were erased without it; returns how many, at most a batch. */
export async function clearPersonsOfErasedContacts(db: Queries, batch: number): Promise<number> {
  const result = await sql`
    update contacts set person_id = null where id in (
      select id from contacts where phone_number = ${sql.lit(ERASED_NUMBER)} and person_id is not null and ${ERASED_PERSONS_INDEXED}
       limit ${batch} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * Looks through a portion of the attempts after a call id, and deletes the old ones, except those that the calling rules still
 * count: otherwise a person could be called too often. Ids grow with time, so a portion without an old attempt is the last one;
 * a single newer attempt among old ones may have been stored while a clock was wrong. `last`: null if the portion was the last.
 */
export async function dropOldAttempts(
  db: Queries,
  organizationId: number,
  { before, after, batch, ...needed }: Needed & { before: Date; after: number; batch: number },
): Promise<{ last: number | null; deleted: number }> {
  const { rows } = await sql<{ id: number; isOld: boolean; isDroppable: boolean }>`
    select call_id as id, at < ${before} and at < ${since(needed, needed.needed.attemptsMs)}::timestamptz as "isOld",
           at < ${before} and ${notNeeded(needed)} as "isDroppable"
      from number_attempts where organization_id = ${organizationId} and call_id > ${after} order by call_id limit ${batch}`.execute(
    db,
  )
  const ids = rows.filter(({ isDroppable }) => isDroppable).map(({ id }) => id)
  const result = await sql`
    delete from number_attempts
     where organization_id = ${organizationId} and call_id = any(${ids}::bigint[]) and ${notNeeded(needed)}`.execute(db)
  const last = rows.some(({ isOld }) => isOld) ? (rows.at(-1)?.id ?? null) : null
  return { last, deleted: Number(result.numAffectedRows ?? 0n) }
}

/** The start of a time span that ends now, as an SQL timestamp. */
function since({ now }: Needed, ms: number): string {
  return ms === Number.POSITIVE_INFINITY ? '-infinity' : new Date(now.getTime() - ms).toISOString()
}

/** SQL condition: true for attempts that no calling rule counts any more. */
function notNeeded(given: Needed): RawBuilder<unknown> {
  const { conversation, refusal, abandoned, machine_detected } = given.needed.afterMs
  return sql`at < ${since(given, given.needed.attemptsMs)}::timestamptz
       and at < case when refused then ${since(given, refusal)}::timestamptz else 'infinity' end
       and at < case what when 'conversation' then ${since(given, conversation)}::timestamptz
                          when 'abandoned' then ${since(given, abandoned)}::timestamptz
                          when 'machine_detected' then ${since(given, machine_detected)}::timestamptz
                          else 'infinity' end`
}
