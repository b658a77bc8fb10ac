/** Reports what would happen if a campaign were started or resumed now; changes nothing. */
import type { NeedsAgent } from '../dialer/queries.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CheckVoice } from '../models/check-voice.ts'
import type { Queries } from '../storage/database.ts'
import type { Actor, CampaignDeps } from './change-state.ts'
import { loadCampaign, requireState } from './change-state.ts'
import { armError, checkArms } from './check-arms.ts'
import { currentWaits, serializeWait } from './explain.ts'
import type { StoredCampaign } from './queries.ts'
import { openDutiesNotAccepted } from './require-duties.ts'
import type { OpenDuty } from './rules/open-duties.ts'
import { type StartCounts, suppressedIn } from './start-counts.ts'
import { startWarnings } from './start-warnings.ts'
import { countSuppressed } from './view-queries.ts'
import type { CountState, WaitingContactCounts } from './waiting-counts.ts'

export interface CheckStartDeps extends CampaignDeps {
  dialer: CampaignDeps['dialer'] & { speaks: NeedsAgent }
  checkVoice: CheckVoice
  waitingCounts: WaitingContactCounts
}

interface Refusal {
  code: string
  message: string
}

export async function checkStart(deps: CheckStartDeps, actor: Actor, id: number, takesCurrentVersion: boolean) {
  const campaign = await loadCampaign(deps.db, actor, id)
  const nowMs = deps.dialer.now()
  const now = new Date(nowMs)
  const options = { asIfRunning: true, kept: deps.waitingCounts }
  const current = await currentWaits(deps.db, campaign, nowMs, deps.dialer.speaks, options)
  const { ready, waits, pending } = current
  const { refusals, duties } = await whatRefuses(deps, campaign, takesCurrentVersion, now)
  const arms = await checkedArms(deps, campaign)
  const state = (await deps.startCounts?.of(campaign, nowMs)) ?? { kind: 'small' }
  const suppressed = await suppressedContacts(deps.db, campaign, now, pending.byPolicy.closedSets, state)
  const countedAtMs = state.kind === 'counted' ? Math.min(state.counts.atMs, current.countedAtMs ?? nowMs) : null
  return {
    campaign_id: id,
    as_of: now,
    pending_rows: pending.rows,
    ready_rows: ready,
    suppressed_rows: suppressed.pending,
    ready_suppressed_rows: Math.min(ready, suppressed.due),
    waiting_counted: current.isCounted && state.kind !== 'counting',
    waiting_counted_at: countedAtMs === null ? null : new Date(countedAtMs),
    waits: waits.map(serializeWait),
    refusals: [...refusals, ...arms.refusals],
    open_duties: duties.map((duty) => ({ ...duty })),
    warnings: [...(await startWarnings(deps.db, campaign, nowMs, state)), ...arms.unchecked],
  }
}

async function suppressedContacts(
  db: Queries,
  campaign: StoredCampaign,
  now: Date,
  closedSets: readonly string[],
  state: CountState<StartCounts>,
): Promise<{ pending: number; due: number }> {
  if (state.kind === 'counting') return { pending: 0, due: 0 }
  if (state.kind === 'counted') return suppressedIn(state.counts, closedSets)
  return countSuppressed(db, campaign, now, closedSets)
}

/** Voices may have been removed since the experiment was set. */
async function checkedArms(
  deps: CheckStartDeps,
  campaign: StoredCampaign,
): Promise<{ refusals: Refusal[]; unchecked: string[] }> {
  const { experiment } = campaign
  if (experiment === null) return { refusals: [], unchecked: [] }
  const { faults, unchecked } = await checkArms(deps, campaign, experiment)
  const errors = faults.map((fault) => armError(experiment, fault))
  return { refusals: errors.map(({ code, message }) => ({ code, message })), unchecked }
}

/** The checks of the start itself, without locks. */
async function whatRefuses(
  deps: CheckStartDeps,
  campaign: StoredCampaign,
  takesCurrentVersion: boolean,
  now: Date,
): Promise<{ refusals: Refusal[]; duties: OpenDuty[] }> {
  const refusals: Refusal[] = []
  const duties = await deps.campaigns.transaction(async (tx) => {
    try {
      requireState(campaign, 'start')
      await tx.requireReady(campaign, takesCurrentVersion, now)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusals.push({ code: error.code, message: error.message })
    }
    return openDutiesNotAccepted(campaign, await tx.openDuties(campaign, now))
  })
  return { refusals, duties }
}
