/** Replaces the estimated cost of a call by the carrier's own price, in the call and in all sums. */
import { sql } from 'kysely'
import { formatAmount } from '../costs/rules/money.ts'
import { crossedThreshold } from '../costs/rules/spend-limits.ts'
import { appendEvent } from '../events/append.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'

export interface CarrierPrice {
  /** In millionths of the currency unit. */
  amount: number
  currency: string
}

/** Retry interval while the end of the call is not settled yet; the price is already stored. */
const UNSETTLED_MS = 60_000

interface PricedCall {
  organization_id: number
  campaign_id: number | null
  telephony_configuration_id: number
  live: boolean
  /** The organization's currency. */
  currency: string | null
}

interface KnownCost {
  day: string
  currency: string | null
  estimate: number | null
  carrier_amount: number | null
  carrier_currency: string | null
  applied: boolean
}

export async function applyCarrierPrice(db: Database, callId: number, price: CarrierPrice, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await findCall(tx, callId)
    // Without a currency nothing is counted, so carrier events need not wait for the lock.
    if (!found?.currency) return
    await lockOrganization(tx, found.organization_id)
    // Read again under the lock: the end may have been settled in the meantime.
    const call = await findCall(tx, callId)
    if (!call) return
    const owner = await ownerOf(tx, call.organization_id, now)
    const before = await keepPrice(tx, callId, call, price, { owner, now })
    if (!call.live) await correctSums(tx, callId, call, { before, price, owner, now })
  })
}

async function findCall(tx: Queries, callId: number): Promise<PricedCall | undefined> {
  const { rows } = await sql<PricedCall>`
    select c.organization_id, c.campaign_id, c.telephony_configuration_id, c.live, o.currency
      from calls c join organizations o on o.id = c.organization_id where c.id = ${callId}`.execute(tx)
  return rows[0]
}

interface Owner {
  id: number
  currency: string | null
  today: string
  spentOn: string | null
  spentToday: number
  maxPerDay: number | null
}

async function ownerOf(tx: Queries, organizationId: number, now: Date): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, currency, (${now}::timestamptz at time zone time_zone)::date::text as today, spent_on as "spentOn",
           spent_today as "spentToday", max_spend_per_day as "maxPerDay" from organizations where id = ${organizationId}`.execute(
    tx,
  )
  return rows[0] as Owner
}

/** Stores the price and returns the previously stored one. A call without stored costs counts for today. */
async function keepPrice(
  tx: Queries,
  callId: number,
  call: PricedCall,
  price: CarrierPrice,
  { owner, now }: { owner: Owner; now: Date },
): Promise<KnownCost> {
  const { rows } = await sql<KnownCost>`
    select day, currency, estimate, carrier_amount, carrier_currency, applied from call_costs where call_id = ${callId}`.execute(
    tx,
  )
  const askAt = call.live ? new Date(now.getTime() + UNSETTLED_MS) : null
  const { organization_id, campaign_id, telephony_configuration_id } = call
  await sql`
    insert into call_costs (call_id, organization_id, campaign_id, telephony_configuration_id, day, carrier_amount,
           carrier_currency, applied, ask_at)
    values (${callId}, ${organization_id}, ${campaign_id}, ${telephony_configuration_id}, ${owner.today},
           ${price.amount}, ${price.currency}, ${!call.live}, ${askAt})
    on conflict (call_id) do update set carrier_amount = excluded.carrier_amount,
       carrier_currency = excluded.carrier_currency, applied = excluded.applied, ask_at = excluded.ask_at`.execute(tx)
  const unknown = { currency: null, estimate: null, carrier_amount: null, carrier_currency: null, applied: false }
  return rows[0] ?? { day: owner.today, ...unknown }
}

interface Correction {
  before: KnownCost
  price: CarrierPrice
  owner: Owner
  now: Date
}

/**
 * A price in another currency than the estimate is summed under its own currency. Nothing is converted: the estimate stays in the
 * organization's sum, so that the spend limits keep counting the call.
 */
async function sumForeign(tx: Queries, call: PricedCall, { before, price }: Correction): Promise<void> {
  const foreign = before.applied && before.carrier_currency !== before.currency ? before.carrier_currency : null
  const isSame = foreign === price.currency
  if (foreign !== null && !isSame) await withdrawForeign(tx, call, before)
  const counted = isSame ? (before.carrier_amount ?? 0) : 0
  const first = isSame ? 0 : 1
  await addToDay(tx, call, before.day, price.currency, {
    delta: price.amount - counted,
    calls: first,
    confirmed: first,
  })
  if (foreign === null) await addToDay(tx, call, before.day, before.currency as string, { other: 1 })
}

/** Removes the earlier price from the sum of its currency, because the carrier corrected its price to another currency. */
async function withdrawForeign(tx: Queries, call: PricedCall, before: KnownCost): Promise<void> {
  const delta = -(before.carrier_amount ?? 0)
  await addToDay(tx, call, before.day, before.carrier_currency as string, { delta, calls: -1, confirmed: -1 })
}

async function correctSums(tx: Queries, callId: number, call: PricedCall, correction: Correction): Promise<void> {
  const { before, price, owner } = correction
  const isNew = before.estimate === null && !before.applied
  const first = before.applied ? 0 : 1
  const sameAsEstimate = before.estimate === null || before.currency === price.currency
  if (!sameAsEstimate) return sumForeign(tx, call, correction)
  const wasForeign = before.applied && before.estimate !== null && before.carrier_currency !== before.currency
  if (wasForeign) {
    await withdrawForeign(tx, call, before)
    await addToDay(tx, call, before.day, price.currency, { confirmed: 1, other: -1 })
  }
  const counted = before.applied && before.carrier_currency === price.currency ? before.carrier_amount : before.estimate
  const delta = price.amount - (counted ?? 0)
  await addToDay(tx, call, before.day, price.currency, { delta, calls: isNew ? 1 : 0, confirmed: first })
  await sql`update call_costs set currency = ${price.currency} where call_id = ${callId}`.execute(tx)
  if (owner.currency !== price.currency) return
  await sql`update campaigns set spent = greatest(0, spent + ${delta}), spent_calls = spent_calls + ${isNew ? 1 : 0}
             where id = ${call.campaign_id}`.execute(tx)
  if (before.day === owner.today) await correctToday(tx, delta, isNew ? 1 : 0, correction)
}

async function addToDay(
  tx: Queries,
  { organization_id, campaign_id }: PricedCall,
  day: string,
  currency: string,
  { delta = 0, calls = 0, confirmed = 0, other = 0 },
): Promise<void> {
  await sql`
    insert into spend_days as d (organization_id, day, campaign_id, currency, calls, amount, confirmed_calls, other_currency_calls)
    values (${organization_id}, ${day}, ${campaign_id ?? 0}, ${currency}, ${calls}, ${delta}, ${confirmed}, ${other})
    on conflict (organization_id, day, campaign_id, currency) do update
      set calls = d.calls + excluded.calls, amount = d.amount + excluded.amount,
          confirmed_calls = d.confirmed_calls + excluded.confirmed_calls,
          other_currency_calls = d.other_currency_calls + excluded.other_currency_calls`.execute(tx)
}

/** The first price of a day may arrive before the first estimate of that day. */
async function correctToday(tx: Queries, delta: number, calls: number, { owner, now }: Correction) {
  const spentBefore = owner.spentOn === owner.today ? owner.spentToday : 0
  const spent = Math.max(0, spentBefore + delta)
  await sql`update organizations set spent_today = ${spent},
                   spent_calls = case when spent_on = ${owner.today} then spent_calls else 0 end + ${calls}, spent_on = ${owner.today}
             where id = ${owner.id}`.execute(tx)
  const crossing = owner.maxPerDay === null ? null : crossedThreshold(owner.maxPerDay, spentBefore, spent)
  if (crossing === null) return
  const data = {
    level: 'warning',
    message: 'The prices that the carrier reported are higher than the estimates.',
    scope: 'day',
    spent: formatAmount(spent),
    limit: formatAmount(owner.maxPerDay as number),
    currency: owner.currency,
  }
  const type = crossing === 'alarm' ? 'spend_alarm' : 'spend_limit_reached'
  await appendEvent(tx, { organizationId: owner.id, at: now, type, data })
}
