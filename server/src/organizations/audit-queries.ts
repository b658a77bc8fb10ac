/** The SQL of the audit trail. */
import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry, AuditTrail } from '../http/audit.ts'
import type { Database, Queries } from '../storage/database.ts'

export function openAuditTrail({ db, now }: { db: Database; now(): Date }): AuditTrail {
  return {
    async begin(entry) {
      const row = { ...rowOf(entry, now()), after: null, finished: false }
      return (await db.insertInto('audit_events').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async note(entry, after = null) {
      const row = { ...rowOf(entry, now()), after: after === null ? null : JSON.stringify(after), finished: true }
      await db.insertInto('audit_events').values(row).execute()
    },
    async finish(id, after) {
      const change = { after: after === null ? null : JSON.stringify(after), finished: true }
      await db.updateTable('audit_events').set(change).where('id', '=', id).execute()
    },
    async forget(id) {
      await db.deleteFrom('audit_events').where('id', '=', id).execute()
    },
  }
}

function rowOf({ principal, operation, subject, requestId, before, address }: AuditEntry, at: Date) {
  return {
    organization_id: principal.organizationId,
    at,
    api_key_id: principal.apiKeyId,
    user_id: principal.userId,
    author: principal.author,
    address,
    session_id: principal.sessionId,
    operation,
    subject,
    before: before === null ? null : JSON.stringify(before),
    request_id: requestId,
  }
}

/** Deletes entries past the retention, the oldest first; returns how many. */
export async function deleteOldAudit(
  db: Queries,
  organizationId: number,
  before: Date,
  batch: number,
): Promise<number> {
  const result = await sql`
    delete from audit_events where id in (
      select id from audit_events where organization_id = ${organizationId} and at < ${before} order by id limit ${batch})
  `.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Every organization has an audit trail. */
export async function organizationsWithAudit(db: Queries): Promise<number[]> {
  return (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map(({ id }) => id)
}

export interface AuditFilter {
  organizationId: number
  after: number
  /** A number: entries before this id, newest first. Null: from the newest. Undefined: oldest first. */
  before: number | null | undefined
  limit: number
  operation: string | undefined
  /** Only entries about this address and those below it. */
  subject: string | undefined
}

export function readAudit(db: Queries, { organizationId, after, before, limit, operation, subject }: AuditFilter) {
  let rows = db
    .selectFrom('audit_events as event')
    .leftJoin('api_keys as key', 'key.id', 'event.api_key_id')
    .select(['event.id', 'event.at', 'event.operation', 'event.subject', 'event.api_key_id'])
    .select([
      'key.name as api_key_name',
      'event.user_id',
      'event.author',
      'event.address',
      'event.session_id',
      'event.before',
      'event.after',
      'event.request_id',
      'event.finished',
    ])
    .where('event.organization_id', '=', organizationId)
    .where('event.id', '>', after)
    .orderBy('event.id', before === undefined ? 'asc' : 'desc')
    .limit(limit)
  if (typeof before === 'number') rows = rows.where('event.id', '<', before)
  if (operation !== undefined) rows = rows.where('event.operation', '=', operation)
  if (subject !== undefined) {
    rows = rows.where(({ eb, fn, val, or }) =>
      or([
        eb('event.subject', '=', subject),
        eb(fn<boolean>('starts_with', ['event.subject', val(`${subject}/`)]), '=', true),
      ]),
    )
  }
  return rows.execute()
}

/** Number of entries that one portion of an erasure looks through. Limits a statement to some tenths of a second. */
const LOOKED_THROUGH_AT_ONCE = 10_000

export interface ErasedFromAudit {
  callIds: readonly number[]
  /** At least one. */
  addresses: readonly string[]
  replacement: string
}

/**
 * Erases a person from a portion of the entries after an id; the entries themselves stay. `last` is the last id of the portion;
 * null: there was none.
 */
export async function erasePortionOfAudit(
  db: Queries,
  organizationId: number,
  { callIds, addresses, replacement }: ErasedFromAudit,
  after: number,
): Promise<{ last: number | null; erased: number }> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from audit_events where organization_id = ${organizationId} and id > ${after}
       order by id limit ${LOOKED_THROUGH_AT_ONCE}) portion`.execute(db)
  const last = rows[0]?.last ?? null
  if (last === null) return { last, erased: 0 }
  const portion = sql`organization_id = ${organizationId} and id > ${after} and id <= ${last}`
  const erased =
    (await eraseCalls(db, portion, callIds)) + (await replaceAddresses(db, portion, addresses, replacement))
  return { last, erased }
}

/** A SIP URI contains the number that it rings, so the longest address is replaced first. */
async function replaceAddresses(
  db: Queries,
  portion: RawBuilder<unknown>,
  addresses: readonly string[],
  replacement: string,
): Promise<number> {
  const longestFirst = [...addresses].sort((one, other) => other.length - one.length)
  const replaced = (column: string) =>
    longestFirst.reduce<RawBuilder<unknown>>(
      (text, address) => sql`replace(${text}, ${address}, ${replacement})`,
      sql`${sql.ref(column)}::text`,
    )
  const contain = longestFirst.flatMap((address) => [
    sql`strpos(before::text, ${address}) > 0`,
    sql`strpos(after::text, ${address}) > 0`,
  ])
  const result = await sql`
    update audit_events set before = ${replaced('before')}::jsonb, after = ${replaced('after')}::jsonb
     where ${portion} and (${sql.join(contain, sql` or `)})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** For single calls the audit trail keeps what was requested, not for whom: names and variables are removed. */
async function eraseCalls(db: Queries, portion: RawBuilder<unknown>, callIds: readonly number[]): Promise<number> {
  const kept = sql`jsonb_strip_nulls(jsonb_build_object('id', after -> 'id', 'workflow_id', after -> 'workflow_id',
    'campaign_id', after -> 'campaign_id', 'erased', true))`
  const result = await sql`
    update audit_events set before = null, after = ${kept}
     where ${portion} and operation = any(${CALL_OPERATIONS}::text[])
       and (after ->> 'id') = any(${callIds.map(String)}::text[])`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Operations that answer with a call. */
const CALL_OPERATIONS = ['initiateCall']
