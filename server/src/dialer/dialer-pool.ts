import pg from 'pg'
import { survive } from '../storage/database.ts'

/** One for each lane of settling and claiming, the others for heartbeats and look-ups beside them. */
const CONNECTIONS = 6
/** A server that is there answers sooner; one that fell silent is tried again. */
const CONNECT_MS_MAX = 3000

/**
 * Connections of the dialer's own. Its statements reach every row by an index; but PostgreSQL keeps the plan it made when
 * a table was still empty, and goes on reading the whole of it until statistics catch up. Here it is not given the choice.
 */
const SETTINGS =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

export function openDialerPool(pool: pg.Pool): pg.Pool {
  const own = new pg.Pool({
    ...pool.options,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: 'outdial dialer',
    options: SETTINGS,
  })
  survive(own)
  return own
}
