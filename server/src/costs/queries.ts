/** All SQL of this room, except the statements that the dialer sends in its own transaction (dialer/store-postgres-costs.ts). */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { StoredPrices } from './rules/prices.ts'

export interface StoredPriceTable {
  prices: StoredPrices
  updated_at: Date
}

export async function findPrices(
  db: Queries,
  organizationId: number,
  configurationId: number,
): Promise<StoredPriceTable | null> {
  const { rows } = await sql<StoredPriceTable>`
    select prices, updated_at from price_tables
     where organization_id = ${organizationId} and telephony_configuration_id = ${configurationId}`.execute(db)
  return rows[0] ?? null
}

export async function savePrices(
  db: Queries,
  whose: { organizationId: number; configurationId: number },
  prices: StoredPrices,
  { author, now }: { author: string; now: Date },
): Promise<void> {
  await sql`
    insert into price_tables (telephony_configuration_id, organization_id, currency, prices, author, updated_at)
    values (${whose.configurationId}, ${whose.organizationId}, ${prices.currency}, ${JSON.stringify(prices)}, ${author}, ${now})
    on conflict (telephony_configuration_id) do update
      set currency = excluded.currency, prices = excluded.prices, author = excluded.author, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Deletes the prices of a configuration; false: there were none. */
export async function deletePrices(db: Queries, organizationId: number, configurationId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from price_tables
     where organization_id = ${organizationId} and telephony_configuration_id = ${configurationId}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function hasPrices(db: Queries, organizationId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from price_tables where organization_id = ${organizationId} limit 1`.execute(db)
  return rows.length > 0
}

export interface StoredCost {
  currency: string | null
  estimate: number | null
  carrier_amount: number | null
  carrier_currency: string | null
}

export async function costOfCall(db: Queries, organizationId: number, callId: number): Promise<StoredCost | null> {
  const { rows } = await sql<StoredCost>`
    select currency, estimate, carrier_amount, carrier_currency from call_costs
     where call_id = ${callId} and organization_id = ${organizationId}`.execute(db)
  return rows[0] ?? null
}

export interface PendingPriceRequest {
  call_id: number
  telephony_configuration_id: number
  asks: number
  /** The amount that the carrier reported before the end of the call was settled. */
  carrier_amount: number | null
  carrier_currency: string | null
}

/** Claims due costs for this node with a lease of `leaseMs`. */
export async function claimPriceRequests(
  db: Queries,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<PendingPriceRequest[]> {
  const { rows } = await sql<PendingPriceRequest>`
    update call_costs c set ask_at = ${new Date(now.getTime() + leaseMs)}, asks = c.asks + 1
     where c.call_id in (select call_id from call_costs where ask_at <= ${now} order by ask_at limit ${limit} for update skip locked)
    returning c.call_id, c.telephony_configuration_id, c.asks, c.carrier_amount, c.carrier_currency`.execute(db)
  return rows
}

/** Sets when the carrier is asked again; null: never. */
export async function setNextPriceRequest(db: Queries, callId: number, at: Date | null): Promise<void> {
  await sql`update call_costs set ask_at = ${at} where call_id = ${callId} and not applied`.execute(db)
}

export interface SpendRow {
  day: string
  campaign_id: number
  currency: string
  calls: number
  amount: number
  confirmed_calls: number
  other_currency_calls: number
}

export interface SpendFilter {
  from: string
  to: string
  campaignId?: number | undefined
}

/** A row for each day, campaign and currency; the first and last day are included. */
export async function listSpending(
  db: Queries,
  organizationId: number,
  { from, to, campaignId }: SpendFilter,
): Promise<SpendRow[]> {
  const { rows } = await sql<SpendRow>`
    select day, campaign_id, currency, calls, amount, confirmed_calls, other_currency_calls from spend_days
     where organization_id = ${organizationId} and day between ${from} and ${to}
       and (${campaignId ?? null}::bigint is null or campaign_id = ${campaignId ?? null}::bigint)
       -- A price that the carrier corrected to another currency leaves nothing behind.
       and (calls <> 0 or amount <> 0 or other_currency_calls <> 0)
     order by day, campaign_id, currency`.execute(db)
  return rows
}
