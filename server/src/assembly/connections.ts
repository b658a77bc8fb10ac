/** Pools to the database, one for each kind of work that must not wait behind another. */
import { IMPORT_CONNECTIONS } from '../contacts/import-limiter.ts'
import { openDialerPool } from '../dialer/dialer-pool.ts'
import { openDatabase } from '../storage/database.ts'
import { READ_CONNECTIONS, READ_MS_MAX } from '../storage/reads.ts'
import { openSidePool } from '../storage/side-pool.ts'
import type { AppEnvironment } from './app-environment.ts'

/** Connections for authentication and carrier events, which must not wait behind other requests. */
const DOOR_CONNECTIONS = 4
/** The webhook sender holds no connection while sending; these only claim due messages and store results. */
const WEBHOOK_CONNECTIONS = 3

export type Connections = ReturnType<typeof openConnections>

export function openConnections({ pool, ...world }: AppEnvironment) {
  const openSide = world.openSidePool ?? openSidePool
  const readMsMax = world.readMsMax ?? READ_MS_MAX
  const readPool = openSide(pool, { name: 'reads', max: READ_CONNECTIONS, statementMsMax: readMsMax })
  const ingressPool = openSide(pool, { name: 'door', max: DOOR_CONNECTIONS })
  const webhookPool = openSide(pool, { name: 'webhooks', max: WEBHOOK_CONNECTIONS })
  const importPool = openSide(pool, { name: 'imports', max: IMPORT_CONNECTIONS })
  const dialerPool = openDialerPool(pool)
  return {
    dialerPool,
    importPool,
    ingressPool,
    db: openDatabase(pool, readPool),
    /** For routes that may read much data. */
    reads: openDatabase(readPool, readPool),
    ingressDb: openDatabase(ingressPool),
    webhookDb: openDatabase(webhookPool),
    async close(): Promise<void> {
      await Promise.all([dialerPool, webhookPool, readPool, ingressPool, importPool].map((each) => each.end()))
    },
  }
}
