/**
 * How near a number of the operator is to the number that is called. People answer a number of their own area more often.
 *
 * The area is the area code of North America, and elsewhere the first group of digits of a geographic number as it is written
 * in its country (`30` of +49 30 123456). Mobile, toll-free and other numbers without a place have no area, only a country.
 * States and provinces are known for North America only.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isNonGeographic, NEW_AREA_CODES } from './area-codes.ts'
import { canonicalNumber } from './canonical-number.ts'
import { STATES_OF_AREA_CODES } from './zones-data.ts'
import { parseLookupTable } from './zones-of-number.ts'

export interface NumberPlace {
  country: string
  /** States or provinces; empty: unknown. */
  regions: readonly string[]
  /** Area code; null: the number has none. */
  area: string | null
}

/** The nearest first. */
export const NEARNESS = ['same_area', 'same_region', 'same_country'] as const
export type Nearness = (typeof NEARNESS)[number]

const statesOfAreaCodes = parseLookupTable(STATES_OF_AREA_CODES)
const AREA_CODE_DIGITS = 3
/** Numbers of these kinds belong to a place; in North America mobile numbers do too. */
const GEOGRAPHIC: ReadonlySet<string> = new Set(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'])

/** Null: the address contains no phone number, or its country is unknown. */
export function placeOfNumber(address: string): NumberPlace | null {
  const number = canonicalNumber(address)
  if (!number.startsWith('+')) return null
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed) return null
  if (parsed.countryCallingCode === '1') return placeInNorthAmerica(parsed.nationalNumber, parsed.country)
  const country = parsed.country ?? parsed.getPossibleCountries()[0]
  if (!country) return null
  const isGeographic = GEOGRAPHIC.has(parsed.getType() ?? '')
  const [, area = null] = isGeographic ? parsed.formatInternational().split(' ') : []
  return { country, regions: [], area }
}

function placeInNorthAmerica(national: string, country: string | undefined): NumberPlace | null {
  const area = national.slice(0, AREA_CODE_DIGITS)
  // Toll-free numbers belong to all countries of the plan; most of them are of the United States.
  if (isNonGeographic(area)) return { country: country ?? 'US', regions: [], area: null }
  const regions = statesOfAreaCodes.get(NEW_AREA_CODES[area] ?? area) ?? []
  const found = regions[0]?.slice(0, 2) ?? country
  return found ? { country: found, regions, area } : null
}

/** Null: another country, or one of them is unknown. */
export function nearness(own: NumberPlace | null, theirs: NumberPlace | null): Nearness | null {
  if (own === null || theirs === null || own.country !== theirs.country) return null
  if (own.area !== null && own.area === theirs.area) return 'same_area'
  if (own.regions.some((region) => theirs.regions.includes(region))) return 'same_region'
  return 'same_country'
}
