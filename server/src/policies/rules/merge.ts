/**
 * Merges the rules that apply to one group of contacts: those of the organization, of the campaign and of every pack that may
 * match. The strictest wins, and each value keeps its source.
 */
import type { ConsentRule } from './consent.ts'
import { type HolidayRules, isHoliday } from './holidays.ts'
import type { NumberCheckRule } from './number-check.ts'
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
import {
  DAY_MINUTES,
  type DaySpan,
  epochDayOfDate,
  intersectSpans,
  mergeSpans,
  parseMinuteOfDay,
  weekdayOfEpochDay,
} from './wall-clock.ts'

/** Source of a rule: `organization`, `campaign`, `floor`, or the id of a pack. */
export type RuleOrigin = string

export const BUILT_IN_RULE_ORIGIN: RuleOrigin = 'floor'

/** The kind of calls, as declared by the policy level that selected a pack. */
export interface CallKind {
  purpose: Purpose | null
  party: Party | null
  consents: readonly Consent[]
}

type Level = 'organization' | 'campaign'

export interface PolicySource {
  from: RuleOrigin
  level: Level
  pack: Pack | null
  /**
   * Whether the pack was selected by name. An implied pack does not count as coverage: `fr` implies `eu`, but does not cover
   * Germany.
   */
  selected: boolean
  rules: Rules
  calls: CallKind
}

/** A policy level's requirement for people whom its packs do not cover. */
interface Coverage {
  level: Level
  hasPacks: boolean
  refusesUncovered: boolean
  hasFloor: boolean
}

/** The rules for a campaign's calls before the called person is known. */
export interface CompiledPolicy {
  sources: readonly PolicySource[]
  coverage: readonly Coverage[]
  fallbackTimezone: string | null
  scrubbedOn: Readonly<Record<string, string>>
  numberCheck: NumberCheckRule | null
}

interface Packs {
  get(id: string): Pack | undefined
}

/**
 * A campaign can only add rules. Every source of the organization is judged by what the organization declares about its calls,
 * its consents and its registries, so no field of a campaign can disable one of them.
 */
export function compilePolicy(organization: Policy | null, campaign: Policy | null, packs: Packs): CompiledPolicy {
  const calls = callsOf(organization, null)
  const ofOrganization = organization ? sourcesOf('organization', organization, calls, packs) : []
  const ofCampaign = campaign ? sourcesOf('campaign', campaign, callsOf(campaign, calls), packs) : []
  return {
    sources: [...ofOrganization, ...ofCampaign].sort(packsFirst),
    coverage: [
      ...(organization ? [coverageOf('organization', organization)] : []),
      ...(campaign ? [coverageOf('campaign', campaign)] : []),
    ],
    fallbackTimezone: fallbackOf(organization, campaign, ofOrganization),
    scrubbedOn: scrubDates(organization, campaign, ofOrganization),
    numberCheck: organization?.number_check ?? null,
  }
}

function callsOf(policy: Policy | null, otherwise: CallKind | null): CallKind {
  return {
    purpose: policy?.calls?.purpose ?? otherwise?.purpose ?? null,
    party: policy?.calls?.party ?? otherwise?.party ?? null,
    consents: policy?.calls?.consents ?? otherwise?.consents ?? [],
  }
}

function sourcesOf(level: Level, policy: Policy, calls: CallKind, packs: Packs): PolicySource[] {
  const selected = withImpliedPacks(policy.packs, packs).map((pack): PolicySource => {
    return { from: pack.id, level, pack, selected: policy.packs.includes(pack.id), rules: pack.rules, calls }
  })
  return [...selected, { from: level, level, pack: null, selected: false, rules: policy, calls }]
}

/** The selected packs and those that they imply, each once. */
export function withImpliedPacks(selected: readonly string[], packs: Packs): Pack[] {
  const found = new Map<string, Pack>()
  const waiting = [...selected]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const pack = packs.get(id)
    if (!pack || found.has(id)) continue
    found.set(id, pack)
    waiting.push(...pack.implies)
  }
  return [...found.values()]
}

function packsFirst(one: PolicySource, other: PolicySource): number {
  return Number(one.pack === null) - Number(other.pack === null)
}

function coverageOf(level: Level, policy: Policy): Coverage {
  const hasPacks = policy.packs.length > 0
  return {
    level,
    hasPacks,
    refusesUncovered: hasPacks && policy.uncovered !== 'allow',
    hasFloor: policy.hours_floor === 'on' || (hasPacks && policy.hours_floor !== 'off'),
  }
}

/**
 * If the organization requires a zone and names no fallback zone, numbers without a zone are held; a campaign cannot release
 * them.
 */
function fallbackOf(organization: Policy | null, campaign: Policy | null, own: readonly PolicySource[]): string | null {
  if (organization?.fallback_timezone) return organization.fallback_timezone
  const needsZone = own.some(({ rules }) => rules.hours || rules.holidays || rules.unknown_zone)
  const hasFloor = organization !== null && coverageOf('organization', organization).hasFloor
  return needsZone || hasFloor ? null : (campaign?.fallback_timezone ?? null)
}

/** For a registry that the organization requires, only the organization's own date counts. */
function scrubDates(
  organization: Policy | null,
  campaign: Policy | null,
  own: readonly PolicySource[],
): Record<string, string> {
  const asked = registriesOf(own)
  const further = Object.entries(campaign?.scrubbed_on ?? {}).filter(([id]) => !asked.has(id))
  return { ...organization?.scrubbed_on, ...Object.fromEntries(further) }
}

function registriesOf(sources: readonly PolicySource[]): Set<string> {
  return new Set(sources.flatMap(({ rules }) => (rules.registries ?? []).map(({ id }) => id)))
}

export interface HourRule {
  from: RuleOrigin
  /** Open hours by weekday, Monday first. */
  week: readonly (readonly DaySpan[])[]
  /** Open hours on holidays; null: as on any other day. */
  holiday: readonly DaySpan[] | null
  holidayEve: readonly DaySpan[] | null
  holidays: HolidayRules
}

export interface CallCap {
  from: RuleOrigin
  max: number
  hours: number
  count: 'attempts' | 'conversations'
}

export interface ValueWithOrigin<T> {
  from: RuleOrigin
  value: T
}

export interface MergedRules {
  /** The level whose packs do not cover these people, and the places and purpose in question. Null: they are covered. */
  uncovered: { from: RuleOrigin; places: readonly string[]; purpose: Purpose | null } | null
  hours: readonly HourRule[]
  suspensions: readonly { from: RuleOrigin; fromMs: number; untilMs: number | null; reason: string }[]
  caps: readonly CallCap[]
  leastGapMs: ValueWithOrigin<number> | null
  /** `ms` null: forever. */
  cooldowns: readonly { from: RuleOrigin; after: CooldownCause; ms: number | null }[]
  shortestRingMs: ValueWithOrigin<number> | null
  requiredSentences: readonly ({ from: RuleOrigin } & NonNullable<Rules['required_sentences']>[number])[]
  registries: readonly ({ from: RuleOrigin } & NonNullable<Rules['registries']>[number])[]
  duties: readonly ({ from: RuleOrigin } & NonNullable<Rules['duties']>[number])[]
  consents: readonly ConsentRule[]
  unknownZone: ValueWithOrigin<'refuse' | 'fallback'> | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface MergeOptions {
  /** The calls go through the simulated carrier: no phone rings, so the default hours do not apply. */
  reachesNobody?: boolean
}

/** If no place is known, the person could be anywhere: every selected pack applies. */
export function mergeRulesFor(
  policy: CompiledPolicy,
  places: readonly string[],
  nowMs: number,
  { reachesNobody = false }: MergeOptions = {},
): MergedRules {
  const sources = policy.sources.filter(
    ({ pack, calls }) =>
      pack === null || (mayPackApply(pack.places, places) && concerns(pack, calls) && isValid(pack, nowMs)),
  )
  return {
    uncovered: uncoveredBy(policy, sources, places),
    hours: hoursOf(policy, sources, reachesNobody),
    suspensions: sources.flatMap((source) => suspensionsOf(source, places)),
    caps: strictestCaps(sources.filter((source) => !isLifted(source, 'caps'))),
    leastGapMs: largest(sources, (rules) => rules.least_gap_minutes, 60_000),
    cooldowns: longestCooldowns(sources),
    shortestRingMs: largest(sources, (rules) => rules.shortest_ring_seconds, 1_000),
    requiredSentences: collected(sources, (rules) => rules.required_sentences),
    registries: freshest(collected(sources, (rules) => rules.registries)),
    duties: collected(sources, (rules) => rules.duties),
    consents: sources.flatMap(consentRule),
    unknownZone: unknownZone(sources),
  }
}

/** A consent that a policy itself requires, instead of a pack, has no duty with which a user could vouch for the list. */
function consentRule({ from, pack, rules, calls }: PolicySource): ConsentRule[] {
  const asked = rules.consent
  if (!asked) return []
  const declared = asked.any_of.some((consent) => calls.consents.includes(consent))
  const duties = (pack?.rules.duties ?? []).map(({ id }) => id)
  return [{ from, anyOf: asked.any_of, records: asked.records, duties, declared }]
}

function isLifted({ pack, calls }: PolicySource, part: 'hours' | 'caps'): boolean {
  return pack?.lifted_by[part].some((consent) => calls.consents.includes(consent)) ?? false
}

/** The organization's packs must cover a person on their own; a campaign's packs must do so together with the organization's. */
function uncoveredBy(
  policy: CompiledPolicy,
  sources: readonly PolicySource[],
  places: readonly string[],
): MergedRules['uncovered'] {
  for (const { level, refusesUncovered } of policy.coverage) {
    if (!refusesUncovered) continue
    const packs = sources.flatMap(({ pack, selected, level: own }) =>
      pack !== null && selected && (level === 'campaign' || own === level) ? [pack] : [],
    )
    const without = placesWithout(packs, places)
    if (packs.length > 0 && without.length === 0) continue
    const purpose = policy.sources.find((source) => source.level === level)?.calls.purpose ?? null
    return { from: level, places: without, purpose }
  }
  return null
}

/**
 * The possible places that none of these packs covers. Any of them may be the true one, so each must be covered. A pack for one
 * state does not cover a person whose state is unknown.
 */
function placesWithout(packs: readonly Pack[], places: readonly string[]): string[] {
  const covered = new Set(packs.flatMap((pack) => pack.places))
  const isRefined = (place: string) => places.some((other) => other.startsWith(`${place}-`))
  return places.filter((place) => !isRefined(place) && !covered.has(place) && !covered.has(place.slice(0, 2)))
}

/**
 * Each policy level with default hours applies them in addition to its own hours: hours of a campaign do not replace the
 * organization's default.
 */
function hoursOf(policy: CompiledPolicy, sources: readonly PolicySource[], reachesNobody: boolean): HourRule[] {
  const timed = sources.filter((source) => !isLifted(source, 'hours'))
  const rules = timed.flatMap(hourRule)
  const needsFloor = policy.coverage.some(
    ({ level, hasFloor }) =>
      hasFloor && !timed.some((source) => hasHours(source) && (level === 'campaign' || source.level === level)),
  )
  return needsFloor && !reachesNobody ? [...rules, FLOOR_HOURS] : rules
}

function hasHours({ rules }: PolicySource): boolean {
  return Boolean(rules.hours)
}

/** A pack for a state applies to contacts of that state, and to contacts for whom only the country is known. */
export function mayPackApply(packPlaces: readonly string[], places: readonly string[]): boolean {
  if (places.length === 0) return true
  return packPlaces.some((wanted) => {
    if (places.includes(wanted)) return true
    const country = wanted.slice(0, 2)
    return country !== wanted && places.includes(country) && !places.some((place) => place.startsWith(`${country}-`))
  })
}

function concerns(pack: Pack, calls: CallKind): boolean {
  const { purposes, parties } = pack.applies_to
  if (purposes && calls.purpose !== null && !purposes.includes(calls.purpose)) return false
  return !(parties && calls.party !== null && !parties.includes(calls.party))
}

/** Whether the pack is in force. Its dates are local and zones differ: on the days before and after, it applies too. */
function isValid(pack: Pack, nowMs: number): boolean {
  if (pack.valid_from && nowMs < Date.parse(pack.valid_from) - DAY_MS) return false
  return !(pack.valid_to && nowMs > Date.parse(pack.valid_to) + 2 * DAY_MS)
}

const WHOLE_DAY: readonly DaySpan[] = [{ from: 0, to: DAY_MINUTES }]
const NO_HOLIDAYS: HolidayRules = { calendars: [], added: new Set(), removed: new Set() }

/** Default hours, 08:00 to 21:00 every day: not a law, but they prevent calls at night where no rule is known. */
const FLOOR_HOURS: HourRule = {
  from: BUILT_IN_RULE_ORIGIN,
  week: WEEKDAYS.map(() => [{ from: 8 * 60, to: 21 * 60 }]),
  holiday: null,
  holidayEve: null,
  holidays: NO_HOLIDAYS,
}

export function parseSpans(day: readonly { start: string; end: string }[]): DaySpan[] {
  return mergeSpans(day.map(({ start, end }) => ({ from: parseMinuteOfDay(start), to: parseMinuteOfDay(end) })))
}

/** A source's rule about hours. Holidays without hours of their own are closed. */
function hourRule({ from, rules }: PolicySource): HourRule[] {
  const { hours, holidays } = rules
  if (!hours && !holidays) return []
  const named = holidays ? parseSpans(hours?.holiday ?? []) : null
  return [
    {
      from,
      week: WEEKDAYS.map((day) => (hours ? parseSpans(hours[day]) : WHOLE_DAY)),
      holiday: named,
      holidayEve: hours?.holiday_eve ? parseSpans(hours.holiday_eve) : null,
      holidays: holidays
        ? {
            calendars: holidays.calendars,
            added: new Set(holidays.added.map(epochDayOfDate)),
            removed: new Set(holidays.removed.map(epochDayOfDate)),
          }
        : NO_HOLIDAYS,
    },
  ]
}

/** The open hours of a date; `day` in days since 1970-01-01. */
export function openSpansOn(rule: HourRule, day: number): { spans: readonly DaySpan[]; holiday: boolean } {
  const spans = rule.week[weekdayOfEpochDay(day)] ?? []
  if (rule.holiday !== null && isHoliday(rule.holidays, day)) return { spans: rule.holiday, holiday: true }
  if (rule.holidayEve !== null && isHoliday(rule.holidays, day + 1)) {
    return { spans: intersectSpans(spans, rule.holidayEve), holiday: false }
  }
  return { spans, holiday: false }
}

/** Hours that are open under every rule, for each weekday, without holidays. */
export function weeklyOpenSpans(rules: readonly HourRule[]): DaySpan[][] {
  return WEEKDAYS.map((_, day) =>
    rules.reduce<DaySpan[]>((open, rule) => intersectSpans(open, rule.week[day] ?? []), [...WHOLE_DAY]),
  )
}

/** Whether no minute of the week is open: contacts would wait forever. */
export function isNeverOpen(rules: readonly HourRule[]): boolean {
  return weeklyOpenSpans(rules).every((day) => day.length === 0)
}

function suspensionsOf({ from, rules }: PolicySource, places: readonly string[]): MergedRules['suspensions'] {
  return (rules.suspensions ?? [])
    .filter((suspension) => suspension.places.length === 0 || mayPackApply(suspension.places, places))
    .map((suspension) => ({
      from,
      fromMs: Date.parse(suspension.from),
      untilMs: suspension.until ? Date.parse(suspension.until) : null,
      reason: suspension.reason,
    }))
}

function strictestCaps(sources: readonly PolicySource[]): CallCap[] {
  const caps = new Map<string, CallCap>()
  for (const { from, rules } of sources) {
    for (const cap of rules.caps ?? []) {
      const key = `${cap.count} ${cap.hours}`
      const other = caps.get(key)
      if (!other || cap.max < other.max) caps.set(key, { from, ...cap })
    }
  }
  return [...caps.values()]
}

function longestCooldowns(sources: readonly PolicySource[]): MergedRules['cooldowns'] {
  const longest = new Map<CooldownCause, { from: RuleOrigin; after: CooldownCause; ms: number | null }>()
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
  sources: readonly PolicySource[],
  of: (rules: Rules) => number | null | undefined,
  unitMs: number,
): ValueWithOrigin<number> | null {
  let found: ValueWithOrigin<number> | null = null
  for (const { from, rules } of sources) {
    const value = of(rules)
    if (value && (found === null || value * unitMs > found.value)) found = { from, value: value * unitMs }
  }
  return found
}

/** Collects from every source; a pack that both levels selected counts once. */
function collected<T extends { id: string }>(
  sources: readonly PolicySource[],
  of: (rules: Rules) => readonly T[] | null | undefined,
): ({ from: RuleOrigin } & T)[] {
  const all = sources.flatMap(({ from, rules }) => (of(rules) ?? []).map((item) => ({ from, ...item })))
  return [...new Map(all.map((item) => [`${item.from} ${item.id}`, item])).values()]
}

function freshest<T extends { id: string; max_age_days: number }>(registries: readonly T[]): T[] {
  const strictest = new Map<string, T>()
  for (const registry of registries) {
    const other = strictest.get(registry.id)
    if (!other || registry.max_age_days < other.max_age_days) strictest.set(registry.id, registry)
  }
  return [...strictest.values()]
}

function unknownZone(sources: readonly PolicySource[]): ValueWithOrigin<'refuse' | 'fallback'> | null {
  const said = sources.flatMap(({ from, rules }) => (rules.unknown_zone ? [{ from, value: rules.unknown_zone }] : []))
  return said.find(({ value }) => value === 'refuse') ?? said[0] ?? null
}
