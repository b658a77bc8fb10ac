/** Why this person was or was not called, in a heading and a sentence. */
import type { Campaign, Contact } from '../../api/campaigns.ts'
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

export function verdictOf(contact: Contact, campaign: Campaign, now: number): Verdict {
  if (contact.state === 'in_call') {
    const call = contact.calls.find((one) => !one.is_completed)
    return {
      mark: 'live',
      title: 'In a call right now',
      reason: call ? `${markOfCall(call).word}, try ${call.attempt}.` : 'The call is being placed.',
    }
  }
  return contact.state === 'done' ? finished(contact, campaign, now) : waiting(contact, campaign, now)
}

function finished(contact: Contact, campaign: Campaign, now: number): Verdict {
  const part = partOf(contact.outcome ?? 'failed')
  const when = contact.finished_at ? moment(Date.parse(contact.finished_at), zoneOf(campaign), now) : null
  const title = part === 'suppressed' ? 'Not called: asked not to be' : `${WORDS[part]}${when ? `, ${when}` : ''}`
  const last = newestFirst(contact.calls)[0]
  const detail = last?.disposition ?? last?.cause
  const reason =
    contact.attempts === 0
      ? 'No call was placed; the number is on the do-not-call list.'
      : `Final after ${plural(contact.attempts, 'try', 'tries')}${detail ? `: ${detail}` : ''}. Nobody calls this person again in this campaign.`
  return { mark: part, title, reason }
}

/** The reason that ends last decides when; those that wait for something else than time come first. */
function waiting(contact: Contact, campaign: Campaign, now: number): Verdict {
  if (contact.may_call_now)
    return { mark: 'waiting', title: 'Called within moments', reason: 'Nothing stands in the way.' }
  const zone = zoneOf(campaign)
  const timed = contact.because
    .filter(({ until }) => until !== null)
    .sort((a, b) => Date.parse(b.until as string) - Date.parse(a.until as string))
  const other = contact.because.find(({ until, rule }) => until === null && !LIMITS.has(rule))
  const decisive = other ?? timed[0] ?? contact.because[0]
  if (!decisive)
    return {
      mark: 'waiting',
      title: 'Called in turn',
      reason: `Row ${contact.row_number} of the list; people are called in list order.`,
    }
  const until = decisive.until === null ? null : Date.parse(decisive.until)
  if (until !== null)
    return {
      mark: 'held',
      title: `Not called before ${moment(until, zone, now)}`,
      reason: `${decisive.message} That is ${relative(until, now)}.`,
    }
  if (LIMITS.has(decisive.rule))
    return {
      mark: 'waiting',
      title: 'Called as soon as a line is free',
      reason: `${decisive.message} People are called in list order.`,
    }
  return { mark: 'held', title: 'Not called at the moment', reason: decisive.message }
}

export const newestFirst = (calls: Contact['calls']): Contact['calls'] =>
  [...calls].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

/** These pass by themselves within moments. */
const LIMITS: ReadonlySet<string> = new Set(['campaign_slots', 'organization_slots', 'pace', 'number_limits', 'room'])

/** The same as text, to answer a complaint with. */
export function explanationText(contact: Contact, campaign: Campaign, verdict: Verdict): string {
  const tries = contact.calls.map(
    (call) => `- ${call.created_at}: ${markOfCall(call).word}${call.cause ? `, ${call.cause}` : ''}; call ${call.id}`,
  )
  const rules = contact.because.map(({ message, until }) => `- ${message}${until ? ` Until ${until}.` : ''}`)
  return [
    `Campaign ${campaign.id}, row ${contact.row_number}`,
    verdict.title,
    verdict.reason,
    `Tries: ${contact.attempts}`,
    ...tries,
    ...(rules.length > 0 ? ['What holds:', ...rules] : []),
  ].join('\n')
}
