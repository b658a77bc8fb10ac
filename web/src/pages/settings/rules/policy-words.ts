/** Converts rules of a policy to text and to form values. */
import type { Policy } from '../../../api/policy.ts'
import { slotsOf } from '../../../forms/policy-hours.ts'
import { hoursInWords } from '../../../forms/week.ts'
import { capitalized, duration } from '../../../ui/format.ts'
import { callingRuleWords } from '../../../words/calling-rules.ts'

const { lines: w } = callingRuleWords

type Cap = NonNullable<Policy['caps']>[number]
type Cooldown = NonNullable<Policy['cooldowns']>[number]

export const COOLDOWN_CAUSES = Object.entries(w.causes) as [Cooldown['after'], string][]

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

function capText({ max, hours, count }: Cap): string {
  const within = w.span(hours)
  return count === 'conversations' ? w.capConversations(max, within) : w.capCalls(max, within)
}

function cooldownText({ after, hours }: Cooldown): string {
  const cause = w.causes[after]
  return typeof hours === 'number' ? w.noCallFor(cause, w.span(hours)) : w.neverAgain(cause)
}

/** The rules of a policy or pack as text, one per line. */
export function ruleLines(rules: Partial<Policy>): string[] {
  const lines = [
    rules.hours && w.hours(hoursInWords(slotsOf(rules.hours))),
    rules.holidays?.calendars?.length && w.holidays(rules.holidays.calendars.join(', ')),
    ...(rules.caps ?? []).map(capText),
    rules.least_gap_minutes && w.gap(duration(rules.least_gap_minutes * 60)),
    ...(rules.cooldowns ?? []).map(cooldownText),
    rules.shortest_ring_seconds && w.ring(rules.shortest_ring_seconds),
    ...(rules.registries ?? []).map(({ name, max_age_days }) => w.registry(name, max_age_days)),
    ...(rules.required_sentences ?? []).map(({ description }) => w.sentence(description)),
    ...(rules.suspensions ?? []).map(({ reason, from, until }) => w.suspended(from, until ?? null, reason)),
    rules.unknown_zone === 'refuse' && w.zoneRefused,
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
