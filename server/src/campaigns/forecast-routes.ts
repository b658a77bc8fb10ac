import { z } from 'zod'
import { suppressedRows } from '../contacts/preview-queries.ts'
import { findReadyList } from '../contacts/queries.ts'
import { type Route, route } from '../http/route.ts'
import { decimal, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import { invalidReferenceError } from '../kernel/errors.ts'
import { configurationProvider, defaultConfiguration, findConfiguration } from '../telephony/configurations/queries.ts'
import { loadCampaign } from './change-state.ts'
import {
  type AlternativePlan,
  type Assumptions,
  type CampaignPlan,
  contactsOfList,
  FORECAST_LIMITS,
  type ForecastDeps,
  type ForecastResult,
  forecastPlan,
  forecastPolicy,
  remainingContacts,
} from './forecast-campaign.ts'
import { hasEndedWithinForecast, KEPT_FORECAST_LIMITS, keepForecast, keptForecasts } from './kept-forecasts.ts'
import type { StoredCampaign } from './queries.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { EXCLUSION_REASONS, type Forecast } from './rules/forecast-input.ts'
import {
  DEFAULT_RETRY,
  MAX_CONCURRENCY_DEFAULT,
  mergeRetry,
  mergeSchedule,
  retryInput,
  scheduleInput,
} from './rules/settings.ts'

const TAG = 'Campaigns'
const CALLS_PER_SECOND_DEFAULT = 1
/** A fixed ring timeout: another value would not change the forecast noticeably. */
const RING_SECONDS = 30
const concurrency = () => integer({ minimum: 1, maximum: 100 })

const changes = {
  max_concurrency: optional(concurrency()),
  calls_per_second: optional(decimal({ minimum: 0.01, maximum: 10_000 })),
  retry_config: optional(retryInput),
  schedule_config: optional(scheduleInput),
}

const whatIf = {
  assumptions: optional(
    z.object({
      answer_rate: decimal({ minimum: 0, maximum: 1 }),
      talk_seconds: decimal({ minimum: 1, maximum: 7200 }),
    }),
  ).meta({ description: 'Replaces the figures from the history of the organization.' }),
  alternatives: optional(
    z.array(z.object({ name: text({ minimum: 1, maximum: 64 }), ...changes })).max(FORECAST_LIMITS.alternatives),
  ).meta({ description: 'Forecasts of the same campaign with other settings.' }),
}

const forecastBody = z.object({
  source_id: text({ minimum: 1, maximum: 255 }),
  telephony_configuration_id: optional(id()),
  ...changes,
  ...whatIf,
})

const range = (value: z.ZodType) => z.object({ p10: value, p50: value, p90: value })

const forecastShape = z.object({
  ends_at: range(timestamp().nullable()).meta({ description: 'Null: not within 400 days.' }),
  calls: range(z.int()),
  reached: range(z.int()),
  calls_per_hour: z.array(z.object({ at: timestamp(), calls: z.int() })),
  busiest_hour: z.object({ at: timestamp(), calls: z.int() }).nullable(),
  left_out: z.array(z.object({ reason: z.enum(EXCLUSION_REASONS), contacts: z.int() })),
})

const outlookShape = z
  .object({
    based_on: z.object({
      source: z.enum(['history', 'stated', 'assumed']),
      calls: z.int(),
      answer_rate: z.number(),
      average_slot_seconds: z.number(),
      message: z.string(),
    }),
    assumptions: z.array(z.string()).meta({ description: 'What the forecast assumes, and what it does not include.' }),
    forecast: forecastShape,
    alternatives: z.array(z.object({ name: z.string(), forecast: forecastShape })),
  })
  .meta({ id: 'CampaignForecast' })

const FORECAST_EXAMPLE = {
  ends_at: { p10: '2026-11-16T15:10:00.000Z', p50: '2026-11-16T15:25:00.000Z', p90: '2026-11-16T15:50:00.000Z' },
  calls: { p10: 1980, p50: 2040, p90: 2110 },
  reached: { p10: 690, p50: 720, p90: 748 },
  calls_per_hour: [{ at: '2026-11-16T09:00:00.000Z', calls: 410 }],
  busiest_hour: { at: '2026-11-16T09:00:00.000Z', calls: 410 },
  left_out: [],
}

const OUTLOOK_EXAMPLE = {
  based_on: {
    source: 'history',
    calls: 500,
    answer_rate: 0.36,
    average_slot_seconds: 41.5,
    message: 'From the last 500 calls of your organization.',
  },
  assumptions: [
    'Answer rates depend on the attempt and the local hour, from 500 calls of 4 campaigns.',
    "2 other running campaigns use their lines: 8 of the organization's 20 are left.",
  ],
  forecast: FORECAST_EXAMPLE,
  alternatives: [{ name: 'Twice the lines', forecast: FORECAST_EXAMPLE }],
}

const keptShape = z
  .object({
    ended_at: timestamp().nullable(),
    forecasts: z.array(
      z.object({
        made_at: timestamp(),
        source: z.enum(['history', 'stated', 'assumed']),
        ends_at: range(timestamp().nullable()),
        calls: range(z.int()),
        reached: range(z.int()),
        within: z.boolean().nullable().meta({ description: 'Null: not ended yet, or no end was forecast.' }),
      }),
    ),
  })
  .meta({ id: 'KeptForecasts' })

const KEPT_EXAMPLE = {
  ended_at: '2026-11-16T15:31:00.000Z',
  forecasts: [
    {
      made_at: '2026-11-16T09:00:00.000Z',
      source: 'history',
      ends_at: FORECAST_EXAMPLE.ends_at,
      calls: FORECAST_EXAMPLE.calls,
      reached: FORECAST_EXAMPLE.reached,
      within: true,
    },
  ],
}

const answer = { schema: outlookShape, example: OUTLOOK_EXAMPLE }

export function forecastRoutes(deps: ForecastDeps): Route[] {
  const { db } = deps
  return [
    route({
      method: 'POST',
      path: '/api/v1/campaign/forecast',
      operation: 'forecastNewCampaign',
      audit: 'none',
      tag: TAG,
      scope: 'read',
      summary: 'When a campaign would end, before it is created',
      description:
        'Simulates the rules of the dialer in virtual time: calling rules by location, consents, number check, earlier calls, times of contacts, retries, lines of the organization, limits of numbers and of spending. Answer rates depend on attempt and hour, from earlier calls. `assumptions` lists its other assumptions.',
      body: forecastBody,
      bodyExample: {
        source_id: 'csv_6f1c2b7e9a0d',
        max_concurrency: 10,
        alternatives: [{ name: 'Twice the lines', max_concurrency: 20 }],
      },
      answer,
      errors: ['source_not_found', 'telephony_configuration_not_found', 'forecast_busy'],
      async handle({ principal, body }) {
        const { organizationId } = principal
        const list = await findReadyList(db, organizationId, body.source_id)
        if (!list) throw invalidReferenceError('source_not_found')
        const callsPerSecond = await paceOf(deps, organizationId, body.telephony_configuration_id ?? null)
        const through = body.telephony_configuration_id ?? (await defaultConfiguration(db, organizationId))
        const plan = planOf(
          { maxConcurrency: MAX_CONCURRENCY_DEFAULT, callsPerSecond, retry: DEFAULT_RETRY, schedule: null },
          body,
        )
        const suppressed = (await suppressedRows(db, organizationId, list.id, new Date(deps.now()))).count
        const policy = await forecastPolicy(db, organizationId, null, RING_SECONDS, through)
        const alternatives = (body.alternatives ?? []).map(({ name, ...change }) => ({ name, ...planOf(plan, change) }))
        const request = { organizationId, policy, configurationId: through, plans: [plan, ...alternatives] }
        const outlook = await forecastPlan(deps, organizationId, {
          campaignId: null,
          configurationId: through,
          contacts: await contactsOfList(deps, list, suppressed, request),
          suppressed,
          policy,
          plan,
          alternatives,
          assumptions: assumptionsOf(body.assumptions),
        })
        return shown(outlook)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/forecast',
      operation: 'forecastCampaign',
      tag: TAG,
      summary: 'Forecast when a campaign will end',
      params: CAMPAIGN_PATH,
      query: z.object({ max_concurrency: optional(concurrency()) }),
      answer,
      errors: ['campaign_not_found', 'forecast_busy'],
      async handle({ principal, params, query }) {
        const campaign = await loadCampaign(db, principal, params.campaign_id)
        const { max_concurrency } = query
        const changes =
          max_concurrency === undefined ? [] : [{ name: `${max_concurrency} live calls`, max_concurrency }]
        return shown(await lookAheadOf(deps, campaign, changes, null))
      },
    }),
    keptRoute(deps),
    route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/forecast',
      operation: 'forecastCampaignWith',
      audit: 'none',
      tag: TAG,
      scope: 'read',
      summary: 'Forecast a campaign with other settings, for comparison',
      params: CAMPAIGN_PATH,
      body: z.object(whatIf),
      bodyExample: { alternatives: [{ name: 'Twice the lines', max_concurrency: 20 }] },
      answer,
      errors: ['campaign_not_found', 'forecast_busy'],
      handle: async ({ principal, params, body }) =>
        shown(
          await lookAheadOf(
            deps,
            await loadCampaign(db, principal, params.campaign_id),
            body.alternatives ?? [],
            assumptionsOf(body.assumptions),
          ),
        ),
    }),
  ]
}

/** Past forecasts of a campaign, and how it ended. */
function keptRoute({ db }: ForecastDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/campaign/{campaign_id}/forecasts',
    operation: 'listCampaignForecasts',
    tag: TAG,
    summary: 'Earlier forecasts of a campaign, and how good they were',
    description: `Newest first. A forecast is kept if the last kept one is more than an hour old, up to ${KEPT_FORECAST_LIMITS.max} of a campaign; forecasts from stated rates are not kept. \`within\`: the campaign ended between p10 and p90.`,
    params: CAMPAIGN_PATH,
    answer: { schema: keptShape, example: KEPT_EXAMPLE },
    errors: ['campaign_not_found'],
    async handle({ principal, params }) {
      const campaign = await loadCampaign(db, principal, params.campaign_id)
      const endedAt = campaign.completed_at
      return {
        ended_at: endedAt,
        forecasts: (await keptForecasts(db, campaign)).map((kept) => ({
          made_at: kept.madeAt,
          source: kept.source,
          ends_at: momentsOf(kept.endsAtMs),
          calls: kept.calls,
          reached: kept.reached,
          within: hasEndedWithinForecast(kept, endedAt),
        })),
      }
    },
  })
}

/** Forecasts the rest of a campaign with its current settings and with the requested changes. */
async function lookAheadOf(
  deps: ForecastDeps,
  campaign: StoredCampaign,
  changed: ReadonlyArray<Partial<Changes> & { name: string }>,
  assumptions: Assumptions | null,
): Promise<ForecastResult> {
  const { db } = deps
  const { organization_id: organizationId } = campaign
  const callsPerSecond = await paceOf(deps, organizationId, campaign.telephony_configuration_id).catch(
    () => CALLS_PER_SECOND_DEFAULT,
  )
  const plan: CampaignPlan = {
    maxConcurrency: campaign.max_concurrency,
    callsPerSecond,
    retry: campaign.retry_config,
    schedule: campaign.schedule_config,
  }
  const configurationId = campaign.telephony_configuration_id
  const policy = await forecastPolicy(db, organizationId, campaign.id, RING_SECONDS, configurationId)
  const alternatives = changed.map(({ name, ...change }): AlternativePlan => ({ name, ...planOf(plan, change) }))
  const request = { organizationId, policy, configurationId, plans: [plan, ...alternatives] }
  const outlook = await forecastPlan(deps, organizationId, {
    campaignId: campaign.id,
    configurationId,
    contacts: await remainingContacts(deps, campaign, request),
    suppressed: 0,
    policy,
    plan,
    alternatives,
    assumptions,
  })
  if (assumptions === null) await keepForecast(db, campaign, outlook, new Date(deps.now()))
  return outlook
}

/** The configuration's maximum of calls per second; throws a 400 error if the configuration does not exist. */
async function paceOf({ db }: ForecastDeps, organizationId: number, wanted: number | null): Promise<number> {
  const configurationId = wanted ?? (await defaultConfiguration(db, organizationId))
  if (configurationId === null) return CALLS_PER_SECOND_DEFAULT
  const provider = await configurationProvider(db, organizationId, configurationId)
  if (provider === null) throw invalidReferenceError('telephony_configuration_not_found')
  const row = await findConfiguration(db, organizationId, configurationId)
  const { calls_per_second: pace } = (row?.credentials ?? {}) as { calls_per_second?: unknown }
  return typeof pace === 'number' && pace > 0 ? pace : CALLS_PER_SECOND_DEFAULT
}

type Changes = z.output<z.ZodObject<typeof changes>>

function planOf(base: CampaignPlan, change: Partial<Changes>): CampaignPlan {
  return {
    maxConcurrency: change.max_concurrency ?? base.maxConcurrency,
    callsPerSecond: change.calls_per_second ?? base.callsPerSecond,
    retry: mergeRetry(base.retry, change.retry_config),
    schedule: mergeSchedule(base.schedule, change.schedule_config),
  }
}

function assumptionsOf(sent: { answer_rate: number; talk_seconds: number } | undefined): Assumptions | null {
  return sent === undefined ? null : { answerRate: sent.answer_rate, talkSeconds: sent.talk_seconds }
}

function shown({ basedOn, assumptions, forecast, alternatives }: ForecastResult) {
  return {
    based_on: {
      source: basedOn.source,
      calls: basedOn.calls,
      answer_rate: Math.round(basedOn.answerRate * 1000) / 1000,
      average_slot_seconds: Math.round(basedOn.averageSlotSeconds * 10) / 10,
      message: sentenceOf(basedOn),
    },
    assumptions,
    forecast: shownForecast(forecast),
    alternatives: alternatives.map((each) => ({ name: each.name, forecast: shownForecast(each.forecast) })),
  }
}

function sentenceOf({ source, calls }: ForecastResult['basedOn']): string {
  switch (source) {
    case 'history':
      return `From the last ${calls} calls of your organization.`
    case 'stated':
      return 'From the answer rate and talking time that were stated.'
    case 'assumed':
      return 'Your organization has made too few calls to learn from; usual rates are assumed.'
  }
}

function momentsOf({ p10, p50, p90 }: Forecast['endsAtMs']) {
  const moment = (ms: number | null) => (ms === null ? null : new Date(ms))
  return { p10: moment(p10), p50: moment(p50), p90: moment(p90) }
}

function shownForecast(forecast: Forecast) {
  const hours = forecast.callsPerHour.map(({ atMs, calls }) => ({ at: new Date(atMs), calls }))
  const busiest = hours.reduce<(typeof hours)[number] | null>(
    (best, hour) => (best === null || hour.calls > best.calls ? hour : best),
    null,
  )
  return {
    ends_at: momentsOf(forecast.endsAtMs),
    calls: forecast.calls,
    reached: forecast.reached,
    calls_per_hour: hours,
    busiest_hour: busiest,
    left_out: forecast.leftOut,
  }
}
