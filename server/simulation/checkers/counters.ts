/** Promise 4: counters are exact at any moment, also after duplicates and crashes, and agree with the carrier in the end. */
import type { Tally as Figures } from '../../src/dialer/rules/tally.ts'
import type { CampaignRow } from '../../src/dialer/store.ts'
import type { Checker, CheckerContext } from '../facts.ts'
import { callIdOf } from '../node.ts'

interface Tally {
  pending: number
  inCall: number
  done: number
  live: number
  ended: number
}

export function counters(context: CheckerContext): Checker {
  const { tables, facts, fail } = context
  const dialed = new Set<number>()
  /** Campaigns as they were when they were last found right. */
  const checked = new Map<number, CampaignRow>()
  return {
    began({ call }) {
      dialed.add(callIdOf(call.key))
    },
    committed() {
      for (const campaign of tables.campaigns.values()) {
        if (checked.get(campaign.id) === campaign && !tables.contacts.touched.has(campaign.id)) continue
        checked.set(campaign.id, campaign)
        const fault = faultOf(campaign, tallyUp(context, campaign.id))
        if (fault) fail(`campaign ${campaign.id}: ${fault}`)
      }
      const finished = tables.minutes.calls
      const ended = tables.calls.size - tables.liveCalls.size + tables.erasedCalls.size
      if (finished !== ended) fail(`the minutes count ${finished} calls, ${ended} have ended`)
      for (const organization of tables.organizations.values()) {
        const live = tables.liveCalls.countOfOrganization(organization.id)
        if (organization.liveCalls !== live) {
          fail(`organization ${organization.id} counts ${organization.liveCalls} live calls of ${live}`)
        }
      }
    },
    finished() {
      for (const callId of dialed) {
        if (tables.erasedCalls.has(callId)) continue
        if (tables.calls.get(callId)?.state !== 'ended') fail(`the carrier made call ${callId}, which we do not count`)
      }
      for (const call of tables.calls.values()) {
        // A single call that could not be placed, or a caller who hung up before we answered, ends here all the same.
        const explained =
          dialed.has(call.id) ||
          facts.refusedCalls.has(call.id) ||
          (facts.haltedCalls.has(call.id) && call.outcome === 'failed') ||
          call.outcome === 'lost' ||
          call.direction === 'inbound' ||
          (call.campaignId === null && call.outcome === 'failed')
        if (!explained) fail(`call ${call.id} counts as carried out (${call.outcome}), and the carrier never made it`)
      }
    },
  }
}

function tallyUp({ tables }: CheckerContext, campaignId: number): Tally {
  const { contacts, liveCalls, endedOfCampaign } = tables
  const pending = contacts.pendingOf(campaignId).size
  const inCall = contacts.inCallsOf(campaignId)
  const done = contacts.of(campaignId).size - pending - inCall
  return {
    pending,
    inCall,
    done,
    live: liveCalls.countOfCampaign(campaignId),
    ended: endedOfCampaign.get(campaignId) ?? 0,
  }
}

function faultOf(campaign: CampaignRow, { pending, inCall, done, live, ended }: Tally): string | null {
  const { totalRows, processedRows, failedRows, executedCount, totalQueuedCount, liveCalls, state } = campaign
  if (processedRows !== done) return `processed_rows is ${processedRows}, ${done} contacts are done`
  const { outcomes, attempts } = campaign
  if (sum(outcomes) !== done || sum(attempts) !== done)
    return `the outcomes and attempts of ${done} contacts do not add up`
  if (liveCalls !== live || live !== inCall)
    return `${liveCalls} live calls counted, ${live} there, ${inCall} contacts in them`
  if (failedRows > processedRows || processedRows > totalRows) return 'more failed than processed, or than there are'
  if (executedCount !== ended) return `executed_count is ${executedCount}, ${ended} calls have ended`
  if (state === 'draft') return totalQueuedCount === 0 ? null : 'a draft has queued dials'
  // Everybody who is not done has exactly one dial queued or under way.
  if (totalQueuedCount !== executedCount + pending + inCall) {
    return `${totalQueuedCount} dials queued, ${executedCount} executed, ${pending + inCall} to come`
  }
  const over = done === totalRows && live === 0
  if (over !== (state === 'completed'))
    return `${over ? 'everybody is done' : 'somebody is not done'}, and it is ${state}`
  return null
}

function sum(figures: Figures): number {
  let total = 0
  for (const key in figures) total += figures[key] ?? 0
  return total
}
