/** How far a campaign has come, how fast it goes, and when it may end. */
import { dialingFacts } from '../dialer/queries.ts'
import { windowState } from '../dialer/rules/calling-window.ts'
import { campaignHindrances, limitHindrances } from '../dialer/rules/may-dial.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { shownReason } from './reasons.ts'
import { progressFigures } from './view-queries.ts'

const MINUTE_MS = 60_000

export async function campaignProgress(db: Queries, campaign: StoredCampaign, nowMs: number) {
  const figures = await progressFigures(db, campaign.organization_id, campaign.id, new Date(nowMs - MINUTE_MS))
  const window = windowState(campaign.schedule_config, nowMs)
  const facts = await dialingFacts(db, campaign.organization_id, campaign.id)
  const because = [...campaignHindrances(facts, nowMs, window), ...limitHindrances(facts, nowMs)]
  const { total_rows, processed_rows } = campaign
  const answered = figures.outcomes.answered ?? 0
  return {
    campaign_id: campaign.id,
    state: campaign.state,
    total_rows,
    processed_rows,
    failed_calls: campaign.failed_rows,
    progress_percentage: total_rows === 0 ? 0 : Math.round((processed_rows / total_rows) * 1000) / 10,
    started_at: campaign.started_at,
    completed_at: campaign.completed_at,
    live_calls: campaign.live_calls,
    pending_rows: total_rows - processed_rows - campaign.live_calls,
    waiting_for_retry: figures.waitingForRetry,
    next_retry_at: figures.nextRetryAt,
    outcomes: figures.outcomes,
    answer_rate: processed_rows === 0 ? null : Math.round((answered / processed_rows) * 1000) / 1000,
    calls_per_minute: figures.endedLastMinute,
    waiting_because: because.map(shownReason),
    window_open: window.open,
    window_changes_at: window.changesAtMs === null ? null : new Date(window.changesAtMs),
    estimated_end_at: estimatedEnd(campaign, figures.endedLastMinute, nowMs, window.open),
  }
}

/** At the pace of the last minute, for what is still queued; null when nothing moves. */
function estimatedEnd(campaign: StoredCampaign, perMinute: number, nowMs: number, open: boolean): Date | null {
  if (campaign.state !== 'running' || perMinute === 0 || !open) return null
  const left = campaign.total_queued_count - campaign.executed_count
  return new Date(nowMs + (left / perMinute) * MINUTE_MS)
}
