/** Which of the configuration's numbers a contact sees. */

export interface CallerNumber {
  id: number
  address: string
  isDefault: boolean
  lastUsedAtMs: number | null
}

/**
 * The number the contact saw before, if it is still there; else the default caller; else the one used longest ago.
 * `usedNow` counts the turns taken within this claim, so that a batch does not go out under one number.
 */
export function chooseCaller(
  numbers: readonly CallerNumber[],
  seenBefore: number | null,
  usedNow: Map<number, number>,
): CallerNumber | null {
  const known = numbers.find((number) => number.id === seenBefore) ?? numbers.find((number) => number.isDefault)
  const chosen = known ?? leastRecent(numbers, usedNow)
  if (chosen) usedNow.set(chosen.id, (usedNow.get(chosen.id) ?? 0) + 1)
  return chosen
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
  return (a.lastUsedAtMs ?? Number.NEGATIVE_INFINITY) < (b.lastUsedAtMs ?? Number.NEGATIVE_INFINITY)
}
