/** Contacts who call back: a conversation in an inbound call finishes the contact, so that the campaign does not call again. */
import { callBackAtMs } from './rules/advance-call.ts'
import type { CampaignState } from './rules/may-dial.ts'
import { countFinished } from './rules/tally.ts'
import type { CampaignRow, LiveCall, ReturnedContact, ReturnedConversation } from './store.ts'
import type { ContactConversation, UnitOfWork } from './unit-of-work.ts'

/** Minimum duration of such a call: a caller who hangs up sooner only heard the greeting, and the contact stays in the queue. */
export const RETURNED_CALL_SECONDS_MIN = 10

/** How long after the last outbound call a caller counts as calling back. A contact who waits in a queue always counts. */
export const RETURNED_CALL_DAYS = 30

/** States in which a campaign has a queue: a draft has none yet, and a completed campaign places no calls. */
const QUEUED: readonly CampaignState[] = ['running', 'paused', 'failed']

/** Whether this ended call is evidence that the person was reached. */
export function isReturnedConversation(call: LiveCall): boolean {
  return (
    call.direction === 'inbound' &&
    call.returnsContactId !== null &&
    call.outcome === 'answered' &&
    (call.durationSeconds ?? 0) >= RETURNED_CALL_SECONDS_MIN
  )
}

export function contactConversationOf(call: LiveCall): ContactConversation {
  const { id: callId, organizationId, returnsContactId, durationSeconds } = call
  return {
    callId,
    organizationId,
    contactId: returnsContactId as number,
    durationSeconds,
    promisedAtMs: callBackAtMs(call),
  }
}

/**
 * A dial ended during which its contact called the organization and talked: finishes the contact. False: there was no such
 * conversation.
 */
export function settleReturnedConversation(
  work: UnitOfWork,
  { organizationId, contactId, talkedIn }: LiveCall,
): boolean {
  if (!talkedIn || contactId === null) return false
  work.noteReturned({ ...talkedIn, organizationId, contactId })
  return true
}

/** Called after settling and before claiming, so that the claim of this transaction does not take these contacts. */
export async function finishReturnedContacts(work: UnitOfWork): Promise<void> {
  const talks = work.takeReturned()
  if (talks.length === 0) return
  const contacts = await work.lockReturned([...new Set(talks.map(({ contactId }) => contactId))])
  for (const contact of contacts) {
    const own = talks.filter(({ contactId }) => contactId === contact.id).sort((a, b) => a.callId - b.callId)
    await finish(work, own, contact)
  }
  await work.writeRows()
}

/** Finishes contacts once, even if a person has called twice before either call is settled. */
async function finish(
  work: UnitOfWork,
  talks: readonly ContactConversation[],
  contact: ReturnedContact,
): Promise<void> {
  const { id, campaignId, state, dials } = contact
  const campaign = work.campaigns.get(campaignId)
  if (!campaign) return
  if (!campaign.finishOnInbound || !QUEUED.includes(campaign.state) || state === 'done') {
    for (const talk of talks) tellPromiseNotKept(work, talk, campaign)
    return
  }
  // The first conversation that ended without a promised call finishes the contact; otherwise the last promise counts.
  const talk = talks.find(({ promisedAtMs }) => promisedAtMs === null) ?? talks.at(-1)
  if (!talk) return
  // The organization's own dial to the contact is still live: its end settles the contact.
  if (state === 'in_call') return work.tx.noteTalk(id, strippedOf(talk))
  work.dropDue(id)
  if (talk.promisedAtMs !== null) {
    // The person asked to be called at another time.
    const atMs = Math.max(work.nowMs, talk.promisedAtMs)
    work.changeContact({ id, kind: 'retry', dials, outcome: 'answered', atMs })
    work.dueAt(campaignId, atMs)
    return
  }
  work.changeContact({ id, kind: 'done', dials, outcome: 'inbound', nowMs: work.nowMs })
  work.changeCampaign(campaignId, (row) => {
    countFinished(row, 'inbound', dials)
    row.totalQueuedCount--
  })
  work.event({
    organizationId: talk.organizationId,
    type: 'contact_called_back',
    campaignId,
    contactId: id,
    callId: talk.callId,
    data: { duration_seconds: talk.durationSeconds },
  })
  for (const later of talks.slice(talks.indexOf(talk) + 1)) tellPromiseNotKept(work, later, campaign)
}

function strippedOf({ callId, durationSeconds, promisedAtMs }: ContactConversation): ReturnedConversation {
  return { callId, durationSeconds, promisedAtMs }
}

/** Warns that the agent promised a call that no campaign will make, so that an operator can make it. */
function tellPromiseNotKept(work: UnitOfWork, talk: ContactConversation, campaign: CampaignRow): void {
  const { callId, contactId, promisedAtMs } = talk
  if (promisedAtMs === null) return
  const callBackAt = new Date(promisedAtMs).toISOString()
  const reason = campaign.finishOnInbound
    ? 'the campaign has finished with this contact'
    : 'the campaign has finish_on_inbound off'
  const message = `A caller was promised a call at ${callBackAt}, and this campaign will not make it: ${reason}. Call the person yourself.`
  const details = { call_id: callId, contact_id: contactId, call_back_at: callBackAt, reason }
  work.log(campaign, 'warning', 'call_back_not_planned', message, details)
}
