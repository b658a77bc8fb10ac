/** Contacts in a queue name their zones only where a policy is set; from their lists, which always know. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** As a column of `select … from list_contacts l, organizations o`. */
export const ZONES_IF_POLICY = sql.raw('case when o.policy_version > 0 then l.zones_id else 0 end')

/** Those of one campaign, as their list says now. Under the organization's lock if the campaign runs. */
export async function nameZones(db: Queries, campaignId: number): Promise<void> {
  // A million rows may take longer than a statement usually may.
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`update contacts t set zones_id = l.zones_id from list_contacts l
             where t.campaign_id = ${campaignId} and l.id = t.list_contact_id and t.zones_id <> l.zones_id`.execute(db)
  await setUpLanes(db, campaignId)
  await countZones(db, campaignId)
}

/** A running campaign whose people all waited for hours elsewhere may have people to call now. */
export async function lookAgain(db: Queries, campaignId: number): Promise<void> {
  await sql`update campaigns set next_due_at = '-infinity' where id = ${campaignId} and state = 'running'`.execute(db)
}

/** The lanes of a campaign anew, as its contacts stand. */
async function setUpLanes(db: Queries, campaignId: number): Promise<void> {
  await sql`delete from campaign_lanes where campaign_id = ${campaignId}`.execute(db)
  await sql`insert into campaign_lanes (campaign_id, zones_id, next_id)
            select campaign_id, zones_id,
                   coalesce(min(id) filter (where state = 'pending' and next_attempt_at = '-infinity') - 1, max(id))
              from contacts where campaign_id = ${campaignId} group by 1, 2`.execute(db)
}

/** Which sets there are among the contacts of a campaign. */
async function countZones(db: Queries, campaignId: number): Promise<void> {
  await sql`delete from campaign_zones where campaign_id = ${campaignId}`.execute(db)
  await sql`insert into campaign_zones (campaign_id, zones_id, contacts)
            select campaign_id, zones_id, count(*) from contacts
             where campaign_id = ${campaignId} and zones_id > 0 group by 1, 2`.execute(db)
}

/** Campaigns that are not over and whose contacts do not name their zones: all, or those of one list. */
export async function campaignsToPlace(
  db: Queries,
  organizationId: number,
  listId: number | null,
): Promise<Array<{ id: number; listId: number }>> {
  const { rows } = await sql<{ id: number; listId: number }>`
    select c.id, c.list_id as "listId" from campaigns c join organizations o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.state <> 'completed' and o.policy_version > 0
       and (c.list_id = ${listId}::bigint or c.enrolled_list_id = ${listId}::bigint or (${listId}::bigint is null
            and not exists (select from campaign_zones z where z.campaign_id = c.id)))
     order by c.id`.execute(db)
  return rows
}
