/** Promise 3: at every dial all limits hold: concurrency, calls per second, calling hours, pause, suppression. */
import type { Schedule } from '../../src/dialer/rules/calling-window.ts'
import { type Checker, type CheckerContext, isMember, type SeenCall } from '../facts.ts'
import { suppressionKey } from '../memory-tables.ts'
import { wallTime } from '../wall-time.ts'

export function limits(context: CheckerContext): Checker {
  const parts = [concurrency(context), callsPerSecond(context), callingHours(context), orders(context)]
  return {
    asked: (asked) => {
      for (const part of parts) part.asked?.(asked)
    },
    began: (seen) => {
      for (const part of parts) part.began?.(seen)
    },
    ended: (seen) => {
      for (const part of parts) part.ended?.(seen)
    },
  }
}

function concurrency({ facts, fail }: CheckerContext): Checker {
  const campaigns = new Map<number, number>()
  const organizations = new Map<number, number>()
  const count = (live: Map<number, number>, id: number, by: number): number => {
    const next = (live.get(id) ?? 0) + by
    live.set(id, next)
    return next
  }
  return {
    began({ person, claim, call }) {
      // A claim holds for the limits of its moment; one that was raised since may let others in besides.
      if (isMember(person)) {
        const live = count(campaigns, person.campaignId, 1)
        const cap = Math.max(...(facts.campaignCaps.get(person.campaignId)?.since(claim.elapsedMs) ?? []))
        if (live > cap) fail(`${call.key} is live call ${live} of campaign ${person.campaignId}, which allows ${cap}`)
      }
      const all = count(organizations, person.organizationId, 1)
      const most = Math.max(...(facts.organizationCaps.get(person.organizationId)?.since(claim.elapsedMs) ?? []))
      if (all > most) fail(`${call.key} is live call ${all} of an organization that allows ${most}`)
    },
    ended({ person }) {
      if (isMember(person)) count(campaigns, person.campaignId, -1)
      count(organizations, person.organizationId, -1)
    },
  }
}

function callsPerSecond({ facts, fail }: CheckerContext): Checker {
  const recent = new Map<string, SeenCall[]>()
  const ofAccount = (account: string | undefined) =>
    [...facts.accounts].flatMap(([id, name]) => (name === account ? (facts.callsPerSecond.get(id) ?? 0) : []))
  return {
    began(seen) {
      const { configurationId } = seen.person
      // Nobody paces those who call in; and a second is not a second while the clock is being set.
      if (seen.isInbound) return
      if (facts.clockIsSettling) return void recent.clear()
      // Requests take different times to arrive: what was claimed earlier than a second ago does not count.
      const fromMs = seen.elapsedMs - 1000 + facts.clockDoubtMs
      const isRecent = (one: SeenCall) => one.elapsedMs > fromMs && one.claim.elapsedMs > fromMs
      const hold = (through: string, most: number) => {
        const second = (recent.get(through) ?? []).filter(isRecent)
        second.push(seen)
        recent.set(through, second)
        if (second.length > most && isRecent(seen)) {
          fail(`${second.length} dials within a second through ${through}, which allows ${most}`)
        }
      }
      hold(`configuration ${configurationId}`, Math.ceil(facts.callsPerSecond.get(configurationId) ?? 0))
      const account = facts.accounts.get(configurationId)
      hold(`account ${account}`, Math.ceil(Math.max(...ofAccount(account))))
    },
  }
}

function callingHours({ facts, fail }: CheckerContext): Checker {
  return {
    began({ claim, call }) {
      if (facts.clockIsSettling) return
      const doubtMs = facts.clockDoubtMs
      const open = [0, -doubtMs, doubtMs].some((shiftMs) =>
        isOpenFor(claim.schedule, claim.atMs + shiftMs, claim.ringMs),
      )
      if (!open)
        fail(
          `${call.key} was claimed outside calling hours, or could ring after them, at ${new Date(claim.atMs).toISOString()}`,
        )
    },
  }
}

function orders({ facts, fail }: CheckerContext): Checker {
  return {
    asked({ callId, person, to, nodeId }) {
      if (facts.suppressedBy.get(suppressionKey(person.organizationId, to))?.has(nodeId))
        fail(`call ${callId} leaves ${nodeId} after it answered that the person is not called any more`)
    },
    began({ person, claim, call }) {
      if (!isMember(person)) return
      if (facts.held.has(person.campaignId)) fail(`${call.key} begins after the answer to pause`)
      const suppressedAtMs = facts.suppressedAtMs.get(suppressionKey(person.organizationId, call.to))
      if (suppressedAtMs !== undefined && claim.elapsedMs > suppressedAtMs) {
        fail(`${call.key} was claimed after the person had asked not to be called`)
      }
    },
  }
}

/** Minutes of a schedule that were asked about: Intl takes its time. */
const known = new WeakMap<Schedule, Map<number, boolean>>()
const MINUTES_KNOWN_MAX = 8

/** From then on for as long as a phone may ring. Slots begin and end at whole minutes. */
export function isOpenFor(schedule: Schedule | null, atMs: number, ringMs: number): boolean {
  for (let nextMs = atMs; nextMs < atMs + ringMs; nextMs = (Math.floor(nextMs / 60_000) + 1) * 60_000) {
    if (!isOpen(schedule, nextMs)) return false
  }
  return isOpen(schedule, atMs + ringMs)
}

/** By Intl, not by the rule that the engine asks. */
function isOpen(schedule: Schedule | null, atMs: number): boolean {
  if (!schedule?.enabled || schedule.slots.length === 0) return true
  const minute = Math.floor(atMs / 60_000)
  const minutes = known.get(schedule) ?? new Map<number, boolean>()
  known.set(schedule, minutes)
  const seen = minutes.get(minute)
  if (seen !== undefined) return seen
  const open = standsInside(schedule, atMs)
  if (minutes.size >= MINUTES_KNOWN_MAX) minutes.clear()
  minutes.set(minute, open)
  return open
}

function standsInside(schedule: Schedule, atMs: number): boolean {
  const wall = wallTime(schedule.timezone, atMs)
  return schedule.slots.some(({ day_of_week, start_time, end_time }) => {
    const daysIn = (wall.day - day_of_week + 7) % 7
    if (start_time < end_time) return daysIn === 0 && wall.time >= start_time && wall.time < end_time
    return (daysIn === 0 && wall.time >= start_time) || (daysIn === 1 && wall.time < end_time)
  })
}
