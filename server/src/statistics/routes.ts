import { z } from 'zod'
import { type SimulatedFilter, simulatedFilter, simulatedQuery } from '../calls/simulated.ts'
import { loadCampaign } from '../campaigns/change-state.ts'
import { zoneOfCampaign } from '../campaigns/rules/campaign-zone.ts'
import { timezone } from '../campaigns/rules/settings.ts'
import type { Outcome } from '../dialer/rules/outcomes.ts'
import { type Principal, type Route, route } from '../http/route.ts'
import { id, optional, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ValidationError } from '../kernel/errors.ts'
import { organizationById } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import { answersByHour, type BucketRow, type CallCountFilter, callsByBucket, countSimulated } from './queries.ts'
import {
  BUCKETS,
  type Bucket,
  bucketStart,
  bucketsOf,
  CHART_COLUMNS_MAX,
  columnCount,
  finestBucketFor,
  type TimeSpan,
} from './rules/buckets.ts'
import { minutesKeptFromMs } from './sum-up-minutes.ts'

const TAG = 'Statistics'
const DAY_MS = 24 * 60 * 60_000
/** Outcomes of calls that reached a phone; a dead number or a fault of the program says nothing about when people answer. */
const REACHED_A_PHONE: readonly Outcome[] = ['answered', 'voicemail', 'no_answer', 'busy', 'declined']

const moment = () => optional(z.iso.datetime({ offset: true }).meta({ format: 'date-time' }))

const request = {
  campaign_id: optional(id()).meta({ description: 'Only calls of this campaign; else all of the organization.' }),
  from: moment(),
  to: moment().meta({ description: 'Not included. Now if left out.' }),
  timezone: optional(timezone).meta({
    description:
      "The time zone whose local hours and days are the buckets. If left out: that of the campaign's schedule, else the organization's.",
  }),
  simulated: simulatedQuery('If left out: `include` for the calls of one campaign, else `exclude`.'),
}

/** Every answer repeats the filter that was applied. */
const told = {
  simulated: simulatedFilter,
  simulated_calls: z
    .int()
    .meta({ description: 'Calls of the span through the simulated carrier, whether they are counted or not.' }),
}

const tally = z
  .record(z.string(), z.int())
  .meta({ description: 'Calls by outcome; outcomes without calls are left out.' })

const callsShape = z
  .object({
    bucket: z.enum(BUCKETS),
    timezone: z.string(),
    from: timestamp(),
    to: timestamp(),
    as_of: timestamp(),
    ...told,
    totals: z.object({ calls: z.int(), outcomes: tally, talk_seconds: z.int() }),
    columns: z.array(z.object({ starts_at: timestamp(), calls: z.int(), outcomes: tally, talk_seconds: z.int() })),
  })
  .meta({ id: 'CallStatistics' })

const CALLS_EXAMPLE = {
  bucket: 'hour',
  timezone: 'Europe/Berlin',
  from: '2026-11-15T08:00:00.000Z',
  to: '2026-11-15T10:00:00.000Z',
  as_of: '2026-11-15T09:41:00.123Z',
  simulated: 'exclude',
  simulated_calls: 20,
  totals: { calls: 41, outcomes: { answered: 26, no_answer: 15 }, talk_seconds: 905 },
  columns: [
    { starts_at: '2026-11-15T08:00:00.000Z', calls: 0, outcomes: {}, talk_seconds: 0 },
    { starts_at: '2026-11-15T09:00:00.000Z', calls: 41, outcomes: { answered: 26, no_answer: 15 }, talk_seconds: 905 },
  ],
}

const answersShape = z
  .object({
    timezone: z.string(),
    from: timestamp(),
    to: timestamp(),
    ...told,
    cells: z.array(
      z.object({
        day_of_week: z.int().meta({ description: '0 is Monday.' }),
        hour: z.int(),
        calls: z.int(),
        answered: z.int(),
        share: z.number(),
      }),
    ),
  })
  .meta({ id: 'AnswerRates' })

export interface StatisticsDeps {
  db: Database
  clock: Clock
}

export function statisticsRoutes(deps: StatisticsDeps): Route[] {
  return [callsRoute(deps), answersRoute(deps)]
}

function callsRoute({ db, clock }: StatisticsDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/statistics/calls',
    scope: 'report',
    operation: 'getCallStatistics',
    tag: TAG,
    summary: 'Calls by outcome over time',
    description:
      'A call counts in the bucket in which it ended. The bucket that holds `from` is counted whole, and the answer names its beginning. Without `bucket` the finest is taken that gives at most 200 columns. Minutes are kept for three hours, and there are at most 2,000 columns: beyond that a coarser bucket is used; the answer names it.',
    query: z.object({
      ...request,
      from: request.from.meta({ description: '24 hours before `to` if left out.' }),
      bucket: optional(z.enum(BUCKETS)),
      direction: optional(z.enum(['outbound', 'inbound'])).meta({ description: 'Outbound if left out.' }),
    }),
    answer: { schema: callsShape, example: CALLS_EXAMPLE },
    errors: ['campaign_not_found'],
    async handle({ principal, query }) {
      const nowMs = clock.now()
      const span = spanOf(query, nowMs, DAY_MS)
      const wanted = await countedBy({ db }, principal, { ...query, span, direction: query.direction ?? 'outbound' })
      const bucket = usableBucket(query.bucket, span, minutesKeptFromMs(nowMs))
      // Calls are stored by the start of their minute or quarter, which may precede the requested time.
      const counted = { ...wanted, from: new Date(bucketStart(span.fromMs, bucket, wanted.timeZone)) }
      const rows = await callsByBucket(db, counted, bucket)
      return {
        bucket,
        timezone: counted.timeZone,
        from: counted.from,
        to: counted.to,
        as_of: new Date(nowMs),
        simulated: counted.simulated,
        simulated_calls: await countSimulated(db, counted),
        totals: summed(rows),
        columns: columnsOf(rows, bucketsOf(span, bucket, counted.timeZone)),
      }
    },
  })
}

function answersRoute({ db, clock }: StatisticsDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/statistics/answer-rates',
    scope: 'report',
    operation: 'getAnswerRates',
    tag: TAG,
    summary: 'The share of calls that people answer, by weekday and hour',
    description:
      'Outbound calls that reached a phone: answered, voicemail, no answer, busy or declined. The hour that holds `from` is counted whole. Hours without such a call are left out.',
    query: z.object({ ...request, from: request.from.meta({ description: '28 days before `to` if left out.' }) }),
    answer: {
      schema: answersShape,
      example: {
        timezone: 'Europe/Berlin',
        from: '2026-10-18T09:00:00.000Z',
        to: '2026-11-15T09:30:00.000Z',
        simulated: 'exclude',
        simulated_calls: 20,
        cells: [{ day_of_week: 1, hour: 11, calls: 412, answered: 259, share: 0.629 }],
      },
    },
    errors: ['campaign_not_found'],
    async handle({ principal, query }) {
      const span = spanOf(query, clock.now(), 28 * DAY_MS)
      const wanted = await countedBy({ db }, principal, { ...query, span, direction: 'outbound' })
      const counted = { ...wanted, from: new Date(bucketStart(span.fromMs, 'hour', wanted.timeZone)) }
      const rows = await answersByHour(db, counted, REACHED_A_PHONE)
      return {
        timezone: counted.timeZone,
        from: counted.from,
        to: counted.to,
        simulated: counted.simulated,
        simulated_calls: await countSimulated(db, counted),
        cells: rows.map((row) => ({ ...row, share: Math.round((row.answered / row.calls) * 1000) / 1000 })),
      }
    },
  })
}

function spanOf(
  query: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
  defaultMs: number,
): TimeSpan {
  const toMs = query.to === undefined ? nowMs : Date.parse(query.to)
  const fromMs = query.from === undefined ? toMs - defaultMs : Date.parse(query.from)
  if (fromMs < toMs) return { fromMs, toMs }
  throw new ValidationError([
    { loc: ['query', 'from'], msg: 'Value error, must be before `to`', type: 'value_error', input: query.from ?? null },
  ])
}

async function countedBy(
  { db }: Pick<StatisticsDeps, 'db'>,
  principal: Principal,
  wanted: {
    campaign_id?: number | undefined
    timezone?: string | undefined
    simulated?: SimulatedFilter | undefined
    span: TimeSpan
    direction: CallCountFilter['direction']
  },
): Promise<CallCountFilter> {
  const campaign = wanted.campaign_id === undefined ? null : await loadCampaign(db, principal, wanted.campaign_id)
  return {
    organizationId: principal.organizationId,
    campaignId: campaign?.id ?? null,
    direction: wanted.direction,
    from: new Date(wanted.span.fromMs),
    to: new Date(wanted.span.toMs),
    simulated: wanted.simulated ?? (campaign === null ? 'exclude' : 'include'),
    timeZone: wanted.timezone ?? zoneOfCampaign(campaign?.schedule_config, await zoneOf(db, principal)),
  }
}

async function zoneOf(db: Database, { organizationId }: Principal): Promise<string> {
  return (await organizationById(db, organizationId)).time_zone
}

function usableBucket(wanted: Bucket | undefined, span: TimeSpan, minutesFromMs: number): Bucket {
  const fits = wanted !== undefined && columnCount(span, wanted) <= CHART_COLUMNS_MAX
  return fits && (wanted !== 'minute' || span.fromMs >= minutesFromMs) ? wanted : finestBucketFor(span, minutesFromMs)
}

function summed(rows: readonly BucketRow[]) {
  const outcomes: Record<string, number> = {}
  for (const { outcome, calls } of rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + calls
  return {
    calls: rows.reduce((sum, row) => sum + row.calls, 0),
    outcomes,
    talk_seconds: rows.reduce((sum, row) => sum + row.seconds, 0),
  }
}

function columnsOf(rows: readonly BucketRow[], starts: readonly number[]) {
  const byStart = new Map<number, BucketRow[]>(starts.map((startMs) => [startMs, []]))
  for (const row of rows) byStart.set(row.at.getTime(), [...(byStart.get(row.at.getTime()) ?? []), row])
  return [...byStart]
    .sort(([a], [b]) => a - b)
    .map(([startMs, own]) => ({ starts_at: new Date(startMs), ...summed(own) }))
}
