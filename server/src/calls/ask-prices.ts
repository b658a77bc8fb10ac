/**
 * Asks carriers for the price of ended calls, if they report it only on request. A call is rated minutes to a day after its
 * end.
 */
import { claimPriceRequests, type PendingPriceRequest, setNextPriceRequest } from '../costs/queries.ts'
import { readCarrierAmount } from '../costs/rules/money.ts'
import type { CarrierPrice } from '../dialer/apply-price.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import { AccountUnusable, type BilledPrice, type CallRef } from '../telephony/provider.ts'
import { findCallForCallback } from './queries.ts'

const EVERY_MS = 10_000
const CALLS_AT_ONCE = 100
const QUESTIONS_AT_ONCE = 5
/** After this time another node asks for what this one did not finish. */
const LEASE_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** Delays between repeated requests for the price of one call. After the last one, the estimate stays. */
const AGAIN_MS = [13 * MINUTE_MS, 45 * MINUTE_MS, 23 * 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]

export interface RequestPriceDeps {
  db: Database
  clock: Clock
  log: Log
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
  apply(callId: number, price: CarrierPrice): Promise<void>
}

export function requestCallPrices(deps: RequestPriceDeps): RecurringJob {
  const { db, clock } = deps
  return {
    name: 'ask-prices',
    everyMs: EVERY_MS,
    async runOnce() {
      const due = await claimPriceRequests(db, { now: new Date(clock.now()), leaseMs: LEASE_MS, limit: CALLS_AT_ONCE })
      let known = 0
      for (let from = 0; from < due.length; from += QUESTIONS_AT_ONCE) {
        const asked = due.slice(from, from + QUESTIONS_AT_ONCE)
        const answers = await Promise.all(asked.map((cost) => askOne(deps, cost).catch(tellFailure(deps, cost))))
        known += answers.filter(Boolean).length
      }
      return { asked: due.length, known }
    },
  }
}

/** Logs the failure. The price is requested again when its lease ends; other calls are not affected. */
function tellFailure({ log }: RequestPriceDeps, { call_id }: PendingPriceRequest): (error: unknown) => false {
  return (error) => {
    log.warn({ err: error, call_id }, 'failed to apply a price')
    return false
  }
}

async function askOne(deps: RequestPriceDeps, cost: PendingPriceRequest): Promise<boolean> {
  const { call_id: callId } = cost
  const price = await priceOf(deps, cost)
  if (price) {
    await deps.apply(callId, price)
    return true
  }
  const waitMs = AGAIN_MS[cost.asks - 1]
  await setNextPriceRequest(deps.db, callId, waitMs === undefined ? null : new Date(deps.clock.now() + waitMs))
  return false
}

async function priceOf(
  { db, log, accounts, refer }: RequestPriceDeps,
  cost: PendingPriceRequest,
): Promise<CarrierPrice | null> {
  const { call_id: callId, telephony_configuration_id: configurationId, carrier_amount, carrier_currency } = cost
  if (carrier_amount !== null && carrier_currency !== null)
    return { amount: carrier_amount, currency: carrier_currency }
  const call = await findCallForCallback(db, callId)
  if (!call) return null
  const ref = refer(callId, call.provider_call_id)
  try {
    const { account } = await accounts.get(configurationId, ref)
    const answer = (await account.priceOf?.(ref)) ?? null
    if (answer?.kind !== 'known') return null
    return parseCarrierBill(answer)
  } catch (error) {
    if (!(error instanceof AccountUnusable)) log.warn({ err: error, call_id: callId }, 'failed to ask for a price')
    return null
  }
}

/** Parses a carrier's price. Null: not an amount, or 0. An answered call is not free, so 0 means that it is not rated yet. */
export function parseCarrierBill({ amount, currency }: BilledPrice): CarrierPrice | null {
  const micros = readCarrierAmount(amount)
  return micros === null || micros === 0 || !/^[A-Z]{3}$/.test(currency) ? null : { amount: micros, currency }
}
