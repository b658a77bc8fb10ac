/** Amounts of money as whole millionths of their currency: carriers price calls in hundredths of a cent. */

export const MICROS_PER_UNIT = 1_000_000

/** Amount in a request: at most six decimals, not negative. */
export const AMOUNT_PATTERN = /^\d{1,9}(\.\d{1,6})?$/
/** A limit of 0 is not accepted: `null` removes a limit, and a pause stops all calls. */
export const SPEND_LIMIT_PATTERN = /^(?=.*[1-9])\d{1,9}(\.\d{1,6})?$/
export const CURRENCY_PATTERN = /^[A-Z]{3}$/

/** Parses an amount; null: the text is not an amount. */
export function readAmount(text: string): number | null {
  if (!AMOUNT_PATTERN.test(text)) return null
  const [whole, parts = ''] = text.split('.')
  return Number(whole) * MICROS_PER_UNIT + Number(parts.padEnd(6, '0'))
}

/** A carrier's amount: signed, with more decimals than are stored, or in scientific notation. Rounded up; null: not a number. */
export function readCarrierAmount(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Math.abs(Number(text))
  // The small term keeps 0.0085, which is 8500.000000000001 millionths, from becoming 8501.
  return Number.isFinite(value) && value < 1e9 ? Math.ceil(value * MICROS_PER_UNIT - 1e-4) : null
}

/** Formats an amount with at least two decimals: `12.50`, `0.0085`. */
export function formatAmount(micros: number): string {
  const whole = Math.floor(micros / MICROS_PER_UNIT)
  const parts = String(micros - whole * MICROS_PER_UNIT)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${whole}.${parts}`
}
