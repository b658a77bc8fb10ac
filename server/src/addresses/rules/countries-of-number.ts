/**
 * Which countries and territories may a number belong to, where several share its calling code?
 *
 * Libphonenumber has the ranges of fixed and mobile numbers of each of them. A number that is in none of these ranges may
 * be in any: an unassigned range is not evidence for the largest country.
 */
import { type CountryCode, Metadata, type MetadataJson } from 'libphonenumber-js/core'
import metadataJson from 'libphonenumber-js/max/metadata'

/**
 * Territories without mobile ranges of their own: their people have numbers of the state they belong to (the Vatican: of
 * Italy). A number that both can have counts as the state's; one that only the territory has stays there.
 */
const NUMBERED_WITH: Readonly<Partial<Record<CountryCode, CountryCode>>> = {
  AX: 'FI',
  BL: 'GP',
  CC: 'AU',
  CX: 'AU',
  EH: 'MA',
  MF: 'GP',
  SJ: 'NO',
  VA: 'IT',
}

export interface LineTypePatterns {
  country: CountryCode
  fixed: RegExp
  mobile: RegExp | null
}

/** The methods that the library's class has at run time; its published type declares only some of them. */
interface LibraryPlan {
  type(name: string): { pattern(): string } | undefined
}

/** Number patterns of a country's fixed and mobile lines. Empty for a country without fixed lines. */
export function lineTypePatterns(country: CountryCode): LineTypePatterns[] {
  const metadata = new Metadata(metadataJson as unknown as MetadataJson)
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as LibraryPlan
  const fixed = plan.type('FIXED_LINE')?.pattern()
  const mobile = plan.type('MOBILE')?.pattern()
  if (!fixed) return []
  return [{ country, fixed: new RegExp(`^(?:${fixed})$`), mobile: mobile ? new RegExp(`^(?:${mobile})$`) : null }]
}

/** The countries that a national number may belong to, sorted. `patterns`: those of every country with this calling code. */
export function countriesOfNationalNumber(national: string, patterns: readonly LineTypePatterns[]): CountryCode[] {
  const having = patterns
    .filter(({ fixed, mobile }) => fixed.test(national) || mobile?.test(national))
    .map(({ country }) => country)
  const possible = having.length > 0 ? having : patterns.map(({ country }) => country)
  return possible.filter((country) => !possible.includes(NUMBERED_WITH[country] ?? ('' as CountryCode))).sort()
}
