/** Chooses the caller ID: which of the configuration's numbers a contact sees. */

export interface CallerNumber {
  id: number
  address: string
  isDefault: boolean
  lastUsedAtMs: number | null
  /**
   * Number of dials that the number's own limits still allow; null or absent: no limit. Decremented when the number is chosen.
   */
  left?: number | null
  /** Whether the number rests, because the carrier does not accept it: `left` is 0 until an operator reactivates it. */
  resting?: boolean
}

/**
 * The number the contact saw before, if it still exists; else the least recently used one, and among equals the default caller
 * ID. Numbers at their limit are skipped. `usedNow` counts the uses within this claim, so that a batch does not use a single
 * number.
 */
export function chooseCaller(
  numbers: readonly CallerNumber[],
  seenBefore: number | null,
  usedNow: Map<number, number>,
): CallerNumber | null {
  const free = numbers.filter(({ left }) => left == null || left > 0)
  const chosen = free.find((number) => number.id === seenBefore) ?? leastRecent(free, usedNow)
  if (!chosen) return null
  if (chosen.left != null) chosen.left--
  usedNow.set(chosen.id, (usedNow.get(chosen.id) ?? 0) + 1)
  return chosen
}

/** Number of dials that the numbers of a configuration allow together. Without numbers there is no limit here. */
export function dialsLeftOfNumbers(numbers: readonly CallerNumber[]): number {
  if (numbers.length === 0) return Number.POSITIVE_INFINITY
  return numbers.reduce((sum, { left }) => sum + (left == null ? Number.POSITIVE_INFINITY : Math.max(0, left)), 0)
}

const DAY_MS = 86_400_000

/**
 * When the daily limits of numbers reset: dials per day are counted from midnight UTC. The limit of concurrent calls needs no
 * time, because the end of a call starts a claim.
 */
export function dailyLimitsResetAt(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
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
