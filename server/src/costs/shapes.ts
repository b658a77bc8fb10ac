/** Prices and sums as the API shows them: amounts are decimal text, so that no client rounds them. */
import { z } from 'zod'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import type { StoredCost, StoredPriceTable } from './queries.ts'
import { AMOUNT_PATTERN, CURRENCY_PATTERN, formatAmount, readAmount, SPEND_LIMIT_PATTERN } from './rules/money.ts'
import type { Price, StoredPrices } from './rules/prices.ts'

export const PREFIXES_MAX = 20_000

export const amountField = () => z.string().regex(AMOUNT_PATTERN).meta({ description: 'Decimal text: `0.0085`.' })
export const spendLimitField = () =>
  z
    .string()
    .regex(SPEND_LIMIT_PATTERN)
    .nullable()
    .meta({ description: 'Decimal text above 0: `50.00`. Null removes the limit.' })
export const currencyField = () => z.string().regex(CURRENCY_PATTERN).meta({ description: 'Three letters: `EUR`.' })
const shownAmount = () => z.string()

export const pricesInput = z.object({
  currency: currencyField(),
  per_minute: amountField().meta({ description: 'Price of every number without a matching prefix below.' }),
  per_call: optional(amountField()).meta({ description: 'Added to the price of each answered call. 0 if left out.' }),
  first_seconds: optional(integer({ minimum: 1, maximum: 3600 })).meta({
    description: 'Minimum billed seconds of an answered call. 60 if left out.',
  }),
  step_seconds: optional(integer({ minimum: 1, maximum: 3600 })).meta({
    description: 'Billing increment in seconds after that. 60 if left out.',
  }),
  inbound_per_minute: optional(amountField()).meta({ description: 'Price of inbound calls. 0 if left out.' }),
  prefixes: optional(
    z
      .array(
        z.object({
          prefix: text({ minimum: 1, maximum: 16 })
            .regex(/^\+?[1-9]\d*$/)
            .meta({
              description: 'First digits of the number, with the country code: `+4917`. The longest one counts.',
            }),
          per_minute: amountField(),
          per_call: optional(amountField()),
        }),
      )
      .max(PREFIXES_MAX),
  ),
})

export const pricesShape = z
  .object({
    telephony_configuration_id: z.int(),
    currency: z.string(),
    per_minute: shownAmount(),
    per_call: shownAmount(),
    first_seconds: z.int(),
    step_seconds: z.int(),
    inbound_per_minute: shownAmount(),
    prefixes: z.array(z.object({ prefix: z.string(), per_minute: shownAmount(), per_call: shownAmount() })),
    asks_carrier: z.boolean().meta({
      description: 'Whether the carrier is asked for its own price after each call. It replaces the estimate.',
    }),
    updated_at: timestamp(),
  })
  .meta({ id: 'Prices' })

export const PRICES_INPUT_EXAMPLE = {
  currency: 'USD',
  per_minute: '0.0140',
  first_seconds: 60,
  step_seconds: 60,
  prefixes: [
    { prefix: '+44', per_minute: '0.0158' },
    { prefix: '+447', per_minute: '0.0426' },
  ],
}

export const PRICES_EXAMPLE = {
  telephony_configuration_id: 1,
  currency: 'USD',
  per_minute: '0.014',
  per_call: '0.00',
  first_seconds: 60,
  step_seconds: 60,
  inbound_per_minute: '0.00',
  prefixes: [
    { prefix: '+44', per_minute: '0.0158', per_call: '0.00' },
    { prefix: '+447', per_minute: '0.0426', per_call: '0.00' },
  ],
  asks_carrier: true,
  updated_at: '2026-11-15T09:30:00.123Z',
}

const micros = (value: string | undefined) => readAmount(value ?? '0') ?? 0

export function readPrices(sent: z.output<typeof pricesInput>, asksCarrier: boolean): StoredPrices {
  const price = (of: { per_minute: string; per_call?: string | undefined }): Price => ({
    perMinute: micros(of.per_minute),
    perCall: micros(of.per_call),
  })
  const inbound = micros(sent.inbound_per_minute)
  return {
    ...price(sent),
    currency: sent.currency,
    firstSeconds: sent.first_seconds ?? 60,
    stepSeconds: sent.step_seconds ?? 60,
    inbound: inbound > 0 ? { perMinute: inbound, perCall: 0 } : null,
    prefixes: (sent.prefixes ?? []).map((one) => ({ prefix: one.prefix.replace('+', ''), ...price(one) })),
    asksCarrier,
  }
}

export function serializePrices(configurationId: number, { prices, updated_at }: StoredPriceTable) {
  return {
    telephony_configuration_id: configurationId,
    currency: prices.currency,
    per_minute: formatAmount(prices.perMinute),
    per_call: formatAmount(prices.perCall),
    first_seconds: prices.firstSeconds,
    step_seconds: prices.stepSeconds,
    inbound_per_minute: formatAmount(prices.inbound?.perMinute ?? 0),
    prefixes: prices.prefixes.map(({ prefix, perMinute, perCall }) => ({
      prefix: `+${prefix}`,
      per_minute: formatAmount(perMinute),
      per_call: formatAmount(perCall),
    })),
    asks_carrier: prices.asksCarrier,
    updated_at,
  }
}

/** The cost of one call. */
export const costShape = z
  .object({
    amount: shownAmount(),
    currency: z.string(),
    source: z.enum(['estimate', 'carrier']).meta({ description: '`estimate`: by your price table.' }),
    carrier: z.object({ amount: shownAmount(), currency: z.string() }).nullable().meta({
      description:
        'The price that the carrier reported, even in another currency than yours. Null: unknown, or not yet known.',
    }),
  })
  .meta({ id: 'CallCost' })

/** Null if the cost is unknown or the call was free. */
export function serializeCost(cost: StoredCost | null): z.input<typeof costShape> | null {
  if (!cost) return null
  const { currency: own, estimate, carrier_amount: said, carrier_currency: saidIn } = cost
  const carrier = said === null || saidIn === null ? null : { amount: formatAmount(said), currency: saidIn }
  if (carrier && (estimate === null || own === carrier.currency)) return { ...carrier, source: 'carrier', carrier }
  if (estimate === null || own === null) return null
  return { amount: formatAmount(estimate), currency: own, source: 'estimate', carrier }
}
