/**
 * In which time zones, states and countries may the phone with this number be?
 *
 * A number does not show where its owner is, only where they may be. Calling hours must be kept in every possible zone, so each
 * doubt here widens the answer: an area code stands for its whole state, a mobile number or an unknown area code for its whole
 * country. Only numbers of no place (toll-free, satellite, a SIP extension) have no zone.
 *
 * The prefixes are libphonenumber's own (zones-data.ts). They date from 2018 and merged countries whose clocks agreed then:
 * Algeria is listed as Paris, Nicaragua as Chicago. So the zones of a country come from the runtime (CLDR), and a prefix counts
 * only if it names one of these.
 */
import type { CountryCode } from 'libphonenumber-js/core'
import metadataJson from 'libphonenumber-js/max/metadata'
import { isNonGeographic, NEW_AREA_CODES } from './area-codes.ts'
import { countriesOfNationalNumber, type LineTypePatterns, lineTypePatterns } from './countries-of-number.ts'
import { STATES_OF_AREA_CODES, ZONES_OF_AREA_CODES, ZONES_OF_PREFIXES, ZONES_OF_STATES } from './zones-data.ts'
import { clockChangesOf, dedupZones, zoneNamesOfCountry } from './zones-equal.ts'

export interface PossiblePlaces {
  /** IANA names, sorted; zones with the same clock are named once. Empty: unknown. */
  readonly zones: readonly string[]
  /** ISO 3166 codes of countries and states, sorted: `US`, `US-FL`. */
  readonly places: readonly string[]
}

export const NO_PLACES: PossiblePlaces = Object.freeze({ zones: [], places: [] })

/** Parses lines of the form `value&value key key …` into a map from key to values. */
export function parseLookupTable(text: string): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>()
  for (const line of text.trim().split('\n')) {
    const [values = '', ...keys] = line.split(' ')
    for (const key of keys) table.set(key, values.split('&'))
  }
  return table
}

const zonesOfStates = new Map(
  ZONES_OF_STATES.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([state = '', ...zones]) => [state, zones]),
)

/** Adds the country of each state: `US-FL` is in `US` too. */
function withCountries(places: readonly string[]): string[] {
  return [...new Set(places.flatMap((place) => [place.slice(0, 2), place]))].sort()
}

/** Empty if one of the states is unknown to the data. */
export function placesOfStates(states: readonly string[]): PossiblePlaces {
  const zones = states.map((state) => zonesOfStates.get(state))
  if (zones.length === 0 || zones.includes(undefined)) return NO_PLACES
  return { zones: dedupZones(zones.flatMap((some) => some ?? [])), places: withCountries(states) }
}

/** Both places are possible: the zones and places of both apply. */
export function unionOfPlaces(one: PossiblePlaces, other: PossiblePlaces): PossiblePlaces {
  if (one.zones.length === 0) return { zones: other.zones, places: union(one.places, other.places) }
  return { zones: dedupZones([...one.zones, ...other.zones]), places: union(one.places, other.places) }
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort()
}

/** Filled on first use: an import meets the same area codes a million times. */
const areaCodes: (PossiblePlaces | undefined)[] = []
let areaTables: { zones: Map<string, readonly string[]>; states: Map<string, readonly string[]> } | undefined

/**
 * All exchanges of an area code and its whole state count: single exchanges would put Chattanooga into Central time, and a mobile
 * phone moves within its state. A newer code is where the code is that it overlays; an unknown code is somewhere in the United
 * States or Canada.
 */
function placesOfAreaCode(code: string): PossiblePlaces {
  areaTables ??= { zones: parseLookupTable(ZONES_OF_AREA_CODES), states: parseLookupTable(STATES_OF_AREA_CODES) }
  const area = NEW_AREA_CODES[code] ?? code
  const zones = areaTables.zones.get(area)
  if (!zones) return isNonGeographic(code) ? NO_PLACES : northAmericanPlaces()
  const states = areaTables.states.get(area) ?? []
  return unionOfPlaces({ zones: dedupZones(zones), places: [] }, placesOfStates(states))
}

let somewhere: PossiblePlaces | undefined

/** All zones of the United States and Canada; only a state or a postal code can narrow this down. */
export function northAmericanPlaces(): PossiblePlaces {
  const countries = ['CA', 'US']
  somewhere ??= { zones: dedupZones(countries.flatMap(zoneNamesOfCountry)), places: countries }
  return somewhere
}

interface CallingCode {
  /** Every zone of the countries with this calling code. */
  anywhere: PossiblePlaces
  /** Prefixes that narrow down the zones; null if the countries have one clock. */
  prefixes: ReadonlyMap<string, PossiblePlaces> | null
  /** National numbers whose prefix is an area code; null: all numbers (Brazil's mobile numbers begin with their area code). */
  geographic: readonly LineTypePatterns[] | null
  /** If several countries share the code: how to distinguish them, and cached answers. */
  shared: { patterns: readonly LineTypePatterns[]; answers: Map<PossiblePlaces, Map<string, PossiblePlaces>> } | null
}

/** The mobile numbers of Brazil carry an area code; those of other countries with several zones do not. */
const AREA_CODE_IN_EVERY_NUMBER = new Set(['55'])
const CALLING_CODE_DIGITS_MAX = 3

const prefixesOfCodes = new Map<string, Map<string, readonly string[]>>()
const callingCodes = new Map<string, CallingCode>()

function prefixTable(code: string): Map<string, readonly string[]> {
  if (prefixesOfCodes.size === 0) {
    for (const [prefix, zones] of parseLookupTable(ZONES_OF_PREFIXES)) {
      const owner = callingCodeOf(prefix)
      if (owner === null) continue
      const table = prefixesOfCodes.get(owner) ?? new Map<string, readonly string[]>()
      prefixesOfCodes.set(owner, table.set(prefix, zones))
    }
  }
  return prefixesOfCodes.get(code) ?? new Map()
}

const countriesOf = metadataJson.country_calling_codes as Record<string, CountryCode[] | undefined>

function callingCodeOf(digits: string): string | null {
  for (let length = 1; length <= CALLING_CODE_DIGITS_MAX; length++) {
    const code = digits.slice(0, length)
    if (countriesOf[code]) return code
  }
  return null
}

function callingCode(code: string): CallingCode {
  const known = callingCodes.get(code)
  if (known) return known
  const made = readCallingCode(code, countriesOf[code] ?? [])
  callingCodes.set(code, made)
  return made
}

function readCallingCode(code: string, countries: readonly CountryCode[]): CallingCode {
  const table = prefixTable(code)
  const own = countries.flatMap(zoneNamesOfCountry)
  const named = [...table.values()].flat()
  // A country unknown to CLDR (Kosovo) has the zones of its prefix.
  const zones = dedupZones(own.length > 0 ? own : named)
  const clocks = new Set(zones.map(clockChangesOf))
  const places = withCountries(countries)
  const trusted = named.filter((zone) => clocks.has(clockChangesOf(zone)))
  const oneClock = new Set(trusted.map(clockChangesOf)).size === 1 && trusted.length === named.length
  const shared = countries.length > 1 ? { patterns: countries.flatMap(lineTypePatterns), answers: new Map() } : null
  // China's and Ukraine's prefixes all name the one legal clock; CLDR lists a second one.
  if (zones.length <= 1 || oneClock) {
    const only = { zones: oneClock ? dedupZones(trusted) : zones, places }
    return { anywhere: only, prefixes: null, geographic: null, shared }
  }
  const anywhere = { zones, places }
  return {
    anywhere,
    prefixes: areasOf(code, table, anywhere),
    geographic: AREA_CODE_IN_EVERY_NUMBER.has(code) ? null : countries.flatMap(lineTypePatterns),
    shared,
  }
}

/**
 * The shortest prefix after the calling code is an area, and all its exchanges count as one. The data lists only some of
 * Queensland's exchanges as Brisbane, and one New Zealand town among the Chatham Islands.
 */
function areasOf(code: string, table: ReadonlyMap<string, readonly string[]>, anywhere: PossiblePlaces) {
  const clocks = new Set(anywhere.zones.map(clockChangesOf))
  const prefixes = [...table.keys()].filter((prefix) => prefix !== code).sort()
  const areas = new Map<string, string[]>()
  let area = ''
  for (const prefix of prefixes) {
    if (area === '' || !prefix.startsWith(area)) area = prefix
    areas.set(area, [...(areas.get(area) ?? []), ...(table.get(prefix) ?? [])])
  }
  return new Map(
    [...areas].map(([prefix, zones]): [string, PossiblePlaces] => {
      const believable = zones.every((zone) => clocks.has(clockChangesOf(zone)))
      return [prefix, believable ? { zones: dedupZones(zones), places: anywhere.places } : anywhere]
    }),
  )
}

function isGeographic(code: CallingCode, national: string): boolean {
  if (code.geographic === null) return true
  if (code.geographic.some(({ mobile }) => mobile?.test(national))) return false
  return code.geographic.some(({ fixed }) => fixed.test(national))
}

/** `number` is in the form that normalize-address returns. Equal answers are the same object, so that they can be map keys. */
export function placesOfNumber(number: string): PossiblePlaces {
  if (number.charCodeAt(0) !== 43) return NO_PLACES
  if (number.charCodeAt(1) === 49) {
    const area = number.slice(2, 5)
    const index = Number(area)
    let found = areaCodes[index]
    if (!found) {
      found = placesOfAreaCode(area)
      areaCodes[index] = found
    }
    return found
  }
  const digits = number.slice(1)
  const owner = callingCodeOf(digits)
  if (owner === null) return NO_PLACES
  const code = callingCode(owner)
  return ofItsCountries(code, digits.slice(owner.length), byPrefix(code, owner, digits))
}

function byPrefix(code: CallingCode, owner: string, digits: string): PossiblePlaces {
  if (code.prefixes === null) return code.anywhere
  if (!isGeographic(code, digits.slice(owner.length))) return code.anywhere
  for (let length = owner.length + 1; length <= digits.length; length++) {
    const found = code.prefixes.get(digits.slice(0, length))
    if (found) return found
  }
  return code.anywhere
}

/** Reduces the countries that share a calling code to those that the number may belong to. The zones are not reduced. */
function ofItsCountries({ shared }: CallingCode, national: string, found: PossiblePlaces): PossiblePlaces {
  if (shared === null) return found
  const places = countriesOfNationalNumber(national, shared.patterns)
  const answers = shared.answers.get(found) ?? new Map<string, PossiblePlaces>()
  shared.answers.set(found, answers)
  const key = places.join()
  const answer = answers.get(key) ?? { zones: found.zones, places }
  answers.set(key, answer)
  return answer
}
