/**
 * Carriers end joined calls together, and the node that called a transfer target hangs up when the person is gone. Every node
 * checks both, in case the carrier or that node failed.
 */

import { strandedCallKey, strandedCalls } from '../dialer/transfer-queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { CallRef } from '../telephony/provider.ts'

const EVERY_MS = 5_000
const CALLS_AT_ONCE = 50
/** After this many hang-ups, a call that stays live is retried less often, so that other calls get their turn. */
const HANG_UPS_IN_A_ROW = 4
const REST_MS = 3 * 60_000
const REMEMBERED = 10_000

export interface JoinedCallsDeps {
  db: Database
  clock: Clock
  log: Log
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
  /** Calls processed in one run. */
  atOnce?: number
}

export function endJoinedCalls(deps: JoinedCallsDeps): RecurringJob {
  const { db, clock, log, accounts, refer, atOnce = CALLS_AT_ONCE } = deps
  const hungUp = new Map<string, { times: number; lastMs: number }>()
  const rests = ({ times, lastMs }: { times: number; lastMs: number }) =>
    times >= HANG_UPS_IN_A_ROW && clock.monotonic() - lastMs < REST_MS
  return {
    name: 'end-joined-calls',
    everyMs: EVERY_MS,
    async runOnce() {
      if (hungUp.size > REMEMBERED) hungUp.clear()
      const resting = [...hungUp].filter(([, tries]) => rests(tries)).map(([key]) => key)
      const alone = await strandedCalls(db, atOnce, resting)
      for (const call of alone) {
        const { id, configurationId, providerCallId } = call
        const times = (hungUp.get(strandedCallKey(call))?.times ?? 0) + 1
        hungUp.set(strandedCallKey(call), { times, lastMs: clock.monotonic() })
        const ref = refer(id, providerCallId)
        try {
          await (await accounts.get(configurationId, ref)).account.hangUp(ref)
        } catch (error) {
          log.warn({ err: error, call_id: id }, 'failed to hang up a transferred call whose other side has ended')
        }
      }
      return { hung_up: alone.length }
    },
  }
}
