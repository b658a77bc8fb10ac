/**
 * The breaker: a campaign whose calls fail too often is paused by that very settling, by figures that are true, and never
 * for less. Counted here from the calls themselves, by the words in which their ends were told.
 */
import type { Breaker } from '../../src/dialer/rules/breaker.ts'
import type { LiveCall } from '../../src/dialer/store.ts'
import { CALL_REFUSED } from '../carrier-link.ts'
import type { Checker, CheckerContext } from '../facts.ts'

/** The carrier's or our own fault; all others are the number's, or nobody's. */
const FAILURES: ReadonlySet<string | null> = new Set(['network error', CALL_REFUSED, 'no_agent'])

const LONGEST_TRANSACTION_MS = 15_000

/** A configuration is stopped for calls that fail alike: those that were dialed before are given back and do not count. */
const STOPS_FOR_FAILURES: ReadonlySet<string> = new Set(['dials_fail_alike', 'route_configuration_stopped'])

interface End {
  atMs: number
  failed: boolean
  givenBack: boolean
}

interface Count {
  finished: number
  failed: number
}

interface PossibleCount extends Count {
  /** Of the failed ones, those that were not given back. */
  surelyFailed: number
}

export function breaker(context: CheckerContext): Checker {
  const { tables, fail } = context
  const states = new Map<number, string>()
  const ends = new Map<number, End[]>()
  const counted = new Set<number>()
  /** Campaigns that were told of a stop for calls that fail alike. */
  const stopped = new Set<number>()
  let endsRead = 0
  let logsRead = 0

  /** Campaigns of which a call has ended since the last look. */
  function readEnds(): Set<number> {
    const touched = new Set<number>()
    for (; endsRead < tables.endedCallIds.length; endsRead++) {
      const id = tables.endedCallIds[endsRead] as number
      const call = tables.calls.get(id)
      if (call?.state !== 'ended' || call.campaignId === null || counted.has(id)) continue
      counted.add(id)
      touched.add(call.campaignId)
      const known = ends.get(call.campaignId)
      if (known) known.push(endOf(call))
      else ends.set(call.campaignId, [endOf(call)])
    }
    return touched
  }

  function endOf(call: LiveCall): End {
    const failed = call.outcome === 'failed' && FAILURES.has(call.cause)
    const dials = tables.contacts.get(call.contactId ?? -1)?.dials ?? call.attempt
    return { atMs: call.endedAtMs as number, failed, givenBack: dials < call.attempt }
  }

  function readTrips(): Map<number, Count> {
    const trips = new Map<number, Count>()
    for (const { event, campaignId, details } of tables.logs.slice(logsRead)) {
      if (event === 'circuit_breaker_tripped') trips.set(campaignId, details as unknown as Count)
      if (STOPS_FOR_FAILURES.has(event)) stopped.add(campaignId)
    }
    logsRead = tables.logs.length
    return trips
  }

  return {
    committed() {
      const touched = readEnds()
      const trips = readTrips()
      for (const { id, state, breaker: rules } of tables.campaigns.values()) {
        const before = states.get(id)
        states.set(id, state)
        if (state === 'running' && before !== 'running') ends.set(id, [])
        if (!touched.has(id) || !rules.enabled || before !== 'running') continue
        const possible = countsOf(ends.get(id) ?? [], rules, windowDoubtMs(context), stopped.has(id))
        const trip = trips.get(id)
        if (trip) {
          const isTrue = possible.some(
            ({ finished, failed, surelyFailed }) =>
              finished === trip.finished && trip.failed <= failed && trip.failed >= surelyFailed,
          )
          if (!isTrue) fail(`campaign ${id} says ${told(trip)}, which is not so: ${possible.map(told).join(' or ')}`)
          if (!isTooMuch(trip, rules)) fail(`campaign ${id} was paused though only ${told(trip)}`)
        } else if (
          state === 'running' &&
          possible.every((count) => isTooMuch({ ...count, failed: count.surelyFailed }, rules))
        ) {
          fail(`campaign ${id} goes on though ${possible.map(told).join(' or ')}`)
        }
      }
    },
  }
}

/** What a transaction counts, it counts as it begins, and judges when it has its locks: where the database hangs, that is later. */
function windowDoubtMs({ facts, now }: CheckerContext): number {
  const isCalm = facts.calmSinceMs !== null && now() - facts.calmSinceMs > LONGEST_TRANSACTION_MS
  return facts.clockDoubtMs + (isCalm ? 0 : LONGEST_TRANSACTION_MS)
}

/** The engine counts by parts of the window, and looks a moment before it judges: each count that it may honestly have had. */
function countsOf(ends: readonly End[], rules: Breaker, doubtMs: number, wasStopped: boolean): PossibleCount[] {
  const partMs = Math.ceil(rules.window_seconds / 60) * 1000
  const endOfPart = (atMs: number) => Math.floor(atMs / partMs) * partMs + partMs
  // Not the latest: the database's clock may have been put back.
  const nowMs = ends.at(-1)?.atMs ?? 0
  const fromMs = nowMs - rules.window_seconds * 1000
  const edges = new Set([fromMs, fromMs - doubtMs])
  for (const { atMs } of ends) {
    const edge = endOfPart(atMs)
    if (edge > fromMs - doubtMs && edge <= fromMs) edges.add(edge)
  }
  // After the clock was put back, ends lie ahead of now: a node that has not noticed yet counts up to its own, later now, without them.
  const before = ends.filter(({ atMs }) => atMs <= nowMs)
  return (before.length < ends.length ? [ends, before] : [ends]).flatMap((known) =>
    [...edges].map((edge) => {
      const within = known.filter((end) => end.atMs === nowMs || endOfPart(end.atMs) > edge)
      const failed = within.filter((end) => end.failed)
      const surely = wasStopped ? failed.filter((end) => !end.givenBack) : failed
      return { finished: within.length, failed: failed.length, surelyFailed: surely.length }
    }),
  )
}

function isTooMuch({ finished, failed }: Count, rules: Breaker): boolean {
  if (finished < rules.min_calls_in_window || failed === 0) return false
  return failed >= rules.failure_threshold * finished - 1e-9
}

function told({ finished, failed }: Count): string {
  return `${failed} of ${finished} failed`
}
