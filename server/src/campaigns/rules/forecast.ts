/**
 * Predicts the end of a campaign. The dialer's own rules (calling hours, policy, retries, pace, slots) run in virtual time many
 * times, with calls drawn from the organization's past calls. Pure: history, time and randomness are passed in.
 *
 * The forecast leaves out: back-off of a carrier, manual pauses, and people who are added later. Priorities change whom the
 * dialer calls first, not when the campaign ends.
 */
import type { Rng } from '../../kernel/rng.ts'
import { DialingRules } from '../../policies/rules/dialing-rules.ts'
import {
  type ContactGroup,
  type ExclusionReason,
  FORECAST_RUN_LIMITS,
  type Forecast,
  type ForecastInput,
} from './forecast-input.ts'
import { ForecastRun, OpenHours, type RunResult } from './forecast-run.ts'

export type { PastCall } from './call-odds.ts'
export type { Forecast } from './forecast-input.ts'

/** The reason reported for a policy rule that holds a whole group without an end. */
const LEFT_OUT_BY: Readonly<Record<string, ExclusionReason>> = {
  zone_unknown: 'zone_unknown',
  uncovered: 'uncovered',
  registry: 'registry',
  suspension: 'suspension',
}

const HOUR_MS = 60 * 60_000

export function forecast(given: ForecastInput, rng: Rng): Forecast {
  const rules = given.policy ? new DialingRules(given.policy.compiled, given.policy.ringMs, given.policy) : null
  const { groups, refused }: Sorted = rules
    ? sorted(given.groups, rules, given.nowMs)
    : { groups: given.groups, refused: [] }
  const input = { ...given, groups }
  const contacts = input.groups.reduce((sum, group) => sum + sizeOf(group), 0)
  const count = runsFor(contacts)
  const hours = input.groups.map((group) => new OpenHours(group, rules, input.nowMs))
  const runs = Array.from({ length: count }, () => new ForecastRun(input, hours, rules, rng).live())
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
  const affordable = Math.round(FORECAST_RUN_LIMITS.contactsInAllRuns / Math.max(1, contacts))
  return Math.min(FORECAST_RUN_LIMITS.runsMax, Math.max(FORECAST_RUN_LIMITS.runsMin, affordable))
}

interface Sorted {
  groups: readonly ContactGroup[]
  refused: Forecast['leftOut']
}

/**
 * Merges groups to which the same rules apply in the same zones. Contacts that a rule holds until an operator changes something
 * are not called.
 */
function sorted(groups: readonly ContactGroup[], rules: DialingRules, nowMs: number): Sorted {
  const alike = new Map<string, ContactGroup>()
  const refused = new Map<ExclusionReason, number>()
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

function sizeOf(group: ContactGroup): number {
  return group.fresh + group.retries.reduce((sum, { count }) => sum + count, 0)
}

const endOf = (run: RunResult) => run.endMs ?? Number.POSITIVE_INFINITY
const finite = (value: number) => (Number.isFinite(value) ? Math.round(value) : null)

function spread(values: number[]) {
  const at = (share: number) => Math.round(quantile(values, share))
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

/** A quantile of the values, interpolated between the two nearest ones. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number]
  return low === high ? low : low + (high - low) * (at - Math.floor(at))
}
