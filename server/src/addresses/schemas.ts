/** What requests about contacts, numbers and suppressions have in common: how an address and a country are written. */
import { z } from 'zod'
import { issue } from '../http/schemas.ts'
import { ADDRESS_CHARACTERS_MAX, type CountryCode, isCountryCode, normalizeAddress } from './rules/normalize-address.ts'

const COUNTRY_FAULT = 'this is not a country code of two letters (ISO 3166), such as GB'

/** Two letters in either case; upper case from here on. */
export function countryCode() {
  return z
    .string()
    .overwrite((text) => text.toUpperCase())
    .refine((text) => isCountryCode(text), { error: COUNTRY_FAULT, params: valueError(COUNTRY_FAULT) })
    .meta({ description: 'ISO 3166, two letters.', examples: ['GB'] })
    .pipe(z.custom<CountryCode>())
}

function valueError(message: string) {
  return { type: 'value_error', ctx: { error: message } }
}

/** For checks between fields that shall speak although another field is at fault, so that one answer names everything. */
export const ALONGSIDE = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Whether the address in `field` can be read in the country in `country_code`; a faulty country leaves nothing to judge. */
export function readableAddress(field: string) {
  return (value: Record<string, unknown>, context: z.RefinementCtx): void => {
    const { [field]: address, country_code: country } = value
    // What is empty or endless has been named already.
    if (typeof address !== 'string' || address === '' || address.length > ADDRESS_CHARACTERS_MAX) return
    if (country !== undefined && country !== null && !isCountry(country)) return
    const result = normalizeAddress(address, country ?? null)
    if (result.ok) return
    const { message } = result
    context.addIssue({ ...issue('value_error', `Value error, ${message}`, { error: message }), path: [field] })
  }
}

function isCountry(value: unknown): value is CountryCode {
  return typeof value === 'string' && isCountryCode(value)
}
