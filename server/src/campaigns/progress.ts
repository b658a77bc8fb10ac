/** Progress of campaigns, their pace, and their estimated end. */
import { manyDialingFacts, type NeedsAgent } from '../dialer/queries.ts'
import { windowState } from '../dialer/rules/calling-window.ts'
import { campaignBlockers, type DialingFacts, limitBlockers, ringTimeoutMsOf } from '../dialer/rules/may-dial.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { factsWithoutDeck, NOBODY_ON_DECK, type OnDeck, withoutDeck } from './on-deck.ts'
import type { StoredCampaign } from './queries.ts'
import { serializeReason } from './reasons.ts'
import { summarizeWaits } from './rules/waits.ts'
import { type PaceFigures, paceFigures, type RetryFigures, retryFigures, type WaitingCounts } from './view-queries.ts'
import type { Kept, WaitingContactCounts } from './waiting-counts.ts'
import { waitsByPolicy } from './waits-by-policy.ts'

const MINUTE_MS = 60_000
/** States in which contacts may wait for a retry. */
const UNDER_WAY: ReadonlySet<string> = new Set(['running', 'paused', 'failed'])

export interface ProgressSources {
  /** Left out: the waiting contacts of large campaigns are counted for this answer, too. */
  kept?: WaitingContactCounts
  onDeck?: OnDeck
}

/** Results are in the order of the campaigns. Uses three statements in all, and a few more for each campaign with a policy. */
export async function progressOf(
  db: Queries,
  campaigns: readonly StoredCampaign[],
  nowMs: number,
  speaks: NeedsAgent,
  { kept, onDeck = NOBODY_ON_DECK }: ProgressSources = {},
) {
  const [first] = campaigns
  if (!first) return []
  const started = campaigns.filter((campaign) => campaign.started_at !== null).map((campaign) => campaign.id)
  const underWay = campaigns.filter((campaign) => UNDER_WAY.has(campaign.state) && campaign.executed_count > 0)
  const minute = new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS)
  const paces = await paceFigures(db, first.organization_id, started, minute)
  const large = await largeCounts(db, underWay, nowMs, kept)
  const retries = await retryFigures(
    db,
    underWay.map((campaign) => campaign.id).filter((id) => !large.has(id)),
    new Date(nowMs),
  )
  const facts = await manyDialingFacts(
    db,
    first.organization_id,
    campaigns.map((campaign) => campaign.id),
    speaks,
  )
  const byPolicy = new Map<number, Awaited<ReturnType<typeof waitsByPolicy>>>()
  for (const campaign of campaigns) {
    const counts = large.get(campaign.id)
    if (campaign.state !== 'running' || counts === null) continue
    byPolicy.set(campaign.id, await waitsByPolicy(db, campaign, nowMs, counts?.zoneSets))
  }
  return campaigns.flatMap((campaign) => {
    const own = facts.get(campaign.id)
    // The campaign was deleted a moment ago.
    if (!own) return []
    const figures = {
      pace: paces.get(campaign.id),
      retries: large.get(campaign.id)?.retries ?? retries.get(campaign.id),
      byPolicy: byPolicy.get(campaign.id),
      isCounted: large.get(campaign.id) !== null,
      countedAtMs: large.get(campaign.id)?.atMs ?? null,
    }
    const waiting = onDeck(campaign.organization_id, campaign.id)
    return [shown(withoutDeck(campaign, waiting), figures, factsWithoutDeck(own, waiting), nowMs)]
  })
}

/** The counts of large campaigns; null: not counted yet. The answer waits for the first counts of all of them together. */
async function largeCounts(
  db: Queries,
  campaigns: readonly StoredCampaign[],
  nowMs: number,
  kept: WaitingContactCounts | undefined,
): Promise<Map<number, Kept<WaitingCounts> | null>> {
  const found = await Promise.all(
    campaigns.map(async (campaign) => ({ campaign, state: await kept?.of(db, campaign, nowMs) })),
  )
  const large = new Map<number, Kept<WaitingCounts> | null>()
  for (const { campaign, state } of found) {
    if (state && state.kind !== 'small') large.set(campaign.id, state.kind === 'counted' ? state.counts : null)
  }
  return large
}

export async function campaignProgress(
  db: Queries,
  campaign: StoredCampaign,
  nowMs: number,
  speaks: NeedsAgent,
  sources: ProgressSources = {},
) {
  const [progress] = await progressOf(db, [campaign], nowMs, speaks, sources)
  if (!progress) throw new ApiError('campaign_not_found')
  return progress
}

interface Figures {
  pace: PaceFigures | undefined
  retries: RetryFigures | undefined
  byPolicy: Awaited<ReturnType<typeof waitsByPolicy>> | undefined
  isCounted: boolean
  /** Null: counted for this answer, or not yet. */
  countedAtMs: number | null
}

function shown(campaign: StoredCampaign, figures: Figures, facts: DialingFacts, nowMs: number) {
  const { pace, retries, byPolicy, isCounted, countedAtMs } = figures
  const window = windowState(campaign.schedule_config, nowMs, ringTimeoutMsOf(facts.configuration))
  const because = [...campaignBlockers(facts, nowMs, window), ...limitBlockers(facts, nowMs)]
  const { total_rows, processed_rows } = campaign
  const rows = total_rows - processed_rows - campaign.live_calls
  const pending = { rows, notDue: retries?.notDue ?? 0, nextRetryAtMs: null, ...(byPolicy ? { byPolicy } : {}) }
  const { ready, held } = summarizeWaits(facts, pending, nowMs, window)
  const answered = campaign.outcomes.answered ?? 0
  const perMinute = callsPerMinute(pace, nowMs)
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
    pending_rows: rows,
    ready_rows: ready,
    held_rows: held,
    waiting_for_retry: retries?.waiting ?? 0,
    retries_not_due: retries?.notDue ?? 0,
    call_backs: retries?.callBacks ?? 0,
    next_retry_at: retries?.next ?? null,
    waiting_counted: isCounted,
    waiting_counted_at: countedAtMs === null ? null : new Date(countedAtMs),
    outcomes: campaign.outcomes,
    attempts: campaign.attempts,
    answer_rate: processed_rows === 0 ? null : Math.round((answered / processed_rows) * 1000) / 1000,
    calls_per_minute: perMinute,
    waiting_because: [...because, ...(rows > 0 && ready === 0 ? (byPolicy?.closed ?? []) : [])].map(serializeReason),
    window_open: window.open,
    window_changes_at: window.changesAtMs === null ? null : new Date(window.changesAtMs),
    estimated_end_at: estimatedEnd(campaign, perMinute, nowMs, window.open),
  }
}

/** Calls are counted per minute. Of the previous minute, only the share within the last sixty seconds counts. */
function callsPerMinute(pace: PaceFigures | undefined, nowMs: number): number {
  if (!pace) return 0
  return Math.round(pace.thisMinute + pace.lastMinute * (1 - (nowMs % MINUTE_MS) / MINUTE_MS))
}

/** Estimates the end of the queued contacts at the pace of the last minute; null if no calls ended. */
function estimatedEnd(campaign: StoredCampaign, perMinute: number, nowMs: number, open: boolean): Date | null {
  if (campaign.state !== 'running' || perMinute === 0 || !open) return null
  const left = campaign.total_queued_count - campaign.executed_count
  return new Date(nowMs + (left / perMinute) * MINUTE_MS)
}
