/** People who call back: a conversation in their own call finishes them, so that the campaign does not call them again. */
import { callBackAtMs } from './rules/advance-call.ts'
import type { CampaignState } from './rules/may-dial.ts'
import { countFinished } from './rules/tally.ts'
import type { LiveCall, ReturnedContact } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** A caller who hangs up sooner has heard the greeting and said nothing: the contact stays in the queue. */
export const RETURNED_CALL_SECONDS_MIN = 10

/** How long after our last call a caller counts as calling back. Who waits in a queue always does. */
export const RETURNED_CALL_DAYS = 30

/** A draft has no queue yet, and a completed campaign places no calls. */
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

/** After settling, before claiming: the claim of this transaction must not take them. */
export async function finishReturned(work: UnitOfWork): Promise<void> {
  const calls = work.takeReturned()
  if (calls.length === 0) return
  const contacts = await work.lockReturned(calls.map((call) => call.returnsContactId as number))
  for (const call of calls) {
    const contact = contacts.find(({ id }) => id === call.returnsContactId)
    if (contact) finish(work, call, contact)
  }
  await work.write()
}

function finish(work: UnitOfWork, call: LiveCall, { id, campaignId, state, dials }: ReturnedContact): void {
  const campaign = work.campaigns.get(campaignId)
  if (!campaign?.finishOnInbound || !QUEUED.includes(campaign.state) || state !== 'pending') return
  work.dropDue(id)
  const promisedMs = callBackAtMs(call)
  if (promisedMs !== null) {
    // The person asked for another time.
    const atMs = Math.max(work.nowMs, promisedMs)
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
    organizationId: call.organizationId,
    type: 'contact_called_back',
    campaignId,
    contactId: id,
    callId: call.id,
    data: { duration_seconds: call.durationSeconds },
  })
}
