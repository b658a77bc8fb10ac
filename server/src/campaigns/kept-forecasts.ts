/** Stores forecasts of a campaign, to show afterwards how good they were. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { ForecastResult } from './forecast-campaign.ts'
import type { StoredCampaign } from './queries.ts'
import type { Forecast } from './rules/forecast-input.ts'

export const KEPT_FORECAST_LIMITS = {
  /** At most one forecast is stored within this time: pages poll every few seconds. */
  everyMs: 3_600_000,
  /** Number of forecasts kept per campaign; the oldest are deleted. */
  max: 500,
} as const

export interface KeptForecast extends Pick<Forecast, 'endsAtMs' | 'calls' | 'reached'> {
  madeAt: Date
  source: ForecastResult['basedOn']['source']
}

/** Stores the forecast, unless the campaign is over. */
export async function keepForecast(
  db: Queries,
  { id, organization_id, state }: StoredCampaign,
  { basedOn: { source }, forecast: { endsAtMs, calls, reached } }: ForecastResult,
  now: Date,
): Promise<void> {
  if (state !== 'draft' && state !== 'running' && state !== 'paused') return
  const kept = JSON.stringify({ endsAtMs, calls, reached, source })
  const before = new Date(now.getTime() - KEPT_FORECAST_LIMITS.everyMs)
  const { numAffectedRows } = await sql`
    insert into campaign_forecasts (organization_id, campaign_id, made_at, forecast)
    select ${organization_id}, ${id}, ${now}, ${kept}::jsonb
     where not exists (select from campaign_forecasts where campaign_id = ${id} and made_at > ${before})`.execute(db)
  if ((numAffectedRows ?? 0n) === 0n) return
  await sql`
    delete from campaign_forecasts where id in (
      select id from campaign_forecasts where campaign_id = ${id} order by made_at desc offset ${KEPT_FORECAST_LIMITS.max})`.execute(
    db,
  )
}

/** Newest first. */
export async function keptForecasts(db: Queries, campaign: StoredCampaign): Promise<KeptForecast[]> {
  const { rows } = await sql<{ made_at: Date; forecast: Omit<KeptForecast, 'madeAt'> }>`
    select made_at, forecast from campaign_forecasts
     where campaign_id = ${campaign.id} and organization_id = ${campaign.organization_id}
     order by made_at desc, id desc`.execute(db)
  return rows.map(({ made_at, forecast }) => ({ ...forecast, madeAt: made_at }))
}

/** Whether the campaign ended between p10 and p90. Null: it has not ended, or no end was predicted. */
export function hasEndedWithinForecast({ endsAtMs: { p10, p90 } }: KeptForecast, endedAt: Date | null): boolean | null {
  if (endedAt === null || p10 === null || p90 === null) return null
  return endedAt.getTime() >= p10 && endedAt.getTime() <= p90
}
