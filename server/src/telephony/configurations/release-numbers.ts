/** Numbers of a configuration that is deleted: the carrier is told to send their calls here no longer. */
import type { Clock, Timer } from '../../kernel/clock.ts'
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
  clock: Clock
  log: Log
  accounts: Pick<AccountPool, 'get'>
}

/** Whoever deletes waits so long, however many numbers there are; those that were not reached are named. */
const RELEASE_WITHIN_MS = 30_000

/** Once the configuration is gone nobody can tell the carrier any more: what is needed for that is fetched before. */
export async function releaserOf(deps: ReleaseDeps, configurationId: number): Promise<() => Promise<Released>> {
  const addresses = await boundAddresses(deps.db, configurationId)
  const opened = addresses.length === 0 ? null : await deps.accounts.get(configurationId).catch(() => null)
  return async () => {
    const faults = await releaseAll(deps.clock, opened, addresses)
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

/** One after the other: some carriers take few requests, and dials and hang-ups of other calls are among them. By address, what failed. */
export async function releaseAll(
  clock: Clock,
  opened: Pick<OpenAccount, 'account'> | null,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  const untilMs = clock.monotonic() + RELEASE_WITHIN_MS
  for (const address of addresses) {
    const { ok, message } = await within(clock, untilMs - clock.monotonic(), () => release(opened, address))
    if (!ok) faults.set(address, message)
  }
  return faults
}

async function within(clock: Clock, ms: number, ask: () => Promise<SyncResult>): Promise<SyncResult> {
  const late: SyncResult = { ok: false, message: 'The carrier was not done with them in time.' }
  if (ms <= 0) return late
  let timer: Timer | undefined
  const over = new Promise<SyncResult>((resolve) => {
    timer = clock.after(ms, () => resolve(late))
  })
  return Promise.race([ask(), over]).finally(() => timer?.cancel())
}

async function release(opened: Pick<OpenAccount, 'account'> | null, address: string): Promise<SyncResult> {
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
