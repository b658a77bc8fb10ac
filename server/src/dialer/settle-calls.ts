/** Applies what happened to calls, each thing once: the call, its contact, the counters, the log, all in the work's one transaction. */

import type { FaultMemory } from './fault-memory.ts'
import { attemptEndOf } from './policy-gate.ts'
import { advanceCall, callBackAtMs, MESSAGE_LEFT, WITHDRAWN } from './rules/advance-call.ts'
import { isTripped } from './rules/breaker.ts'
import {
  type CallReport,
  type ClaimMark,
  isReturn,
  type ProgressReport,
  type ReportedCall,
  type ReturnReport,
} from './rules/call-report.ts'
import { decideContact, type Outcome, STEP_BACK_MS } from './rules/outcomes.ts'
import type { StopEvent } from './rules/stops.ts'
import { countFinished } from './rules/tally.ts'
import { type Fault, isOwnCongestion, judgeAccountRefusal, WHO_PAYS } from './rules/who-pays.ts'
import type { CampaignRow, LiveCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Back-off after "later": doubled each time, up to a minute. */
const FIRST_BACKOFF_MS = 1000
const BACKOFF_MS_MAX = 60_000

export interface SettleOptions {
  agentExpected(call: LiveCall): boolean
  /** True at most once a minute for the same campaign and event. */
  mayWarn(campaignId: number, event: string): boolean
  faults: FaultMemory
}

export interface FreedSlot {
  callId: number
  provider: string
  configurationId: number
  /** Null: the claim went back. */
  outcome: Outcome | null
}

/** Returns the calls that ended or went back: the slots now free. */
export function settleCalls(work: UnitOfWork, items: readonly ReportedCall[], options: SettleOptions): FreedSlot[] {
  const freed: FreedSlot[] = []
  for (const { callId, report, providerCallId } of items) {
    const found = work.calls.get(callId)
    if (!found || found.state === 'ended') continue
    const call = providerCallId && providerCallId !== found.providerCallId ? { ...found, providerCallId } : found
    if (!settleOne(work, call, report, options)) continue
    const { provider, configurationId } = call
    freed.push({ callId, provider, configurationId, outcome: work.calls.get(callId)?.outcome ?? null })
  }
  return freed
}

function settleOne(work: UnitOfWork, call: LiveCall, report: CallReport, options: SettleOptions): boolean {
  if (isReturn(report)) return returnCall(work, call, report, options)
  // What has shown life is not ended by the answer to the request.
  if (report.kind === 'refused' && hasShownLife(call)) {
    return advance(work, call, { kind: 'unknown', reason: report.reason }, options)
  }
  return advance(work, call, report, options)
}

/** Something of it has been reported, whatever the answer to the dial says. */
function hasShownLife(call: LiveCall): boolean {
  return call.state === 'ringing' || call.state === 'answered' || call.placedAtMs !== null
}

/**
 * Times come back from the database in its own precision. The moment alone is not enough: an alarm wakes two nodes in the same
 * instant. So one that another node has adopted meanwhile is left to it, though nobody was asked for it.
 */
function isOf(call: LiveCall, claim: ClaimMark): boolean {
  return call.nodeId === claim.nodeId && Math.abs(call.claimedAtMs - claim.atMs) < 1
}

function returnCall(work: UnitOfWork, call: LiveCall, report: ReturnReport, options: SettleOptions): boolean {
  if (report.kind === 'returned' && report.claim && !isOf(call, report.claim)) return false
  if (hasShownLife(call)) {
    // A gateway may refuse what it has already passed on: given back, this person would be called twice.
    if (report.kind === 'returned') return false
    return advance(work, call, { kind: 'unknown', reason: report.reason }, options)
  }
  if (call.contactId === null) {
    // A single call stands in no queue it could go back to: it ends here, with the reason.
    return advance(work, call, { kind: 'refused', permanent: true, reason: report.reason ?? 'not placed' }, options)
  }
  if (report.kind === 'halt' || report.kind === 'caller') return refusedByAccount(work, call, report, options)
  giveBack(work, call)
  if (report.kind === 'later') backOff(work, call, report, options)
  return true
}

/** The account would not dial: its own fault stops the campaign, one destination's does not. */
function refusedByAccount(
  work: UnitOfWork,
  call: LiveCall,
  { reason, perhapsNumber = false }: { reason: string; perhapsNumber?: boolean },
  options: SettleOptions,
): boolean {
  const standing = options.faults.refused({ ...call, contactId: call.contactId as number })
  const judgement = judgeAccountRefusal(standing, perhapsNumber)
  if (judgement === 'own') return advance(work, call, { kind: 'refused', permanent: true, reason }, options)
  giveBack(work, call, work.nowMs + STEP_BACK_MS)
  if (judgement === 'pause') haltCampaign(work, call, reason)
  else warnOfRefusal(work, call, reason, options)
  return true
}

function advance(work: UnitOfWork, call: LiveCall, report: ProgressReport, options: SettleOptions): boolean {
  const { call: next, changed, end } = advanceCall(call, report, work.nowMs, options.agentExpected(call))
  if (!changed) return false
  work.setCall(next)
  if (report.kind === 'placed') options.faults.gotThrough(call.configurationId)
  if (report.kind === 'placed' && work.configurations.get(call.configurationId)?.backoffs) {
    work.changeConfiguration(call.configurationId, endBackoff)
  }
  if (report.kind === 'refused') warnOfRefusal(work, call, report.reason, options)
  if (!end) return false
  finishCall(work, next, end.outcome, end.fault, options)
  return true
}

function endBackoff(configuration: { backoffs: number }): void {
  configuration.backoffs = 0
}

function finishCall(
  work: UnitOfWork,
  call: LiveCall,
  outcome: Outcome,
  given: Fault | null,
  options: SettleOptions,
): void {
  work.changeOrganization(call.organizationId, (row) => {
    row.liveCalls--
  })
  work.event({
    organizationId: call.organizationId,
    type: 'call_ended',
    campaignId: call.campaignId,
    contactId: call.contactId,
    callId: call.id,
    data: { outcome, cause: call.cause, attempt: call.attempt, duration_seconds: call.durationSeconds },
  })
  work.countEnded(call, outcome)
  work.attemptEnded(call, outcome, attemptEndOf(outcome, given))
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (!campaign || call.contactId === null) return
  const contactId = call.contactId
  const fault = given === null ? null : ownFault(call, given, options)
  const messageLeft = call.cause === MESSAGE_LEFT
  const asked = callBackAtMs(call)
  const decision = isWithdrawn(call, outcome)
    ? ({ kind: 'given_back', atMs: work.nowMs + STEP_BACK_MS } as const)
    : decideContact(outcome, fault, call.attempt, campaign.retry, work.nowMs, messageLeft, asked)
  work.changeCampaign(campaign.id, (row) => {
    row.liveCalls--
    row.executedCount++
    if (decision.kind !== 'final') row.totalQueuedCount++
    else {
      countFinished(row, outcome, call.attempt)
      if (!decision.reached) row.failedRows++
    }
  })
  if (decision.kind !== 'final') work.dueAt(campaign.id, decision.atMs)
  const dials = decision.kind === 'given_back' ? call.attempt - 1 : call.attempt
  work.changeContact(
    decision.kind === 'final'
      ? { id: contactId, kind: 'done', dials, outcome, nowMs: work.nowMs }
      : { id: contactId, kind: 'retry', dials, outcome, atMs: decision.atMs },
  )
  const consequence = WHO_PAYS[fault ?? 'none']
  if (campaign.breaker.enabled) work.countForBreaker(campaign.id, consequence.countsForBreaker)
  if (consequence.campaign === 'backs_off')
    backOff(work, call, { reason: call.cause ?? 'the network is full' }, options)
  else if (consequence.campaign === 'pauses') haltCampaign(work, call, call.cause ?? 'the account may not dial')
  else stopWhatFailsAlike(work, campaign, call, fault, options)
}

/** The person was calling us when we hung up: our choice, so no attempt is spent. */
function isWithdrawn({ cause }: LiveCall, outcome: Outcome): boolean {
  return cause === WITHDRAWN && (outcome === 'canceled' || outcome === 'no_answer' || outcome === 'busy')
}

/** A fault of account or network that others' calls contradict is this number's own. */
function ownFault(call: LiveCall, fault: Fault, options: SettleOptions): Fault {
  if (fault !== 'account' && fault !== 'account_or_number' && fault !== 'network') return fault
  const standing = options.faults.refused({ ...call, contactId: call.contactId as number })
  if (fault === 'network') return isOwnCongestion(standing) ? 'unexplained' : 'network'
  const judgement = judgeAccountRefusal(standing, fault === 'account_or_number')
  return judgement === 'own' ? 'number' : judgement === 'pause' ? 'account' : 'account_or_number'
}

function stopWhatFailsAlike(
  work: UnitOfWork,
  campaign: CampaignRow,
  call: LiveCall,
  fault: Fault | null,
  options: SettleOptions,
): void {
  const cause = call.cause ?? 'unknown'
  const stop = options.faults.ended(call.id, campaign.id, fault, cause)
  if (stop === null || campaign.state !== 'running') return
  const message =
    stop === 'agent' ? noAgent(cause) : `Paused: ten of ten failed: ${cause}. Test the configuration, then resume.`
  pause(
    work,
    campaign,
    stop === 'agent' ? 'agent_missing' : 'dials_fail_alike',
    message,
    { by: 'dialer', cause },
    'error',
  )
}

/** With what the model's endpoint said, where it is known. */
function noAgent(cause: string): string {
  const [, words] = cause.split(/^agent_failed: /)
  const said = words === undefined ? '' : ` The last one: ${words.replace(/[.\s]*$/, '')}.`
  return `Paused: three answered calls in a row found no agent.${said} Test the configuration, the model and the speech settings, then resume.`
}

/** The claim goes back untouched; `atMs`: behind the others, until then. */
function giveBack(work: UnitOfWork, call: LiveCall, atMs: number | null = null): void {
  work.removeCall(call)
  work.changeOrganization(call.organizationId, (row) => {
    row.liveCalls--
  })
  if (call.campaignId === null || call.contactId === null) return
  work.changeCampaign(call.campaignId, (row) => {
    row.liveCalls--
  })
  work.dueAt(call.campaignId, atMs ?? work.nowMs)
  const back = { id: call.contactId, dials: call.attempt - 1 }
  work.changeContact(
    atMs === null ? { ...back, kind: 'returned', nowMs: work.nowMs } : { ...back, kind: 'aside', atMs },
  )
}

function haltCampaign(work: UnitOfWork, call: LiveCall, reason: string): void {
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (campaign?.state !== 'running') return
  const message = `Paused: ${reason}. Nobody was called for it; mend it, test the configuration, then resume.`
  pause(work, campaign, 'carrier_account_refused', message, { by: 'dialer', reason }, 'error')
}

function backOff(
  work: UnitOfWork,
  call: LiveCall,
  refusal: { reason: string; retryAfterMs?: number },
  options: SettleOptions,
): void {
  work.changeConfiguration(call.configurationId, (row) => {
    // The other dials of the same batch met the same refusal: one back-off for all of them.
    if ((row.backoffUntilMs ?? 0) > work.nowMs) return
    const waitMs = Math.min(BACKOFF_MS_MAX, refusal.retryAfterMs ?? FIRST_BACKOFF_MS * 2 ** Math.min(row.backoffs, 6))
    row.backoffs++
    row.backoffUntilMs = work.nowMs + waitMs
  })
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (campaign && options.mayWarn(campaign.id, 'carrier_unavailable')) {
    work.log(campaign, 'warning', 'carrier_unavailable', `Waiting: ${refusal.reason}.`, { reason: refusal.reason })
  }
}

function warnOfRefusal(work: UnitOfWork, call: LiveCall, reason: string, options: SettleOptions): void {
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (campaign && options.mayWarn(campaign.id, 'call_refused')) {
    work.log(campaign, 'warning', 'call_refused', `A call was refused: ${reason}.`, { reason, call_id: call.id })
  }
}

function pause(
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

/** After settling, before claiming: a breaker that trips stops this very claim. */
export function judgeBreakers(work: UnitOfWork): void {
  for (const [campaignId, added] of work.breakerCounts) {
    const campaign = work.campaigns.get(campaignId) as CampaignRow
    if (campaign.state !== 'running') continue
    const { breaker } = campaign
    const before = work.breakers.get(campaignId) ?? { finished: 0, failed: 0 }
    const count = { finished: before.finished + added.finished, failed: before.failed + added.failed }
    if (!isTripped(breaker, count)) continue
    const share = Math.round((count.failed / count.finished) * 100)
    const message = `Paused: ${count.failed} of the last ${count.finished} calls failed (${share} %).`
    const details = { by: 'circuit breaker', ...count, ...breaker }
    pause(work, campaign, 'circuit_breaker_tripped', message, details, 'warning')
  }
}

/** A campaign is complete the moment its last contact is done, also while paused. */
export function completeCampaigns(work: UnitOfWork): void {
  for (const campaign of work.campaigns.values()) {
    const active = campaign.state === 'running' || campaign.state === 'paused'
    if (!active || campaign.processedRows < campaign.totalRows || campaign.liveCalls > 0) continue
    work.changeCampaign(campaign.id, (row) => {
      row.state = 'completed'
      row.completedAtMs = work.nowMs
    })
    const { processedRows, failedRows, executedCount } = campaign
    work.log(campaign, 'info', 'campaign_completed', 'Every contact has a final outcome.', {
      by: 'dialer',
      processed_rows: processedRows,
      failed_rows: failedRows,
      executed_count: executedCount,
    })
  }
}
