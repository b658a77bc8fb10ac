/** Where a number leads: its country, and whether calling it costs a premium. */
import { type CountryCode, getCountries, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { canonicalNumber } from './canonical-number.ts'

/** The methods that the library's class has at run time; its published type declares only some of them. */
interface LibraryMetadata {
  selectNumberingPlan(country: CountryCode): void
  numberingPlan: { callingCode(): string; type(name: string): { pattern(): string } | undefined }
}

/** Patterns of premium numbers by calling code; created on first use, then one look-up per dial. */
let premium: ReadonlyMap<string, readonly RegExp[]> | null = null

function premiumRanges(): ReadonlyMap<string, readonly RegExp[]> {
  const ranges = new Map<string, RegExp[]>()
  const metadata = new Metadata() as unknown as LibraryMetadata
  for (const country of getCountries()) {
    metadata.selectNumberingPlan(country)
    const code = metadata.numberingPlan.callingCode()
    const pattern = metadata.numberingPlan.type('PREMIUM_RATE')?.pattern()
    if (pattern) ranges.set(code, [...(ranges.get(code) ?? []), new RegExp(`^(?:${pattern})$`)])
  }
  return ranges
}

const CALLING_CODE_MAX = 3

/** Applies to phone numbers and to SIP URIs that contain one: a trunk bills both in the same way. */
export function isPremiumNumber(address: string): boolean {
  const number = canonicalNumber(address)
  if (!number.startsWith('+')) return false
  premium ??= premiumRanges()
  for (let length = 1; length <= CALLING_CODE_MAX; length++) {
    const ranges = premium.get(number.slice(1, 1 + length))
    if (ranges?.some((range) => range.test(number.slice(1 + length)))) return true
  }
  return false
}

/** Null for SIP addresses without a phone number, and for numbers that belong to no country. */
export function countryOfNumber(address: string): string | null {
  const number = canonicalNumber(address)
  return number.startsWith('+') ? (parsePhoneNumberFromString(number)?.country ?? null) : null
}
