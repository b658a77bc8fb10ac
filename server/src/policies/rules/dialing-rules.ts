/**
 * The rules of one campaign for the dialer: for a group of contacts (same zones, same places) whether hours are open, cached
 * until that changes; for one number, which rules its call history violates. Returns the same results as `policyVerdict`, cached.
 */
import { parseZoneGroup, type ZoneSource } from '../../addresses/rules/zones-of-contact.ts'
import type { PossiblePlaces } from '../../addresses/rules/zones-of-number.ts'
import { consentState, NO_CONFIRMED_DUTIES } from './consent.ts'
import { type PassedRule, passedRules, reasonText } from './explain.ts'
import { type CompiledPolicy, type MergedRules, type MergeOptions, mergeRulesFor } from './merge.ts'
import {
  type DialContext,
  groupReasons,
  historyReasons,
  hoursState,
  NO_HISTORY,
  type NumberHistory,
  policyVerdict,
  type Reason,
  type Verdict,
} from './verdict.ts'
import type { WindowState } from './wall-clock.ts'

const DAY_MS = 86_400_000

interface GroupState {
  places: PossiblePlaces
  rules: MergedRules
  /** The day for which the merged rules are valid: packs take effect and expire by the day. */
  day: number
  /** State of suspensions, registries and hours together. */
  window: WindowState | null
  windowFromMs: number
  /** Whether the group is held without an end; computed on first use. */
  never: boolean | null
  standing: string[] | null
}

export interface PolicyExplanation {
  may_call_now: boolean
  because: { rule: Reason['rule']; from: string; message: string; untilMs: number | null }[]
  nextMs: number | null
}

export interface DialingOptions extends MergeOptions, Pick<DialContext, 'vouchedDuties'> {}

export class DialingRules {
  readonly #policy: CompiledPolicy
  readonly #context: DialContext
  readonly #options: MergeOptions
  readonly #groups = new Map<string, GroupState>()

  constructor(
    policy: CompiledPolicy,
    ringMs: number,
    { vouchedDuties = NO_CONFIRMED_DUTIES, ...options }: DialingOptions = {},
  ) {
    this.#policy = policy
    this.#options = options
    const { fallbackTimezone, scrubbedOn, numberCheck } = policy
    this.#context = { ringMs, fallbackTimezone, scrubbedOn, numberCheck, vouchedDuties }
  }

  /** `group` in the notation of `zonesOfContact`. */
  #state(group: string, nowMs: number): GroupState {
    const day = Math.floor(nowMs / DAY_MS)
    const known = this.#groups.get(group)
    if (known?.day === day) return known
    const places = known?.places ?? parseZoneGroup(group)
    const rules = mergeRulesFor(this.#policy, places.places, nowMs, this.#options)
    const state: GroupState = { places, rules, day, window: null, windowFromMs: 0, never: null, standing: null }
    this.#groups.set(group, state)
    return state
  }

  /** Whether the group as such may be called, and when that changes. */
  window(group: string, nowMs: number): WindowState {
    const state = this.#state(group, nowMs)
    const { window, windowFromMs } = state
    if (window && nowMs >= windowFromMs && (window.changesAtMs === null || nowMs < window.changesAtMs)) return window
    state.window = this.#look(state, nowMs)
    state.windowFromMs = nowMs
    return state.window
  }

  #look({ rules, places }: GroupState, nowMs: number): WindowState {
    const hours = hoursState(rules, places.zones, nowMs, this.#context)
    const barred = groupReasons(rules, nowMs, this.#context)
    const ends = [...barred.map((reason) => reason.untilMs), ...this.#nextBars(rules, nowMs)]
    const moments = [...ends, hours.changesAtMs].filter((moment) => moment !== null)
    return {
      open: hours.open && barred.length === 0,
      changesAtMs: moments.length > 0 ? Math.min(...moments) : null,
    }
  }

  /** When a suspension begins, or a registry check expires. */
  #nextBars(rules: MergedRules, nowMs: number): number[] {
    const begins = rules.suspensions.map(({ fromMs }) => fromMs)
    const stale = rules.registries.flatMap(({ id, max_age_days }) => {
      const scrubbedOn = this.#context.scrubbedOn[id]
      return scrubbedOn ? [Date.parse(scrubbedOn) + max_age_days * DAY_MS] : []
    })
    return [...begins, ...stale].filter((moment) => moment > nowMs)
  }

  /** The rules that this number's call history violates now; empty: none. */
  history(group: string, history: NumberHistory, nowMs: number): Reason[] {
    return historyReasons(this.#state(group, nowMs).rules, history, nowMs, this.#context)
  }

  may(group: string, history: NumberHistory, nowMs: number): boolean {
    return this.window(group, nowMs).open && this.history(group, history, nowMs).length === 0
  }

  /** Whether no contact of the group can be called until a user changes a rule, a list or a registry date. */
  isHeldWithoutEnd(group: string, nowMs: number): boolean {
    const state = this.#state(group, nowMs)
    if (state.never === null) {
      const verdict = policyVerdict(state.rules, state.places.zones, NO_HISTORY, nowMs, this.#context)
      state.never = !verdict.may && verdict.because.some(({ untilMs }) => untilMs === null)
    }
    return state.never
  }

  /** The rule that holds the group without end, or the first that holds it. */
  verdictRule(group: string, nowMs: number): Reason['rule'] | 'none' {
    const { rules, places } = this.#state(group, nowMs)
    const verdict = policyVerdict(rules, places.zones, NO_HISTORY, nowMs, this.#context)
    if (verdict.may) return 'none'
    return (verdict.because.find(({ untilMs }) => untilMs === null) ?? verdict.because[0])?.rule ?? 'none'
  }

  /** Whether a rule about hours applies to the group. */
  hasHours(group: string, nowMs: number): boolean {
    return this.#state(group, nowMs).rules.hours.length > 0
  }

  /** Equal for groups to which the same rules apply in the same zones. */
  key(group: string, nowMs: number): string {
    const { rules, places } = this.#state(group, nowMs)
    const { uncovered, hours, suspensions, caps, leastGapMs, cooldowns, registries, shortestRingMs, unknownZone } =
      rules
    const parts = [uncovered?.from, hours.map(({ from }) => from), suspensions, caps, leastGapMs, cooldowns, registries]
    return JSON.stringify([places.zones, ...parts, shortestRingMs, unknownZone, rules.consents])
  }

  /** How far back the call history must reach for every cap, gap and cooldown. `POSITIVE_INFINITY`: no history is needed. */
  historySinceMs(group: string, nowMs: number): number {
    const { caps, leastGapMs, cooldowns } = this.#state(group, nowMs).rules
    if (caps.length + cooldowns.length === 0 && leastGapMs === null) return Number.POSITIVE_INFINITY
    if (cooldowns.some(({ ms }) => ms === null)) return 0
    const needs = [...caps.map((cap) => cap.hours * 3_600_000), ...cooldowns.map(({ ms }) => ms ?? 0)]
    return nowMs - Math.max(0, leastGapMs?.value ?? 0, ...needs)
  }

  /** Whether a rule needs the consents of the people in the group. */
  asksForConsent(group: string, nowMs: number): boolean {
    return this.#state(group, nowMs).rules.consents.length > 0
  }

  get asksForCheck(): boolean {
    return Boolean(this.#context.numberCheck)
  }

  /** Each rule that was checked and allowed a call, for the ledger. */
  passed(group: string, history: NumberHistory, nowMs: number): string[] {
    const state = this.#state(group, nowMs)
    const { rules } = state
    state.standing ??= standingRules(rules)
    const counts = rules.caps.map(({ from, max, hours, count }) => {
      const all = count === 'attempts' ? history.attemptsMs : history.conversationsMs
      const before = all.filter((atMs) => atMs > nowMs - hours * 3_600_000).length
      return `cap ${max} ${count} in ${hours} h (${from}): ${before} before`
    })
    return [...state.standing, ...counts, ...passedConsents(rules, history, nowMs), ...this.#passedCheck(history)]
  }

  #passedCheck({ check }: NumberHistory): string[] {
    if (!this.asksForCheck || check === 'not_asked' || check === null) return []
    const at = new Date(check.atMs).toISOString()
    return [`number check: ${check.verdict === 'failed' ? 'no answer, called all the same' : check.verdict}, ${at}`]
  }

  /** The configuration's ring timeout, or a longer one that a rule requires. */
  ringMs(group: string, nowMs: number): number {
    return Math.max(this.#context.ringMs, this.#state(group, nowMs).rules.shortestRingMs?.value ?? 0)
  }

  verdict(group: string, history: NumberHistory, nowMs: number): Verdict {
    const { rules, places } = this.#state(group, nowMs)
    return policyVerdict(rules, places.zones, history, nowMs, this.#context)
  }

  explain(group: string, source: ZoneSource, history: NumberHistory, nowMs: number): PolicyExplanation {
    const verdict = this.verdict(group, history, nowMs)
    if (verdict.may) return { may_call_now: true, because: [], nextMs: nowMs }
    const [zone] = this.#state(group, nowMs).places.zones
    const shown = { name: zone ?? this.#context.fallbackTimezone, source }
    return {
      may_call_now: false,
      because: verdict.because.map((reason) => ({
        rule: reason.rule,
        from: reason.from,
        message: reasonText(reason, nowMs, shown, verdict.nextMs),
        untilMs: reason.untilMs,
      })),
      nextMs: verdict.nextMs,
    }
  }

  /** The rules that allowed a call, for operators: each with its figures, or the statement that none applies. */
  passes(group: string, source: ZoneSource, history: NumberHistory, nowMs: number): PassedRule[] {
    const { rules, places } = this.#state(group, nowMs)
    const shown = { name: places.zones[0] ?? this.#context.fallbackTimezone, source }
    return passedRules(rules, places.places, history, nowMs, shown)
  }
}

/** The id of the consent record that allowed the call: the ledger has the record itself, or its import. */
function passedConsents({ consents: asked }: MergedRules, { consents }: NumberHistory, nowMs: number): string[] {
  if (consents === 'not_asked') return []
  return asked.map(({ from, anyOf, declared }) => {
    const found = consentState(consents, anyOf, nowMs)
    const rule = `consent (${from})`
    if (found.state === 'given') {
      const { kind, atMs, id } = found.by
      return `${rule}: ${kind} of ${new Date(atMs).toISOString().slice(0, 10)}, record ${id}`
    }
    return `${rule}: ${declared ? 'declared in the policy' : 'vouched for the whole list'}`
  })
}

/** Rules without figures that were checked and allowed the call. */
function standingRules({
  hours,
  suspensions,
  leastGapMs,
  cooldowns,
  registries,
  shortestRingMs,
}: MergedRules): string[] {
  const all = [
    ...hours.map(({ from }) => `hours (${from}): open`),
    ...suspensions.map(({ from }) => `suspension (${from}): not now`),
    ...(leastGapMs ? [`gap ${leastGapMs.value / 60_000} min (${leastGapMs.from}): kept`] : []),
    ...cooldowns.map(({ from, after }) => `cooldown after ${after} (${from}): over or none`),
    ...registries.map(({ from, id }) => `registry ${id} (${from}): fresh`),
    ...(shortestRingMs ? [`ring ${shortestRingMs.value / 1000} s (${shortestRingMs.from}): kept`] : []),
  ]
  return [...new Set(all)]
}
