/**
 * What the check before a start counts among the waiting contacts of a large campaign: contacts by zones, on the do-not-call list,
 * without a route, and list rows without values that the workflow speaks. Counted in portions: each statement is short, whatever
 * the size of the campaign.
 */
import { type RawBuilder, sql } from 'kysely'
import { takenByNoStepSql } from '../dialer/route-facts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Queries } from '../storage/database.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import type { StoredCampaign } from './queries.ts'
import { countMissingValues, type MissingValue, type SpokenDefaults, spokenDefaults } from './spoken-defaults.ts'
import { idsOfContacts } from './view-queries.ts'
import { type CountState, isLarge, WaitingContactCounts } from './waiting-counts.ts'

/** Range of contact ids that one statement reads. Limits a statement to some tenths of a second, including the do-not-call list. */
const COUNTED_IDS = 25_000

export interface StartCounts {
  /** Pending contacts on the do-not-call list, and those of them whose time has come, by the name of their zone set. */
  suppressed: Array<{ zones: string | null; pending: number; due: number }>
  /** Pending contacts by the zone set of their list row. */
  groups: Array<{ name: string; contacts: number }>
  withoutRoute: number
  missingValues: MissingValue[]
}

interface Portion {
  zones: string | null
  listZones: string | null
  contacts: number
  suppressed: number
  suppressedDue: number
  withoutRoute: number
}

/** A campaign with the defaults of its workflow, which decide what is counted too. */
type CountedCampaign = Pick<StoredCampaign, 'id' | 'organization_id' | 'total_rows' | 'processed_rows' | 'route'> & {
  spoken: SpokenDefaults
}

/** The counts of large campaigns, kept on this node. */
export class StartCheckCounts {
  readonly #reads: Queries
  readonly #kept: WaitingContactCounts<StartCounts, CountedCampaign>

  /** `reads`: connections for reads, also for the rest of a count that no request waits for. */
  constructor(reads: Queries, deps: { clock: Pick<Clock, 'monotonic' | 'after'>; log: Log }) {
    this.#reads = reads
    this.#kept = new WaitingContactCounts<StartCounts, CountedCampaign>(deps, (db, campaign, now) =>
      countForStart(db, campaign, now),
    )
  }

  async of(campaign: StoredCampaign, nowMs: number): Promise<CountState<StartCounts>> {
    if (!isLarge(campaign)) return { kind: 'small' }
    const spoken = await spokenDefaults(this.#reads, campaign.organization_id, campaign.id)
    return this.#kept.of(this.#reads, { ...campaign, spoken }, nowMs, JSON.stringify([campaign.route, spoken]))
  }
}

export async function countForStart(
  db: Queries,
  { id, route, spoken }: Pick<CountedCampaign, 'id' | 'route' | 'spoken'>,
  now: Date,
  idsAtOnce = COUNTED_IDS,
): Promise<StartCounts> {
  const isWithoutRoute = route === null ? sql`false` : takenByNoStepSql(route)
  const { first, last } = await idsOfContacts(db, id)
  const portions: Portion[] = []
  for (let from = first ?? 0; last !== null && from <= last; from += idsAtOnce)
    portions.push(...(await countPortion(db, id, now, { from, past: from + idsAtOnce, isWithoutRoute })))
  const byZones = new Map<string | null, { zones: string | null; pending: number; due: number }>()
  const groups = new Map<string, { name: string; contacts: number }>()
  for (const { zones, listZones, contacts, suppressed, suppressedDue } of portions) {
    const own = byZones.get(zones) ?? { zones, pending: 0, due: 0 }
    byZones.set(zones, { zones, pending: own.pending + suppressed, due: own.due + suppressedDue })
    if (listZones === null) continue
    const group = groups.get(listZones) ?? { name: listZones, contacts: 0 }
    groups.set(listZones, { name: listZones, contacts: group.contacts + contacts })
  }
  return {
    suppressed: [...byZones.values()],
    groups: [...groups.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    withoutRoute: portions.reduce((sum, portion) => sum + portion.withoutRoute, 0),
    missingValues: await countMissingValues(db, spoken),
  }
}

async function countPortion(
  db: Queries,
  campaignId: number,
  now: Date,
  { from, past, isWithoutRoute }: { from: number; past: number; isWithoutRoute: RawBuilder<unknown> },
): Promise<Portion[]> {
  const { rows } = await sql<Portion>`
    select s.name as zones, ls.name as "listZones", p.contacts, p.suppressed, p."suppressedDue", p."withoutRoute"
      from (select t.zones_id, l.zones_id as list_zones_id, count(*)::int as contacts,
                   count(*) filter (where q.suppressed)::int as suppressed,
                   count(*) filter (where q.suppressed and t.next_attempt_at <= moment.now)::int as "suppressedDue",
                   count(*) filter (where ${isWithoutRoute})::int as "withoutRoute"
              from contacts t
             cross join (select ${now}::timestamptz as now) moment
             -- Not merged with the query around it: each number is looked up once.
             cross join lateral (select ${sql.raw(isSuppressedSql('t.organization_id', 't.phone_number', 'moment.now'))} as suppressed offset 0) q
              left join list_contacts l on l.id = t.list_contact_id
             where t.campaign_id = ${campaignId} and t.id >= ${from} and t.id < ${past} and t.state = 'pending'
             group by 1, 2) p
      left join zone_sets s on s.id = p.zones_id and p.zones_id > 0
      left join zone_sets ls on ls.id = p.list_zones_id`.execute(db)
  return rows
}

/** As `countSuppressed` counts them: `due` without the contacts of closed zone sets. */
export function suppressedIn(
  { suppressed }: StartCounts,
  closedSets: readonly string[],
): { pending: number; due: number } {
  const isOpen = (zones: string | null) => zones === null || !closedSets.includes(zones)
  return {
    pending: suppressed.reduce((sum, { pending }) => sum + pending, 0),
    due: suppressed.filter(({ zones }) => isOpen(zones)).reduce((sum, { due }) => sum + due, 0),
  }
}
