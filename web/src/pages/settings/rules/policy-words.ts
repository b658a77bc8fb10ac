/** Converts rules of a policy to text and to form values. */
import type { Policy } from '../../../api/policy.ts'
import { slotsOf } from '../../../forms/policy-hours.ts'
import { hoursInWords } from '../../../forms/week.ts'
import { capitalized, duration, plural } from '../../../ui/format.ts'

type Cap = NonNullable<Policy['caps']>[number]
type Cooldown = NonNullable<Policy['cooldowns']>[number]

const COOLDOWNS: Record<Cooldown['after'], string> = {
  conversation: 'a conversation',
  refusal: 'a refusal',
  abandoned: 'a call that was abandoned',
  machine_detected: 'a machine answered',
}
export const COOLDOWN_CAUSES = Object.entries(COOLDOWNS) as [Cooldown['after'], string][]

export const PURPOSES = [
  'marketing',
  'informational',
  'collections',
  'health',
  'survey',
  'political',
  'charity',
] as const
export const PARTIES = ['consumer', 'business'] as const
export const CONSENTS = [
  ['none', 'none'],
  ['opt_out', 'has not opted out'],
  ['opt_in', 'opted in'],
  ['express', 'express'],
  ['express_written', 'express, in writing'],
  ['existing_customer', 'existing customer'],
] as const

const span = (hours: number): string => (hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour'))

const capWords = ({ max, hours, count }: Cap): string =>
  `at most ${plural(max, count === 'conversations' ? 'conversation' : 'call')} in ${span(hours)}`

/** The rules of a policy or pack as text, one per line. */
export function ruleLines(rules: Partial<Policy>): string[] {
  const lines = [
    rules.hours && `Hours: ${hoursInWords(slotsOf(rules.hours))}, by the called person’s clock`,
    rules.holidays?.calendars?.length && `Public holidays of ${rules.holidays.calendars.join(', ')}`,
    ...(rules.caps ?? []).map((cap) => `To one person ${capWords(cap)}`),
    rules.least_gap_minutes && `At least ${duration(rules.least_gap_minutes * 60)} between two calls to one person`,
    ...(rules.cooldowns ?? []).map(
      ({ after, hours }) =>
        `After ${COOLDOWNS[after]}: ${typeof hours === 'number' ? `no call for ${span(hours)}` : 'never again'}`,
    ),
    rules.shortest_ring_seconds && `Ring at least ${rules.shortest_ring_seconds} s`,
    ...(rules.registries ?? []).map(
      ({ name, max_age_days }) => `List checked against ${name} at most ${plural(max_age_days, 'day')} ago`,
    ),
    ...(rules.required_sentences ?? []).map(({ description }) => `The workflow says: ${description}`),
    ...(rules.suspensions ?? []).map(
      ({ reason, from, until }) => `No calls ${from}${until ? ` to ${until}` : ' on'}: ${reason}`,
    ),
    rules.unknown_zone === 'refuse' && 'Numbers with an unknown time zone are not called',
  ]
  return lines.filter((line): line is string => typeof line === 'string').map(capitalized)
}

/** The parts of a policy that differ. */
export function changesBetween(before: Policy, after: Policy): (keyof Policy)[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Policy>
  const text = (value: unknown) => JSON.stringify(isNothing(value) ? null : value)
  return [...names].filter((name) => text(before[name]) !== text(after[name]))
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Removes empty parts: a missing rule restricts nothing. */
export function withoutEmptyRules(policy: Policy): Policy {
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => !isNothing(value))) as Policy
}
