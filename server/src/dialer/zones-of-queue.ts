/** Contacts in a queue have zones only if a policy is set; the zones come from their lists, which always have them. */
import { sql } from 'kysely'
import { incrementPolicyVersion } from '../organizations/queries.ts'
import type { Queries } from '../storage/database.ts'

/** SQL: a column of `select … from list_contacts l, organizations o`. */
export const ZONES_ID_IF_POLICY_SQL = sql.raw('case when o.policy_version > 0 then l.zones_id else 0 end')

interface Move {
  from: number
  to: number
  contacts: number
  /** Id of the first contact that waits for its first dial; null: none. */
  firstFresh: number | null
  last: number
}

/** Moves these contacts to the lanes of their list's current zones, under the organization's lock. */
export async function moveContactsToZones(
  db: Queries,
  campaign: { id: number; organizationId: number },
  contactIds: readonly number[],
): Promise<void> {
  const { rows: moves } = await sql<Move>`
    with before as materialized (select id, zones_id from contacts where id = any(${contactIds as number[]}::bigint[])),
    moved as (
      update contacts t set zones_id = l.zones_id from before b, list_contacts l, organizations o
       where t.id = b.id and l.id = t.list_contact_id and t.zones_id <> l.zones_id
         and o.id = t.organization_id and o.policy_version > 0
      returning t.id, b.zones_id as "from", t.zones_id as "to",
                t.state = 'pending' and t.next_attempt_at = '-infinity' as fresh)
    select "from", "to", count(*)::int as contacts, min(id) filter (where fresh) as "firstFresh", max(id) as last
      from moved group by 1, 2`.execute(db)
  if (moves.length === 0) return
  await openLanes(db, campaign.id, moves)
  const isNew = await countMoves(db, campaign.id, moves)
  const isGone = await closeEmptyLanes(db, campaign.id)
  // Nodes cache the zones of a campaign until the policy version changes.
  if (isNew || isGone) await incrementPolicyVersion(db, campaign.organizationId)
}

/** Opens lanes. The mark of a lane is before the first contact that waits in it for its first dial. */
async function openLanes(db: Queries, campaignId: number, moves: readonly Move[]): Promise<void> {
  const marks = new Map<number, { fresh: number | null; mark: number }>()
  for (const { to, firstFresh, last } of moves) {
    const known = marks.get(to)
    const fresh = Math.min(known?.fresh ?? Number.POSITIVE_INFINITY, firstFresh ?? Number.POSITIVE_INFINITY)
    const isFresh = Number.isFinite(fresh)
    marks.set(to, { fresh: isFresh ? fresh : null, mark: isFresh ? fresh - 1 : Math.max(last, known?.mark ?? 0) })
  }
  await sql`
    insert into campaign_lanes as l (campaign_id, zones_id, next_id)
    select ${campaignId}, x.zones_id, x.next_id
      from unnest(${[...marks.keys()]}::int[], ${[...marks.values()].map(({ mark }) => mark)}::bigint[]) as x(zones_id, next_id)
    on conflict (campaign_id, zones_id) do nothing`.execute(db)
  const lower = [...marks].filter(([, { fresh }]) => fresh !== null)
  await sql`
    update campaign_lanes l set next_id = x.next_id
      from unnest(${lower.map(([zonesId]) => zonesId)}::int[], ${lower.map(([, { mark }]) => mark)}::bigint[]) as x(zones_id, next_id)
     where l.campaign_id = ${campaignId} and l.zones_id = x.zones_id and l.next_id > x.next_id`.execute(db)
}

/** Updates the number of contacts in each zone set. True: the campaign had no contacts in one of these sets before. */
async function countMoves(db: Queries, campaignId: number, moves: readonly Move[]): Promise<boolean> {
  const net = new Map<number, number>()
  for (const { from, to, contacts } of moves) {
    net.set(from, (net.get(from) ?? 0) - contacts)
    net.set(to, (net.get(to) ?? 0) + contacts)
  }
  // Zero is not a zone set: it stands for contacts without zones.
  net.delete(0)
  const { rows } = await sql<{ isNew: boolean }>`
    insert into campaign_zones as z (campaign_id, zones_id, contacts)
    select ${campaignId}, * from unnest(${[...net.keys()]}::int[], ${[...net.values()]}::int[])
    on conflict (campaign_id, zones_id) do update set contacts = z.contacts + excluded.contacts
    returning xmax = 0 as "isNew"`.execute(db)
  return rows.some(({ isNew }) => isNew)
}

async function closeEmptyLanes(db: Queries, campaignId: number): Promise<boolean> {
  const { rows } = await sql<{ zonesId: number }>`
    delete from campaign_zones z
     where z.campaign_id = ${campaignId} and z.contacts <= 0
       and not exists (select from contacts t where t.campaign_id = z.campaign_id and t.zones_id = z.zones_id)
    returning z.zones_id as "zonesId"`.execute(db)
  const gone = rows.map(({ zonesId }) => zonesId)
  if (gone.length === 0) return false
  await sql`delete from campaign_lanes where campaign_id = ${campaignId} and zones_id = any(${gone}::int[])`.execute(db)
  return true
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
       and (${which !== 'without_zones'} or not exists (select from campaign_zones z where z.campaign_id = c.id))
     order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
