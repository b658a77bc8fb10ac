import type pg from 'pg'
import { openBeside } from './database.ts'

const CONNECTIONS = 4
/** A page that takes longer has missed its index, or its reader. */
const STATEMENT_MS_MAX = 15_000
const CONNECT_MS_MAX = 10_000

/**
 * Connections for what may read much: search, reports, figures, explanations, forecasts. However many of them are asked
 * for, they wait for each other and for nobody else; and they cannot write.
 */
export function openReadsPool(pool: pg.Pool): pg.Pool {
  const own = {
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    application_name: 'outdial reads',
  }
  return openBeside(pool, own, { statement_timeout: String(STATEMENT_MS_MAX), default_transaction_read_only: 'on' })
}
