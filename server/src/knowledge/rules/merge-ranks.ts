/** Merges passages found by words and by meaning, by reciprocal rank fusion: their scores have no common scale. */

/** The usual constant of this method: the first ranks of both lists count about the same. */
const RANK_OFFSET = 60

/** Merged ids of all lists, best first. */
export function mergeRanks(...lists: ReadonlyArray<readonly number[]>): number[] {
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + rank + 1))
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id)
}
