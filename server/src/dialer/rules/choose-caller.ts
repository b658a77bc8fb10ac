/** Chooses the caller ID: which of the numbers that a campaign shows a contact sees, and why. */
import { NEARNESS, type NumberPlace, nearness, placeOfNumber } from '../../addresses/rules/nearness.ts'
import { nextLocalDay, startOfLocalDay } from '../../costs/rules/spend-limits.ts'

/**
 * `sticky`: a contact sees the number it saw before, and new contacts see the numbers in turn. `least_used`: every call shows the
 * number that was used longest ago. `local`: the number nearest to the contact, and `sticky` among equally near ones.
 */
export const ROTATIONS = ['sticky', 'least_used', 'local'] as const
export type Rotation = (typeof ROTATIONS)[number]

/** The numbers that a campaign shows, as it is stored. */
export interface CallerPool {
  rotation: Rotation
  /** Left out: all active numbers of its configurations. */
  phone_number_ids?: number[]
}

/** Why a number was chosen. `same_…`: by local presence. `in_turn`: it was used longest ago. */
export const CALLER_REASONS = [...NEARNESS, 'seen_before', 'in_turn', 'arm'] as const
export type CallerReason = (typeof CALLER_REASONS)[number]

export interface CallerNumber {
  id: number
  address: string
  isDefault: boolean
  lastUsedAtMs: number | null
  /**
   * Number of dials that its limit of concurrent calls still allows; null or absent: no limit. Decremented when the number is
   * chosen, incremented when a call with it ends.
   */
  leftAtOnce?: number | null
  /** The same of its daily limit, which the end of a call does not change. */
  leftToday?: number | null
  /** Whether the number rests, because the carrier does not accept it: it is not shown until an operator reactivates it. */
  resting?: boolean
  /** Place of the number, computed when local presence first needs it. */
  place?: NumberPlace | null
}

export interface ChosenCaller extends CallerNumber {
  reason: CallerReason
}

/** The numbers that a campaign may show, of those of one configuration. */
export function numbersOfPool<T extends { id: number }>(numbers: readonly T[], pool: CallerPool | undefined): T[] {
  const chosen = pool?.phone_number_ids
  return chosen ? numbers.filter(({ id }) => chosen.includes(id)) : [...numbers]
}

/** Number of dials that the number's own limits still allow; null: no limit. */
export function dialsLeftOf(number: Pick<CallerNumber, 'leftAtOnce' | 'leftToday' | 'resting'>): number | null {
  const { leftAtOnce = null, leftToday = null, resting } = number
  if (resting) return 0
  if (leftAtOnce === null) return leftToday
  return leftToday === null ? leftAtOnce : Math.min(leftAtOnce, leftToday)
}

/** What of a number decides whether the carrier accepts it. */
export type AcceptedNumber = Pick<CallerNumber, 'id' | 'resting'>

/**
 * Whether the campaign has a number of this configuration that does not rest. A configuration without numbers dials without one,
 * unless the campaign shows only chosen numbers.
 */
export function hasAcceptedNumber(numbers: readonly AcceptedNumber[], pool: CallerPool | undefined): boolean {
  const own = numbersOfPool(numbers, pool)
  return own.length === 0 ? !pool?.phone_number_ids : own.some(({ resting }) => !resting)
}

/**
 * The number the contact saw before, if it still exists; else the least recently used one, and among equals the default caller
 * ID. Numbers at their limit are skipped. `usedNow` counts the uses within this claim, so that a batch does not use a single
 * number.
 *
 * With local presence this choice is made among the nearest numbers that are free: those of the person's area code, else of the
 * state, else of the country, else all.
 */
export function chooseCaller(
  numbers: readonly CallerNumber[],
  seenBefore: number | null,
  usedNow: Map<number, number>,
  { rotation, to }: { rotation: Rotation; to: string } = { rotation: 'sticky', to: '' },
): ChosenCaller | null {
  const free = numbers.filter((number) => (dialsLeftOf(number) ?? 1) > 0)
  const { near, reason } = rotation === 'local' ? nearest(free, to) : { near: free, reason: null }
  const seen = rotation === 'least_used' ? undefined : near.find((number) => number.id === seenBefore)
  const chosen = seen ?? leastRecent(near, usedNow)
  if (!chosen) return null
  if (chosen.leftAtOnce != null) chosen.leftAtOnce--
  if (chosen.leftToday != null) chosen.leftToday--
  usedNow.set(chosen.id, (usedNow.get(chosen.id) ?? 0) + 1)
  return { ...chosen, reason: reason ?? (seen ? 'seen_before' : 'in_turn') }
}

function nearest(numbers: CallerNumber[], to: string): { near: CallerNumber[]; reason: CallerReason | null } {
  const theirs = placeOfNumber(to)
  const rated = numbers.map((number) => {
    if (number.place === undefined) number.place = placeOfNumber(number.address)
    return { number, is: nearness(number.place, theirs) }
  })
  for (const reason of NEARNESS) {
    const near = rated.filter(({ is }) => is === reason).map(({ number }) => number)
    if (near.length > 0) return { near, reason }
  }
  return { near: numbers, reason: null }
}

/**
 * Number of dials that the numbers which a campaign may show allow together. Without numbers there is no limit here, but a
 * campaign whose pool names numbers never dials without one of them.
 */
export function dialsLeftOfNumbers(numbers: readonly CallerNumber[], pool?: CallerPool): number {
  const own = numbersOfPool(numbers, pool)
  if (own.length === 0) return pool?.phone_number_ids ? 0 : Number.POSITIVE_INFINITY
  return own.reduce((sum, number) => sum + Math.max(0, dialsLeftOf(number) ?? Number.POSITIVE_INFINITY), 0)
}

/**
 * When the daily limits of numbers reset: dials per day are counted from midnight in the organization's time zone. The limit of
 * concurrent calls needs no time, because the end of a call starts a claim.
 */
export function dailyLimitsResetAt(nowMs: number, timeZone = 'UTC'): number {
  return nextLocalDay(timeZone, nowMs)
}

/** When the day began in which dials are counted. */
export function dayStartOf({ dayStartMs }: { dayStartMs?: number }, nowMs: number): number {
  return dayStartMs ?? startOfLocalDay('UTC', nowMs)
}

function leastRecent(numbers: readonly CallerNumber[], usedNow: ReadonlyMap<number, number>): CallerNumber | null {
  let best: CallerNumber | null = null
  for (const number of numbers) {
    if (!best || isEarlier(number, best, usedNow)) best = number
  }
  return best
}

function isEarlier(a: CallerNumber, b: CallerNumber, usedNow: ReadonlyMap<number, number>): boolean {
  const turns = (usedNow.get(a.id) ?? 0) - (usedNow.get(b.id) ?? 0)
  if (turns !== 0) return turns < 0
  if (a.lastUsedAtMs !== b.lastUsedAtMs) return (a.lastUsedAtMs ?? 0) < (b.lastUsedAtMs ?? 0)
  return a.isDefault && !b.isDefault
}
