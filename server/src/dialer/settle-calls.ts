/** Applies each report to its call once: the call, its contact, the counters and the log, all in one transaction. */

import type { FailureHistory } from './failure-history.ts'
import { isSimulatedProvider } from './policy-cache.ts'
import { attemptEndOf } from './policy-gate.ts'
import { contactConversationOf, isReturnedConversation, settleReturnedConversation } from './returned-calls.ts'
import {
  advanceCall,
  type CallEnd,
  callBackAtMs,
  hasRungOrAnswered,
  isWithdrawn,
  MESSAGE_LEFT_CAUSE,
  WITHDRAWN_CAUSE,
} from './rules/advance-call.ts'
import { isTripped } from './rules/breaker.ts'
import {
  type CallReport,
  type ClaimIdentity,
  isReturn,
  type ProgressReport,
  type ReportedCall,
  type ReturnReport,
} from './rules/call-report.ts'
import {
  type CallFault,
  FAULT_CONSEQUENCES,
  isContactCongestion,
  judgeAccountRefusal,
} from './rules/fault-consequences.ts'
import { afterAttempt, afterUselessNumber, type NumberMove } from './rules/numbers-of-contact.ts'
import {
  type ContactDecision,
  decideContact,
  hasAttemptLeft,
  type Outcome,
  REFUSED_CONTACT_DELAY_MS,
} from './rules/outcomes.ts'
import { afterSuccessfulCall, judgeFailedEnd } from './rules/repeated-failures.ts'
import { countFinished } from './rules/tally.ts'
import {
  backOffConfiguration,
  haltCampaign,
  pauseForAgents,
  pauseForRepeatedFailures,
  pauseWithReason,
  warnOperator,
} from './stop-campaigns.ts'
import { suspendCallerNumber } from './stop-configurations.ts'
import type { CampaignRow, LiveCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface SettleOptions {
  agentExpected(call: LiveCall): boolean
  /** True at most once a minute for the same campaign and event. */
  mayWarn(campaignId: number, event: string): boolean
  faults: FailureHistory
}

export interface FreedSlot {
  callId: number
  provider: string
  configurationId: number
  /** Outcome of the call; null: the claim was returned. */
  outcome: Outcome | null
}

/** Returns the calls that ended or were returned: their slots are free. */
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
  // A call with events is not ended by the answer to the dial request.
  if (report.kind === 'refused' && hasShownLife(call)) {
    return advance(work, call, { kind: 'unknown', reason: report.reason }, options)
  }
  return advance(work, call, report, options)
}

/** Whether an event of the call was reported, regardless of the answer to the dial request. */
function hasShownLife(call: LiveCall): boolean {
  return call.state === 'ringing' || call.state === 'answered' || call.placedAtMs !== null
}

/**
 * Whether a report belongs to this claim; times are compared in the database's precision. The time alone is not enough, because
 * an alarm wakes two nodes at the same instant, so a call that another node has adopted is left to that node.
 */
function isOf(call: LiveCall, claim: ClaimIdentity): boolean {
  return call.nodeId === claim.nodeId && Math.abs(call.claimedAtMs - claim.atMs) < 1
}

function returnCall(work: UnitOfWork, call: LiveCall, report: ReturnReport, options: SettleOptions): boolean {
  if (report.kind === 'returned' && report.claim && !isOf(call, report.claim)) return false
  if (hasShownLife(call)) {
    // A gateway may refuse a call that it has already passed on: if the claim were returned, this person would be called twice.
    if (report.kind === 'returned') return false
    return advance(work, call, { kind: 'unknown', reason: report.reason }, options)
  }
  if (call.contactId === null) {
    // A single call has no queue to return to, so it ends here with the reason.
    const reason = report.reason ?? 'not placed'
    const isEnded = advance(work, call, { kind: 'refused', permanent: true, reason }, options)
    if (report.kind === 'caller') suspendCallerNumber(work, call, reason)
    return isEnded
  }
  switch (report.kind) {
    case 'returned':
      return giveBack(work, call)
    case 'halt':
      return refusedByAccount(work, call, report, options)
    case 'caller':
      giveBack(work, call, { atMs: work.nowMs, forgetsCaller: true })
      suspendCallerNumber(work, call, report.reason)
      return true
    case 'later':
      if (report.noCallMade) return refusedByNetwork(work, call, report.reason, options)
      giveBack(work, call)
      backOffConfiguration(work, call, report, options)
      return true
  }
}

/** The account refused the dial: a fault of the account stops the campaign, a fault of the destination does not. */
function refusedByAccount(
  work: UnitOfWork,
  call: LiveCall,
  { reason, perhapsNumber = false }: Extract<CallReport, { kind: 'halt' }>,
  options: SettleOptions,
): boolean {
  const standing = options.faults.refused({ ...call, contactId: call.contactId as number }, work.nowMs)
  const judgement = judgeAccountRefusal(standing, perhapsNumber)
  if (judgement === 'own') return advance(work, call, { kind: 'refused', permanent: true, reason }, options)
  giveBack(work, call, { atMs: work.nowMs + REFUSED_CONTACT_DELAY_MS })
  if (judgement === 'pause') haltCampaign(work, call, reason)
  else warnOperator(work, call, 'call_refused', reason, options)
  return true
}

/** The carrier failed at the dial and a look-up found no call: handled as if the network had ended the call. */
function refusedByNetwork(work: UnitOfWork, call: LiveCall, reason: string, options: SettleOptions): boolean {
  const standing = options.faults.refused({ ...call, contactId: call.contactId as number }, work.nowMs)
  if (isContactCongestion(standing)) return advance(work, call, { kind: 'refused', permanent: false, reason }, options)
  giveBack(work, call, { atMs: work.nowMs + REFUSED_CONTACT_DELAY_MS })
  if (options.faults.ended(call, 'network').congested) backOffConfiguration(work, call, { reason }, options)
  return true
}

function advance(work: UnitOfWork, call: LiveCall, report: ProgressReport, options: SettleOptions): boolean {
  const { call: next, changed, end } = advanceCall(call, report, work.nowMs, options.agentExpected(call))
  if (!changed) return false
  work.setCall(next)
  noteEvidence(work, call, next, end, options)
  if (report.kind === 'dialing') slowDownForQueue(work, call, options)
  if (report.kind === 'refused') warnOperator(work, call, 'call_refused', report.reason, options)
  if (!end) return false
  finishCall(work, next, end, options)
  return true
}

/** A carrier that starts a call this long after accepting it has queued the call. */
const CARRIER_QUEUE_MS_MAX = 5000

/**
 * An account that may start fewer calls than `calls_per_second` queues the rest at the carrier, where neither a pause nor the end
 * of calling hours reaches them. A back-off lets that queue drain. Only the first report after the acceptance counts: a repeated
 * one says nothing about the queue.
 */
function slowDownForQueue(work: UnitOfWork, call: LiveCall, options: SettleOptions): void {
  const { state, placedAtMs, lastEventAtMs, direction } = call
  if (direction !== 'outbound' || state !== 'dialing' || placedAtMs === null || lastEventAtMs !== placedAtMs) return
  const waitedMs = work.nowMs - placedAtMs
  if (waitedMs <= CARRIER_QUEUE_MS_MAX) return
  const reason = `the carrier started a call ${Math.round(waitedMs / 1000)} s after it had accepted it; the account is slower than \`calls_per_second\``
  backOffConfiguration(work, call, { reason, retryAfterMs: CARRIER_QUEUE_MS_MAX }, options)
}

/** Outcomes in which a person or machine answered, or the phone rang. */
const REACHED: readonly Outcome[] = ['answered', 'voicemail', 'busy', 'no_answer', 'declined']

/** A call that gets through shows that the account, the network and the caller ID work; its end shows who answered. */
function noteEvidence(
  work: UnitOfWork,
  before: LiveCall,
  next: LiveCall,
  end: CallEnd | null,
  options: SettleOptions,
): void {
  const { id: callId, direction, configurationId } = next
  const isOver = end?.gotThrough === true && !end.announced && REACHED.includes(end.outcome)
  const isFirst = !hasRungOrAnswered(before) && (end?.gotThrough ?? hasRungOrAnswered(next))
  if (direction !== 'outbound' || (!isFirst && !isOver)) return
  if (isFirst) options.faults.gotThrough(next, work.nowMs)
  const configuration = work.configurations.get(configurationId)
  if (!configuration) return
  const failing = afterSuccessfulCall(configuration.failing, { callId, isOver })
  if ((!isFirst || configuration.backoffs === 0) && failing === configuration.failing) return
  work.changeConfiguration(configurationId, (row) => {
    if (isFirst) row.backoffs = 0
    row.failing = failing
  })
}

function finishCall(work: UnitOfWork, call: LiveCall, end: CallEnd, options: SettleOptions): void {
  const { outcome } = end
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
  work.noteChargeable(call)
  work.attemptEnded(call, outcome, attemptEndOf(outcome, end.fault))
  if (end.fault === 'unwanted' && !isSimulatedProvider(call.provider)) offerSuppression(work, call)
  if (isReturnedConversation(call)) work.noteReturned(contactConversationOf(call))
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (!campaign || call.contactId === null) {
    if (end.fault === 'caller') suspendCallerNumber(work, call, call.cause ?? 'refused by the carrier')
    return
  }
  const fault = end.fault === null ? null : ownFault(call, end.fault, work.nowMs, options)
  const mayHaveFailedAlike =
    end.announced || (!end.gotThrough && (fault === 'number' || fault === 'unexplained' || outcome === 'declined'))
  const inARow = mayHaveFailedAlike && fault !== 'unwanted' && failsAlike(work, campaign, call)
  const aside = { atMs: work.nowMs + REFUSED_CONTACT_DELAY_MS }
  const decided: ContactDecision =
    inARow || isWithdrawn(call, outcome)
      ? { kind: 'given_back', ...aside }
      : decideContact(
          outcome,
          fault,
          call.attempt,
          campaign.retry,
          work.nowMs,
          call.cause === MESSAGE_LEFT_CAUSE,
          callBackAtMs(call),
        )
  const talked = outcome !== 'answered' && settleReturnedConversation(work, call)
  const decision: ContactDecision =
    talked && campaign.finishOnInbound && decided.kind === 'final' ? { kind: 'retry', ...aside } : decided
  const { decision: final, move } = turnToNextNumber(call, decision, { outcome, fault, talked }, campaign, work.nowMs)
  if (move) work.moveNumber({ contactId: call.contactId, ...move })
  settleContact(work, campaign, call, { ...end, fault }, final)
  if (campaign.breaker.enabled)
    work.countForBreaker(campaign.id, FAULT_CONSEQUENCES[fault ?? 'none'].countsForBreaker && !inARow)
  const { configurationId } = call
  // The transaction names the campaign of the call, so it has read the numbers of all its configurations.
  const { numbers } = work
  if (inARow) pauseForRepeatedFailures(work, campaign, { configurationId, cause: call.cause ?? UNKNOWN_CAUSE, numbers })
  stopFor(work, campaign, call, fault, options)
}

/**
 * A contact with several numbers: the next one is dialed after an attempt that did not reach the person. A number that does not
 * exist, or whose call failed without a reason, is not dialed again; the contact ends only if it has no other, or no attempt left.
 */
function turnToNextNumber(
  { numbers, phoneNumber, attempt, contactId, cause }: LiveCall,
  decision: ContactDecision,
  { outcome, fault, talked }: { outcome: Outcome; fault: CallFault | null; talked: boolean },
  { retry }: CampaignRow,
  nowMs: number,
): { decision: ContactDecision; move: NumberMove | null } {
  const stays = { decision, move: null }
  if (!numbers || contactId === null || talked) return stays
  if (decision.kind === 'retry') {
    // The person answered at this number: no agent was there, or another time was agreed.
    const wasReached = fault === 'agent' || callBackAtMs({ cause }) !== null
    return wasReached ? stays : { decision, move: afterAttempt(numbers, phoneNumber) }
  }
  if (decision.kind !== 'final' || outcome !== 'failed') return stays
  const reason = fault === 'number' ? 'not_callable' : fault === 'unexplained' ? 'call_failed' : null
  const move = reason && hasAttemptLeft(attempt, retry) ? afterUselessNumber(numbers, phoneNumber, reason) : null
  return move ? { decision: { kind: 'retry', atMs: nowMs + retry.retry_delay_seconds * 1000 }, move } : stays
}

const UNKNOWN_CAUSE = 'the carrier gave no reason'

/** Updates the contact and the counters of the campaign. */
function settleContact(
  work: UnitOfWork,
  campaign: CampaignRow,
  call: LiveCall,
  { outcome, fault, gotThrough }: CallEnd,
  decision: ContactDecision,
): void {
  const id = call.contactId as number
  work.changeCampaign(campaign.id, (row) => {
    row.liveCalls--
    row.executedCount++
    if (decision.kind !== 'final') row.totalQueuedCount++
    else {
      countFinished(row, outcome, call.attempt)
      if (!decision.reached) row.failedRows++
    }
  })
  if (decision.kind === 'final') {
    work.changeContact({ id, kind: 'done', dials: call.attempt, outcome, nowMs: work.nowMs })
    return
  }
  work.dueAt(campaign.id, decision.atMs)
  const givenBack = decision.kind === 'given_back'
  const forgetsCaller = fault === 'caller'
  // A call that was refused before it rang does not count for the limits per number. A withdrawn dial may have rung without a
  // report, so it counts.
  if (givenBack && !gotThrough && call.cause !== WITHDRAWN_CAUSE) work.attemptNotMade(call)
  const dials = givenBack ? call.attempt - 1 : call.attempt
  const { prefer_reached_hours: prefersHours } = campaign.retry
  const reached = prefersHours ? { reachedAtMs: null } : {}
  work.changeContact({ id, kind: 'retry', dials, outcome, atMs: decision.atMs, forgetsCaller, ...reached })
  if (prefersHours && decision.kind === 'retry' && decision.isByDelay) {
    const { configurationId } = call
    work.noteRetry({
      contactId: id,
      campaignId: campaign.id,
      configurationId,
      lastMs: work.nowMs,
      dueMs: decision.atMs,
    })
  }
}

/** Applies the fault to the campaign and its configuration. */
function stopFor(
  work: UnitOfWork,
  campaign: CampaignRow,
  call: LiveCall,
  fault: CallFault | null,
  options: SettleOptions,
): void {
  const { congested, agentMissing } = options.faults.ended(call, fault)
  if (agentMissing) pauseForAgents(work, campaign, call.cause ?? UNKNOWN_CAUSE)
  if (congested) backOffConfiguration(work, call, { reason: call.cause ?? 'the network is full' }, options)
  else if (fault === 'network') warnOperator(work, call, 'call_refused', call.cause ?? 'the network is full', options)
  if (fault === 'account') haltCampaign(work, call, call.cause ?? 'the account may not dial')
  if (fault === 'caller') suspendCallerNumber(work, call, call.cause ?? 'refused by the carrier')
}

/**
 * The call failed without ringing, or an announcement answered it. True: it belongs to a series that already stopped the
 * campaigns, and is returned.
 */
function failsAlike(work: UnitOfWork, campaign: CampaignRow, call: LiveCall): boolean {
  const { configurationId } = call
  const configuration = work.configurations.get(configurationId)
  if (!configuration) return false
  const cause = call.cause ?? UNKNOWN_CAUSE
  const { failing, verdict, calls, inARow } = judgeFailedEnd(
    configuration.failing,
    {
      callId: call.id,
      contactId: call.contactId as number,
      claimedAtMs: call.claimedAtMs,
      cause,
      listed: campaign.totalRows,
    },
    work.nowMs,
  )
  work.changeConfiguration(configurationId, (row) => {
    row.failing = failing
  })
  if (verdict === 'stop') work.stopConfiguration({ kind: 'failing', configurationId, cause, calls, inARow })
  return verdict === 'given_back'
}

/** A fault of account or network that other contacts' calls contradict is this number's own fault. */
function ownFault(call: LiveCall, fault: CallFault, nowMs: number, options: SettleOptions): CallFault {
  if (fault !== 'account' && fault !== 'account_or_number' && fault !== 'network') return fault
  const standing = options.faults.refused({ ...call, contactId: call.contactId as number }, nowMs)
  if (fault === 'network') return isContactCongestion(standing) ? 'unexplained' : 'network'
  const judgement = judgeAccountRefusal(standing, fault === 'account_or_number')
  return judgement === 'own' ? 'number' : judgement === 'pause' ? 'account' : 'account_or_number'
}

/** The person marked the calls as unwanted: proposes the number for the do-not-call list, and the operator decides. */
function offerSuppression(work: UnitOfWork, call: LiveCall): void {
  const { organizationId, phoneNumber, id: callId, cause: reason } = call
  work.offerSuppression({ organizationId, phoneNumber, source: 'carrier', reason, callId })
  work.event({
    organizationId: call.organizationId,
    type: 'suppression_offered',
    campaignId: call.campaignId,
    contactId: call.contactId,
    callId: call.id,
    data: { phone_number: call.phoneNumber, reason: call.cause },
  })
}

interface GiveBack {
  /** The contact waits behind the others until this time. */
  atMs: number
  /** Whether the contact may see another caller ID, because the carrier no longer accepts the earlier one. */
  forgetsCaller?: boolean
}

/** Returns the claim without spending an attempt. */
function giveBack(work: UnitOfWork, call: LiveCall, aside: GiveBack | null = null): true {
  work.removeCall(call)
  settleReturnedConversation(work, call)
  work.changeOrganization(call.organizationId, (row) => {
    row.liveCalls--
  })
  if (call.campaignId === null || call.contactId === null) return true
  work.changeCampaign(call.campaignId, (row) => {
    row.liveCalls--
  })
  work.dueAt(call.campaignId, aside?.atMs ?? work.nowMs)
  const back = { id: call.contactId, dials: call.attempt - 1 }
  work.changeContact(
    aside === null ? { ...back, kind: 'returned', nowMs: work.nowMs } : { ...back, kind: 'aside', ...aside },
  )
  return true
}

/**
 * Checks the circuit breakers; called after settling and before claiming, so that a breaker that trips stops the claim of the
 * same transaction.
 */
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
    pauseWithReason(work, campaign, 'circuit_breaker_tripped', message, details, 'warning')
  }
}

/** Completes campaigns whose last contact is finished, even while paused, unless they are kept open. */
export function completeCampaigns(work: UnitOfWork): void {
  for (const campaign of work.campaigns.values()) {
    const active = campaign.state === 'running' || campaign.state === 'paused'
    if (!active || campaign.keepOpen || campaign.processedRows < campaign.totalRows || campaign.liveCalls > 0) continue
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
