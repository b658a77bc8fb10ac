/** The time zones of one contact of a list: from a column, else from its phone number; and which source was used. */
import { canonicalNumber } from './canonical-number.ts'
import { NAMES_OF_STATES, STATES_OF_POSTAL_CODES } from './zones-data.ts'
import { currentZoneName } from './zones-equal.ts'
import {
  NO_PLACES,
  northAmericanPlaces,
  type PossiblePlaces,
  parseLookupTable,
  placesOfNumber,
  placesOfStates,
  unionOfPlaces,
} from './zones-of-number.ts'

/** The source of the zones, for operators: "from her number", "from the column timezone". */
export type ZoneSource = 'timezone_column' | 'state_column' | 'postal_code_column' | 'number' | 'unknown'

export interface ContactZones extends PossiblePlaces {
  readonly source: ZoneSource
  /**
   * One text for all contacts with the same zones and places, because the same calling hours apply to them. Does not contain the
   * source.
   */
  readonly group: string
  /** The column whose value was unusable. */
  readonly fault: keyof ZoneColumns | null
}

export interface ZoneColumns {
  timezone?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
}

/** The usual names of these columns. They are compared in lower case, by letters only. */
const COLUMN_NAMES: Readonly<Record<keyof ZoneColumns, readonly string[]>> = {
  timezone: ['timezone', 'tz', 'ianatimezone', 'timezonename'],
  state: ['state', 'statecode', 'province', 'usstate', 'stateprovince'],
  postalCode: ['zip', 'zipcode', 'postalcode', 'postcode'],
}

/** The zone columns of a list: their positions, by kind. */
export function zoneColumns(columns: readonly string[]): Partial<Record<keyof ZoneColumns, number>> {
  const plain = columns.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const found: Partial<Record<keyof ZoneColumns, number>> = {}
  for (const kind of Object.keys(COLUMN_NAMES) as (keyof ZoneColumns)[]) {
    const index = plain.findIndex((name) => COLUMN_NAMES[kind].includes(name))
    if (index >= 0) found[kind] = index
  }
  return found
}

/** An offset such as `+05:00` or `EST` is not a zone: it does not say when the clocks change. `UTC` says that they never do. */
const REGION_AND_CITY = /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2}$/
const zoneNames = new Map<string, string | null>()

/** The name of the time zone as tzdata writes it; null if the text is not a time zone. */
export function parseZoneName(text: string): string | null {
  const name = text.trim().replace(/ /g, '_')
  const known = zoneNames.get(name)
  if (known !== undefined) return known
  const found = readZoneName(name)
  // A column of invalid values must not fill the memory: only valid names, which are few, are cached.
  if (found !== null) zoneNames.set(name, found)
  return found
}

function readZoneName(name: string): string | null {
  if (/^(?:utc|etc\/utc|gmt)$/i.test(name)) return 'UTC'
  if (!REGION_AND_CITY.test(name) || /^etc\//i.test(name)) return null
  try {
    return currentZoneName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return null
  }
}

let stateCodes: Map<string, readonly string[]> | undefined

/** `FL`, `fl`, `US-FL`, `Florida`; two letters are looked up in the number's own country first. */
export function parseStates(text: string, countries: readonly string[]): readonly string[] {
  if (!stateCodes) {
    stateCodes = new Map()
    for (const line of NAMES_OF_STATES.trim().split('\n')) {
      const space = line.indexOf(' ')
      const code = line.slice(0, space)
      for (const key of [code, code.slice(3), line.slice(space + 1)]) {
        const upper = key.toUpperCase()
        stateCodes.set(upper, [...(stateCodes.get(upper) ?? []), code])
      }
    }
  }
  const codes = stateCodes.get(text.trim().toUpperCase()) ?? []
  const near = codes.filter((code) => countries.includes(code.slice(0, 2)))
  return near.length > 0 ? near : codes
}

let postalCodes: Map<string, readonly string[]> | undefined

/** Three digits of a ZIP code give its state, one letter of a Canadian code its province. */
export function statesOfPostalCode(text: string): readonly string[] {
  postalCodes ??= parseLookupTable(STATES_OF_POSTAL_CODES)
  const code = text.trim().toUpperCase()
  if (/^\d{5}(?:-?\d{4})?$/.test(code)) return postalCodes.get(code.slice(0, 3)) ?? []
  if (/^[A-Z]\d[A-Z]\s?\d[A-Z]\d$/.test(code)) return postalCodes.get(code.slice(0, 1)) ?? []
  return []
}

/** Only North American numbers have states here; a Spanish postal code looks like a ZIP code. */
function hasStates(number: string): boolean {
  return number.startsWith('+1')
}

/**
 * A time zone column alone decides. A state or postal code widens what the number allows: a person may have moved and kept the
 * number, and either may be outdated. `fault` names a column whose value was unusable. `more`: further numbers of the person.
 */
export function zonesOfContact(address: string, columns: ZoneColumns, more?: readonly string[]): ContactZones {
  const number = canonicalNumber(address)
  const byNumber = more && more.length > 0 ? placesOfNumbers(number, more) : placesOfNumber(number)
  const widened =
    hasStates(number) && (columns.state || columns.postalCode) ? widen(byNumber, columns) : alone(byNumber)
  if (!columns.timezone?.trim()) return widened
  const zone = parseZoneName(columns.timezone)
  if (zone === null) return { ...widened, fault: 'timezone' }
  const key = `${widened.group}|${zone}`
  const known = told.get(key)
  if (known) return known
  const answer = contactZones({ zones: [zone], places: widened.places }, 'timezone_column', null)
  told.set(key, answer)
  return answer
}

const placesOfSeveral = new Map<string, PossiblePlaces>()

/**
 * Places of a person with several numbers: all places of all of them, whichever is dialed. A number without a known zone leaves the
 * person without one: hours that are right for this number are not known.
 */
function placesOfNumbers(number: string, more: readonly string[]): PossiblePlaces {
  const each = [number, ...more.map(canonicalNumber)].map(placesOfNumber)
  if (each.every((places) => places === each[0])) return each[0] as PossiblePlaces
  const key = each.map(zoneGroupName).sort().join(';')
  const known = placesOfSeveral.get(key)
  if (known) return known
  const union = each.reduce(unionOfPlaces)
  const places = each.some(({ zones }) => zones.length === 0) ? { zones: [], places: union.places } : union
  if (placesOfSeveral.size >= REMEMBERED_MAX) placesOfSeveral.clear()
  placesOfSeveral.set(key, places)
  return places
}

/** Cache of computed zones; the number of entries is limited by the number of places on earth. */
const told = new Map<string, ContactZones>()

function contactZones(places: PossiblePlaces, source: ZoneSource, fault: ContactZones['fault']): ContactZones {
  return { zones: places.zones, places: places.places, source, group: zoneGroupName(places), fault }
}

const byNumberAlone = new Map<PossiblePlaces, ContactZones>()

/** Zones from the number alone: a few hundred distinct results, which an import needs a million times. */
function alone(places: PossiblePlaces): ContactZones {
  let answer = byNumberAlone.get(places)
  if (!answer) {
    answer = contactZones(places, places.zones.length > 0 ? 'number' : 'unknown', null)
    byNumberAlone.set(places, answer)
  }
  return answer
}

/** Area codes times states: enough for any list. The limit keeps a column of invalid values from filling the memory. */
const REMEMBERED_MAX = 20_000
let widenedBefore = new Map<string, ContactZones>()

function widen(byNumber: PossiblePlaces, columns: ZoneColumns): ContactZones {
  const state = columns.state?.trim() ?? ''
  const postalCode = columns.postalCode?.trim() ?? ''
  const postalStates = statesOfPostalCode(postalCode)
  const key = `${alone(byNumber).group}|${state}|${postalStates.join()}|${postalCode === ''}`
  const known = widenedBefore.get(key)
  if (known) return known
  const states = parseStates(state, byNumber.places)
  // An unknown area code may be anywhere in the two countries, so a state column decides alone.
  let places = byNumber === northAmericanPlaces() && states.length + postalStates.length > 0 ? NO_PLACES : byNumber
  let source = alone(byNumber).source
  if (postalStates.length > 0)
    [places, source] = [unionOfPlaces(places, placesOfStates(postalStates)), 'postal_code_column']
  if (states.length > 0) [places, source] = [unionOfPlaces(places, placesOfStates(states)), 'state_column']
  const noState = state !== '' && states.length === 0
  const noPostalCode = postalCode !== '' && postalStates.length === 0
  const answer = contactZones(places, source, noState ? 'state' : noPostalCode ? 'postalCode' : null)
  if (widenedBefore.size >= REMEMBERED_MAX) widenedBefore = new Map()
  widenedBefore.set(key, answer)
  return answer
}

const groups = new WeakMap<PossiblePlaces, string>()

/** The text for one group of zones and places: `US,US-FL@America/Chicago,America/New_York`. */
export function zoneGroupName(places: PossiblePlaces): string {
  let group = groups.get(places)
  if (group === undefined) {
    group = `${places.places.join(',')}@${places.zones.join(',')}`
    groups.set(places, group)
  }
  return group
}

export function parseZoneGroup(group: string): PossiblePlaces {
  const [places = '', zones = ''] = group.split('@')
  return { places: places === '' ? [] : places.split(','), zones: zones === '' ? [] : zones.split(',') }
}

/** A set of zones as it is stored: `number|US,US-FL@America/Chicago,America/New_York`. */
export function zoneSetName({ source, group }: Pick<ContactZones, 'source' | 'group'>): string {
  return `${source}|${group}`
}

export interface ZoneSet extends PossiblePlaces {
  source: ZoneSource
  group: string
}

export function readZoneSet(name: string): ZoneSet {
  const bar = name.indexOf('|')
  const group = name.slice(bar + 1)
  return { source: name.slice(0, bar) as ZoneSource, group, ...parseZoneGroup(group) }
}
