/** Sums over all organizations, for Prometheus. */
import type pg from 'pg'

export function dialerFigures(pool: pg.Pool) {
  const one = async (text: string) => Number((await pool.query<{ value: number }>(text)).rows[0]?.value ?? 0)
  return {
    liveCalls: () => one('select coalesce(sum(live_calls), 0) as value from organizations'),
    queueDepth: () =>
      one(
        `select coalesce(sum(total_rows - processed_rows - live_calls), 0) as value from campaigns where state = 'running'`,
      ),
  }
}
