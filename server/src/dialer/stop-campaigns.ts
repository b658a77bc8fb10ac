/** Pauses campaigns and backs off configurations, and writes the log entries about it. */

import { HUNG_UP_EARLY } from './rules/fault-consequences.ts'
import { BACKOFF_MS_MAX } from './rules/pacing.ts'
import { pauseWords } from './rules/pause-words.ts'
import { hasOther, type NumbersByConfiguration } from './rules/route.ts'
import type { StopEvent } from './rules/stops.ts'
import type { CampaignRow, LiveCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Back-off after a verdict of `later`: doubled each time until a call gets through, up to `BACKOFF_MS_MAX`. */
const FIRST_BACKOFF_MS = 1000

export interface OperatorWarningOptions {
  /** True at most once a minute for the same campaign and event. */
  mayWarn(campaignId: number, event: string): boolean
}

export function pauseWithReason(
  work: UnitOfWork,
  campaign: CampaignRow,
  event: StopEvent,
  message: string,
  details: Record<string, unknown>,
  level: 'warning' | 'error',
): void {
  work.changeCampaign(campaign.id, (row) => {
    row.state = 'paused'
  })
  work.log(campaign, level, event, message, details)
}

/** The reason that keeps a campaign from dialing through a configuration. */
interface Standstill {
  configurationId: number
  event: StopEvent
  cause: string
  /** The numbers of all configurations of the campaign. */
  numbers: NumbersByConfiguration
}

/** Whether the campaign continues through another configuration of its route. False: it has no other, and must pause. */
function yieldsToNext(work: UnitOfWork, campaign: CampaignRow, standstill: Standstill): boolean {
  const { configurationId, event, cause, numbers } = standstill
  if (!hasOther(campaign, configurationId, numbers)) return false
  // Other calls have already reported the same cause.
  if (campaign.route?.stops[configurationId]) return true
  work.stopOnRoute(campaign, configurationId, { event, cause, atMs: work.nowMs })
  const message = `One telephony configuration of the route is not used any more: ${cause.replace(/[.\s]*$/, '')}. Calls continue through the others. Test it, then restore it.`
  const details = { by: 'dialer', telephony_configuration_id: configurationId, cause, stopped_by: event }
  work.log(campaign, 'error', 'route_configuration_stopped', message, details)
  return true
}

/** Pauses the campaign, because the account cannot dial. */
export function haltCampaign(work: UnitOfWork, call: LiveCall, reason: string): void {
  const campaign = campaignOf(work, call)
  if (campaign?.state !== 'running') return
  const { configurationId } = call
  // The transaction names the campaign of the call, so it has read the numbers of all its configurations.
  const { numbers } = work
  if (yieldsToNext(work, campaign, { configurationId, event: 'carrier_account_refused', cause: reason, numbers }))
    return
  pauseWithReason(work, campaign, 'carrier_account_refused', pauseWords(reason), { by: 'dialer', reason }, 'error')
}

export function pauseForAgents(work: UnitOfWork, campaign: CampaignRow, cause: string): void {
  if (campaign.state === 'running')
    pauseWithReason(work, campaign, 'agent_missing', noAgent(cause), { by: 'dialer', cause }, 'error')
}

/** The message about a missing agent; includes the error of the model's endpoint, if it is known. */
function noAgent(cause: string): string {
  if (cause === HUNG_UP_EARLY) {
    return 'Paused: the last answered calls ended within three seconds, before an agent was connected, and the carrier does not say who ended them. Check that the carrier reaches PUBLIC_URL (test the configuration), then resume.'
  }
  const [, words] = cause.split(/^agent_failed: /)
  const said = words === undefined ? '' : ` The last one: ${words.replace(/[.\s]*$/, '')}.`
  return `Paused: three answered calls in a row found no agent.${said} Test the configuration, the model and the speech settings, then resume.`
}

/**
 * Stops dialing, because calls on a configuration keep failing in the same way. `count`: how many in a row; left out: already
 * reported. `numbers`: those of all configurations of the campaign.
 */
export function pauseForRepeatedFailures(
  work: UnitOfWork,
  campaign: CampaignRow,
  failure: { configurationId: number; cause: string; count?: number; numbers: NumbersByConfiguration },
): void {
  const { configurationId, cause, count, numbers } = failure
  if (campaign.state !== 'running') return
  if (yieldsToNext(work, campaign, { configurationId, event: 'dials_fail_alike', cause, numbers })) return
  const failed = count === undefined ? 'calls keep failing' : `${count} of ${count} failed`
  const message = `Paused: ${failed}: ${cause}. None of them rang. These contacts will be called again. Test the configuration, then resume.`
  pauseWithReason(
    work,
    campaign,
    'dials_fail_alike',
    message,
    { by: 'dialer', cause, ...(count ? { count } : {}) },
    'error',
  )
}

export function backOffConfiguration(
  work: UnitOfWork,
  call: LiveCall,
  refusal: { reason: string; retryAfterMs?: number },
  options: OperatorWarningOptions,
): void {
  work.changeConfiguration(call.configurationId, (row) => {
    // The other dials of the same batch got the same refusal; one back-off applies to all of them.
    if ((row.backoffUntilMs ?? 0) > work.nowMs) return
    const waitMs = Math.min(BACKOFF_MS_MAX, refusal.retryAfterMs ?? FIRST_BACKOFF_MS * 2 ** Math.min(row.backoffs, 6))
    row.backoffs++
    row.backoffUntilMs = work.nowMs + waitMs
  })
  const campaign = campaignOf(work, call)
  if (campaign && options.mayWarn(campaign.id, 'carrier_unavailable')) {
    work.log(campaign, 'warning', 'carrier_unavailable', `Waiting: ${refusal.reason}.`, { reason: refusal.reason })
  }
}

export function warnOperator(
  work: UnitOfWork,
  call: LiveCall,
  event: 'call_refused',
  reason: string,
  options: OperatorWarningOptions,
): void {
  const campaign = campaignOf(work, call)
  if (campaign && options.mayWarn(campaign.id, event)) {
    work.log(campaign, 'warning', event, `A call was refused: ${reason}.`, { reason, call_id: call.id })
  }
}

function campaignOf(work: UnitOfWork, call: LiveCall): CampaignRow | undefined {
  return call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
}
