/** Contacts in a queue have zones only if a policy is set; the zones come from their lists, which always have them. */
import { type RawBuilder, sql } from 'kysely'
import { incrementPolicyVersion } from '../organizations/queries.ts'
import type { Queries } from '../storage/database.ts'

/** SQL: a column of `select … from list_contacts l, organizations o`. */
export const ZONES_ID_IF_POLICY_SQL = sql.raw('case when o.policy_version > 0 then l.zones_id else 0 end')

export interface PortionChange {
  /** Contacts adopt the zones and times of their list. */
  namesZones: boolean
  contactIds: readonly number[]
  /** The review that the portion belongs to, and the id up to which it has been reviewed then. */
  review: { turn: number; afterId: number; upToId: number }
}

/**
 * Changes the contacts of a portion under the organization's lock, in one statement: on a busy machine every further trip to the
 * database would keep the dialer waiting. Contacts that a rule postponed become due; with `namesZones` they move to the lanes of
 * their list's current zones, and adopt its times. A contact that waits for its time then waits for the corrected one; other waiting
 * contacts keep their position, and the claim postpones those whose corrected time is in the future.
 *
 * False: the review is not the one that was read, and nothing was changed.
 */
export async function changeContactsOfPortion(
  db: Queries,
  campaign: { id: number; organizationId: number },
  change: PortionChange,
): Promise<boolean> {
  const { turn, afterId, upToId } = change.review
  const advanced = sql`
    update queue_reviews set after_id = ${upToId}
     where campaign_id = ${campaign.id} and turn = ${turn} and after_id = ${afterId} returning campaign_id`
  const due = sql`
    update campaigns set next_due_at = '-infinity'
     where id = (select campaign_id from advanced) and state = 'running'`
  if (!change.namesZones) {
    const { rows } = await sql`
      with advanced as (${advanced}),
      released as (
        update contacts set next_attempt_at = now(), held_until = null
         where id = any(${change.contactIds as number[]}::bigint[]) and campaign_id = (select campaign_id from advanced)
           and state = 'pending' and held_until = next_attempt_at),
      due as (${due})
      select from advanced`.execute(db)
    return rows.length > 0
  }
  const { rows } = await sql<{ hasNewZones: boolean }>`
    with advanced as (${advanced}),
    changed as (${adoptListSql(change.contactIds)}),
    moved as (
      select "from", "to", count(*)::int as contacts, min(id) filter (where fresh) as fresh, max(id) as last
        from changed where moves group by 1, 2),
    ${countMovesSql(campaign)},
    due as (${due})
    select exists (select from new_zones) as "hasNewZones" from advanced`.execute(db)
  // Nodes cache the zones of a campaign until the policy version changes.
  if (rows[0]?.hasNewZones) await incrementPolicyVersion(db, campaign.organizationId)
  return rows.length > 0
}

/** SQL that updates the contacts of a portion, and returns who moved. Contacts without a list keep their zones and times. */
function adoptListSql(contactIds: readonly number[]) {
  return sql`
    update contacts t
       set zones_id = case when b.moves then b.zones_id else t.zones_id end,
           not_before = case when b.is_retimed then b.not_before else t.not_before end,
           not_after = case when b.is_retimed then b.not_after else t.not_after end,
           next_attempt_at = case when b.is_held then now()
                                  when b.is_retimed and t.state = 'pending' and t.next_attempt_at = t.not_before
                                  then greatest(now(), b.not_before)
                                  else t.next_attempt_at end,
           held_until = case when b.is_held then null else t.held_until end
      from (select k.id, k.zones_id as "from", l.zones_id, l.not_before, l.not_after,
                   coalesce(l.zones_id <> k.zones_id and o.policy_version > 0, false) as moves,
                   l.id is not null and k.state <> 'done'
                     and (l.not_before, l.not_after) is distinct from (k.not_before, k.not_after) as is_retimed,
                   coalesce(k.state = 'pending' and k.held_until = k.next_attempt_at, false) as is_held
              from contacts k join organizations o on o.id = k.organization_id
                   left join list_contacts l on l.id = k.list_contact_id
             where k.id = any(${contactIds as number[]}::bigint[]) and k.campaign_id = (select campaign_id from advanced)) b
     where t.id = b.id and (b.moves or b.is_retimed or b.is_held)
    returning t.id, b."from", t.zones_id as "to", b.moves, t.state = 'pending' and t.next_attempt_at = '-infinity' as fresh`
}

/**
 * SQL that opens the lanes of `moved` and updates the number of contacts in each zone set. The mark of a lane is before the first
 * contact that waits in it for its first dial. Zero is not a zone set: it stands for contacts without zones.
 */
function countMovesSql(campaign: CampaignKey) {
  return sql`
    lanes as (select "to" as zones_id, min(fresh) as fresh, coalesce(min(fresh) - 1, max(last)) as mark from moved group by 1),
    set_back as (
      update campaign_lanes l set next_id = x.mark from lanes x
       where l.organization_id = ${campaign.organizationId} and l.campaign_id = ${campaign.id} and l.zones_id = x.zones_id
         and l.next_id > x.mark and x.fresh is not null),
    opened as (
      insert into campaign_lanes (organization_id, campaign_id, zones_id, next_id)
      select ${campaign.organizationId}::bigint, ${campaign.id}::bigint, zones_id, mark from lanes on conflict do nothing),
    net as (
      select zones_id, sum(contacts)::int as contacts
        from (select "to" as zones_id, contacts from moved union all select "from", -contacts from moved) x
       where zones_id > 0 group by 1),
    ${addToZonesSql(campaign, sql`net`)}`
}

interface CampaignKey {
  id: number
  organizationId: number
}

/**
 * SQL that adds the contacts of `net` to the zone sets of the campaign, under the organization's lock. `new_zones` are those in
 * which the campaign had no contacts before. An update before an insert, because the key of the table differs until the last
 * node of an earlier version is gone (migration 0123).
 */
export function addToZonesSql({ id, organizationId }: CampaignKey, net: RawBuilder<unknown>) {
  return sql`
    known_zones as (
      update campaign_zones z set contacts = z.contacts + n.contacts from ${net} n
       where z.organization_id = ${organizationId} and z.campaign_id = ${id} and z.zones_id = n.zones_id
      returning z.zones_id),
    new_zones as (
      insert into campaign_zones (organization_id, campaign_id, zones_id, contacts)
      select ${organizationId}::bigint, ${id}::bigint, n.zones_id, n.contacts from ${net} n
       where n.zones_id <> all(array(select zones_id from known_zones))
      returning zones_id)`
}

export interface EmptyLanes {
  zonesIds: number[]
  /** Contacts after this id have not been searched. */
  upToId: number
}

/**
 * Finds the zone sets of a campaign that have no contacts. Must run without the organization's lock: the search passes the index
 * entries of all contacts that have moved away, which took 45 ms for 100,000 of them.
 */
export async function findEmptyLanes(
  db: Queries,
  { id: campaignId, organizationId }: CampaignKey,
): Promise<EmptyLanes | null> {
  const counted = await sql`
    select from campaign_zones where organization_id = ${organizationId} and campaign_id = ${campaignId} and contacts <= 0`.execute(
    db,
  )
  if (counted.rows.length === 0) return null
  const { rows } = await sql<{ zonesId: number; upToId: number }>`
    select z.zones_id as "zonesId", (select coalesce(max(t.id), 0) from contacts t where t.campaign_id = ${campaignId}) as "upToId"
      from campaign_zones z
     where z.organization_id = ${organizationId} and z.campaign_id = ${campaignId} and z.contacts <= 0
       and not exists (select from contacts t where t.campaign_id = z.campaign_id and t.zones_id = z.zones_id)`.execute(
    db,
  )
  const [first] = rows
  return first ? { zonesIds: rows.map(({ zonesId }) => zonesId), upToId: first.upToId } : null
}

/** Removes these zone sets from the campaign, under the organization's lock, unless contacts were added to them since. */
export async function closeEmptyLanes(
  db: Queries,
  campaign: CampaignKey,
  { zonesIds, upToId }: EmptyLanes,
): Promise<void> {
  const { rows } = await sql<{ zonesId: number }>`
    delete from campaign_zones z
     where z.organization_id = ${campaign.organizationId} and z.campaign_id = ${campaign.id} and z.contacts <= 0
       and z.zones_id = any(${zonesIds}::int[])
       and not exists (select from contacts t
                        where t.campaign_id = z.campaign_id and t.zones_id = z.zones_id and t.id > ${upToId})
    returning z.zones_id as "zonesId"`.execute(db)
  const gone = rows.map(({ zonesId }) => zonesId)
  if (gone.length === 0) return
  await sql`
    delete from campaign_lanes
     where organization_id = ${campaign.organizationId} and campaign_id = ${campaign.id} and zones_id = any(${gone}::int[])`.execute(
    db,
  )
  await incrementPolicyVersion(db, campaign.organizationId)
}

/**
 * Makes the dialer check a running campaign again: its contacts may be due now, after all had waited for hours in other zones.
 */
export async function recheckDueContacts(db: Queries, campaignId: number): Promise<void> {
  await sql`update campaigns set next_due_at = '-infinity' where id = ${campaignId} and state = 'running'`.execute(db)
}

/**
 * Unfinished campaigns: with a policy set, all of an organization, or those whose contacts have no zones; for one list, with or
 * without a policy, because the times of its contacts depend on their zones too.
 */
export async function unfinishedCampaigns(
  db: Queries,
  organizationId: number,
  which: 'all' | 'without_zones' | { listId: number },
): Promise<number[]> {
  const listId = typeof which === 'object' ? which.listId : null
  const { rows } = await sql<{ id: number }>`
    select c.id from campaigns c join organizations o on o.id = c.organization_id
     where c.organization_id = ${organizationId} and c.state <> 'completed'
       and (o.policy_version > 0 or ${listId}::bigint is not null)
       and (${listId}::bigint is null or c.list_id = ${listId}::bigint or c.enrolled_list_id = ${listId}::bigint)
       and (${which !== 'without_zones'} or not exists (select from campaign_zones z
                                                            where z.organization_id = c.organization_id and z.campaign_id = c.id))
     order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
