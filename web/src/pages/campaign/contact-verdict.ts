/** Why this person was or was not called, in a heading and a sentence. */
import type { Campaign, CampaignProgress, Contact } from '../../api/campaigns.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { markOfCall, partOf, WORDS } from '../../components/outcomes.ts'
import { plural } from '../../ui/format.ts'
import type { MarkName } from '../../ui/mark.tsx'
import { moment, relative } from '../../ui/time.ts'

export interface Verdict {
  mark: MarkName
  title: string
  reason: string
}

export function verdictOf(
  contact: Contact,
  campaign: Campaign,
  progress: CampaignProgress | undefined,
  now: number,
): Verdict {
  if (contact.state === 'in_call') {
    const call = contact.calls.find((one) => !one.is_completed)
    return {
      mark: 'live',
      title: 'In a call right now',
      reason: call ? `${markOfCall(call).word}, try ${call.attempt}.` : 'The call is being placed.',
    }
  }
  if (contact.state === 'done') return finished(contact, campaign, now)
  return waiting(contact, campaign, progress, now)
}

function finished(contact: Contact, campaign: Campaign, now: number): Verdict {
  const part = partOf(contact.outcome ?? 'failed')
  const when = contact.finished_at ? moment(Date.parse(contact.finished_at), zoneOf(campaign), now) : null
  const title = part === 'suppressed' ? 'Not called: asked not to be' : `${WORDS[part]}${when ? `, ${when}` : ''}`
  const last = contact.calls.at(-1)
  const detail = last?.disposition ?? last?.cause
  const reason =
    contact.attempts === 0
      ? 'No call was placed; the number is on the do-not-call list.'
      : `Final after ${plural(contact.attempts, 'try', 'tries')}${detail ? `: ${detail}` : ''}. Nobody calls this person again in this campaign.`
  return { mark: part, title, reason }
}

function waiting(contact: Contact, campaign: Campaign, progress: CampaignProgress | undefined, now: number): Verdict {
  const zone = zoneOf(campaign)
  const next = contact.next_attempt_at === null ? null : Date.parse(contact.next_attempt_at)
  if (next !== null && next > now) {
    const last = contact.calls.at(-1)
    const after = last ? `The last try ended with ${markOfCall(last).word.toLowerCase()}; ` : ''
    return {
      mark: 'held',
      title: `Not called before ${moment(next, zone, now)}`,
      reason: `${after}the next one is ${relative(next, now)}.`,
    }
  }
  if (campaign.state === 'draft')
    return { mark: 'waiting', title: 'Not called yet', reason: 'The campaign has not been started.' }
  if (campaign.state !== 'running')
    return {
      mark: 'held',
      title: 'Not called while the campaign is paused',
      reason: 'The row is kept in its place; resume the campaign and it is called in turn.',
    }
  if (progress && !progress.window_open) {
    const opens = progress.window_changes_at
    return {
      mark: 'held',
      title: opens ? `Not called before ${moment(Date.parse(opens), zone, now)}` : 'Not called: no hours are open',
      reason: 'It is outside the calling hours of this campaign.',
    }
  }
  return {
    mark: 'waiting',
    title: 'Called as soon as a line is free',
    reason: `Row ${contact.row_number} of the list; people are called in list order.`,
  }
}

/** The same as text, to answer a complaint with. */
export function explanationText(contact: Contact, campaign: Campaign, verdict: Verdict): string {
  const zone = zoneOf(campaign)
  const tries = contact.calls.map(
    (call) =>
      `- ${moment(Date.parse(call.created_at), zone)} (${call.created_at}): ${markOfCall(call).word}${call.cause ? `, ${call.cause}` : ''}; call ${call.id}`,
  )
  return [
    `Campaign ${campaign.id}, row ${contact.row_number}`,
    verdict.title,
    verdict.reason,
    `Tries: ${contact.attempts}`,
    ...tries,
  ].join('\n')
}
