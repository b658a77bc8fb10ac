/**
 * The cost of a call by the operator's price table. Every number has a price: the general one, or that of the longest matching
 * prefix.
 */
import { canonicalNumber } from '../../addresses/rules/canonical-number.ts'

/** Amounts in millionths of the currency. */
export interface Price {
  perMinute: number
  /** Price of each answered call, in addition to its minutes. */
  perCall: number
}

export interface PriceTable extends Price {
  currency: string
  /** Minimum billed seconds of an answered call, then the billing increment. */
  firstSeconds: number
  stepSeconds: number
  /** Price of inbound calls; null: they are free. */
  inbound: Price | null
  /** Prices by prefix; a prefix has only digits, without the plus sign. */
  prefixes: ReadonlyArray<Price & { prefix: string }>
}

/** A price table as stored in `price_tables.prices`. */
export interface StoredPrices extends PriceTable {
  /** Whether the carrier's own price of each call is requested from the carrier. */
  asksCarrier: boolean
}

export interface PricedCall {
  direction: 'outbound' | 'inbound'
  phoneNumber: string
  /** Duration of the conversation; null: not answered. */
  seconds: number | null
}

export function costOf(table: PriceTable, { direction, phoneNumber, seconds }: PricedCall): number {
  if (seconds === null) return 0
  const price = direction === 'inbound' ? table.inbound : priceFor(table, phoneNumber)
  if (!price) return 0
  return price.perCall + Math.ceil((price.perMinute * billedSeconds(table, seconds)) / 60)
}

export function priceFor(table: PriceTable, phoneNumber: string): Price {
  const digits = /^\+(\d+)/.exec(canonicalNumber(phoneNumber))?.[1]
  if (digits === undefined) return table
  let best: (Price & { prefix: string }) | null = null
  for (const one of table.prefixes) {
    if (digits.startsWith(one.prefix) && one.prefix.length > (best?.prefix.length ?? 0)) best = one
  }
  return best ?? table
}

function billedSeconds({ firstSeconds, stepSeconds }: PriceTable, seconds: number): number {
  const beyond = Math.max(0, seconds - firstSeconds)
  return firstSeconds + Math.ceil(beyond / stepSeconds) * stepSeconds
}
