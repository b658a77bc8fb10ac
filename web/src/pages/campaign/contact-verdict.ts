/** Why this person was or was not called, in a heading and a sentence. */
import type { Campaign, Contact } from '../../api/campaigns.ts'
import { serverSentence } from '../../api/error-words.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { zoneOf } from '../../components/campaign-words.ts'
import { leftOutWords } from '../../components/left-out.ts'
import { markOfCall, OUTCOME_WORDS, outcomePartOf } from '../../components/outcomes.ts'
import { isSuppressedPermanently } from '../../components/permanent-suppression.ts'
import { personNameOf } from '../../components/person-name.ts'
import { causeWords, resultWords } from '../../components/result-words.ts'
import type { StatusMarkName } from '../../ui/status-mark.tsx'
import { fullMoment, relativeTime, shortMoment, zoneName } from '../../ui/time.ts'
import { contactDetailWords as w } from '../../words/contact.ts'

export interface ContactVerdict {
  mark: StatusMarkName
  title: string
  reason: string
  /** The rule that holds the contact until an operator or another call changes something. */
  rule?: string
}

/** `history` of the number, once it is read; only the history shows whether the number is on the do-not-call list. */
export function contactVerdictOf(
  contact: Contact,
  campaign: Campaign,
  now: number,
  history?: NumberHistory,
): ContactVerdict {
  if (contact.state === 'in_call') {
    const call = contact.calls.find((one) => !one.is_completed)
    return {
      mark: 'live',
      title: w.inCall,
      reason: call ? w.attempt(markOfCall(call).word, call.attempt) : w.beingPlaced,
    }
  }
  return contact.state === 'done' ? finished(contact, campaign, now, history) : waiting(contact, campaign, now)
}

function finished(contact: Contact, campaign: Campaign, now: number, history?: NumberHistory): ContactVerdict {
  const part = outcomePartOf(contact.outcome ?? 'failed')
  const when = contact.finished_at ? shortMoment(Date.parse(contact.finished_at), zoneOf(campaign), now) : null
  if (part === 'suppressed') {
    const { title, reason } = leftOutWords(contact.held_by)
    const tries = contact.attempts === 0 ? w.noCallPlaced : w.triesBefore(contact.attempts)
    return { mark: part, title: w.notCalled(title), reason: `${reason} ${tries}` }
  }
  const last = newestFirst(contact.calls)[0]
  if (last?.disposition === 'do_not_call')
    return {
      mark: 'suppressed',
      title: w.asked(when ? `, ${when}` : ''),
      reason: w.askedText(listedWords(history)),
    }
  const detail = last?.disposition ? resultWords(last.disposition) : last?.cause && causeWords(last.cause)
  return {
    mark: part,
    title: `${OUTCOME_WORDS[part]}${when ? `, ${when}` : ''}`,
    reason: w.final(contact.attempts, detail ? `: ${detail}` : ''),
  }
}

/**
 * Text about the do-not-call list. The request in the call proves nothing: the entry may have been removed, or may be temporary.
 */
function listedWords(history: NumberHistory | undefined): string {
  if (!history) return w.notAgainHere
  if (isSuppressedPermanently(history)) return w.listedForGood
  return history.suppressed.length > 0 ? w.listedForNow : w.notListed
}

/** The reason that ends last decides; reasons that wait for something other than time come first. */
function waiting(contact: Contact, campaign: Campaign, now: number): ContactVerdict {
  if (contact.may_call_now) return { mark: 'waiting', title: w.withinMoments, reason: w.nothingHolds }
  const zone = zoneOf(campaign)
  const timed = contact.because
    .filter(({ until }) => until !== null)
    .sort((a, b) => Date.parse(b.until as string) - Date.parse(a.until as string))
  const other = contact.because.find(({ until, rule }) => until === null && !LIMITS.has(rule))
  const decisive = other ?? timed[0] ?? contact.because[0]
  if (!decisive)
    return {
      mark: 'waiting',
      title: w.inTurn,
      reason: `${w.row(contact.row_number)} ${w.order}`,
    }
  const message = serverSentence(decisive.message)
  const until = decisive.until === null ? null : Date.parse(decisive.until)
  if (until !== null)
    return {
      mark: 'held',
      title: w.notBefore(shortMoment(until, zone, now)),
      reason: w.thatIs(message, relativeTime(until, now)),
    }
  if (LIMITS.has(decisive.rule))
    return {
      mark: 'waiting',
      title: w.lineFree,
      reason: `${message} ${w.order}`,
    }
  return { mark: 'held', title: w.notNow, reason: message, rule: decisive.rule }
}

export const newestFirst = (calls: Contact['calls']): Contact['calls'] =>
  [...calls].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

/** Limits that stop holding contacts within moments. */
const LIMITS: ReadonlySet<string> = new Set(['campaign_slots', 'organization_slots', 'pace', 'number_limits', 'room'])

/** The explanation as text for answering a complaint, complete without this page. */
export function explanationText(
  contact: Contact,
  campaign: Campaign,
  verdict: ContactVerdict,
  history?: NumberHistory,
): string {
  const zone = contact.zones?.timezones[0] ?? zoneOf(campaign)
  const at = (iso: string) => `${fullMoment(Date.parse(iso), zone)} ${zoneName(zone)} (${iso})`
  const tries = newestFirst(contact.calls).map((call) => {
    const result = [
      markOfCall(call).word,
      call.disposition && resultWords(call.disposition),
      call.cause && causeWords(call.cause),
    ]
    return w.text.call(at(call.created_at), result.filter(Boolean).join(', '), call.id)
  })
  const listed = (history?.suppressed ?? []).map((entry) =>
    w.text.listed(`${entry.kind} ${entry.value}`, at(entry.created_at), entry.reason, entry.source),
  )
  // Rules that apply only because the campaign is over do not concern this person, so they are left out.
  const rules =
    contact.state === 'pending'
      ? contact.because.map(
          ({ message, until }) => `- ${serverSentence(message)}${until ? w.text.until(at(until)) : ''}`,
        )
      : []
  const name = personNameOf(contact.variables)
  return [
    `${name ? `${name}, ` : ''}${contact.phone_number}`,
    w.text.campaign(campaign.name, campaign.id, contact.row_number),
    `${verdict.title}. ${verdict.reason}`,
    ...(campaign.is_simulated ? [w.text.test] : []),
    w.text.tries(contact.attempts),
    ...tries,
    ...(listed.length > 0 ? [w.text.list, ...listed] : []),
    ...(rules.length > 0 ? [w.text.rules, ...rules] : []),
  ].join('\n')
}
