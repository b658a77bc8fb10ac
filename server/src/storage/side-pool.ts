import type pg from 'pg'
import { isShared, openBeside } from './database.ts'

/** A server that is there answers sooner; one that fell silent is tried again. */
const CONNECT_MS_MAX = 3000
const WAIT_MS_MAX = 10_000

/**
 * Connections of their own for work that must not wait behind requests, or must not make them wait. The settings are those of
 * the pool it stands beside.
 */
export interface SidePool {
  name: string
  max: number
  statementMsMax?: number
}

export function openSidePool(pool: pg.Pool, { name, max, statementMsMax }: SidePool): pg.Pool {
  const own = { max, connectionTimeoutMillis: CONNECT_MS_MAX, application_name: `outdial ${name}` }
  if (statementMsMax === undefined) return openBeside(pool, own, {})
  // The parameter of the pool beside it would win over an option of the same name; a pooler takes none at all.
  const limit = isShared(pool) ? {} : { statement_timeout: statementMsMax }
  // Whoever waits for a look waits for others' looks, not for a server that fell silent.
  const looks = { ...own, connectionTimeoutMillis: WAIT_MS_MAX, ...limit }
  return openBeside(pool, looks, { statement_timeout: String(statementMsMax) })
}
