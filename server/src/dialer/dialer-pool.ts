import type pg from 'pg'
import { openSecondPool } from '../storage/database.ts'

/** One connection for each parallel transaction of the dial loop, the others for heartbeats and look-ups. */
const CONNECTIONS = 6
/** Connection timeout: a reachable server answers sooner. Then the connection is tried again. */
const CONNECT_MS_MAX = 3000

/**
 * Settings of the dialer's own connections. All its statements use an index. But PostgreSQL keeps a plan that it made while a
 * table was empty, and reads the whole table until its statistics are updated; these settings forbid such plans.
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
