import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The country of a number in international form; for a shared calling code, its main country. Null: the number has no country.
 */
import { canonicalNumber } from './canonical-number.ts'

export function countryOf(number: string): CountryCode | null {
  const parsed = parsePhoneNumberFromString(canonicalNumber(number))
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? null
}
