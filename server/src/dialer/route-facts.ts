/** The state of each configuration of a campaign's route, for API requests; the claim reads its own under its locks. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { callsLeftSql, dayStartOfOrganization, HAS_POOL, IN_POOL } from './number-limits-sql.ts'
import { dailyLimitsResetAt } from './rules/choose-caller.ts'
import { NO_ROUTE } from './rules/may-dial.ts'
import { type Route, type RouteStop, readRoute, type StepNow, type StoredStep, stepNow } from './rules/route.ts'
import { CARRIER_ACCOUNT } from './store-postgres-opening.ts'
import { toMsSql } from './store-postgres-rows.ts'

export interface RouteStepNow extends StepNow {
  /** Null: the configuration was deleted. */
  name: string | null
  stop: RouteStop | null
}

export interface RouteNow {
  route: Route
  steps: RouteStepNow[]
}

/** Null: the campaign has no route. */
export async function routeNow(
  db: Queries,
  campaign: {
    id: number
    organization_id: number
    route: StoredStep[] | null
    route_stops: Record<string, RouteStop> | null
  },
  nowMs: number,
): Promise<RouteNow | null> {
  const route = readRoute(campaign.route, campaign.route_stops)
  if (!route) return null
  const dayStart = await dayStartOfOrganization(db, campaign.organization_id)
  const { rows } = await sql<{
    id: number
    timeZone: string
    name: string
    backoffUntilMs: number | null
    numbersLeft: number | null
    lacksPrice: boolean
  }>`
    select t.id, t.name, o.time_zone as "timeZone", ${sql.raw(toMsSql('a.backoff_until'))} as "backoffUntilMs", n.free as "numbersLeft",
           t.price_version <= 0 and t.provider <> 'simulator'
             and (c.max_spend is not null or o.max_spend_per_day is not null) as "lacksPrice"
      from campaigns c join organizations o on o.id = c.organization_id
           join telephony_configurations t on t.id = any(c.route_ids)
           left join lateral ${sql.raw(CARRIER_ACCOUNT)} a on true
           -- Null where there is no number, or one without a limit.
           left join lateral (
             select case when bool_and(x.free is not null) then sum(greatest(x.free, 0))::int when count(x.id) = 0 and ${HAS_POOL} then 0 end as free
               from (select n.id, ${callsLeftSql(dayStart)} as free
                       from phone_numbers n where n.telephony_configuration_id = t.id and n.is_active and ${IN_POOL}) x) n on true
     where c.id = ${campaign.id}`.execute(db)
  const steps = route.steps.map(({ configurationId }) => {
    const row = rows.find(({ id }) => id === configurationId)
    const facts = row && {
      backoffUntilMs: row.backoffUntilMs,
      numbersLeft: row.numbersLeft ?? Number.POSITIVE_INFINITY,
      numbersUntilMs: dailyLimitsResetAt(nowMs, row.timeZone),
      lacksPrice: row.lacksPrice,
    }
    const now = stepNow(route, configurationId, facts ?? null, nowMs)
    return { ...now, name: row?.name ?? null, stop: route.stops[configurationId] ?? null }
  })
  return { route, steps }
}

export interface CallsThrough {
  configurationId: number
  calls: number
  /** Rang, was busy, or was answered: not refused and not failed. */
  gotThrough: number
  answered: number
}

/** Ended calls of a campaign by configuration. */
export async function callsByConfiguration(
  db: Queries,
  organizationId: number,
  campaignId: number,
): Promise<CallsThrough[]> {
  const { rows } = await sql<CallsThrough>`
    select telephony_configuration_id as "configurationId", count(*)::int as calls,
           (count(*) filter (where outcome in ('answered', 'voicemail', 'busy', 'no_answer', 'declined')))::int as "gotThrough",
           (count(*) filter (where outcome = 'answered'))::int as answered
      from calls where organization_id = ${organizationId} and campaign_id = ${campaignId} and not live
     group by 1 order by 1`.execute(db)
  return rows
}

/** Waiting contacts whose number no configuration of the route takes. */
export async function countWithoutRoute(
  db: Queries,
  campaignId: number,
  route: readonly StoredStep[],
): Promise<number> {
  if (route.some(({ takes }) => takes.length === 0)) return 0
  const { rows } = await sql<{ contacts: number }>`
    select count(*)::int as contacts from contacts t
     where t.campaign_id = ${campaignId} and t.state = 'pending' and ${takenByNoStepSql(route)}`.execute(db)
  return rows[0]?.contacts ?? 0
}

/** SQL condition: no step of the route takes the number of the contact `t`. */
export function takenByNoStepSql(route: readonly StoredStep[]): RawBuilder<unknown> {
  if (route.some(({ takes }) => takes.length === 0)) return sql`false`
  const prefixes = [...new Set(route.flatMap(({ takes }) => takes))]
  return sql`not exists (select from unnest(${prefixes}::text[]) as prefix
                          where starts_with(callable_as(t.phone_number), prefix))`
}

/** Contacts of a campaign that wait for a configuration of its route. */
export async function countHeldByRoute(db: Queries, campaignId: number): Promise<number> {
  const { rows } = await sql<{ contacts: number }>`
    select count(*)::int as contacts from contacts t
     where t.campaign_id = ${campaignId} and t.held_until is not null and t.state = 'pending' and t.held_by = ${NO_ROUTE}
       and t.held_until = t.next_attempt_at`.execute(db)
  return rows[0]?.contacts ?? 0
}
