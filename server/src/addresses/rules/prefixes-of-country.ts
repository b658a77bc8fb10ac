/** The prefixes of all numbers of a country. In doubt it returns too many: islands that share a calling code are included. */
import { type CountryCode, getExampleNumber, Metadata } from 'libphonenumber-js/min'
import metadataJson from 'libphonenumber-js/min/metadata'
import mobileExamples from 'libphonenumber-js/mobile/examples'
import { STATES_OF_AREA_CODES } from './zones-data.ts'
import { parseLookupTable } from './zones-of-number.ts'

/** The methods that the library's class has at run time; its published type declares only some of them. */
interface LibraryPlan {
  callingCode(): string
  leadingDigits(): string | undefined
}

const NORTH_AMERICA = '1'

export function prefixesOfCountry(country: CountryCode): string[] {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as LibraryPlan
  const code = plan.callingCode()
  if (code === NORTH_AMERICA) return areaCodesOf(country).map((area) => `+1${area}`)
  const countries = metadataJson.country_calling_codes[code as keyof typeof metadataJson.country_calling_codes] ?? []
  const leading = plan.leadingDigits()
  if (countries[0] === country || !leading || !/^\d+(?:\|\d+)*$/.test(leading)) return [`+${code}`]
  // The first country of a shared calling code uses all of it. The others have leading digits, but not all have them for mobile
  // numbers.
  const own = leading.split('|').map((digits) => `+${code}${digits}`)
  const mobile = getExampleNumber(country, mobileExamples)?.number ?? ''
  return own.some((prefix) => mobile.startsWith(prefix)) ? own : [`+${code}`]
}

/** The data lists territories of the United States as states, although they have country codes of their own. */
function areaCodesOf(country: CountryCode): string[] {
  const found: string[] = []
  for (const [area, places] of parseLookupTable(STATES_OF_AREA_CODES)) {
    const here = places.some(
      (place) => place === country || place === `US-${country}` || place.startsWith(`${country}-`),
    )
    if (here) found.push(area)
  }
  return found.sort()
}
