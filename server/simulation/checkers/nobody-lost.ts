/** Promise 2: at every moment each contact is pending, in a call or finished; and in the end everybody is finished. */
import { WITHDRAWN_CAUSE } from '../../src/dialer/rules/advance-call.ts'
import { type Checker, type CheckerContext, isMember } from '../facts.ts'

export function nobodyLost({ tables, facts, fail }: CheckerContext): Checker {
  return {
    began({ call, callId, person }) {
      const row = tables.liveCalls.get(callId)
      if (!row) fail(`${call.key} begins at the carrier, and no live call of ours knows of it`)
      else if (row.contactId !== person.contactId) fail(`${call.key} rings at somebody else's phone`)
      if (isMember(person) && tables.contacts.get(person.contactId)?.state !== 'in_call') {
        fail(`${call.key} begins while its contact is not in a call`)
      }
    },
    ended({ call, callId }) {
      // A dial is taken back when its person calls us.
      if (tables.calls.get(callId)?.cause === WITHDRAWN_CAUSE) return
      // The carrier ends every call within its longest time; the engine hangs up only on calls that should be over by then.
      // A node that starts after that clock was put forward cannot know that a call is younger than it looks.
      if (call.endedNews?.endedBy === 'us' && !facts.startedAfterStep) fail(`${call.key} was hung up on in the middle`)
    },
    acknowledged(callId) {
      if (tables.liveCalls.has(callId)) fail(`the end of call ${callId} was acknowledged and never written`)
    },
    committed() {
      for (const campaignId of tables.liveCalls.campaignIds()) {
        if (!tables.campaigns.has(campaignId)) fail(`campaign ${campaignId} is gone, and calls of it are live`)
      }
      // A contact whose call has changed, or that is gone, is among the changed ones.
      for (const id of tables.contacts.changed) {
        const contact = tables.contacts.get(id)
        const calls = tables.liveCalls.ofContact(id).size
        if (!contact) {
          if (calls > 0) fail(`contact ${id} is gone, and ${calls} calls of it are live`)
          continue
        }
        if (calls !== (contact.state === 'in_call' ? 1 : 0)) {
          fail(`contact ${contact.id} is ${contact.state} and has ${calls} live calls`)
        }
      }
      for (const campaign of tables.campaigns.values()) {
        if (campaign.state !== 'paused') facts.pauseReasons.delete(campaign.id)
        else if (!facts.pauseReasons.has(campaign.id)) fail(`campaign ${campaign.id} is paused, and nobody wanted that`)
      }
    },
    finished() {
      for (const campaign of tables.campaigns.values()) {
        if (campaign.state === 'completed') continue
        const { state, processedRows, totalRows, liveCalls } = campaign
        fail(
          `campaign ${campaign.id} is ${state} with ${processedRows} of ${totalRows} done and ${liveCalls} live calls`,
        )
      }
      for (const contact of tables.contacts.values()) {
        // What a node that died had copied for a campaign is nobody's yet.
        if (tables.copies.has(contact.campaignId)) continue
        if (contact.state !== 'done') fail(`contact ${contact.id} is ${contact.state} in the end`)
      }
    },
  }
}
