/** Usage of an organization by month: calls, answered calls and minutes of talk, in both directions. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type SimulatedFilter, simulatedQuery } from '../calls/simulated.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database, Queries } from '../storage/database.ts'
import { simulatedCalls } from './queries.ts'

export interface UsageRow {
  organization_id: number
  /** Month in UTC: `2026-11`. */
  month: string
  direction: string
  calls: number
  answered: number
  talk_seconds: number
}

/** Limited, because figures are kept for 800 days. */
const MONTHS_MAX = 24
const MONTHS = 3

/** Usage by month, `months` back from the current one; for every organization if none is named. */
export async function usageByMonth(
  db: Queries,
  {
    organizationId,
    months,
    now,
    simulated,
  }: { organizationId?: number; months: number; now: Date; simulated: SimulatedFilter },
): Promise<UsageRow[]> {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1))
  const mine = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  // Includes the current minute, which may have just begun.
  const to = new Date(now.getTime() + 60_000)
  const test = sql`select * from (${simulatedCalls({ ...(organizationId && { organizationId }), from, to })}) s`
  const ended = (sign: 1 | -1) => sql`
    select organization_id, direction, at, outcome, calls * ${sql.lit(sign)} as calls, seconds * ${sql.lit(sign)} as seconds
      from (${test}) t`
  const all = sql`
    select organization_id, direction, quarter as at, outcome, calls, seconds from organization_quarters
     where ${mine} and quarter >= ${from}
    union all
    select organization_id, direction, minute, outcome, calls, seconds from call_minutes
     where ${mine} and minute >= ${from}`
  const wanted = { include: all, only: ended(1), exclude: sql`${all} union all ${ended(-1)}` }[simulated]
  const { rows } = await sql<UsageRow>`
    select organization_id, to_char(at at time zone 'UTC', 'YYYY-MM') as month, direction, sum(calls)::float8 as calls,
           coalesce(sum(calls) filter (where outcome = 'answered'), 0)::float8 as answered,
           sum(seconds)::float8 as talk_seconds
      from (${wanted}) ended
     group by 1, 2, 3 having sum(calls) > 0 order by 1, 2, 3`.execute(db)
  return rows
}

export const USAGE_COLUMNS = ['month', 'direction', 'calls', 'answered', 'talk_seconds'] as const

const usage = z
  .object({
    month: z.string().meta({ description: 'By UTC: `2026-11`.' }),
    direction: z.enum(['outbound', 'inbound']),
    calls: z.int().meta({ description: 'Calls that ended in this month.' }),
    answered: z.int(),
    talk_seconds: z.int(),
  })
  .meta({ id: 'Usage' })

const EXAMPLE = { month: '2026-11', direction: 'outbound', calls: 12_400, answered: 4100, talk_seconds: 254_000 }

export function usageRoute({ db, clock }: { db: Database; clock: Clock }): Route {
  return route({
    method: 'GET',
    path: '/api/v1/organization/usage',
    operation: 'getUsage',
    tag: 'Organization',
    summary: 'Calls and talk time of your organization by month',
    description:
      'Months without calls are left out. For all organizations: `outdial organizations usage` on the server.',
    scope: 'report',
    query: z.object({
      months: optional(integer({ minimum: 1, maximum: MONTHS_MAX })).meta({
        description: 'How many months, this one included; 3 if left out.',
      }),
      simulated: simulatedQuery(),
    }),
    answer: { schema: z.object({ usage: z.array(usage) }), example: { usage: [EXAMPLE] } },
    async handle({ principal: { organizationId }, query: { months = MONTHS, simulated = 'exclude' } }) {
      const rows = await usageByMonth(db, { organizationId, months, now: new Date(clock.now()), simulated })
      return { usage: rows.map(({ organization_id: _organization, ...row }) => row) }
    },
  })
}
