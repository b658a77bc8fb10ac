/** The answer to "why was this number called?" as text, complete without the console beside it. */
import type { NumberHistory } from '../../api/numbers.ts'
import { partOf, WORDS } from '../../components/outcomes.ts'
import { plural } from '../../ui/format.ts'
import { fullMoment, zoneName } from '../../ui/time.ts'
import { consentWords } from './consent-words.ts'
import { callsVerdict, isCut, laterRevocation } from './number-verdict.ts'

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
    `History of the number ${history.phone_number}`,
    `Made ${moment(at.toISOString())}. This archive has personal data: hand it only to people who may have them.`,
    '',
    `${calls.title}. ${calls.text}`,
    history.may_call_now ? 'The number may be called now.' : 'The number may not be called now.',
    ...because.map(({ message, until }) => `  ${message}${until ? ` Until ${moment(until)}.` : ''}`),
    ...part('Attempts', attempts, (one) => attemptLine(one, moment, history)),
    ...part('Do-not-call entries', suppressed, (one) => {
      const end = one.expires_at ? `until ${moment(one.expires_at)}` : 'without end'
      return `${one.kind} ${one.value}, since ${moment(one.created_at)}, ${end}. Reason: ${one.reason}. Source: ${one.source}.`
    }),
    ...part('Consents', consents, (one) => {
      const lost = one.kind !== 'revoked' && laterRevocation(consents, Date.parse(one.at)) !== null
      const end = one.expires_at ? `, until ${moment(one.expires_at)}` : ''
      return `${consentWords(one.kind)}, ${moment(one.at)}${end}. Source: ${one.source}. Recorded by ${one.author}.${lost ? ' Without effect: every consent was taken back later.' : ''}`
    }),
    ...part(
      'Campaigns that have this number',
      campaigns,
      (one) => `${one.name} (campaign ${one.campaign_id}): ${plural(one.attempts, 'attempt')}`,
    ),
    ...part('Missing in this archive', missing, (one) => one),
    '',
    'calls/ has each call with its transcript, its receipt and its recording if there is one. A receipt proves what the ledger',
    'recorded: npx outdial verify FILE --key PUBLIC_KEY checks it without the server.',
    '',
  ].join('\n')
}

function part<T>(title: string, entries: readonly T[], line: (entry: T) => string): string[] {
  if (entries.length === 0) return []
  const cut = isCut(entries) ? ` (the newest ${entries.length}; there are more)` : ''
  return ['', `${title}${cut}`, ...entries.map((entry) => `- ${line(entry)}`)]
}

type Attempt = NumberHistory['attempts'][number]

function attemptLine(attempt: Attempt, moment: (iso: string) => string, { campaigns }: NumberHistory): string {
  const campaign = campaigns.find(({ campaign_id }) => campaign_id === attempt.campaign_id)
  return [
    moment(attempt.at),
    attempt.local_time && `their local time ${attempt.local_time}`,
    attempt.direction === 'inbound' ? 'they called us' : campaign && `by the campaign “${campaign.name}”`,
    attempt.outcome ? WORDS[partOf(attempt.outcome)] : attempt.state,
    attempt.refused && 'asked not to be called again',
    attempt.is_simulated && 'simulated, no phone rang',
    attempt.policy_version && `under version ${attempt.policy_version} of the calling rules`,
    `call ${attempt.call_id}`,
  ]
    .filter(Boolean)
    .join('; ')
}
