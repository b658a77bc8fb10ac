import type pg from 'pg'
import { openBeside } from '../storage/database.ts'

/** One for each lane of settling and claiming, the others for heartbeats and look-ups beside them. */
const CONNECTIONS = 6
/** A server that is there answers sooner; one that fell silent is tried again. */
const CONNECT_MS_MAX = 3000

/**
 * Connections of the dialer's own. Its statements reach every row by an index; but PostgreSQL keeps the plan it made when
 * a table was still empty, and goes on reading the whole of it until statistics catch up. Here it is not given the choice.
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
  return openBeside(pool, own, SETTINGS)
}
