/** A campaign's queue from outside the claim: how contacts get in, and how they go with their campaign. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** The list's contacts become the campaign's queue, in list order. Returns how many. */
export async function enqueueList(
  db: Queries,
  campaignId: number,
  organizationId: number,
  listId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
      select organization_id, ${campaignId}, id, phone_number, address_type
        from list_contacts where list_id = ${listId} and organization_id = ${organizationId} order by id
      returning 1)
    select count(*) as count from added`.execute(db)
  return rows[0]?.count ?? 0
}

/** The contacts of another campaign whose last outcome is one of these. Returns how many. */
export async function enqueueOutcomes(
  db: Queries,
  campaignId: number,
  parent: { organizationId: number; id: number },
  outcomes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
      select organization_id, ${campaignId}, list_contact_id, phone_number, address_type
        from contacts where campaign_id = ${parent.id} and organization_id = ${parent.organizationId}
         and state = 'done' and outcome = any(${outcomes as string[]}) order by id
      returning 1)
    select count(*) as count from added`.execute(db)
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
