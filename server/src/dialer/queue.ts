/** Changes to a campaign's queue outside of the claim: how contacts are added, and how they are removed with their campaign. */
import { type RawBuilder, sql } from 'kysely'
import { prioritiesOf } from '../contacts/queries.ts'
import { PRIORITY_NORMAL } from '../contacts/rules/queue-options.ts'
import { incrementPolicyVersion } from '../organizations/queries.ts'
import type { Database, Queries } from '../storage/database.ts'
import { PUT_OFF_BY_CAMPAIGN } from '../storage/large-indexes.ts'
import { requestReview } from './review-queues.ts'
import { ARM_HOLDS } from './rules/experiment.ts'
import { CAMPAIGN_FINISHED, NO_ROUTE } from './rules/may-dial.ts'
import { PASSED_FOR_GOOD } from './rules/numbers-of-contact.ts'
import { ANY_NUMBER_INDEXED } from './store-postgres-rows.ts'
import { addToZonesSql, ZONES_ID_IF_POLICY_SQL } from './zones-of-queue.ts'

/**
 * The person id of a row, independent of the phone number: the list's column `person_id`. For `select … from list_contacts l`.
 */
const PERSON_ID = sql.raw(`coalesce(nullif(left(trim(l.variables->>'person_id'), 255), ''),
           -- Limits per person count all numbers of the row together.
           case when l.more_numbers is not null then 'row ' || l.id end)`)

/** All numbers of a row in order; null: it has one. */
const NUMBERS = sql.raw('case when l.more_numbers is not null then array_prepend(l.phone_number, l.more_numbers) end')

/** The numbers of a contact `t` that are passed over for good; another campaign asks its rules about the others again. */
const LASTING_PASSES = sql`(select jsonb_object_agg(p.key, p.value) from jsonb_each_text(t.passed_numbers) p
             where p.value = any(${[...PASSED_FOR_GOOD]}::text[]))`

/** The first number of a contact `t` that is not passed over: another campaign begins with it again. */
const FIRST_NUMBER = sql`coalesce((select u.number from unnest(t.numbers) with ordinality as u(number, place)
             where not coalesce(t.passed_numbers->>u.number = any(${[...PASSED_FOR_GOOD]}::text[]), false)
             order by u.place limit 1), t.phone_number)`

/** Selects rows of a list `l` as contacts; a condition on `l` follows. */
const ROWS_OF_LIST = sql`
    select l.id as "from", l.organization_id, l.id as list_contact_id, l.phone_number, l.address_type, ${ZONES_ID_IF_POLICY_SQL} as zones_id,
           ${PERSON_ID} as person_id, l.not_before, l.not_after, l.priority, ${NUMBERS} as numbers, null::jsonb as passed_numbers
      from list_contacts l join organizations o on o.id = l.organization_id`

/** Number of contacts copied in one transaction. */
const PORTION = 2000

/** Called before each portion; throws if the copy was cancelled. */
export type CheckNotCanceled = () => Promise<void>

/** Result of a copy: the number of contacts for each zone set (0: not named), and the id before which its lane begins. */
export interface CopiedContacts {
  count: number
  lanes: Map<number, { contacts: number; beforeId: number }>
}

/**
 * Copies the list's contacts into the campaign's queue: by priority, then in list order. Contacts are dialed in the
 * order of their ids.
 */
export async function copyListToQueue(
  db: Database,
  campaignId: number,
  organizationId: number,
  listId: number,
  stillWanted: CheckNotCanceled,
): Promise<CopiedContacts> {
  const copied: CopiedContacts = { count: 0, lanes: new Map() }
  const { priorities, otherwise } = await prioritiesOf(db, listId)
  for (const priority of priorities) {
    const ofPriority = priority === null ? sql`true` : sql`coalesce(l.priority, ${otherwise}) = ${priority}`
    const portion = (afterId: number) => sql`
    ${ROWS_OF_LIST}
     where l.list_id = ${listId} and l.organization_id = ${organizationId} and l.id > ${afterId} and ${ofPriority}
     order by l.id limit ${PORTION}`
    await inPortions(db, campaignId, stillWanted, portion, copied)
  }
  return copied
}

/** Copies contacts of another campaign by their last outcome, or by the rule that finished them. */
export function copyContactsByOutcome(
  db: Database,
  campaignId: number,
  parent: { organizationId: number; id: number },
  { outcomes, rules }: { outcomes: readonly string[]; rules: readonly string[] },
  stillWanted: CheckNotCanceled,
): Promise<CopiedContacts> {
  return inPortions(
    db,
    campaignId,
    stillWanted,
    (afterId) => sql`
    select t.id as "from", t.organization_id, t.list_contact_id, f.number as phone_number,
           case when f.number = t.phone_number then t.address_type when f.number like '+%' then 'pstn'
                when f.number ~* '^sips?:' then 'sip_uri' else 'sip_extension' end as address_type, ${ZONES_ID_IF_POLICY_SQL} as zones_id,
           t.person_id, l.not_before, l.not_after, l.priority, t.numbers, ${LASTING_PASSES} as passed_numbers
      from contacts t join list_contacts l on l.id = t.list_contact_id join organizations o on o.id = t.organization_id
     cross join lateral (select ${FIRST_NUMBER} as number) f
     where t.campaign_id = ${parent.id} and t.organization_id = ${parent.organizationId}
       and t.state = 'done' and t.id > ${afterId}
       and (t.outcome = any(${outcomes as string[]}) or (t.outcome = 'canceled' and t.held_by = any(${rules as string[]})))
     order by t.id limit ${PORTION}`,
  )
}

/** Copies in portions; `portion` returns the next rows after the given id. */
async function inPortions(
  db: Database,
  campaignId: number,
  stillWanted: CheckNotCanceled,
  portion: (afterId: number) => RawBuilder<unknown>,
  copied: CopiedContacts = { count: 0, lanes: new Map() },
): Promise<CopiedContacts> {
  for (let lastId = 0; ; ) {
    await stillWanted()
    const { rows } = await sql<{ zones: number; contacts: number; first: number; last: number }>`
      with ${addPortion(campaignId, portion(lastId))}
      select zones_id as zones, count(*) as contacts, min(id) as first, (select max("from") from portion) as last
        from added group by zones_id`.execute(db)
    if (rows.length === 0) return copied
    for (const { zones, contacts, first, last } of rows) {
      const lane = copied.lanes.get(zones) ?? { contacts: 0, beforeId: first - 1 }
      lane.contacts += contacts
      copied.lanes.set(zones, lane)
      copied.count += contacts
      lastId = last
    }
  }
}

/** Due time of a contact that is dialed in list order, after the contacts that already wait. */
const IN_LIST_ORDER = sql.raw(`'-infinity'::timestamptz`)
/** Contacts with a due time come before those never dialed, so a high-priority contact gets the current time. */
const URGENT_FIRST = sql.raw(`case when priority > ${PRIORITY_NORMAL} then now() else '-infinity'::timestamptz end`)

/** Two SQL CTEs: `portion` with rows of a list, and `added` with the contacts created from them. */
function addPortion(campaignId: number, portion: RawBuilder<unknown>, first = IN_LIST_ORDER): RawBuilder<unknown> {
  return sql`portion as materialized (${portion}),
      added as (
        insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id, person_id,
                              not_before, not_after, numbers, passed_numbers, next_attempt_at)
        select organization_id, ${campaignId}, list_contact_id, phone_number, address_type, zones_id, person_id,
               not_before, not_after, numbers, passed_numbers, case when not_before > now() then not_before else ${first} end
          from portion order by "from"
        returning id, zones_id, list_contact_id)`
}

/**
 * Adds rows of lists to the end of an existing campaign's queue, in a transaction that holds the organization's lock.
 * Returns the contact of each row.
 */
export async function enqueueListRows(
  db: Queries,
  { id: campaignId, organizationId }: { id: number; organizationId: number },
  listContactIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; zonesId: number; listContactId: number }>`
    with ${addPortion(campaignId, sql`${ROWS_OF_LIST} where l.id = any(${listContactIds as number[]}::bigint[])`, URGENT_FIRST)}
    select id, zones_id as "zonesId", list_contact_id as "listContactId" from added order by id`.execute(db)
  const lanes = new Map<number, { contacts: number; beforeId: number }>()
  for (const { id, zonesId } of rows) {
    const lane = lanes.get(zonesId) ?? { contacts: 0, beforeId: id - 1 }
    lane.contacts++
    lanes.set(zonesId, lane)
  }
  await extendLanes(db, organizationId, campaignId, lanes)
  return new Map(rows.map(({ listContactId, id }) => [listContactId, id]))
}

/** Extends existing lanes to the new contacts, whose ids are the highest. */
async function extendLanes(
  db: Queries,
  organizationId: number,
  campaignId: number,
  lanes: CopiedContacts['lanes'],
): Promise<void> {
  const zones = [...lanes.keys()]
  const before = [...lanes.values()].map(({ beforeId }) => beforeId)
  await sql`
    insert into campaign_lanes (organization_id, campaign_id, zones_id, next_id)
    select ${organizationId}, ${campaignId}, * from unnest(${zones}::int[], ${before}::bigint[]) on conflict do nothing`.execute(
    db,
  )
  const counts = [...lanes.values()].map(({ contacts }) => contacts)
  const { rows } = await sql`
    with x as (
      select * from unnest(${zones}::int[], ${counts}::int[]) as x(zones_id, contacts) where x.zones_id > 0),
    ${addToZonesSql({ id: campaignId, organizationId }, sql`x`)}
    select from new_zones`.execute(db)
  // Nodes cache the zones of a campaign until the policy version changes.
  if (rows.length > 0) await incrementPolicyVersion(db, organizationId)
}

/** The numbers among these (in the form of `callableAs`) that the campaign already has, each with its contact. */
export async function contactsWithNumbers(
  db: Queries,
  { organizationId, id }: { organizationId: number; id: number },
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const asked = numbers as string[]
  const { rows } = await sql<{ number: string; id: number }>`
    select phone_number as number, id from contacts
     where organization_id = ${organizationId} and phone_number = any(${asked}) and campaign_id = ${id}
       and (numbers is null or numbers[1] = phone_number)
    union all
    select numbers[1], id from contacts
     where organization_id = ${organizationId} and numbers && ${asked}::text[] and numbers[1] = any(${asked}) and campaign_id = ${id}
       and numbers[1] <> phone_number and ${sql.raw(ANY_NUMBER_INDEXED)}
    union all
    select callable_as(phone_number), id from contacts
     where organization_id = ${organizationId} and phone_number like 'sip%' and callable_as(phone_number) = any(${asked})
       and campaign_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.number, row.id]))
}

/** Sets up the queue in the transaction that creates the campaign. */
export async function createQueue(
  db: Queries,
  { id: campaignId, organizationId }: { id: number; organizationId: number },
  { lanes }: CopiedContacts,
): Promise<void> {
  const key = { organization_id: organizationId, campaign_id: campaignId }
  const rows = [...lanes].map(([zones_id, { beforeId }]) => ({ ...key, zones_id, next_id: beforeId }))
  if (rows.length > 0) await db.insertInto('campaign_lanes').values(rows).execute()
  const named = [...lanes].filter(([zones]) => zones > 0)
  if (named.length === 0) return
  const zones = named.map(([zones_id, { contacts }]) => ({ ...key, zones_id, contacts }))
  await db.insertInto('campaign_zones').values(zones).execute()
  // A policy was set during the copy, so the first contacts do not have zones yet.
  if (named.length < lanes.size) await requestReview(db, [campaignId], { namesZones: true, stopsDialing: false })
}

/** A portion of the calls of a deleted campaign. */
export async function callsToRemove(db: Queries, campaignId: number, most: number): Promise<number[]> {
  const calls = await db.selectFrom('calls').select('id').where('campaign_id', '=', campaignId).limit(most).execute()
  return calls.map((call) => call.id)
}

/** Deletes calls; the sums per day and organization keep their cost. */
export async function removeCalls(db: Queries, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('call_costs').where('call_id', 'in', ids).execute()
  await db.deleteFrom('calls').where('id', 'in', ids).execute()
}

/** Deletes some contacts of a deleted campaign; returns how many. */
export async function removeContacts(db: Queries, campaignId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from contacts where id in (
      select id from contacts where campaign_id = ${campaignId} order by id limit ${most}) returning 1)
    select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether any rows of a deleted campaign are left. */
export async function hasCampaignRows(db: Queries, campaignId: number): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from contacts where campaign_id = ${campaignId})
        or exists (select from calls where campaign_id = ${campaignId}) as left`.execute(db)
  return rows[0]?.left === true
}

/** Finishes waiting contacts without a call, one batch at a time; returns how often they had been dialed. */
export async function cancelWaitingContacts(
  db: Queries,
  campaignId: number,
  most: number,
  now: Date,
): Promise<Array<{ dials: number; count: number }>> {
  const { rows } = await sql<{ dials: number; count: number }>`
    with waiting as (
      select id from contacts where campaign_id = ${campaignId} and state = 'pending' order by id limit ${most}),
    finished as (
      update contacts t set state = 'done', outcome = 'canceled', finished_at = ${now}, next_attempt_at = '-infinity',
                            held_by = ${CAMPAIGN_FINISHED}, held_until = null
        from waiting w where t.id = w.id returning t.dials)
    select dials, count(*)::int as count from finished group by 1`.execute(db)
  return rows
}

/** Resets the breaker's counts. */
export async function resetBreakerCounts(
  db: Queries,
  { id, organizationId }: { id: number; organizationId: number },
): Promise<void> {
  await db
    .deleteFrom('breaker_seconds')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', id)
    .execute()
}

/** Whether this node placed calls through one of these configurations that are still ringing. */
export async function hasRingingCalls(
  db: Queries,
  nodeId: string,
  configurationIds: readonly number[],
): Promise<boolean> {
  if (configurationIds.length === 0) return false
  const call = await db
    .selectFrom('calls_live as l')
    .innerJoin('calls as c', 'c.id', 'l.call_id')
    .select('c.id')
    .where('c.live', '=', true)
    .where('c.node_id', '=', nodeId)
    .where('c.agent_at', 'is', null)
    .where('c.telephony_configuration_id', 'in', configurationIds)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/** Whether live calls use this configuration. */
export async function hasLiveCalls(db: Queries, configurationId: number): Promise<boolean> {
  const call = await db
    .selectFrom('calls_live as l')
    .innerJoin('calls as c', 'c.id', 'l.call_id')
    .select('c.id')
    .where('c.live', '=', true)
    .where('c.telephony_configuration_id', '=', configurationId)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/**
 * Under the organization's lock: requests a review if contacts of the campaign wait for a configuration of its route, or for a
 * consent because the route took none of their other numbers. The review makes them due in portions, however many there are.
 */
export async function releaseRoute(db: Queries, campaignId: number): Promise<void> {
  const waitsForRoute = sql<boolean>`held_by = ${NO_ROUTE}
    or held_by = 'consent' and jsonb_path_exists(passed_numbers, '$.* ? (@ == "no_route")')`
  await releaseHeldBy(db, campaignId, waitsForRoute)
}

/** Requests a review if contacts of the campaign wait for the hours or for the number of their arm. */
export async function releaseArms(db: Queries, campaignId: number): Promise<void> {
  await releaseHeldBy(db, campaignId, sql<boolean>`held_by = any(${ARM_HOLDS}::text[])`)
}

async function releaseHeldBy(db: Queries, campaignId: number, isHeld: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql`
    select from contacts
     where campaign_id = ${campaignId} and ${sql.raw(PUT_OFF_BY_CAMPAIGN)} and state = 'pending'
       and (${isHeld}) and held_until = next_attempt_at
     limit 1`.execute(db)
  if (rows.length > 0) await requestReview(db, [campaignId], { namesZones: false, stopsDialing: false })
}
