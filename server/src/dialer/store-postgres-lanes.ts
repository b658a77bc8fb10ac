/**
 * A campaign's queue is divided into lanes (campaign_lanes), one for each set of time zones. Contacts never dialed are in list
 * order after the position (mark) of their lane; contacts to be called again have a due time. A claim reads ranges of two
 * indexes, so its cost does not grow with the number of contacts or calls.
 */
import { numberArrayLiteral, type Statement } from '../storage/pipeline.ts'
import { fromMsSql, toMsSql } from './store-postgres-rows.ts'

const COLUMNS = `id, phone_number, numbers, passed_numbers, address_type, dials, caller_number_id, person_id, ${toMsSql('not_before')} as not_before,
                   ${toMsSql('not_after')} as not_after,
                   case when outcome = 'answered' and isfinite(next_attempt_at) then ${toMsSql('next_attempt_at')} end as call_back_at`

/** How the queue is read; set by the job that completes an upgrade, see neverDialed. */
export interface QueueLayout {
  byLanes: boolean
}

interface DueInLanes {
  byMs: string
  limit: number
  lanes?: string
  form: QueueLayout
}

/**
 * SQL for contacts of campaign `k` due by `byMs`, at most `limit`: retries first, then the others in list order. It reads all
 * lanes, or those that `lanes`, a condition on `l.zones_id`, selects. The limit is a literal and not a parameter, because
 * PostgreSQL's cached plan does not know the value of a parameter.
 */
export function dueInLanes({ byMs, limit, lanes = 'true', form }: DueInLanes): string {
  const most = Math.trunc(limit)
  const ofLane = 'from campaign_lanes l'
  const ofCampaign = 'l.organization_id = k.organization_id and l.campaign_id = k.id'
  const retries = `from contacts r where r.campaign_id = k.id and r.zones_id = l.zones_id and r.state = 'pending'
                      and r.next_attempt_at > '-infinity' and r.next_attempt_at <= ${fromMsSql(byMs)}
                    order by r.next_attempt_at, r.id`
  return `(select c.*, l.zones_id, false as fresh
             from (select l.zones_id, first.next_attempt_at ${ofLane}
                    cross join lateral (select r.next_attempt_at ${retries} limit 1) first
                    where ${ofCampaign} and ${lanes} order by first.next_attempt_at) l
            cross join lateral (select ${COLUMNS} ${retries} limit ${most}) c limit ${most})
          union all
          (select c.*, l.zones_id, true as fresh
             from (select l.* ${ofLane} where ${ofCampaign} and ${lanes} order by l.next_id) l
            cross join lateral (${neverDialed(COLUMNS, form)} limit ${most}) c limit ${most})
          limit ${most}`
}

/**
 * SQL for contacts after the mark of lane `l`, in list order. They are compared as a row and ordered by the lane too: with `=`
 * the planner may choose the primary key for the order and scan every contact of other campaigns. After an upgrade, until the
 * index of the lanes is built, the index of the campaigns is used: also in list order, but it skips over contacts of other lanes.
 */
export function neverDialed(columns: string, { byLanes }: QueueLayout): string {
  if (!byLanes) {
    return `select ${columns} from contacts r
             where (r.campaign_id, r.id) > (l.campaign_id, l.next_id) and r.campaign_id <= l.campaign_id
               and r.zones_id = l.zones_id and r.state = 'pending' and r.next_attempt_at = '-infinity'
             order by r.campaign_id, r.id`
  }
  return `select ${columns} from contacts r
           where r.campaign_id = l.campaign_id and (r.zones_id, r.id) > (l.zones_id, l.next_id) and r.zones_id <= l.zones_id
             and r.state = 'pending' and r.next_attempt_at = '-infinity'
           order by r.zones_id, r.id`
}

/** Suffix of the names of prepared statements, which are planned once per name. */
export function queueLayoutName({ byLanes }: QueueLayout): string {
  return byLanes ? '' : '-without-lanes'
}

export interface OfferedContact {
  campaign_id: number
  zones_id: number
  id: number
  fresh: boolean
}

/** Moves the marks of lanes past the contacts that were taken, up to the first contact that was not taken. */
export class LanePositions {
  readonly #lanes = new Map<string, { campaignId: number; zonesId: number; ids: number[] }>()

  offered(contacts: readonly OfferedContact[]): void {
    for (const { campaign_id: campaignId, zones_id: zonesId, id, fresh } of contacts) {
      if (!fresh) continue
      const key = `${campaignId} ${zonesId}`
      const lane = this.#lanes.get(key) ?? { campaignId, zonesId, ids: [] }
      lane.ids.push(id)
      this.#lanes.set(key, lane)
    }
  }

  /** `locked`: the organizations whose locks the transaction holds, as an array literal. */
  taken(contactIds: Iterable<number>, locked: string): Statement | null {
    if (this.#lanes.size === 0) return null
    const taken = new Set(contactIds)
    const moved = [...this.#lanes.values()].flatMap(({ campaignId, zonesId, ids }) => {
      const untaken = ids.findIndex((id) => !taken.has(id))
      const last = ids[(untaken < 0 ? ids.length : untaken) - 1]
      return last === undefined ? [] : [{ campaignId, zonesId, last }]
    })
    if (moved.length === 0) return null
    return {
      name: 'dialer-lane-marks',
      text: `update campaign_lanes l set next_id = x.next_id
               from unnest($1::bigint[], $2::int[], $3::bigint[]) as x(campaign_id, zones_id, next_id)
              where l.campaign_id = x.campaign_id and l.zones_id = x.zones_id and l.next_id < x.next_id
                and l.organization_id = any($4::bigint[])`,
      values: [
        numberArrayLiteral(moved.map((lane) => lane.campaignId)),
        numberArrayLiteral(moved.map((lane) => lane.zonesId)),
        numberArrayLiteral(moved.map((lane) => lane.last)),
        locked,
      ],
    }
  }
}
