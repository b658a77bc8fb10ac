/**
 * When will it be done? The dialer's own rules (calling hours, policy, retries, pace, slots) run in virtual time, over and over, with
 * calls drawn from those this organization has made. Pure: history, time and chance are handed in.
 *
 * Left out on purpose: other campaigns that share the organization's slots, back-off of a carrier, and pauses by hand.
 */
import { type Schedule, type WindowState, windowState } from '../../dialer/rules/calling-window.ts'
import { decideContact, type Outcome, type RetryRules } from '../../dialer/rules/outcomes.ts'
import { nextTokenAt, type Pace, paceOf, spend, tokens } from '../../dialer/rules/pacing.ts'
import { pick, type Rng } from '../../kernel/rng.ts'
import { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { CompiledPolicy } from '../../policies/rules/merge.ts'
import { NO_HISTORY } from '../../policies/rules/verdict.ts'
import { MinHeap } from './min-heap.ts'

/** One call as it was: how it ended, and how long it took its slot. */
export interface PastCall {
  outcome: Outcome
  slotSeconds: number
}

/** Contacts that may be called at the same hours. */
export interface ContactGroup {
  /** Not dialed yet. */
  fresh: number
  /** Between attempts: when they are due, and how often they were dialed. */
  retries: ReadonlyArray<{ atMs: number; dials: number; count: number }>
  /** All of them must be open. */
  schedules: readonly Schedule[]
  /** Where they may be, as the policy's rules ask: `US,US-FL@America/Chicago,America/New_York`. */
  place?: string
}

export interface ForecastInput {
  nowMs: number
  groups: readonly ContactGroup[]
  maxConcurrency: number
  callsPerSecond: number
  retry: RetryRules
  history: readonly PastCall[]
  /** Left out or null: none is set. */
  policy?: { compiled: CompiledPolicy; ringMs: number; reachesNobody?: boolean } | null
}

export interface Forecast {
  /** Null: it would not end within the horizon. */
  endsAtMs: { p10: number | null; p50: number | null; p90: number | null }
  calls: { p10: number; p50: number; p90: number }
  reached: { p10: number; p50: number; p90: number }
  /** Of the run in the middle; only hours with calls. */
  callsPerHour: Array<{ atMs: number; calls: number }>
  /** Whom no hour of schedule and policy, or no hour before the horizon, would reach; and whose zone cannot be told. */
  leftOut: Array<{ reason: LeftOut; contacts: number }>
}

export const LEFT_OUT = [
  'suppressed',
  'zone_unknown',
  'uncovered',
  'registry',
  'suspension',
  'no_open_hours',
  'beyond_horizon',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Why a rule of the policy holds a whole group without end. */
const LEFT_OUT_BY: Readonly<Record<string, LeftOut>> = {
  zone_unknown: 'zone_unknown',
  uncovered: 'uncovered',
  registry: 'registry',
  suspension: 'suspension',
}

export const FORECAST = {
  runs: 15,
  /** Longer lists vary less, and cost more. */
  longList: 30_000,
  runsOfLongList: 7,
  veryLongList: 80_000,
  runsOfVeryLongList: 4,
  horizonMs: 400 * 24 * 60 * 60_000,
} as const

const HOUR_MS = 60 * 60_000
/** Beyond any horizon. */
const NEVER_MS = 8_640_000_000_000_000
const FRESH: { dials: number; dialedMs: readonly number[] } = { dials: 0, dialedMs: [] }

export function forecast(given: ForecastInput, rng: Rng): Forecast {
  const rules = given.policy ? new DialingRules(given.policy.compiled, given.policy.ringMs, given.policy) : null
  const { groups, refused }: Sorted = rules
    ? sorted(given.groups, rules, given.nowMs)
    : { groups: given.groups, refused: [] }
  const input = { ...given, groups }
  const contacts = input.groups.reduce((sum, group) => sum + sizeOf(group), 0)
  const count = runsFor(contacts)
  const hours = input.groups.map((group) => new Hours(group, rules, input.nowMs))
  const runs = Array.from({ length: count }, () => new Run(input, hours, rules, rng).live())
  const middle = [...runs].sort((a, b) => endOf(a) - endOf(b))[Math.floor(count / 2)] as RunResult
  return {
    endsAtMs: {
      p10: finite(quantile(runs.map(endOf), 0.1)),
      p50: finite(quantile(runs.map(endOf), 0.5)),
      p90: finite(quantile(runs.map(endOf), 0.9)),
    },
    calls: spread(runs.map((run) => run.calls)),
    reached: spread(runs.map((run) => run.reached)),
    callsPerHour: [...middle.hours].sort(([a], [b]) => a - b).map(([hour, calls]) => ({ atMs: hour * HOUR_MS, calls })),
    leftOut: [...refused, ...middle.leftOut].filter(({ contacts: some }) => some > 0),
  }
}

function runsFor(contacts: number): number {
  if (contacts > FORECAST.veryLongList) return FORECAST.runsOfVeryLongList
  return contacts > FORECAST.longList ? FORECAST.runsOfLongList : FORECAST.runs
}

interface Sorted {
  groups: readonly ContactGroup[]
  refused: Forecast['leftOut']
}

/**
 * Groups to whom the same rules apply in the same zones are one. Whom a rule holds until a person changes something, the
 * dialer does not call.
 */
function sorted(groups: readonly ContactGroup[], rules: DialingRules, nowMs: number): Sorted {
  const alike = new Map<string, ContactGroup>()
  const refused = new Map<LeftOut, number>()
  for (const group of groups) {
    const place = group.place ?? '@'
    if (rules.isHeldWithoutEnd(place, nowMs)) {
      const reason = LEFT_OUT_BY[rules.verdictRule(place, nowMs)] ?? 'no_open_hours'
      refused.set(reason, (refused.get(reason) ?? 0) + sizeOf(group))
      continue
    }
    const key = `${JSON.stringify(group.schedules)} ${rules.key(place, nowMs)}`
    const known = alike.get(key)
    const both = known && { ...known, fresh: known.fresh + group.fresh, retries: [...known.retries, ...group.retries] }
    alike.set(key, both ?? { ...group, place })
  }
  return {
    groups: [...alike.values()],
    refused: [...refused].map(([reason, contacts]) => ({ reason, contacts })),
  }
}

interface RunResult {
  endMs: number | null
  calls: number
  reached: number
  hours: Map<number, number>
  leftOut: Forecast['leftOut']
}

interface Retry {
  dials: number
  /** When, as far as it is part of this future. */
  dialedMs: readonly number[]
}

interface GroupState {
  fresh: number
  retries: MinHeap<Retry>
  place: string
  hours: Hours
  /** The stretch of hours that it is in. */
  stretch: number
}

interface LiveCall {
  outcome: Outcome
  dials: number
  dialedMs: readonly number[]
  group: GroupState
}

/** One possible future. */
class Run {
  readonly #input: ForecastInput
  readonly #rng: Rng
  readonly #rules: DialingRules | null
  readonly #pace: Pace
  /** Drawn anew for each run from what has been: that is how little history shows as a wide range. */
  readonly #likely: PastCall[]
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
  #lastEndMs: number

  constructor(input: ForecastInput, hours: readonly Hours[], rules: DialingRules | null, rng: Rng) {
    this.#input = input
    this.#rng = rng
    this.#rules = rules
    this.#pace = paceOf(input.callsPerSecond)
    this.#likely = input.history.map(() => pick(rng, input.history))
    this.#nowMs = input.nowMs
    this.#lastEndMs = input.nowMs
    this.#groups = input.groups.map((group, index) => groupState(group, hours[index] as Hours))
  }

  live(): RunResult {
    const horizonMs = this.#input.nowMs + FORECAST.horizonMs
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
    const [never, late] = [left(false), left(true)]
    return {
      endMs: never + late === 0 ? this.#lastEndMs : null,
      calls: this.#calls,
      reached: this.#reached,
      hours: this.#hours,
      leftOut: [
        { reason: 'no_open_hours', contacts: never },
        { reason: 'beyond_horizon', contacts: late },
      ],
    }
  }

  /** Retries that are due come first, as in the claim. */
  #dialOne(): boolean {
    if (this.#live.size >= this.#input.maxConcurrency) return false
    if (tokens(this.#pace, this.#pacedUntilMs, this.#nowMs) < 1) return false
    this.#lookAround()
    const due = this.#open.find((group) => this.#hasDueRetry(group))
    const group = due ?? this.#open.find((each) => each.fresh > 0)
    if (!group) return false
    const before = due ? (due.retries.pop() as Retry) : FRESH
    if (!due) group.fresh--
    const { outcome, slotSeconds } = pick(this.#rng, this.#likely)
    const dialedMs = this.#rules ? [...before.dialedMs, this.#nowMs] : before.dialedMs
    this.#live.push(this.#nowMs + slotSeconds * 1000, { outcome, dials: before.dials + 1, dialedMs, group })
    this.#pacedUntilMs = spend(this.#pace, this.#pacedUntilMs, this.#nowMs, 1)
    this.#calls++
    const hour = Math.floor(this.#nowMs / HOUR_MS)
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1)
    return true
  }

  #endCalls(): void {
    while ((this.#live.least ?? Number.POSITIVE_INFINITY) <= this.#nowMs) {
      const { outcome, dials, dialedMs, group } = this.#live.pop() as LiveCall
      this.#lastEndMs = this.#nowMs
      const decision = decideContact(outcome, null, dials, this.#input.retry, this.#nowMs)
      if (decision.kind === 'final') this.#reached += decision.reached ? 1 : 0
      else group.retries.push(this.#allowedFrom(group, decision.atMs, dialedMs, outcome), { dials, dialedMs })
    }
  }

  /** Limits per number put a retry off as the claim would. */
  #allowedFrom({ place }: GroupState, atMs: number, dialedMs: readonly number[], outcome: Outcome): number {
    if (!this.#rules) return atMs
    const last = dialedMs.at(-1) as number
    const lastMs = outcome === 'voicemail' ? { machine_detected: last } : {}
    const history = { ...NO_HISTORY, attemptsMs: dialedMs, lastMs }
    const ends = this.#rules.history(place, history, atMs).map(({ untilMs }) => untilMs ?? NEVER_MS)
    return Math.max(atMs, ...ends)
  }

  /** When anything can happen next; null: nothing will. */
  #nextMoment(): number | null {
    const moments: number[] = []
    if (this.#live.least !== null) moments.push(this.#live.least)
    if (this.#live.size < this.#input.maxConcurrency) {
      this.#lookAround()
      if (this.#nextOpeningMs !== null) moments.push(this.#nextOpeningMs)
      const token =
        tokens(this.#pace, this.#pacedUntilMs, this.#nowMs) > 0 ? 0 : nextTokenAt(this.#pace, this.#pacedUntilMs)
      for (const group of this.#open) {
        if (group.fresh + group.retries.size === 0) continue
        const ready = group.fresh > 0 ? this.#nowMs : (group.retries.least as number)
        moments.push(Math.max(ready, token, this.#nowMs + 1))
      }
    }
    return moments.length === 0 ? null : Math.min(...moments)
  }

  /** Which groups are open changes a few times a day; it is asked for every call. */
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

function groupState(group: ContactGroup, hours: Hours): GroupState {
  const retries = new MinHeap<Retry>()
  for (const { atMs, dials, count } of group.retries) {
    for (let index = 0; index < count; index++) retries.push(atMs, { dials, dialedMs: [] })
  }
  return { fresh: group.fresh, retries, place: group.place ?? '@', hours, stretch: 0 }
}

/** Stretches of open and closed hours, one after the other. Costly to work out, so all runs share them. */
class Hours {
  readonly #look: (nowMs: number) => WindowState
  readonly #stretches: WindowState[]

  constructor({ schedules, place }: ContactGroup, rules: DialingRules | null, nowMs: number) {
    this.#look = (atMs) => allOpen(schedules, rules && place !== undefined ? [rules.window(place, atMs)] : [], atMs)
    this.#stretches = [this.#look(nowMs)]
  }

  state(stretch: number): WindowState {
    return this.#stretches[stretch] as WindowState
  }

  /** Time only goes forward: the search begins where it last ended. */
  stretchAt(nowMs: number, from: number): number {
    for (let stretch = from; ; stretch++) {
      const { changesAtMs } = this.state(stretch)
      if (changesAtMs === null || nowMs < changesAtMs) return stretch
      if (stretch + 1 === this.#stretches.length) this.#stretches.push(this.#look(changesAtMs))
    }
  }
}

/** Open where every schedule and the policy is; it may change when any of them does. */
function allOpen(schedules: readonly Schedule[], others: readonly WindowState[], nowMs: number): WindowState {
  const states = [...schedules.map((schedule) => windowState(schedule, nowMs)), ...others]
  const changes = states.flatMap(({ changesAtMs }) => changesAtMs ?? [])
  const stuck = states.some(({ open, changesAtMs }) => !open && changesAtMs === null)
  return {
    open: states.every(({ open }) => open),
    changesAtMs: stuck || changes.length === 0 ? null : Math.min(...changes),
  }
}

function sizeOf(group: ContactGroup): number {
  return group.fresh + group.retries.reduce((sum, { count }) => sum + count, 0)
}

const endOf = (run: RunResult) => run.endMs ?? Number.POSITIVE_INFINITY
const finite = (value: number) => (Number.isFinite(value) ? Math.round(value) : null)

function spread(values: number[]) {
  const at = (share: number) => Math.round(quantile(values, share))
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

/** Between the two nearest values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number]
  return low === high ? low : low + (high - low) * (at - Math.floor(at))
}
