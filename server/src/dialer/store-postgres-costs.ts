/** Statements about costs: prices are read when chargeable calls end, and costs are added to all sums in one statement. */
import type { StoredPrices } from '../costs/rules/prices.ts'
import { numberArrayLiteral, type Statement, textArrayLiteral } from '../storage/pipeline.ts'

/** Cost of one ended call by the price table. */
export interface NewCost {
  callId: number
  organizationId: number
  campaignId: number | null
  configurationId: number
  /** Date in the organization's time zone: `2026-11-16`. */
  day: string
  currency: string
  /** In millionths of the currency unit. */
  amount: number
  /** When to ask the carrier for its own price; null: not asked. */
  askAtMs: number | null
}

/**
 * Adds costs; the organization must be locked. A carrier may report its price before the end of the call has been settled: then
 * the row already exists, without an estimate, and the job that polls `ask_at` applies the price.
 */
export function addCosts(costs: readonly NewCost[], nowMs: number): Statement {
  return {
    name: 'costs-add',
    text: `with x as (
             select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::float8[])
                      as x(call_id, organization_id, campaign_id, configuration_id, day, currency, amount, ask_at)),
           kept as (
             insert into call_costs as c (call_id, organization_id, campaign_id, telephony_configuration_id, day, currency, estimate, ask_at)
             select call_id, organization_id, campaign_id, configuration_id, day, currency, amount, to_timestamp(ask_at / 1000.0) from x
             on conflict (call_id) do update set estimate = excluded.estimate, currency = excluded.currency, day = excluded.day,
               ask_at = to_timestamp($9::float8 / 1000.0) where c.estimate is null),
           summed as (
             insert into spend_days as d (organization_id, day, campaign_id, currency, calls, amount)
             select organization_id, day, coalesce(campaign_id, 0), currency, count(*), sum(amount) from x group by 1, 2, 3, 4
             on conflict (organization_id, day, campaign_id, currency) do update
               set calls = d.calls + excluded.calls, amount = d.amount + excluded.amount),
           counted as (
             update campaigns k set spent = k.spent + y.amount, spent_calls = k.spent_calls + y.calls
               from (select campaign_id, count(*) as calls, sum(amount) as amount from x group by 1) y
              where k.id = y.campaign_id)
           update organizations o set spent_on = y.day,
                  spent_today = case when o.spent_on = y.day then o.spent_today else 0 end + y.amount,
                  spent_calls = case when o.spent_on = y.day then o.spent_calls else 0 end + y.calls
             from (select organization_id, day, count(*) as calls, sum(amount) as amount from x group by 1, 2) y
            where o.id = y.organization_id`,
    values: [
      numberArrayLiteral(costs.map((cost) => cost.callId)),
      numberArrayLiteral(costs.map((cost) => cost.organizationId)),
      numberArrayLiteral(costs.map((cost) => cost.campaignId)),
      numberArrayLiteral(costs.map((cost) => cost.configurationId)),
      textArrayLiteral(costs.map((cost) => cost.day)),
      textArrayLiteral(costs.map((cost) => cost.currency)),
      numberArrayLiteral(costs.map((cost) => cost.amount)),
      numberArrayLiteral(costs.map((cost) => cost.askAtMs)),
      nowMs,
    ],
  }
}

export interface PricesRecord {
  id: number
  version: number
  prices: StoredPrices
}

export function pricesOf(configurationIds: readonly number[]): Statement {
  return {
    name: 'costs-prices',
    text: `select t.id, t.price_version as version, p.prices from telephony_configurations t
             join price_tables p on p.telephony_configuration_id = t.id where t.id = any($1::bigint[])`,
    values: [numberArrayLiteral(configurationIds)],
  }
}

/** SQL for the row `o` of `organizations`; null without a currency, so that other organizations do not pay for this read. */
export const DAY_SPENDING = `case when o.currency is not null then json_build_object('currency', o.currency,
  'timeZone', o.time_zone, 'maxPerDay', o.max_spend_per_day, 'spentOn', o.spent_on, 'spentToday', o.spent_today,
  'callsToday', o.spent_calls) end`
