/**
 * After a change of rules or zones, reviews the contacts of a campaign in the order of their ids: each gets the zones of its
 * list, and contacts that a rule put off become due again. A portion is one short transaction under the organization's lock, for
 * which the dialer waits. A contact without zones is in no lane that the claim reads under a policy.
 */
import { sql } from 'kysely'
import { systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { runPortionUnderLock } from '../organizations/lock-organization.ts'
import { hasPolicy, incrementPolicyVersion } from '../organizations/queries.ts'
import type { Database, Queries } from '../storage/database.ts'
import { PortionSize } from './rules/portion-size.ts'
import { changeContactsOfPortion, closeEmptyLanes, findEmptyLanes, recheckDueContacts } from './zones-of-queue.ts'

/** Number of contacts read without a lock, and number of those to change that are kept from one reading. */
const LOOKED_AT_MAX = 10_000
const FOUND_MAX = 500
/** Number of contacts changed under the lock at a time: at first, and at most if portions are quick. */
const PORTION = { first: 50, most: 100 }
/** How long a request waits for reviews, in portions and in time. Short queues are then done; the job continues with long ones. */
const PORTIONS_OF_REQUEST = 200
const REQUEST_MS_MAX = 2_000
/**
 * Number of portions of one campaign before the next one gets its turn, and of one run: a stopping node waits for the end of a
 * run.
 */
const PORTIONS_OF_TURN = 100
const PORTIONS_OF_RUN = 2000
const EVERY_MS = 2_000

export interface ReviewRequest {
  /** Contacts adopt the times of their list, and its zones if a policy is set. */
  namesZones: boolean
  /** Contacts have wrong zones: the claim reads no lane of the campaign until all of them are corrected. */
  stopsDialing: boolean
}

/** Requests a review, in a transaction that holds the organization's lock. A review in progress starts again. */
export async function requestReview(
  db: Queries,
  campaignIds: readonly number[],
  { namesZones, stopsDialing }: ReviewRequest,
): Promise<void> {
  await sql`
    insert into queue_reviews as q (campaign_id, organization_id, names_zones, stops_dialing)
    select id, organization_id, ${namesZones}, ${stopsDialing} from campaigns where id = any(${campaignIds as number[]}::bigint[])
    on conflict (campaign_id) do update
      set turn = default, after_id = 0, names_zones = q.names_zones or excluded.names_zones,
          stops_dialing = q.stops_dialing or excluded.stops_dialing`.execute(db)
}

interface Review {
  campaignId: number
  organizationId: number
}

/** Recurring job: continues reviews that a request or a dead node left unfinished. */
export function reviewQueues({
  db,
  log,
  wake,
}: {
  db: Database
  log: Log
  wake(organizationId: number): void
}): RecurringJob {
  return {
    name: 'review-queues',
    everyMs: EVERY_MS,
    async runOnce() {
      let portions = 0
      let failed = 0
      for (let more = true; more && portions < PORTIONS_OF_RUN; ) {
        more = false
        for (const review of await openReviews(db, null)) {
          try {
            const { done, isOver } = await goThrough(db, review, { portions: PORTIONS_OF_TURN, isLate: () => false })
            portions += done
            more ||= !isOver
            wake(review.organizationId)
          } catch (error) {
            // Logged here, because a failure must not delay the other organizations.
            failed++
            const fields = { organization_id: review.organizationId, campaign_id: review.campaignId, err: error }
            log.error(fields, 'failed to review the queue of a campaign; it is retried')
          }
        }
      }
      return { portions, failed }
    },
  }
}

/**
 * Called after the transaction of a change: most queues are reviewed when the request is answered. The change itself is stored,
 * so a failure here does not fail the request: the job retries and reports failures.
 */
export async function beginReviews(
  db: Database,
  organizationId: number,
  { portions = PORTIONS_OF_REQUEST, msMax = REQUEST_MS_MAX } = {},
): Promise<void> {
  const untilMs = systemClock.monotonic() + msMax
  await reviewSome(db, organizationId, { portions, isLate: () => systemClock.monotonic() >= untilMs }).catch(() => {})
}

/** How much of a review is done before the caller continues. */
interface ReviewLimit {
  portions: number
  isLate(): boolean
}

async function reviewSome(db: Database, organizationId: number, { portions, isLate }: ReviewLimit): Promise<void> {
  let left = portions
  for (const review of await openReviews(db, organizationId)) {
    left -= (await goThrough(db, review, { portions: left, isLate })).done
    if (left <= 0 || isLate()) return
  }
}

async function openReviews(db: Queries, organizationId: number | null): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select campaign_id as "campaignId", organization_id as "organizationId" from queue_reviews
     where ${organizationId}::bigint is null or organization_id = ${organizationId}::bigint order by turn`.execute(db)
  return rows
}

async function goThrough(
  db: Database,
  review: Review,
  { portions, isLate }: ReviewLimit,
): Promise<{ done: number; isOver: boolean }> {
  const size = new PortionSize(PORTION)
  let done = 0
  while (done < portions) {
    let rest = await findContacts(db, review.campaignId)
    if (!rest) return { done: done + 1, isOver: true }
    await removeEmptyLanes(db, review, rest)
    while (rest && done < portions) {
      const [portion, others]: [Found, Found | null] = cutPortion(rest, size.rows)
      const result = await reviewPortion(db, review, portion, size)
      if (result === 'cancelled') continue
      done++
      if (result === 'over') return { done, isOver: true }
      rest = result === 'outdated' ? null : others
      if (isLate()) return { done, isOver: false }
    }
  }
  return { done, isOver: false }
}

/** The first portion of a reading, and the rest, which begins where the portion ends. */
function cutPortion(found: Found, rows: number): [portion: Found, rest: Found | null] {
  const { ids } = found
  if (ids.length <= rows) return [found, null]
  const upToId = ids[rows - 1] as number
  return [
    { ...found, ids: ids.slice(0, rows), upToId, isEnd: false },
    { ...found, ids: ids.slice(rows), afterId: upToId },
  ]
}

/** Before each reading is reviewed, and so before the review ends: zone sets that the portions before have emptied. */
async function removeEmptyLanes(db: Database, { campaignId, organizationId }: Review, found: Found): Promise<void> {
  const empty = found.namesZones ? await findEmptyLanes(db, { id: campaignId, organizationId }) : null
  if (!empty) return
  await runPortionUnderLock(db, organizationId, null, async (tx) => {
    // Another node has moved contacts in the meantime: the next reading finds the empty zone sets again.
    if (await isCurrent(tx, campaignId, found)) await closeEmptyLanes(tx, { id: campaignId, organizationId }, empty)
  })
}

interface Found {
  turn: number
  afterId: number
  namesZones: boolean
  stopsDialing: boolean
  /** Ids of contacts that a rule postponed, or whose zones or times differ from those of their list. */
  ids: number[]
  /** All contacts up to this id have been reviewed. */
  upToId: number
  isEnd: boolean
}

/**
 * Reviews a portion, and adapts the size of the next one. `over`: the review is complete; `outdated`: the contacts must be read
 * again; `cancelled`: nothing was changed, because the portion took too long.
 */
async function reviewPortion(
  db: Database,
  { campaignId, organizationId }: Review,
  found: Found,
  size: PortionSize,
): Promise<'over' | 'continues' | 'outdated' | 'cancelled'> {
  if (found.ids.length === 0 && !found.isEnd) {
    return (await advance(db, campaignId, found)) ? 'continues' : 'outdated'
  }
  const campaign = { id: campaignId, organizationId }
  const portion = await runPortionUnderLock(db, organizationId, size.statementMsMax, async (tx) => {
    const { ids: contactIds, namesZones } = found
    const isCurrentReview = await changeContactsOfPortion(tx, campaign, { namesZones, contactIds, review: found })
    // Another node was faster, or the review was requested again: the portion that was read may be outdated.
    if (!isCurrentReview) return 'outdated'
    if (found.isEnd) await endReview(tx, { campaignId, organizationId }, found)
    return found.isEnd ? 'over' : 'continues'
  })
  if (portion.isCancelled) {
    size.cancelled()
    return 'cancelled'
  }
  size.adapt(found.ids.length, portion.heldMs)
  return portion.result
}

/**
 * Reads the next contacts without a lock. Changes before a portion is written need no review: a contact that is postponed in the
 * meantime follows the new rules, a new contact has the zones of its list, and a change of zones requests another review.
 */
async function findContacts(db: Queries, campaignId: number): Promise<Found | null> {
  const { rows } = await sql<Omit<Found, 'upToId' | 'isEnd'> & { looked: number; last: number | null }>`
    with review as materialized (select * from queue_reviews where campaign_id = ${campaignId}),
    looked as materialized (
      select t.id, t.zones_id, t.list_contact_id, t.state, t.not_before, t.not_after,
             t.state = 'pending' and t.held_until = t.next_attempt_at as held
        from contacts t where t.campaign_id = ${campaignId} and t.id > (select after_id from review)
       order by t.id limit ${LOOKED_AT_MAX}),
    found as (
      select k.id from looked k left join list_contacts l on l.id = k.list_contact_id and (select names_zones from review)
       where k.held
          or (l.zones_id <> k.zones_id and (select policy_version > 0 from organizations o where o.id = l.organization_id))
          or (l.id is not null and k.state <> 'done'
              and (l.not_before, l.not_after) is distinct from (k.not_before, k.not_after))
       order by k.id limit ${FOUND_MAX})
    select turn, after_id as "afterId", names_zones as "namesZones", stops_dialing as "stopsDialing",
           array(select id from found order by id) as ids, (select count(*)::int from looked) as looked,
           (select max(id) from looked) as last
      from review`.execute(db)
  const [row] = rows
  if (!row) return null
  const { turn, afterId, namesZones, stopsDialing, looked, last } = row
  const ids = row.ids.map(Number)
  const isFull = ids.length >= FOUND_MAX
  const upToId = isFull ? (ids.at(-1) as number) : (last ?? afterId)
  // The end is a reading without contacts to change, so that zone sets that the last portions emptied are removed before it.
  const isEnd = ids.length === 0 && looked < LOOKED_AT_MAX
  return { turn, afterId, namesZones, stopsDialing, ids, upToId, isEnd }
}

async function isCurrent(db: Queries, campaignId: number, { turn, afterId }: Found): Promise<boolean> {
  const { rows } = await sql`
    select from queue_reviews where campaign_id = ${campaignId} and turn = ${turn} and after_id = ${afterId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Advances the review; false: it is not the one that was read. */
async function advance(db: Queries, campaignId: number, { turn, afterId, upToId }: Found): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update queue_reviews set after_id = ${upToId}
     where campaign_id = ${campaignId} and turn = ${turn} and after_id = ${afterId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

async function endReview(db: Queries, { campaignId, organizationId }: Review, { stopsDialing }: Found): Promise<void> {
  await sql`delete from queue_reviews where campaign_id = ${campaignId}`.execute(db)
  if (stopsDialing) await recheckDueContacts(db, campaignId)
  // Nodes cache, until the policy version changes, that the campaign has no zones to dial in.
  if (stopsDialing && (await hasPolicy(db, organizationId))) await incrementPolicyVersion(db, organizationId)
}
