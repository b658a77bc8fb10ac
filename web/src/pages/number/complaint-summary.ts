/** The answer to "why was this number called?" as text, complete without the console. */
import { serverSentence } from '../../api/error-words.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { attemptWords } from '../../components/outcomes.ts'
import { fullMoment, zoneName } from '../../ui/time.ts'
import { complaintWords as w } from '../../words/complaint.ts'
import { consentWords } from './consent-words.ts'
import { callsVerdict, isHistoryCut, laterRevocation } from './number-verdict.ts'

interface SummaryOptions {
  zone: string
  at: Date
  /** Parts of the archive that could not be read, with the reason. */
  missing: readonly string[]
}

export function complaintSummary(history: NumberHistory, { zone, at, missing }: SummaryOptions): string {
  const moment = (iso: string) => `${fullMoment(Date.parse(iso), zone)} ${zoneName(zone)} (${iso})`
  const calls = callsVerdict(history)
  const { attempts, campaigns, consents, suppressed, because } = history
  return [
    w.historyOf(history.phone_number),
    w.made(moment(at.toISOString())),
    '',
    `${calls.title}. ${calls.text}`,
    history.may_call_now ? w.mayCall : w.mayNotCall,
    ...because.map((reason) => reasonLine(reason, moment)),
    ...part(w.attempts, attempts, (one) => attemptLine(one, moment, history)),
    ...part(w.entries, suppressed, (one) => {
      const end = one.expires_at ? w.entryUntil(moment(one.expires_at)) : w.withoutEnd
      return w.entry(`${one.kind} ${one.value}`, moment(one.created_at), end, one.reason, one.source)
    }),
    ...part(w.consents, consents, (one) => {
      const lost = one.kind !== 'revoked' && laterRevocation(consents, Date.parse(one.at)) !== null
      const end = one.expires_at && moment(one.expires_at)
      const line = w.consent(consentWords(one.kind), moment(one.at), end, one.source, one.author)
      return lost ? `${line} ${w.withoutEffect}` : line
    }),
    ...part(w.campaigns, campaigns, (one) => campaignLines(one, moment).join('\n')),
    ...part(w.missing, missing, (one) => one),
    '',
    w.whatIsIn,
    '',
  ].join('\n')
}

function part<T>(title: string, entries: readonly T[], line: (entry: T) => string): string[] {
  if (entries.length === 0) return []
  const cut = isHistoryCut(entries) ? ` ${w.cut(entries.length)}` : ''
  return ['', `${title}${cut}`, ...entries.map((entry) => `- ${line(entry)}`)]
}

/** An attempt counts when it has ended; the one that is in progress is counted too. */
export const attemptsOf = ({ attempts, state }: Pick<Campaign, 'attempts' | 'state'>): number =>
  attempts + (state === 'in_call' ? 1 : 0)

type Campaign = NumberHistory['campaigns'][number]

/** Whether this campaign may call its waiting contact now, and why not. The answer for a single call to the number may differ. */
function campaignLines(campaign: Campaign, moment: (iso: string) => string): string[] {
  const { name, campaign_id, phone_number, may_call_now, because } = campaign
  const line = w.campaign(name, campaign_id, attemptsOf(campaign))
  if (may_call_now === null) return [line]
  if (may_call_now) return [line, `  ${w.campaignMayCall(phone_number)}`]
  return [
    line,
    `  ${w.campaignMayNotCall(phone_number)}`,
    ...because.map((reason) => `  ${reasonLine(reason, moment)}`),
  ]
}

function reasonLine({ message, until }: Campaign['because'][number], moment: (iso: string) => string): string {
  return `  ${serverSentence(message)}${until ? ` ${w.until(moment(until))}` : ''}`
}

type Attempt = NumberHistory['attempts'][number]

function attemptLine(attempt: Attempt, moment: (iso: string) => string, { campaigns }: NumberHistory): string {
  const campaign = campaigns.find(({ campaign_id }) => campaign_id === attempt.campaign_id)
  return [
    moment(attempt.at),
    attempt.local_time && w.localTime(attempt.local_time),
    attempt.direction === 'inbound' ? w.theyCalled : campaign && w.byCampaign(campaign.name),
    attemptWords(attempt),
    attempt.refused && w.refused,
    attempt.is_simulated && w.simulated,
    attempt.policy_version && w.underRules(attempt.policy_version),
    w.call(attempt.call_id),
  ]
    .filter(Boolean)
    .join('; ')
}
