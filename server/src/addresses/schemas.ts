/** Common to requests about contacts, numbers and suppressions: the format of an address and a country. */
import { z } from 'zod'
import { bool, customIssue, optional } from '../http/schemas.ts'
import { dialableAddress } from './rules/dialable-address.ts'
import { ADDRESS_CHARACTERS_MAX, type CountryCode, isCountryCode, normalizeAddress } from './rules/normalize-address.ts'

const COUNTRY_FAULT = 'this is not a country code of two letters (ISO 3166), such as GB'

/** Two letters in upper or lower case; converted to upper case. */
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

/** For checks between fields that run even if another field is invalid, so that one answer lists everything. */
export const CHECK_DESPITE_OTHER_FAULTS = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Whether the address in `field` is valid in the country in `country_code`; with an invalid country it is not checked. */
export function checkAddressField(field: string) {
  return (value: Record<string, unknown>, context: z.RefinementCtx): void => {
    const { [field]: address, country_code: country } = value
    if (!isText(address)) return
    if (country !== undefined && country !== null && !isCountry(country)) return
    addFault(context, field, normalizeAddress(address, country ?? null))
  }
}

/** Whether the address in `field` can be called; `allow_extensions` lets extensions of a PBX pass. */
export function checkDialableField(field: string) {
  return (value: Record<string, unknown>, context: z.RefinementCtx): void => {
    const { [field]: address, allow_extensions: allows } = value
    if (!isText(address)) return
    const terms = { country: null, allowExtensions: allows === true, withoutCountry: 'unknown' } as const
    addFault(context, field, dialableAddress(address, terms))
  }
}

/**
 * Empty or too long values are already reported; the length is counted in characters, of which each is at most two UTF-16 units.
 */
function isText(address: unknown): address is string {
  if (typeof address !== 'string' || address === '' || address.length > 2 * ADDRESS_CHARACTERS_MAX) return false
  return [...address].length <= ADDRESS_CHARACTERS_MAX
}

function addFault(context: z.RefinementCtx, field: string, result: ReturnType<typeof normalizeAddress>): void {
  if (result.ok) return
  const { message } = result
  context.addIssue({ ...customIssue('value_error', `Value error, ${message}`, { error: message }), path: [field] })
}

/** The operator declares that short digits and names are extensions of a PBX; the same setting for lists and single calls. */
export function allowExtensionsField() {
  return optional(bool()).meta({
    description:
      'Short digits and names are extensions of your PBX and may be called. Off by default: in most lists they are typing errors. Only a PBX (`ari`) dials them.',
  })
}

function isCountry(value: unknown): value is CountryCode {
  return typeof value === 'string' && isCountryCode(value)
}
