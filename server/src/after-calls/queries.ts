/** SQL of post-call tasks. */
import { type Selectable, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { AfterCalls, AfterCallTasks } from '../storage/schema.ts'

export type AfterCallTask = Selectable<AfterCallTasks>
export type EventReader = Selectable<AfterCalls>

/** The expression must be identical to the one in the index of migration 0021. */
const OWES = sql`jsonb_path_exists(d.definition,
  '$ ? (exists(@.nodes[*] ? (@.type == "webhook" || exists(@.data.extract[*]) || @.data.extraction_enabled == true)) || exists(@.settings.analysis ? (@.type() == "object")))')`

/** Excludes disabled steps: a sample workflow contains one, and its calls need no post-call work. */
const OWES_NOW = sql`jsonb_path_exists(d.definition,
  '$ ? (exists(@.nodes[*] ? ((@.type == "webhook" && !(@.data.enabled == false)) || exists(@.data.extract[*]) || @.data.extraction_enabled == true)) || exists(@.settings.analysis ? (@.type() == "object")))')`

/**
 * The first event after a reader's cursor: one look-up in the index. As a condition with `exists` PostgreSQL would read all ranges
 * of events to compare them with all readers.
 */
const UNREAD = sql`
  select 1 from events e where e.organization_id = a.organization_id and e.id > a.cursor order by e.id limit 1`

/** Whether there may be work. False: there are no tasks, and no new events since the last poll. */
export async function hasTasks(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from after_call_tasks)
        or exists (select from after_calls a cross join lateral (${UNREAD}) unread)
        or exists (select from workflow_definitions d
                    where ${OWES} and not exists (select from after_calls a where a.organization_id = d.organization_id))
           as found`.execute(db)
  return rows[0]?.found ?? false
}

/**
 * An organization is read from the moment its first workflow with post-call steps was saved: no call of it can have ended
 * before.
 */
export async function startReadingCallEvents(db: Queries): Promise<void> {
  await sql`
    insert into after_calls (organization_id, cursor)
    select first.organization_id, coalesce((
             select e.id from events e
              where e.organization_id = first.organization_id and e.at < first.created_at
              order by e.id desc limit 1), 0)
      from (select d.organization_id, min(d.created_at) as created_at
              from workflow_definitions d
             where ${OWES} and not exists (select 1 from after_calls a where a.organization_id = d.organization_id)
             group by d.organization_id) first
    on conflict do nothing`.execute(db)
}

export async function organizationsWithUnreadEvents(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select a.organization_id from after_calls a cross join lateral (${UNREAD}) unread`.execute(db)
  return rows.map((row) => row.organization_id)
}

/**
 * Reads the next events of an organization and adds tasks for the ended calls whose workflow has post-call steps; the call to a
 * transfer target has no workflow of its own. Each workflow version is examined once, however many of its calls ended: examining
 * it for every call took a fifth of the database's time at thousands of calls a second. The versions are selected before they are
 * examined, because in one condition PostgreSQL may examine those of all organizations first. Ids are passed as arrays, because the
 * planner may otherwise read all calls instead of a few. Reads nothing if another node holds the lock.
 */
export async function readCallEvents(
  db: Queries,
  organizationId: number,
  { limit, now }: { limit: number; now: Date },
): Promise<{ added: number; read: number }> {
  const { rows } = await sql<{ added: number; read: number }>`
    with reader as materialized (
      select cursor from after_calls where organization_id = ${organizationId} for update skip locked),
    page as materialized (
      select e.* from reader cross join lateral (
        select e.id, e.type, e.call_id from events e
         where e.organization_id = ${organizationId} and e.id > reader.cursor order by e.id limit ${limit}) e),
    ended as materialized (
      select c.id, c.definition_id from calls c
       where c.id = any(array(select call_id from page where type = 'call_ended')) and c.organization_id = ${organizationId}
         and c.transfer_of is null),
    used as materialized (
      select d.id, d.definition from workflow_definitions d where d.id = any(array(select distinct definition_id from ended))),
    owing as materialized (select d.id from used d where ${OWES_NOW}),
    added as (
      insert into after_call_tasks (call_id, organization_id, next_attempt_at, created_at)
      select id, ${organizationId}, ${now}, ${now} from ended where definition_id in (select id from owing)
      on conflict do nothing returning 1),
    moved as (
      update after_calls set cursor = (select max(id) from page)
       where organization_id = ${organizationId} and exists (select from page))
    select (select count(*) from added)::int as added, (select count(*) from page)::int as read`.execute(db)
  return rows[0] ?? { added: 0, read: 0 }
}

export interface ClaimRequest {
  now: Date
  leaseUntil: Date
  most: number
  mostOfOne: number
  /** Organizations at their limit of concurrent tasks on this node. */
  busy: readonly number[]
}

export async function claimTasks(
  db: Queries,
  { now, leaseUntil, most, mostOfOne, busy }: ClaimRequest,
): Promise<AfterCallTask[]> {
  const { rows } = await sql<AfterCallTask>`
    update after_call_tasks set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
     where call_id in (
       select due.call_id from (
         select call_id, row_number() over (partition by organization_id order by next_attempt_at) as place
           from after_call_tasks
          where next_attempt_at <= ${now} and organization_id <> all(${busy}::bigint[])) due
         join after_call_tasks k on k.call_id = due.call_id
        where due.place <= ${mostOfOne}
        order by due.place limit ${most}
          for update of k skip locked)
       and next_attempt_at <= ${now}
    returning *`.execute(db)
  return rows
}

/** `attempts` counts real attempts; waiting for the conversation to be stored is not one. */
export async function postponeTask(db: Queries, task: AfterCallTask, until: Date, attempts: number): Promise<void> {
  await db
    .updateTable('after_call_tasks')
    .set({ next_attempt_at: until, attempts })
    .where('call_id', '=', task.call_id)
    .where('next_attempt_at', '=', task.next_attempt_at)
    .execute()
}

/** False if this node no longer holds the task: another node took it over, or the call was erased. */
export async function completeTask(tx: Queries, task: AfterCallTask): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('after_call_tasks')
    .where('call_id', '=', task.call_id)
    .where('next_attempt_at', '=', task.next_attempt_at)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the tasks of erased persons. Waits for a transaction that is completing one of these tasks. */
export async function deleteTasksOf(tx: Queries, callIds: readonly number[]): Promise<void> {
  if (callIds.length > 0)
    await tx
      .deleteFrom('after_call_tasks')
      .where('call_id', 'in', [...callIds])
      .execute()
}

/** The number of waiting tasks, and the time of the oldest. */
export async function countTasks(db: Queries): Promise<{ count: number; oldest: Date | null }> {
  const { count, oldest } = await db
    .selectFrom('after_call_tasks')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

export async function findEventReader(db: Queries, organizationId: number): Promise<EventReader | undefined> {
  return db.selectFrom('after_calls').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
}

export interface SigningSecretChange {
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/** `cursor` is used only if no event of this organization has been read yet. */
export function saveSigningSecret(
  tx: Queries,
  organizationId: number,
  cursor: number,
  change: SigningSecretChange,
): Promise<EventReader> {
  return tx
    .insertInto('after_calls')
    .values({ organization_id: organizationId, cursor, ...change })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function allAfterCallSecrets(db: Queries) {
  return db
    .selectFrom('after_calls')
    .select(['organization_id', 'secret', 'previous_secret'])
    .where('secret', 'is not', null)
    .orderBy('organization_id')
    .execute()
}

/** Does nothing if the secret was replaced in the meantime. */
export async function resealSigningSecret(
  db: Queries,
  organizationId: number,
  before: string,
  after: string,
): Promise<boolean> {
  const { secret, previous_secret } = JSON.parse(after) as { secret: string; previous_secret: string | null }
  const { numUpdatedRows } = await db
    .updateTable('after_calls')
    .set({ secret, previous_secret })
    .where('organization_id', '=', organizationId)
    .where('secret', '=', (JSON.parse(before) as { secret: string }).secret)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
