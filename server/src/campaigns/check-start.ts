/** Reports what would happen if a campaign were started or resumed now; changes nothing. */
import type { NeedsAgent } from '../dialer/queries.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CheckVoice } from '../models/check-voice.ts'
import type { Actor, CampaignDeps } from './change-state.ts'
import { loadCampaign, requireState } from './change-state.ts'
import { armError, checkArms } from './check-arms.ts'
import { currentWaits, serializeWait } from './explain.ts'
import type { StoredCampaign } from './queries.ts'
import { openDutiesNotAccepted } from './require-duties.ts'
import type { OpenDuty } from './rules/open-duties.ts'
import { startWarnings } from './start-warnings.ts'
import { countSuppressed } from './view-queries.ts'

export interface CheckStartDeps extends CampaignDeps {
  dialer: CampaignDeps['dialer'] & { speaks: NeedsAgent }
  checkVoice: CheckVoice
}

interface Refusal {
  code: string
  message: string
}

export async function checkStart(deps: CheckStartDeps, actor: Actor, id: number, takesCurrentVersion: boolean) {
  const campaign = await loadCampaign(deps.db, actor, id)
  const nowMs = deps.dialer.now()
  const now = new Date(nowMs)
  const { speaks } = deps.dialer
  const { ready, waits, pending } = await currentWaits(deps.db, campaign, nowMs, speaks, { asIfRunning: true })
  const { refusals, duties } = await whatRefuses(deps, campaign, takesCurrentVersion, now)
  const arms = await checkedArms(deps, campaign)
  const suppressed = await countSuppressed(deps.db, campaign, now, pending.byPolicy.closedSets)
  return {
    campaign_id: id,
    as_of: now,
    pending_rows: pending.rows,
    ready_rows: ready,
    suppressed_rows: suppressed.pending,
    ready_suppressed_rows: Math.min(ready, suppressed.due),
    waits: waits.map(serializeWait),
    refusals: [...refusals, ...arms.refusals],
    open_duties: duties.map((duty) => ({ ...duty })),
    warnings: [...(await startWarnings(deps.db, actor.organizationId, id, nowMs)), ...arms.unchecked],
  }
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
