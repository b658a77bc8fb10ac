/**
 * Inbound calls of a PBX arrive over a connection that this program opens, so the connection must be open even if no calls are
 * dialed: after a start, after a change of the configuration, and on every node, so that another can take over.
 */

import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { Database } from '../../storage/database.ts'
import type { AccountPool } from '../account-pool.ts'
import type { ProviderSpec } from '../provider.ts'
import { configurationsWithInbound } from './queries.ts'

const EVERY_MS = 5000

export interface KeepLinesOpenDeps {
  db: Database
  log: Log
  providers: ReadonlyMap<string, ProviderSpec>
  accounts: Pick<AccountPool, 'get'>
}

export function keepInboundAccountsOpen({ db, log, providers, accounts }: KeepLinesOpenDeps): RecurringJob {
  const connected = [...providers.values()].filter(({ capabilities }) => !capabilities.webhooks).map(({ name }) => name)
  return {
    name: 'keep-lines-open',
    everyMs: EVERY_MS,
    async runOnce() {
      const ids = connected.length === 0 ? [] : await configurationsWithInbound(db, connected)
      for (const id of ids) {
        // A configuration that fails to open must not delay the others.
        await accounts
          .get(id)
          .then(({ account }) => account.takeInbound?.())
          .catch((error: unknown) =>
            log.warn({ err: error, configuration_id: id }, 'failed to open a configuration for inbound calls'),
          )
      }
      return {}
    },
  }
}
