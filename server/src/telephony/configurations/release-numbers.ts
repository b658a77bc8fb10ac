/** Numbers of a configuration that is deleted: the carrier is told to send their calls here no longer. */
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../storage/database.ts'
import type { AccountPool, OpenAccount } from '../account-pool.ts'
import { boundAddresses } from '../numbers/queries.ts'
import type { SyncResult } from '../provider.ts'

export interface Released {
  /** Null: no number was bound. */
  sync: SyncResult | null
  /** Numbers that the carrier could not be told of: it goes on sending their calls here. */
  stillBound: string[]
}

export interface ReleaseDeps {
  db: Database
  log: Log
  accounts: Pick<AccountPool, 'get'>
}

/** So many numbers at once: a carrier that does not answer costs its time limit once, and not once per number. */
const AT_ONCE = 8

/** Once the configuration is gone nobody can tell the carrier any more: what is needed for that is fetched before. */
export async function releaserOf(deps: ReleaseDeps, configurationId: number): Promise<() => Promise<Released>> {
  const addresses = await boundAddresses(deps.db, configurationId)
  const opened = addresses.length === 0 ? null : await deps.accounts.get(configurationId).catch(() => null)
  return async () => {
    const faults = new Map<string, string>()
    for (let start = 0; start < addresses.length; start += AT_ONCE) {
      const some = addresses.slice(start, start + AT_ONCE)
      const results = await Promise.all(some.map((address) => release(opened, address)))
      for (const [index, { ok, message }] of results.entries()) if (!ok) faults.set(some[index] as string, message)
    }
    const stillBound = [...faults.keys()]
    if (stillBound.length > 0) {
      deps.log.warn(
        { configuration_id: configurationId, numbers: stillBound.length },
        'a telephony configuration was deleted, but the carrier still sends calls to its numbers here: take the address off them in its console',
      )
    }
    return { sync: told(addresses.length, [...faults.values()]), stillBound }
  }
}

async function release(opened: OpenAccount | null, address: string): Promise<SyncResult> {
  if (!opened) return { ok: false, message: 'The account could not be opened.' }
  // A fault's own words may hold secrets of the account.
  return opened.account
    .bindInbound(address, false)
    .catch(() => ({ ok: false, message: 'The carrier could not be told.' }))
}

function told(count: number, faults: readonly string[]): SyncResult | null {
  if (count === 0) return null
  if (faults.length === 0) return { ok: true, message: 'The carrier sends no more calls here.' }
  return {
    ok: false,
    message: `The configuration is deleted, but the carrier still sends the calls of ${faults.length} of ${count} numbers here, where they are refused: take the address off them in its console. ${faults[0]}`,
  }
}
