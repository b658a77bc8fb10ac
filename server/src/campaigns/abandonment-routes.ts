import { z } from 'zod'
import { simulatedFilter, simulatedQuery } from '../calls/simulated.ts'
import { csvLine } from '../http/csv.ts'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { organizationById } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import {
  abandonedByCampaign,
  abandonedByDay,
  type CampaignAbandonment,
  countAbandoned,
  findLimits,
  saveLimits,
} from './abandonment-queries.ts'
import { findCampaign } from './queries.ts'
import { ABANDONMENT_DAYS, type AbandonmentCounts, abandonmentOf, FIRST_AUDIO_MS_MAX } from './rules/abandonment.ts'

const LIMITS = '/api/v1/organizations/abandonment'
const TAG = 'Campaigns'
const DAY_MS = 24 * 3_600_000

const shape = z
  .object({
    campaign_id: z.int(),
    days: z.int(),
    answered: z.int().meta({ description: 'Calls that a person answered, abandoned ones included.' }),
    abandoned: z.int(),
    no_agent: z.int(),
    agent_failed: z.int(),
    late_audio: z
      .int()
      .meta({ description: `First words later than ${FIRST_AUDIO_MS_MAX / 1000} seconds after the answer.` }),
    rate_percent: z.number().nullable().meta({ description: 'Null: no person has answered.' }),
  })
  .meta({ id: 'Abandonment' })

const EXAMPLE = {
  campaign_id: 7,
  days: ABANDONMENT_DAYS,
  answered: 400,
  abandoned: 6,
  no_agent: 1,
  agent_failed: 2,
  late_audio: 3,
  rate_percent: 1.5,
}

const percent = () => z.number().min(0).max(100)
const limits = z
  .object({
    warn_percent: percent().meta({ description: 'A running campaign above this rate gets a warning, once a day.' }),
    pause_percent: percent()
      .nullable()
      .meta({ description: 'A running campaign above this rate is paused; null: never.' }),
  })
  .meta({ id: 'AbandonmentLimits' })
const LIMITS_EXAMPLE = { warn_percent: 3, pause_percent: 3 }

const DAYS_MAX = 92
const spanQuery = z.object({
  days: optional(integer({ minimum: 1, maximum: DAYS_MAX })),
  simulated: simulatedQuery(),
})

const counted = shape.omit({ campaign_id: true, days: true })
const statistics = z
  .object({
    days: z.int(),
    as_of: timestamp(),
    simulated: simulatedFilter,
    totals: counted,
    campaigns: z
      .array(counted.extend({ campaign_id: z.int(), name: z.string() }))
      .meta({ description: 'Campaigns in which a person answered, the newest first.' }),
  })
  .meta({ id: 'AbandonmentStatistics' })

const { campaign_id: _id, days: _days, ...COUNTED_EXAMPLE } = EXAMPLE
const KEPT_NOTE = 'A deleted campaign and its calls are not counted.'

/** Routes for the figures of the whole organization. */
function statisticsRoutes({ reads, clock }: { reads: Database; clock: Clock }): Route[] {
  const sinceOf = (days: number) => new Date(clock.now() - days * DAY_MS)
  return [
    route({
      method: 'GET',
      path: '/api/v1/statistics/abandonment',
      scope: 'report',
      operation: 'getAbandonmentStatistics',
      tag: 'Statistics',
      summary: 'Read the abandonment rate by campaign',
      description: `Over the last 30 days, or as many as \`days\` says. Counted as by the abandonment of one campaign. ${KEPT_NOTE}`,
      query: spanQuery,
      answer: {
        schema: statistics,
        example: {
          days: ABANDONMENT_DAYS,
          as_of: '2026-11-15T09:41:00.123Z',
          simulated: 'exclude',
          totals: COUNTED_EXAMPLE,
          campaigns: [{ campaign_id: 7, name: 'November', ...COUNTED_EXAMPLE }],
        },
      },
      async handle({ principal, query }) {
        const { days = ABANDONMENT_DAYS, simulated = 'exclude' } = query
        const rows = await abandonedByCampaign(reads, principal.organizationId, { since: sinceOf(days), simulated })
        const campaigns = rows.map(({ campaign_id, name, ...counts }) => ({
          campaign_id,
          name,
          ...abandonmentOf(counts),
        }))
        return { days, as_of: new Date(clock.now()), simulated, totals: abandonmentOf(sumOf(rows)), campaigns }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/statistics/abandonment/export',
      scope: 'report',
      operation: 'exportAbandonment',
      tag: 'Statistics',
      summary: 'The abandonment of all campaigns as CSV: one line per campaign and day',
      description: `The records that the safe harbours of the TSR and the FCC ask for. Days are those of the organization's time zone. ${KEPT_NOTE}`,
      query: spanQuery,
      answer: { contentType: 'text/csv', description: 'One line per campaign and day.' },
      async handle({ principal: { organizationId }, query, reply }) {
        const { time_zone } = await organizationById(reads, organizationId)
        const { days = ABANDONMENT_DAYS, simulated = 'exclude' } = query
        const request = { since: sinceOf(days), simulated, timeZone: time_zone }
        const rows = await abandonedByDay(reads, organizationId, request)
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="abandonment.csv"')
        return reply.send(abandonmentCsv(rows))
      },
    }),
  ]
}

const CSV_COLUMNS = [
  'day',
  'campaign_id',
  'campaign',
  'answered',
  'abandoned',
  'no_agent',
  'agent_failed',
  'late_audio',
  'rate_percent',
]

function abandonmentCsv(rows: ReadonlyArray<CampaignAbandonment & { day: string }>): string {
  const lines = rows.map(({ day, campaign_id, name, ...counts }) => {
    const { answered, abandoned, no_agent, agent_failed, late_audio, rate_percent } = abandonmentOf(counts)
    return csvLine([day, campaign_id, name, answered, abandoned, no_agent, agent_failed, late_audio, rate_percent])
  })
  return [csvLine(CSV_COLUMNS), ...lines].join('')
}

function sumOf(rows: readonly AbandonmentCounts[]): AbandonmentCounts {
  const sum = (of: (row: AbandonmentCounts) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    answered: sum((row) => row.answered),
    no_agent: sum((row) => row.no_agent),
    agent_failed: sum((row) => row.agent_failed),
    late_audio: sum((row) => row.late_audio),
  }
}

export function abandonmentRoutes({ db, reads, clock }: { db: Database; reads: Database; clock: Clock }): Route[] {
  return [
    ...statisticsRoutes({ reads, clock }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/abandonment',
      operation: 'getAbandonment',
      tag: TAG,
      summary: 'Read the abandonment rate of a campaign over 30 days',
      description:
        'Abandoned: no agent, an agent that failed, or first words later than two seconds. The safe harbour of the TSR and the FCC is 3 % of the calls that a person answers, per campaign and 30 days.',
      params: z.object({ campaign_id: id() }),
      answer: { schema: shape, example: EXAMPLE },
      errors: ['campaign_not_found'],
      async handle({ principal, params }) {
        const campaign = await findCampaign(db, principal.organizationId, params.campaign_id)
        if (!campaign) throw new ApiError('campaign_not_found')
        const since = new Date(clock.now() - ABANDONMENT_DAYS * DAY_MS)
        const found = abandonmentOf(await countAbandoned(reads, campaign.id, since))
        return { campaign_id: campaign.id, days: ABANDONMENT_DAYS, ...found }
      },
    }),
    route({
      method: 'GET',
      path: LIMITS,
      operation: 'getAbandonmentLimits',
      tag: TAG,
      summary: 'At which abandonment rate campaigns warn and pause',
      answer: { schema: limits, example: LIMITS_EXAMPLE },
      handle: ({ principal }) => findLimits(db, principal.organizationId),
    }),
    route({
      method: 'PUT',
      path: LIMITS,
      operation: 'setAbandonmentLimits',
      tag: TAG,
      scope: 'admin',
      summary: 'Set at which abandonment rate campaigns warn and pause',
      body: limits,
      bodyExample: LIMITS_EXAMPLE,
      answer: { schema: limits, example: LIMITS_EXAMPLE },
      async handle({ principal: { organizationId, author }, body }) {
        await saveLimits(db, organizationId, body, { author, now: new Date(clock.now()) })
        return findLimits(db, organizationId)
      },
    }),
  ]
}
