/** One simulated future of a campaign in virtual time, by the dialer's own rules. */

import { nextLocalDay } from '../../costs/rules/spend-limits.ts'
import { type Schedule, type WindowState, windowState } from '../../dialer/rules/calling-window.ts'
import { decideContact, isOtherTimeOfDay, type Outcome } from '../../dialer/rules/outcomes.ts'
import { availableTokens, consumeTokens, nextTokenAt, type Pace, paceOf } from '../../dialer/rules/pacing.ts'
import { allWindows, preferReachedHour } from '../../dialer/rules/reached-hours.ts'
import type { Rng } from '../../kernel/rng.ts'
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import { NO_HISTORY } from '../../policies/rules/verdict.ts'
import { wallClockIn } from '../../policies/rules/wall-clock.ts'
import { CallOdds } from './call-odds.ts'
import {
  type ContactGroup,
  type DialLimits,
  FORECAST_RUN_LIMITS,
  type Forecast,
  type ForecastInput,
  type WaitingContacts,
} from './forecast-input.ts'
import { MinHeap } from './min-heap.ts'

const HOUR_MS = 60 * 60_000
/** A time beyond any horizon. */
const NEVER_MS = 8_640_000_000_000_000

export interface RunResult {
  endMs: number | null
  calls: number
  reached: number
  hours: Map<number, number>
  leftOut: Forecast['leftOut']
}

type Past = NonNullable<WaitingContacts['past']>

interface Retry {
  dials: number
  /** Past calls that limits count: real earlier calls, and those of this simulated future. */
  past: Past
  notAfterMs: number | null
}

const NO_PAST: Past = { attemptsMs: [], conversationsMs: [], lastMs: {} }
const FRESH: Retry = { dials: 0, past: NO_PAST, notAfterMs: null }

interface GroupState {
  fresh: number
  retries: MinHeap<Retry>
  place: string
  clock: LocalClock
  hours: OpenHours
  /** Index of the group's current range of open or closed hours. */
  stretch: number
}

interface LiveCall {
  outcome: Outcome
  contact: Retry
  group: GroupState
}

/** One simulated future. */
export class ForecastRun {
  readonly #input: ForecastInput
  readonly #rules: DialingRules | null
  readonly #pace: Pace
  readonly #odds: CallOdds
  readonly #limits: DialsLeft
  readonly #groups: GroupState[]
  readonly #live = new MinHeap<LiveCall>()
  readonly #hours = new Map<number, number>()
  #nowMs: number
  #pacedUntilMs = 0
  #open: GroupState[] = []
  #nextOpeningMs: number | null = null
  #lookedUntilMs = 0
  #calls = 0
  #reached = 0
  #tooLate = 0
  #lastEndMs: number

  constructor(input: ForecastInput, hours: readonly OpenHours[], rules: DialingRules | null, rng: Rng) {
    this.#input = input
    this.#rules = rules
    this.#pace = paceOf(input.callsPerSecond)
    this.#odds = new CallOdds(input.history, rng, input.campaignId ?? null)
    this.#limits = new DialsLeft(input.limits ?? NO_LIMITS, input.nowMs)
    this.#nowMs = input.nowMs
    this.#lastEndMs = input.nowMs
    this.#groups = input.groups.map((group, index) => this.#groupState(group, hours[index] as OpenHours))
  }

  live(): RunResult {
    const horizonMs = this.#input.nowMs + FORECAST_RUN_LIMITS.horizonMs
    for (;;) {
      while (this.#dialOne());
      const next = this.#nextMoment()
      if (next === null || next > horizonMs) break
      this.#nowMs = next
      this.#endCalls()
    }
    const left = (wanted: boolean) =>
      this.#groups
        .filter((group) => {
          const { open, changesAtMs } = this.#windowOf(group)
          return (open || changesAtMs !== null) === wanted
        })
        .reduce((sum, group) => sum + group.fresh + group.retries.size, 0)
    const isSpent = this.#limits.isOver
    const [never, late] = isSpent ? [0, 0] : [left(false), left(true)]
    const unpaid = isSpent ? left(false) + left(true) : 0
    return {
      endMs: never + late + unpaid === 0 ? this.#lastEndMs : null,
      calls: this.#calls,
      reached: this.#reached,
      hours: this.#hours,
      leftOut: [
        { reason: 'not_after', contacts: this.#tooLate },
        { reason: 'spend_limit', contacts: unpaid },
        { reason: 'no_open_hours', contacts: never },
        { reason: 'beyond_horizon', contacts: late },
      ],
    }
  }

  /** Dials one contact. Due retries come first, as in the dialer's claim. */
  #dialOne(): boolean {
    if (this.#live.size >= this.#input.maxConcurrency) return false
    if (availableTokens(this.#pace, this.#pacedUntilMs, this.#nowMs) < 1 || this.#limits.at(this.#nowMs) < 1)
      return false
    this.#lookAround()
    const due = this.#open.find((group) => this.#hasDueRetry(group))
    const group = due ?? this.#open.find((each) => each.fresh > 0)
    if (!group) return false
    const before = due ? (due.retries.pop() as Retry) : FRESH
    if (!due) group.fresh--
    if (before.notAfterMs !== null && this.#nowMs >= before.notAfterMs) {
      this.#tooLate++
      return true
    }
    const dials = before.dials + 1
    const { outcome, slotSeconds } = this.#odds.draw(dials, group.clock.hourAt(this.#nowMs))
    const past = this.#rules ? withAttempt(before.past, this.#nowMs) : before.past
    this.#live.push(this.#nowMs + slotSeconds * 1000, { outcome, contact: { ...before, dials, past }, group })
    this.#pacedUntilMs = consumeTokens(this.#pace, this.#pacedUntilMs, this.#nowMs, 1)
    this.#limits.spend()
    this.#calls++
    const hour = Math.floor(this.#nowMs / HOUR_MS)
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1)
    return true
  }

  #endCalls(): void {
    while ((this.#live.least ?? Number.POSITIVE_INFINITY) <= this.#nowMs) {
      const { outcome, contact, group } = this.#live.pop() as LiveCall
      this.#lastEndMs = this.#nowMs
      const decision = decideContact(outcome, null, contact.dials, this.#input.retry, this.#nowMs)
      if (decision.kind === 'final') {
        this.#reached += decision.reached ? 1 : 0
        continue
      }
      const last = contact.past.attemptsMs.at(-1)
      const isMachine = outcome === 'voicemail' && last !== undefined
      const past = isMachine
        ? { ...contact.past, lastMs: { ...contact.past.lastMs, machine_detected: last } }
        : contact.past
      const isByDelay = decision.kind === 'retry' && decision.isByDelay === true
      const atMs = isByDelay ? this.#preferredFrom(group, decision.atMs, contact) : decision.atMs
      group.retries.push(this.#allowedFrom(group.place, atMs, past), { ...contact, past })
    }
  }

  /** When the retry is due if the campaign prefers hours in which people were reached, computed as the dialer does. */
  #preferredFrom(group: GroupState, dueMs: number, { past, notAfterMs }: Retry): number {
    const { prefer_reached_hours, retry_other_time_of_day } = this.#input.retry
    const { zone } = group.clock
    if (!prefer_reached_hours || zone === null || past.conversationsMs.length === 0) return dueMs
    const lastMs = this.#nowMs
    const preferred = preferReachedHour({
      dueMs,
      reachedMs: past.conversationsMs,
      zone,
      notAfterMs,
      window: (atMs) => group.hours.state(group.hours.stretchAt(atMs, group.stretch)),
      ...(retry_other_time_of_day ? { isAllowed: (atMs: number) => isOtherTimeOfDay(lastMs, atMs) } : {}),
    })
    return preferred?.atMs ?? dueMs
  }

  /** The first time at which the limits per number allow the call, computed as in the dialer's claim. */
  #allowedFrom(place: string, atMs: number, past: Past): number {
    if (!this.#rules) return atMs
    const ends = this.#rules.history(place, { ...NO_HISTORY, ...past }, atMs).map(({ untilMs }) => untilMs ?? NEVER_MS)
    return Math.max(atMs, ...ends)
  }

  #groupState(group: ContactGroup, hours: OpenHours): GroupState {
    const { fresh, place = '@' } = group
    const retries = new MinHeap<Retry>()
    for (const { atMs, dials, count, past = NO_PAST, notAfterMs = null } of group.retries) {
      const isPast = past.attemptsMs.length + past.conversationsMs.length > 0 || Object.keys(past.lastMs).length > 0
      const fromMs = isPast ? this.#allowedFrom(place, Math.max(atMs, this.#nowMs), past) : atMs
      for (let index = 0; index < count; index++) retries.push(fromMs, { dials, past, notAfterMs })
    }
    return { fresh, retries, place, clock: new LocalClock(place), hours, stretch: 0 }
  }

  /** The time of the next possible event; null: none. */
  #nextMoment(): number | null {
    const moments: number[] = []
    if (this.#live.least !== null) moments.push(this.#live.least)
    if (this.#live.size < this.#input.maxConcurrency) {
      this.#lookAround()
      if (this.#nextOpeningMs !== null) moments.push(this.#nextOpeningMs)
      const pacedMs =
        availableTokens(this.#pace, this.#pacedUntilMs, this.#nowMs) > 0
          ? 0
          : nextTokenAt(this.#pace, this.#pacedUntilMs)
      const limitMs = this.#limits.at(this.#nowMs) > 0 ? 0 : this.#limits.nextMs
      if (limitMs === null) return moments.length === 0 ? null : Math.min(...moments)
      const token = Math.max(pacedMs, limitMs)
      for (const group of this.#open) {
        if (group.fresh + group.retries.size === 0) continue
        const ready = group.fresh > 0 ? this.#nowMs : (group.retries.least as number)
        moments.push(Math.max(ready, token, this.#nowMs + 1))
      }
    }
    return moments.length === 0 ? null : Math.min(...moments)
  }

  /** Updates which groups are open. They change a few times a day, but every call needs them. */
  #lookAround(): void {
    if (this.#nowMs < this.#lookedUntilMs) return
    this.#open = []
    this.#nextOpeningMs = null
    this.#lookedUntilMs = NEVER_MS
    for (const group of this.#groups) {
      if (group.fresh + group.retries.size + this.#live.size === 0) continue
      const { open, changesAtMs } = this.#windowOf(group)
      if (changesAtMs !== null) this.#lookedUntilMs = Math.min(this.#lookedUntilMs, changesAtMs)
      if (open) this.#open.push(group)
      else if (changesAtMs !== null) this.#nextOpeningMs = Math.min(this.#nextOpeningMs ?? changesAtMs, changesAtMs)
    }
  }

  #hasDueRetry(group: GroupState): boolean {
    const { least } = group.retries
    return least !== null && least <= this.#nowMs
  }

  #windowOf(group: GroupState): WindowState {
    group.stretch = group.hours.stretchAt(this.#nowMs, group.stretch)
    return group.hours.state(group.stretch)
  }
}

function withAttempt(past: Past, atMs: number): Past {
  return { ...past, attemptsMs: [...past.attemptsMs, atMs] }
}

const NO_LIMITS: DialLimits = { total: null, daily: [] }

/** Dials that the daily limits and the campaign's limit allow. */
class DialsLeft {
  #total: number
  readonly #days: Array<{ zone: string; left: number; perDay: number; untilMs: number }>

  constructor({ total, daily }: DialLimits, nowMs: number) {
    this.#total = total ?? Number.POSITIVE_INFINITY
    this.#days = daily.map(({ zone, today, perDay }) => ({
      zone,
      left: today,
      perDay,
      untilMs: nextLocalDay(zone, nowMs),
    }))
  }

  /** Whether the limit of the whole campaign is used up. */
  get isOver(): boolean {
    return this.#total < 1
  }

  at(nowMs: number): number {
    let left = this.#total
    for (const day of this.#days) {
      while (nowMs >= day.untilMs) {
        day.left = day.perDay
        day.untilMs = nextLocalDay(day.zone, day.untilMs)
      }
      left = Math.min(left, day.left)
    }
    return left
  }

  /** When all exhausted daily limits have begun a new day; null: no new day allows more dials. */
  get nextMs(): number | null {
    if (this.isOver || this.#days.some(({ perDay }) => perDay < 1)) return null
    return Math.max(0, ...this.#days.filter(({ left }) => left < 1).map(({ untilMs }) => untilMs))
  }

  spend(): void {
    this.#total--
    for (const day of this.#days) day.left--
  }
}

/** The local hour of a group, cached because every call needs it. */
class LocalClock {
  /** Null: the zone is unknown. */
  readonly zone: string | null
  #hour: number | null = null
  #untilMs = Number.NEGATIVE_INFINITY

  constructor(place: string) {
    this.zone = place.split('@')[1]?.split(',')[0] || null
  }

  /** Null: the zone is unknown. */
  hourAt(nowMs: number): number | null {
    if (this.zone === null) return null
    if (nowMs >= this.#untilMs) {
      this.#hour = Math.floor(wallClockIn(this.zone, nowMs).minute / 60)
      // Zones differ from UTC by multiples of a quarter of an hour, so the local hour is constant until then.
      this.#untilMs = (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS
    }
    return this.#hour
  }
}

const QUARTER_MS = 15 * 60_000

/** Consecutive ranges of open and closed hours. Costly to compute, so all runs share them. */
export class OpenHours {
  readonly #look: (nowMs: number) => WindowState
  readonly #stretches: WindowState[]

  constructor({ schedules, place }: ContactGroup, rules: DialingRules | null, nowMs: number) {
    this.#look = (atMs) => allOpen(schedules, rules && place !== undefined ? [rules.window(place, atMs)] : [], atMs)
    this.#stretches = [this.#look(nowMs)]
  }

  state(stretch: number): WindowState {
    return this.#stretches[stretch] as WindowState
  }

  /** Time only moves forward, so the search begins where the last one ended. */
  stretchAt(nowMs: number, from: number): number {
    for (let stretch = from; ; stretch++) {
      const { changesAtMs } = this.state(stretch)
      if (changesAtMs === null || nowMs < changesAtMs) return stretch
      if (stretch + 1 === this.#stretches.length) this.#stretches.push(this.#look(changesAtMs))
    }
  }
}

/** Open only while every schedule and the policy are open. */
function allOpen(schedules: readonly Schedule[], others: readonly WindowState[], nowMs: number): WindowState {
  return allWindows([...schedules.map((schedule) => windowState(schedule, nowMs)), ...others])
}
