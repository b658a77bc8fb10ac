/**
 * Which rules hold for one group of contacts? Those of the organization, of the campaign and of every pack that may
 * match, together. The strictest wins, and each value remembers where it came from.
 */
import { type HolidayRules, isHoliday } from './holidays.ts'
import {
  type Consent,
  type CooldownCause,
  type Pack,
  type Party,
  type Policy,
  type Purpose,
  type Rules,
  WEEKDAYS,
} from './policy.ts'
import { DAY_MINUTES, dayOf, intersect, minuteOf, type Span, tidy, weekdayOf } from './wall-clock.ts'

/** `organization`, `campaign`, or the id of a pack. */
export type From = string

export interface Source {
  from: From
  pack: Pack | null
  rules: Rules
}

/** What holds for a campaign's calls before it is known whom they are to. */
export interface CompiledPolicy {
  sources: readonly Source[]
  calls: { purpose: Purpose | null; party: Party | null; consents: readonly Consent[] }
  fallbackTimezone: string | null
  scrubbedOn: Readonly<Record<string, string>>
}

export function compilePolicy(
  organization: Policy | null,
  campaign: Policy | null,
  packs: { get(id: string): Pack | undefined },
): CompiledPolicy {
  const chosen = [...new Set([...(organization?.packs ?? []), ...(campaign?.packs ?? [])])]
  const sources: Source[] = chosen.flatMap((id) => {
    const pack = packs.get(id)
    return pack ? [{ from: id, pack, rules: pack.rules }] : []
  })
  if (organization) sources.push({ from: 'organization', pack: null, rules: organization })
  if (campaign) sources.push({ from: 'campaign', pack: null, rules: campaign })
  return {
    sources,
    calls: {
      purpose: campaign?.calls?.purpose ?? organization?.calls?.purpose ?? null,
      party: campaign?.calls?.party ?? organization?.calls?.party ?? null,
      consents: campaign?.calls?.consents ?? organization?.calls?.consents ?? [],
    },
    fallbackTimezone: campaign?.fallback_timezone ?? organization?.fallback_timezone ?? null,
    scrubbedOn: { ...organization?.scrubbed_on, ...campaign?.scrubbed_on },
  }
}

export interface HourRule {
  from: From
  /** Monday first. */
  week: readonly (readonly Span[])[]
  /** Null: like any other day. */
  holiday: readonly Span[] | null
  holidayEve: readonly Span[] | null
  holidays: HolidayRules
}

export interface Cap {
  from: From
  max: number
  hours: number
  count: 'attempts' | 'conversations'
}

export interface Valued<T> {
  from: From
  value: T
}

export interface MergedRules {
  hours: readonly HourRule[]
  suspensions: readonly { from: From; fromMs: number; untilMs: number | null; reason: string }[]
  caps: readonly Cap[]
  leastGapMs: Valued<number> | null
  /** `ms` is null for ever. */
  cooldowns: readonly { from: From; after: CooldownCause; ms: number | null }[]
  shortestRingMs: Valued<number> | null
  requiredSentences: readonly ({ from: From } & NonNullable<Rules['required_sentences']>[number])[]
  registries: readonly ({ from: From } & NonNullable<Rules['registries']>[number])[]
  duties: readonly ({ from: From } & NonNullable<Rules['duties']>[number])[]
  unknownZone: Valued<'refuse' | 'fallback'> | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Without any place it could be anywhere: every pack that was chosen holds. */
export function mergedFor(policy: CompiledPolicy, places: readonly string[], nowMs: number): MergedRules {
  const sources = policy.sources.filter(
    (source) =>
      source.pack === null ||
      (mayMatch(source.pack.places, places) && concerns(source.pack, policy.calls) && isValid(source.pack, nowMs)),
  )
  const lifted = (source: Source, part: 'hours' | 'caps') =>
    source.pack?.lifted_by[part].some((consent) => policy.calls.consents.includes(consent)) ?? false
  return {
    hours: sources.filter((source) => !lifted(source, 'hours')).flatMap(hourRule),
    suspensions: sources.flatMap((source) => suspensionsOf(source, places)),
    caps: strictestCaps(sources.filter((source) => !lifted(source, 'caps'))),
    leastGapMs: largest(sources, (rules) => rules.least_gap_minutes, 60_000),
    cooldowns: longestCooldowns(sources),
    shortestRingMs: largest(sources, (rules) => rules.shortest_ring_seconds, 1_000),
    requiredSentences: collected(sources, (rules) => rules.required_sentences),
    registries: freshest(collected(sources, (rules) => rules.registries)),
    duties: collected(sources, (rules) => rules.duties),
    unknownZone: unknownZone(sources),
  }
}

/** A pack of a state holds for a contact of that state, and for one of whom only the country is known. */
export function mayMatch(packPlaces: readonly string[], places: readonly string[]): boolean {
  if (places.length === 0) return true
  return packPlaces.some((wanted) => {
    if (places.includes(wanted)) return true
    const country = wanted.slice(0, 2)
    return country !== wanted && places.includes(country) && !places.some((place) => place.startsWith(`${country}-`))
  })
}

function concerns(pack: Pack, calls: CompiledPolicy['calls']): boolean {
  const { purposes, parties } = pack.applies_to
  if (purposes && calls.purpose !== null && !purposes.includes(calls.purpose)) return false
  return !(parties && calls.party !== null && !parties.includes(calls.party))
}

/** Dates are local and zones differ: on the days before and after, in doubt, it holds. */
function isValid(pack: Pack, nowMs: number): boolean {
  if (pack.valid_from && nowMs < Date.parse(pack.valid_from) - DAY_MS) return false
  return !(pack.valid_to && nowMs > Date.parse(pack.valid_to) + 2 * DAY_MS)
}

const WHOLE_DAY: readonly Span[] = [{ from: 0, to: DAY_MINUTES }]
const NO_HOLIDAYS: HolidayRules = { calendars: [], added: new Set(), removed: new Set() }

export function spansOf(day: readonly { start: string; end: string }[]): Span[] {
  return tidy(day.map(({ start, end }) => ({ from: minuteOf(start), to: minuteOf(end) })))
}

/** Holidays that are named and given no hours of their own are closed. */
function hourRule({ from, rules }: Source): HourRule[] {
  const { hours, holidays } = rules
  if (!hours && !holidays) return []
  const named = holidays ? spansOf(hours?.holiday ?? []) : null
  return [
    {
      from,
      week: WEEKDAYS.map((day) => (hours ? spansOf(hours[day]) : WHOLE_DAY)),
      holiday: named,
      holidayEve: hours?.holiday_eve ? spansOf(hours.holiday_eve) : null,
      holidays: holidays
        ? {
            calendars: holidays.calendars,
            added: new Set(holidays.added.map(dayOf)),
            removed: new Set(holidays.removed.map(dayOf)),
          }
        : NO_HOLIDAYS,
    },
  ]
}

/** `day` is counted from 1970-01-01. */
export function hoursOn(rule: HourRule, day: number): { spans: readonly Span[]; holiday: boolean } {
  const spans = rule.week[weekdayOf(day)] ?? []
  if (rule.holiday !== null && isHoliday(rule.holidays, day)) return { spans: rule.holiday, holiday: true }
  if (rule.holidayEve !== null && isHoliday(rule.holidays, day + 1)) {
    return { spans: intersect(spans, rule.holidayEve), holiday: false }
  }
  return { spans, holiday: false }
}

/** What is open by every rule on an ordinary day of each weekday. */
export function openWeek(rules: readonly HourRule[]): Span[][] {
  return WEEKDAYS.map((_, day) =>
    rules.reduce<Span[]>((open, rule) => intersect(open, rule.week[day] ?? []), [...WHOLE_DAY]),
  )
}

/** No minute of the week is open: such a policy would wait for ever. */
export function isNeverOpen(rules: readonly HourRule[]): boolean {
  return openWeek(rules).every((day) => day.length === 0)
}

function suspensionsOf({ from, rules }: Source, places: readonly string[]): MergedRules['suspensions'] {
  return (rules.suspensions ?? [])
    .filter((suspension) => suspension.places.length === 0 || mayMatch(suspension.places, places))
    .map((suspension) => ({
      from,
      fromMs: Date.parse(suspension.from),
      untilMs: suspension.until ? Date.parse(suspension.until) : null,
      reason: suspension.reason,
    }))
}

function strictestCaps(sources: readonly Source[]): Cap[] {
  const caps = new Map<string, Cap>()
  for (const { from, rules } of sources) {
    for (const cap of rules.caps ?? []) {
      const key = `${cap.count} ${cap.hours}`
      const other = caps.get(key)
      if (!other || cap.max < other.max) caps.set(key, { from, ...cap })
    }
  }
  return [...caps.values()]
}

function longestCooldowns(sources: readonly Source[]): MergedRules['cooldowns'] {
  const longest = new Map<CooldownCause, { from: From; after: CooldownCause; ms: number | null }>()
  for (const { from, rules } of sources) {
    for (const { after, hours } of rules.cooldowns ?? []) {
      const ms = hours === 'forever' ? null : hours * HOUR_MS
      const other = longest.get(after)
      if (!other || (other.ms !== null && (ms === null || ms > other.ms))) longest.set(after, { from, after, ms })
    }
  }
  return [...longest.values()]
}

function largest(
  sources: readonly Source[],
  of: (rules: Rules) => number | null | undefined,
  unitMs: number,
): Valued<number> | null {
  let found: Valued<number> | null = null
  for (const { from, rules } of sources) {
    const value = of(rules)
    if (value && (found === null || value * unitMs > found.value)) found = { from, value: value * unitMs }
  }
  return found
}

/** The first source that says it; the same id from another source is the same thing. */
function collected<T extends { id: string }>(
  sources: readonly Source[],
  of: (rules: Rules) => readonly T[] | null | undefined,
): ({ from: From } & T)[] {
  return sources.flatMap(({ from, rules }) => (of(rules) ?? []).map((item) => ({ from, ...item })))
}

function freshest<T extends { id: string; max_age_days: number }>(registries: readonly T[]): T[] {
  const strictest = new Map<string, T>()
  for (const registry of registries) {
    const other = strictest.get(registry.id)
    if (!other || registry.max_age_days < other.max_age_days) strictest.set(registry.id, registry)
  }
  return [...strictest.values()]
}

function unknownZone(sources: readonly Source[]): Valued<'refuse' | 'fallback'> | null {
  const said = sources.flatMap(({ from, rules }) => (rules.unknown_zone ? [{ from, value: rules.unknown_zone }] : []))
  return said.find(({ value }) => value === 'refuse') ?? said[0] ?? null
}
