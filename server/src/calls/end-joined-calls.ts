/**
 * Joined calls end together by the carrier's own rule, and who was called to take over somebody who has gone is let go by
 * whoever called them. Every node looks after both, in case the carrier forgot or that node is gone.
 */

import { callsLeftAlone } from '../dialer/transfer-queries.ts'
import type { Duty } from '../kernel/duty.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { CallRef } from '../telephony/provider.ts'

const EVERY_MS = 5_000
const CALLS_AT_ONCE = 50
/** A call that stays though it was hung up so often is left to the look-ups. */
const HANG_UPS_MAX = 4
const REMEMBERED = 10_000

export interface JoinedCallsDeps {
  db: Database
  log: Log
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
}

export function endJoinedCalls({ db, log, accounts, refer }: JoinedCallsDeps): Duty {
  const hungUp = new Map<number, number>()
  return {
    name: 'end joined calls',
    everyMs: EVERY_MS,
    async runOnce() {
      const alone = (await callsLeftAlone(db, CALLS_AT_ONCE)).filter(({ id }) => (hungUp.get(id) ?? 0) < HANG_UPS_MAX)
      if (hungUp.size > REMEMBERED) hungUp.clear()
      for (const { id, configurationId, providerCallId } of alone) {
        hungUp.set(id, (hungUp.get(id) ?? 0) + 1)
        const ref = refer(id, providerCallId)
        try {
          await (await accounts.get(configurationId, ref)).account.hangUp(ref)
        } catch (error) {
          log.warn({ err: error, call_id: id }, 'a call whose other side is gone could not be hung up')
        }
      }
      return { hung_up: alone.length }
    },
  }
}
