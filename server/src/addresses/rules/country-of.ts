import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The country of a number in international form; of several that share its calling code the main one. Null: nobody's. */
import { callableAs } from './callable-as.ts'

export function countryOf(number: string): CountryCode | null {
  const parsed = parsePhoneNumberFromString(callableAs(number))
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? null
}
