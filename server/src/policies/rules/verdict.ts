/**
 * Decides whether the rules allow a call to this number now. If not: each rule that forbids it, with its figures and its end, and
 * the first time at which no rule does. Used by the claim and by the explanation.
 */
import { type ConfirmedDuties, missingConsent, NO_CONFIRMED_DUTIES, type RecordedConsent } from './consent.ts'
import { type MergedRules, openSpansOn, type RuleOrigin } from './merge.ts'
import { checkState, type NumberCheck, type NumberCheckRule } from './number-check.ts'
import type { Consent, CooldownCause, Purpose } from './policy.ts'
import {
  type DaySpan,
  formatMinuteOfDay,
  type HoursOfDay,
  intersectSpans,
  isOpenAt,
  type WindowState,
  wallClockIn,
  windowStateInAllZones,
} from './wall-clock.ts'

/** A call that limits and pauses count, for the sentences about them. */
export interface CountedCall {
  atMs: number
  isConversation: boolean
  /** With another number of the same person. */
  isOtherNumber: boolean
  /** `single`: a call without a campaign. `person`: the person called. */
  origin: 'campaign' | 'single' | 'person'
}

/** Past calls to a number in all campaigns of the organization, as far back as the longest rule needs. */
export interface NumberHistory {
  /** Times of all placed dials, answered or not. */
  attemptsMs: readonly number[]
  conversationsMs: readonly number[]
  lastMs: Readonly<Partial<Record<CooldownCause, number>>>
  /** Time at which the person asked to be called back. */
  callBackAtMs?: number | null
  /** Consents of the person. `not_asked`: for a whole group, whose members differ in this. */
  consents: readonly RecordedConsent[] | 'not_asked'
  /** Result of the organization's number check; null: none yet. */
  check: NumberCheck | null | 'not_asked'
  /** The same calls for explanations; left out in the claim, which does not need them. */
  calls?: readonly CountedCall[]
}

/** History for judging a whole group of contacts, without that of a single one. */
export const NO_HISTORY: NumberHistory = {
  attemptsMs: [],
  conversationsMs: [],
  lastMs: {},
  consents: 'not_asked',
  check: 'not_asked',
}

export interface DialContext {
  /** Ring timeout. A call that is placed within this time before closing would still ring after closing. */
  ringMs: number
  fallbackTimezone: string | null
  scrubbedOn: Readonly<Record<string, string>>
  /** Confirmed or accepted duties of the person's list. If left out: none, as for a single call. */
  vouchedDuties?: ConfirmedDuties
  numberCheck?: NumberCheckRule | null
}

/** Input for judging the history of one number, besides the rules. */
type HistoryContext = Pick<DialContext, 'vouchedDuties' | 'numberCheck'>

interface Told {
  from: RuleOrigin
  /** When this rule no longer forbids the call; null: not before a user changes something. */
  untilMs: number | null
}

/** The calls that the rule counted; left out: they were not read. */
interface Because {
  calls?: readonly CountedCall[]
}

export type Reason = Told &
  (
    | { rule: 'hours'; zone: string; zones: number; holiday: boolean; closing: boolean; today: readonly DaySpan[] }
    | { rule: 'never_open'; zones: readonly string[] }
    | { rule: 'zone_unknown' }
    | { rule: 'uncovered'; places: readonly string[]; purpose: Purpose | null }
    | { rule: 'suspension'; reason: string }
    | ({
        rule: 'cap'
        max: number
        hours: number
        count: 'attempts' | 'conversations'
        found: number
        lastMs: number
      } & Because)
    | ({ rule: 'least_gap'; gapMs: number; lastMs: number } & Because)
    | ({ rule: 'cooldown'; after: CooldownCause; coolMs: number | null; lastMs: number } & Because)
    | {
        rule: 'consent'
        state: 'missing' | 'revoked' | 'expired'
        atMs: number | null
        anyOf: readonly Consent[]
        /** Duties with which a user could vouch for the whole list but has not. */
        duties: readonly string[]
      }
    | { rule: 'number_check'; state: 'waiting' | 'barred' | 'failed'; said: string | null }
    | { rule: 'registry'; registry: string; name: string; maxAgeDays: number; scrubbedOn: string | null }
  )

export type Verdict =
  | { may: true; untilMs: number | null }
  | { may: false; because: readonly Reason[]; nextMs: number | null }

/** How far ahead opening hours are searched: longer than any series of holidays; weekly hours repeat. */
const HORIZON_DAYS = 30

/**
 * Maximum number of search steps: a cap may end when hours are closed, and hours may open under another cap. Then the result is
 * "never".
 */
const STEPS_MAX = 50

export function policyVerdict(
  rules: MergedRules,
  zones: readonly string[],
  history: NumberHistory,
  nowMs: number,
  context: DialContext,
): Verdict {
  const because = reasons(rules, zones, history, nowMs, context)
  if (because.length === 0) return { may: true, untilMs: hoursState(rules, zones, nowMs, context).changesAtMs }
  return { may: false, because, nextMs: firstFree(rules, zones, history, because, context) }
}

/**
 * Finds the first time without a forbidding rule. No rule ends before its `untilMs`, so the latest of them is the next time to
 * check.
 */
function firstFree(
  rules: MergedRules,
  zones: readonly string[],
  history: NumberHistory,
  because: readonly Reason[],
  context: DialContext,
): number | null {
  let current = because
  for (let step = 0; step < STEPS_MAX; step++) {
    if (current.some((reason) => reason.untilMs === null)) return null
    const at = Math.max(...current.map((reason) => reason.untilMs as number))
    current = reasons(rules, zones, history, at, context)
    if (current.length === 0) return at
  }
  return null
}

function reasons(
  rules: MergedRules,
  zones: readonly string[],
  history: NumberHistory,
  nowMs: number,
  context: DialContext,
): Reason[] {
  return [
    ...groupReasons(rules, nowMs, context),
    ...hourReasons(rules, zones, nowMs, context),
    ...historyReasons(rules, history, nowMs, context),
  ]
}

/** Reasons that forbid calls to a whole group of contacts at any hour: no pack covers them, a registry, a suspension. */
export function groupReasons(rules: MergedRules, nowMs: number, context: DialContext): Reason[] {
  return [...uncoveredReasons(rules), ...registryReasons(rules, nowMs, context), ...suspensionReasons(rules, nowMs)]
}

function uncoveredReasons({ uncovered }: MergedRules): Reason[] {
  return uncovered ? [{ rule: 'uncovered', untilMs: null, ...uncovered }] : []
}

/** Reasons that differ between contacts of the same group: caps, gap, cooldowns and consents. */
export function historyReasons(
  rules: MergedRules,
  history: NumberHistory,
  nowMs: number,
  context: HistoryContext,
): Reason[] {
  return [
    ...capReasons(rules, history, nowMs),
    ...pauseReasons(rules, history, nowMs),
    ...consentReasons(rules, history, nowMs, context),
    ...checkReasons(history, nowMs, context),
  ]
}

function checkReasons({ check }: NumberHistory, nowMs: number, { numberCheck }: HistoryContext): Reason[] {
  if (!numberCheck || check === 'not_asked') return []
  const found = checkState(numberCheck, check, nowMs)
  if (found.state === 'passed') return []
  const [untilMs, said] = found.state === 'waiting' ? [null, null] : [found.untilMs, found.check.reason]
  return [{ rule: 'number_check', from: 'organization', untilMs, state: found.state, said }]
}

function consentReasons(
  { consents: asked }: MergedRules,
  { consents }: NumberHistory,
  nowMs: number,
  { vouchedDuties = NO_CONFIRMED_DUTIES }: HistoryContext,
): Reason[] {
  if (consents === 'not_asked') return []
  return asked.flatMap((rule): Reason[] => {
    const found = missingConsent(rule, consents, vouchedDuties, nowMs)
    if (found === null) return []
    const { from, anyOf } = rule
    const atMs = found.state === 'missing' ? null : found.atMs
    const duties = found.state === 'missing' && rule.records === 'list' ? rule.duties : []
    return [{ rule: 'consent', from, untilMs: null, state: found.state, atMs, anyOf, duties }]
  })
}

/** The zones whose hours must be observed; null: no zone is known and there is no fallback. */
function zonesToKeep(rules: MergedRules, zones: readonly string[], context: DialContext): readonly string[] | null {
  if (zones.length > 0) return zones
  if (rules.unknownZone?.value === 'refuse' || context.fallbackTimezone === null) return null
  return [context.fallbackTimezone]
}

function hoursOf(rules: MergedRules): HoursOfDay {
  return (day) =>
    rules.hours.reduce<readonly DaySpan[]>(
      (open, rule) => intersectSpans(open, openSpansOn(rule, day).spans),
      [{ from: 0, to: 24 * 60 }],
    )
}

/** The state of a whole group of contacts. It changes only at `changesAtMs` and can be cached until then. */
export function hoursState(
  rules: MergedRules,
  zones: readonly string[],
  nowMs: number,
  context: DialContext,
): WindowState {
  const kept = zonesToKeep(rules, zones, context)
  if (kept === null && (rules.hours.length > 0 || rules.unknownZone?.value === 'refuse')) {
    return { open: false, changesAtMs: null }
  }
  if (rules.hours.length === 0 || kept === null) return { open: true, changesAtMs: null }
  const leastMs = Math.max(context.ringMs, rules.shortestRingMs?.value ?? 0)
  return windowStateInAllZones(kept, hoursOf(rules), nowMs, { leastMs, horizonDays: HORIZON_DAYS })
}

function hourReasons(rules: MergedRules, zones: readonly string[], nowMs: number, context: DialContext): Reason[] {
  const state = hoursState(rules, zones, nowMs, context)
  if (state.open) return []
  const kept = zonesToKeep(rules, zones, context)
  if (kept === null) {
    return [{ rule: 'zone_unknown', from: rules.unknownZone?.from ?? rules.hours[0]?.from ?? '', untilMs: null }]
  }
  if (state.changesAtMs === null) {
    return [{ rule: 'never_open', from: rules.hours.at(-1)?.from ?? '', untilMs: null, zones: kept }]
  }
  const closed = kept.flatMap((zone) => closedBy(rules, zone, nowMs))
  const first = closed[0] ?? closingIn(rules, kept, nowMs)
  return [{ rule: 'hours', untilMs: state.changesAtMs, zones: kept.length, ...first }]
}

type ClosedBy = Pick<Extract<Reason, { rule: 'hours' }>, 'from' | 'zone' | 'holiday' | 'closing' | 'today'>

/** The first rule that closes this zone now. */
function closedBy(rules: MergedRules, zone: string, nowMs: number): ClosedBy[] {
  const { day, minute } = wallClockIn(zone, nowMs)
  for (const rule of rules.hours) {
    const { spans, holiday } = openSpansOn(rule, day)
    if (isOpenAt(spans, minute)) continue
    return [{ from: rule.from, zone, holiday, closing: false, today: spans }]
  }
  return []
}

/** All zones are open, but not for as long as the phone may ring: returns the zone that closes first. */
function closingIn(rules: MergedRules, zones: readonly string[], nowMs: number): ClosedBy {
  const byMinutesLeft = zones.flatMap((zone) => {
    const { day, minute } = wallClockIn(zone, nowMs)
    return rules.hours.flatMap((rule) => {
      const { spans } = openSpansOn(rule, day)
      const span = spans.find(({ from, to }) => minute >= from && minute < to)
      return span ? [{ left: span.to - minute, from: rule.from, zone, today: spans }] : []
    })
  })
  const { from, zone, today } = byMinutesLeft.reduce((first, other) => (other.left < first.left ? other : first))
  return { from, zone, holiday: false, closing: true, today }
}

function suspensionReasons(rules: MergedRules, nowMs: number): Reason[] {
  return rules.suspensions
    .filter(({ fromMs, untilMs }) => nowMs >= fromMs && (untilMs === null || nowMs < untilMs))
    .map(({ from, untilMs, reason }) => ({ rule: 'suspension', from, untilMs, reason }))
}

/** A date begins somewhere on earth this long before it begins in UTC. */
const EARLIEST_DAY_MS = 14 * 3_600_000

function registryReasons(rules: MergedRules, nowMs: number, context: DialContext): Reason[] {
  return rules.registries.flatMap((registry): Reason[] => {
    const said = context.scrubbedOn[registry.id] ?? null
    // A date in the future is not accepted as proof.
    const scrubbedOn = said !== null && Date.parse(said) <= nowMs + EARLIEST_DAY_MS ? said : null
    const freshMs = scrubbedOn === null ? 0 : Date.parse(scrubbedOn) + registry.max_age_days * 86_400_000
    if (nowMs < freshMs) return []
    const { from, id, name, max_age_days } = registry
    return [{ rule: 'registry', from, untilMs: null, registry: id, name, maxAgeDays: max_age_days, scrubbedOn }]
  })
}

/** Caps are rolling: a call counts until exactly `hours` after it. At `max` calls, the oldest of the newest `max` must expire. */
function capReasons(rules: MergedRules, history: NumberHistory, nowMs: number): Reason[] {
  return rules.caps.flatMap((cap): Reason[] => {
    const windowMs = cap.hours * 3_600_000
    const all = cap.count === 'attempts' ? history.attemptsMs : history.conversationsMs
    const counted = all.filter((atMs) => atMs > nowMs - windowMs).sort((a, b) => b - a)
    const deciding = counted[cap.max - 1]
    if (deciding === undefined) return []
    const { from, max, hours, count } = cap
    const lastMs = counted[0] as number
    const found = counted.length
    const calls = callsOfCap(cap, history, nowMs)
    return [{ rule: 'cap', from, untilMs: deciding + windowMs, max, hours, count, found, lastMs, ...calls }]
  })
}

/** The calls that a cap counts now; empty: they were not read. */
export function callsOfCap(
  { count, hours }: { count: 'attempts' | 'conversations'; hours: number },
  { calls }: NumberHistory,
  nowMs: number,
): Because {
  if (!calls) return {}
  const sinceMs = nowMs - hours * 3_600_000
  const counts = ({ isConversation, origin }: CountedCall) =>
    count === 'attempts' ? origin !== 'person' : isConversation
  return { calls: calls.filter((call) => call.atMs > sinceMs && counts(call)) }
}

/** The calls of this moment; `dials`: only those that the organization placed. */
function callsAt({ calls }: NumberHistory, atMs: number, which: 'all' | 'dials'): Because {
  if (!calls) return {}
  return { calls: calls.filter((call) => call.atMs === atMs && (which === 'all' || call.origin !== 'person')) }
}

/**
 * For this long after the time that the person named, a callback is allowed as requested, regardless of the previous
 * conversation.
 */
const CALL_BACK_DAY_MS = 24 * 3_600_000

function pauseReasons(rules: MergedRules, history: NumberHistory, nowMs: number): Reason[] {
  const found: Reason[] = []
  const gap = rules.leastGapMs
  const lastMs = history.attemptsMs.reduce((last, atMs) => Math.max(last, atMs), Number.NEGATIVE_INFINITY)
  if (gap && nowMs < lastMs + gap.value) {
    const calls = callsAt(history, lastMs, 'dials')
    found.push({ rule: 'least_gap', from: gap.from, untilMs: lastMs + gap.value, gapMs: gap.value, lastMs, ...calls })
  }
  for (const { from, after, ms } of rules.cooldowns) {
    const at = history.lastMs[after]
    if (at === undefined || (ms !== null && nowMs >= at + ms)) continue
    const asked = after === 'conversation' ? (history.callBackAtMs ?? null) : null
    if (asked !== null && nowMs >= asked && nowMs < asked + CALL_BACK_DAY_MS) continue
    const ends = ms === null ? null : at + ms
    const untilMs = asked !== null && nowMs < asked ? Math.min(asked, ends ?? asked) : ends
    found.push({ rule: 'cooldown', from, untilMs, after, coolMs: ms, lastMs: at, ...callsAt(history, at, 'all') })
  }
  return found
}

/** Formats spans as text: `10:00-13:00, 14:00-20:00`. */
export function spansAsText(spans: readonly DaySpan[]): string {
  return spans.map(({ from, to }) => `${formatMinuteOfDay(from)}-${formatMinuteOfDay(to)}`).join(', ')
}
