import type pg from 'pg'
import { openSecondPool } from '../storage/database.ts'

/** One for each parallel transaction of the dial loop, the others for heartbeats and look-ups. */
const CONNECTIONS = 6
/** A reachable server answers sooner; after this time the connection is tried again. */
const CONNECT_MS_MAX = 3000

/**
 * The dialer has its own connections. All its statements use an index. But PostgreSQL keeps a plan that it made while a
 * table was still empty and reads the whole table until statistics catch up; these settings forbid such plans.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
}

export function openDialerPool(pool: pg.Pool): pg.Pool {
  const own = { max: CONNECTIONS, connectionTimeoutMillis: CONNECT_MS_MAX, application_name: 'outdial dialer' }
  return openSecondPool(pool, own, SETTINGS)
}
