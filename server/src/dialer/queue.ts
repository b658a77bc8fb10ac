/** A campaign's queue from outside the claim: how contacts get in, and how they go with their campaign. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { countZones, ZONES_IF_POLICY } from './zones-of-queue.ts'

/** One lane for each set of zones among those just `added`, whose mark stands before the first of them. */
function lanesOf(campaignId: number) {
  return sql`lanes as (
      insert into campaign_lanes (campaign_id, zones_id, next_id)
      select ${campaignId}, zones_id, min(id) - 1 from added group by zones_id)`
}

/** The list's contacts become the campaign's queue, in list order. Returns how many. */
export async function enqueueList(
  db: Queries,
  campaignId: number,
  organizationId: number,
  listId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number; placed: boolean }>`
    with added as (
      insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id)
      select l.organization_id, ${campaignId}, l.id, l.phone_number, l.address_type, ${ZONES_IF_POLICY}
        from list_contacts l join organizations o on o.id = l.organization_id
       where l.list_id = ${listId} and l.organization_id = ${organizationId} order by l.id
      returning id, zones_id),
    ${lanesOf(campaignId)}
    select count(*) as count, coalesce(max(zones_id), 0) > 0 as placed from added`.execute(db)
  if (rows[0]?.placed) await countZones(db, campaignId)
  return rows[0]?.count ?? 0
}

/** The contacts of another campaign whose last outcome is one of these. Returns how many. */
export async function enqueueOutcomes(
  db: Queries,
  campaignId: number,
  parent: { organizationId: number; id: number },
  outcomes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number; placed: boolean }>`
    with added as (
      insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id)
      select t.organization_id, ${campaignId}, t.list_contact_id, t.phone_number, t.address_type, ${ZONES_IF_POLICY}
        from contacts t join list_contacts l on l.id = t.list_contact_id join organizations o on o.id = t.organization_id
       where t.campaign_id = ${parent.id} and t.organization_id = ${parent.organizationId}
         and t.state = 'done' and t.outcome = any(${outcomes as string[]}) order by t.id
      returning id, zones_id),
    ${lanesOf(campaignId)}
    select count(*) as count, coalesce(max(zones_id), 0) > 0 as placed from added`.execute(db)
  if (rows[0]?.placed) await countZones(db, campaignId)
  return rows[0]?.count ?? 0
}

/** Some of the calls of a campaign that is gone. */
export async function callsToRemove(db: Queries, campaignId: number, most: number): Promise<number[]> {
  const calls = await db.selectFrom('calls').select('id').where('campaign_id', '=', campaignId).limit(most).execute()
  return calls.map((call) => call.id)
}

export async function removeCalls(db: Queries, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('calls').where('id', 'in', ids).execute()
}

/** Some of the contacts of a campaign that is gone; answers with how many. */
export async function removeContacts(db: Queries, campaignId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from contacts where id in (
      select id from contacts where campaign_id = ${campaignId} order by id limit ${most}) returning 1)
    select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the breaker has counted so far does not count any more. */
export async function forgetBreaker(db: Queries, campaignId: number): Promise<void> {
  await db.deleteFrom('breaker_seconds').where('campaign_id', '=', campaignId).execute()
}

/** Whether calls are going on through this configuration. */
export async function hasLiveCalls(db: Queries, configurationId: number): Promise<boolean> {
  const call = await db
    .selectFrom('calls')
    .select('id')
    .where('live', '=', true)
    .where('telephony_configuration_id', '=', configurationId)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}
