/** Why this person was or was not called, in a heading and a sentence. */
import type { Campaign, Contact } from '../../api/campaigns.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { isListedForGood } from '../../components/listed.ts'
import { markOfCall, partOf, WORDS } from '../../components/outcomes.ts'
import { nameOf } from '../../components/person.ts'
import { resultWords } from '../../components/result-words.ts'
import { plural } from '../../ui/format.ts'
import type { MarkName } from '../../ui/mark.tsx'
import { fullMoment, moment, relative, zoneName } from '../../ui/time.ts'

export interface Verdict {
  mark: MarkName
  title: string
  reason: string
}

/** `history`: of the number, once it is read; only it shows whether the number is on the do-not-call list. */
export function verdictOf(contact: Contact, campaign: Campaign, now: number, history?: NumberHistory): Verdict {
  if (contact.state === 'in_call') {
    const call = contact.calls.find((one) => !one.is_completed)
    return {
      mark: 'live',
      title: 'In a call right now',
      reason: call ? `${markOfCall(call).word}, try ${call.attempt}.` : 'The call is being placed.',
    }
  }
  return contact.state === 'done' ? finished(contact, campaign, now, history) : waiting(contact, campaign, now)
}

function finished(contact: Contact, campaign: Campaign, now: number, history?: NumberHistory): Verdict {
  const part = partOf(contact.outcome ?? 'failed')
  const when = contact.finished_at ? moment(Date.parse(contact.finished_at), zoneOf(campaign), now) : null
  if (part === 'suppressed') {
    const { title, reason } = leftOutWords(contact.held_by)
    const tries =
      contact.attempts === 0 ? 'No call was placed.' : `After ${plural(contact.attempts, 'try', 'tries')} before that.`
    return { mark: part, title: `Not called: ${title}`, reason: `${reason} ${tries}` }
  }
  const last = newestFirst(contact.calls)[0]
  if (last?.disposition === 'do_not_call')
    return {
      mark: 'suppressed',
      title: `Asked not to be called${when ? `, ${when}` : ''}`,
      reason: `The person asked for this in the call. ${listedWords(history)}`,
    }
  const detail = last?.disposition ? resultWords(last.disposition) : last?.cause
  return {
    mark: part,
    title: `${WORDS[part]}${when ? `, ${when}` : ''}`,
    reason: `Final after ${plural(contact.attempts, 'try', 'tries')}${detail ? `: ${detail}` : ''}. This campaign does not call this person again.`,
  }
}

/** The request alone proves nothing: the entry may have been removed, or may be temporary. */
function listedWords(history: NumberHistory | undefined): string {
  if (!history) return 'This campaign does not call this person again.'
  if (isListedForGood(history)) return 'The number is on the do-not-call list, and no campaign calls it again.'
  return history.suppressed.length > 0
    ? 'The number has no lasting entry of its own on the do-not-call list: see below what holds now.'
    : 'The number is not on the do-not-call list: other campaigns can call it.'
}

/** The reason that ends last decides; reasons that wait for something other than time come first. */
function waiting(contact: Contact, campaign: Campaign, now: number): Verdict {
  if (contact.may_call_now)
    return { mark: 'waiting', title: 'Called within moments', reason: 'No rule holds this contact back.' }
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
      reason: `Row ${contact.row_number} of the list. ${ORDER_WORDS}`,
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
      reason: `${decisive.message} ${ORDER_WORDS}`,
    }
  return { mark: 'held', title: 'Not called at the moment', reason: decisive.message }
}

export const newestFirst = (calls: Contact['calls']): Contact['calls'] =>
  [...calls].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

/** As docs/contact-files.md says. */
const ORDER_WORDS =
  'Retries and requested times that are due come first, then people not called yet: by priority, then in list order.'

/** These resolve themselves within moments. */
const LIMITS: ReadonlySet<string> = new Set(['campaign_slots', 'organization_slots', 'pace', 'number_limits', 'room'])

/** The same as text, for answering a complaint: complete without this page. */
export function explanationText(
  contact: Contact,
  campaign: Campaign,
  verdict: Verdict,
  history?: NumberHistory,
): string {
  const zone = contact.zones?.timezones[0] ?? zoneOf(campaign)
  const at = (iso: string) => `${fullMoment(Date.parse(iso), zone)} ${zoneName(zone)} (${iso})`
  const tries = newestFirst(contact.calls).map((call) => {
    const result = [markOfCall(call).word, call.disposition && resultWords(call.disposition), call.cause]
    return `- ${at(call.created_at)}: ${result.filter(Boolean).join(', ')}; call ${call.id}`
  })
  const listed = (history?.suppressed ?? []).map(
    (entry) => `- ${entry.kind} ${entry.value}, since ${at(entry.created_at)}: ${entry.reason} (${entry.source})`,
  )
  // Rules that apply only because the campaign is over say nothing about this person.
  const rules =
    contact.state === 'pending'
      ? contact.because.map(({ message, until }) => `- ${message}${until ? ` Until ${at(until)}.` : ''}`)
      : []
  const name = nameOf(contact.variables)
  return [
    `${name ? `${name}, ` : ''}${contact.phone_number}`,
    `Campaign “${campaign.name}” (${campaign.id}), row ${contact.row_number} of the list`,
    `${verdict.title}. ${verdict.reason}`,
    ...(campaign.is_simulated ? ['Test mode: this campaign used the simulated carrier. No telephone rang.'] : []),
    `Tries: ${contact.attempts}`,
    ...tries,
    ...(listed.length > 0 ? ['Do-not-call list:', ...listed] : []),
    ...(rules.length > 0 ? ['Rules that hold now:', ...rules] : []),
  ].join('\n')
}
