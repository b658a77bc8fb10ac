/** Sums over all organizations, for Prometheus. */
import type pg from 'pg'

/** `onDeck`: claims ahead of free slots, which the database counts as live calls although no phone rings. */
export function dialerFigures(pool: pg.Pool, onDeck: () => number) {
  const one = async (text: string) => Number((await pool.query<{ value: number }>(text)).rows[0]?.value ?? 0)
  return {
    onDeck: async () => onDeck(),
    // Both figures are read at different moments.
    liveCalls: async () =>
      Math.max(0, (await one('select coalesce(sum(live_calls), 0) as value from organizations')) - onDeck()),
    queueDepth: async () =>
      (await one(
        `select coalesce(sum(total_rows - processed_rows - live_calls), 0) as value from campaigns where state = 'running'`,
      )) + onDeck(),
  }
}
