/**
 * Stops every campaign on a configuration: consecutive calls failed in the same way, or the carrier accepts none of its numbers.
 * This needs rows that the transaction did not read when it opened; they are read only in this case.
 */
import { REFUSED_CONTACT_DELAY_MS } from './rules/outcomes.ts'
import { addSuspects } from './rules/repeated-failures.ts'
import { configurationsOf, openWays } from './rules/route.ts'
import { uncountFinished } from './rules/tally.ts'
import { haltCampaign, pauseForRepeatedFailures, pauseWithReason } from './stop-campaigns.ts'
import type { CampaignRow, LiveCall, SettledContact } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/**
 * The carrier does not accept the caller ID of this call: the number rests until an operator reactivates it. Which campaigns have
 * no number left is decided by `stopConfigurations`, because this transaction may not have read all numbers.
 */
export function suspendCallerNumber(work: UnitOfWork, call: LiveCall, reason: string): void {
  const { configurationId, callerNumberId, organizationId, campaignId } = call
  if (callerNumberId === null) return haltCampaign(work, call, reason)
  const number = work.numbers.get(configurationId)?.find(({ id }) => id === callerNumberId)
  // Another call with the same caller ID has already reported this.
  if (number?.resting || work.isResting(callerNumberId)) return
  if (number) number.resting = true
  work.restNumber(callerNumberId, reason)
  const data = { phone_number_id: callerNumberId, address: number?.address ?? null, reason }
  const campaign = campaignId === null ? undefined : work.campaigns.get(campaignId)
  const message = `One of the numbers rests: the carrier does not accept it as caller ID (${reason}).`
  if (campaign) work.log(campaign, 'warning', 'caller_number_resting', message, data)
  else
    work.event({
      organizationId,
      type: 'caller_number_resting',
      campaignId,
      contactId: null,
      callId: call.id,
      data: { level: 'warning', message, ...data },
    })
  work.stopConfiguration({ kind: 'no_caller', configurationId, cause: reason, numberId: callerNumberId })
}

/** Stops the configurations; called after settling and before claiming. */
export async function stopConfigurations(work: UnitOfWork): Promise<void> {
  for (const stop of work.takeStops()) {
    const calls = stop.kind === 'failing' ? stop.calls : []
    const { campaigns, contacts } = await work.lockForStop(stop.configurationId, calls)
    const reopened = contacts.filter((contact) => reopen(work, contact)).map(({ id }) => id)
    if (stop.kind === 'failing') {
      work.changeConfiguration(stop.configurationId, (row) => {
        if (row.failing) row.failing = addSuspects(row.failing, reopened)
      })
    }
    const { configurationId, cause } = stop
    const concerned = campaigns.filter(
      (campaign) => configurationsOf(campaign).includes(configurationId) && campaign.state === 'running',
    )
    if (concerned.length === 0) continue
    const numbers = await work.tx.numbersOn([...new Set(concerned.flatMap(configurationsOf))])
    for (const campaign of concerned) {
      if (stop.kind === 'failing')
        pauseForRepeatedFailures(work, campaign, { configurationId, cause, count: stop.inARow, numbers })
      // A route skips a configuration whose numbers all rest, until an operator reactivates one of them.
      else if (mayShow(campaign, stop.numberId) && openWays(campaign, numbers).length === 0)
        pauseWithoutNumber(work, campaign, cause)
    }
  }
}

/**
 * Resets the contact as if the call had not been made: no attempt is spent, and the contact is not finished. False: another event
 * has decided since.
 */
function reopen(work: UnitOfWork, contact: SettledContact): boolean {
  const { id, campaignId, attempt, state, callOutcome } = contact
  // The contact was called again since, so the later call decides.
  if (contact.dials !== attempt || state === 'in_call') return false
  // A callback promised in an inbound call, or the do-not-call list, has decided since.
  if (callOutcome === null || contact.outcome !== callOutcome) return false
  const campaign = work.campaigns.get(campaignId)
  if (!campaign || (contact.calledBack && campaign.finishOnInbound)) return false
  const atMs = work.nowMs + REFUSED_CONTACT_DELAY_MS
  if (state === 'done') {
    work.changeCampaign(campaignId, (row) => {
      uncountFinished(row, callOutcome, attempt)
      // No call of the series reached the person, so each was counted as failed.
      row.failedRows--
      row.totalQueuedCount++
    })
    if (campaign.state === 'completed') revive(work, campaign)
  }
  // The limits per number still count a call that an announcement answered, because a phone may have rung before.
  if (!contact.wasAnswered) work.attemptNotMade({ id: contact.callId, organizationId: campaign.organizationId })
  work.dueAt(campaignId, atMs)
  work.changeContact({ id, kind: 'reopened', dials: attempt - 1, atMs })
  const { numbers, phoneNumber } = contact
  if (numbers) work.moveNumber({ contactId: id, phoneNumber, passed: numbers.passed })
  return true
}

function revive(work: UnitOfWork, campaign: CampaignRow): void {
  work.changeCampaign(campaign.id, (row) => {
    row.completedAtMs = null
  })
  const message = 'Paused: its last calls failed alike and are not over: contacts will be called again after a resume.'
  pauseWithReason(work, campaign, 'dials_fail_alike', message, { by: 'dialer' }, 'error')
}

function mayShow({ callerPool }: CampaignRow, numberId: number): boolean {
  return callerPool?.phone_number_ids?.includes(numberId) ?? true
}

function pauseWithoutNumber(work: UnitOfWork, campaign: CampaignRow, cause: string): void {
  const message = `Paused: the carrier accepts none of the numbers as caller ID (${cause}). Add a number, or clear the old one with the carrier and use it again. Then resume.`
  pauseWithReason(work, campaign, 'no_caller_number_left', message, { by: 'dialer', cause }, 'error')
}
