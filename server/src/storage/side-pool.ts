import pg from 'pg'
import { survive } from './database.ts'

/** A server that is there answers sooner; one that fell silent is tried again. */
const CONNECT_MS_MAX = 3000

/**
 * Connections of their own for work that must not wait behind requests, or must not make them wait. The settings are those of
 * the pool it stands beside.
 */
export function openSidePool(pool: pg.Pool, { name, max }: { name: string; max: number }): pg.Pool {
  const own = new pg.Pool({
    ...pool.options,
    max,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: `outdial ${name}`,
  })
  survive(own)
  return own
}
