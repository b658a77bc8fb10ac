import type pg from 'pg'
import { isBehindPooler, openSecondPool } from './database.ts'

/** Connection timeout: a reachable server answers sooner. Then the connection is tried again. */
const CONNECT_MS_MAX = 3000
const WAIT_MS_MAX = 10_000

/**
 * Separate connections, with the settings of the main pool, for work that must not wait behind requests or must not delay them.
 */
export interface SidePoolOptions {
  name: string
  max: number
  statementMsMax?: number
}

export function openSidePool(pool: pg.Pool, { name, max, statementMsMax }: SidePoolOptions): pg.Pool {
  const own = { max, connectionTimeoutMillis: CONNECT_MS_MAX, application_name: `outdial ${name}` }
  if (statementMsMax === undefined) return openSecondPool(pool, own, {})
  // A parameter of the main pool would override an option of the same name, and a pooler accepts no options.
  const limit = isBehindPooler(pool) ? {} : { statement_timeout: statementMsMax }
  // A read may wait for other reads, but not for an unreachable server.
  const looks = { ...own, connectionTimeoutMillis: WAIT_MS_MAX, ...limit }
  return openSecondPool(pool, looks, { statement_timeout: String(statementMsMax) })
}
