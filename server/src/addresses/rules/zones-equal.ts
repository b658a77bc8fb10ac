/** Two time zones count as equal if their clocks agree for the years ahead, by the runtime's own time zone data. */
import { Temporal } from 'temporal-polyfill'
import { ZONES_OF_AREA_CODES, ZONES_OF_PREFIXES } from './zones-data.ts'

/** Fixed years instead of "from now on", so that two zones which are equal today are still equal tomorrow. */
const FROM = Temporal.Instant.from('2025-01-01T00:00:00Z')
const UNTIL_MS = Temporal.Instant.from('2031-01-01T00:00:00Z').epochMilliseconds

const behaviours = new Map<string, string>()

/** All clock changes of the zone in those years, as one comparable text. */
export function clockChangesOf(zone: string): string {
  const known = behaviours.get(zone)
  if (known !== undefined) return known
  let at = FROM.toZonedDateTimeISO(zone)
  let text = at.offset
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= UNTIL_MS) break
    text += ` ${next.epochMilliseconds}${next.offset}`
    at = next
  }
  behaviours.set(zone, text)
  return text
}

/** Names that tzdata has retired and ICU still returns. People look for the new ones. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

export function currentZoneName(zone: string): string {
  return RENAMED[zone] ?? zone
}

/** Number of prefixes per zone: among zones with the same clock, the best known represents all (Denver, not Boise). */
let weights: Map<string, number> | undefined

function weight(zone: string): number {
  if (!weights) {
    weights = new Map()
    for (const line of `${ZONES_OF_AREA_CODES.trim()}\n${ZONES_OF_PREFIXES.trim()}`.split('\n')) {
      const [zones = '', ...prefixes] = line.split(' ')
      const alone = zones.includes('&') ? 0 : prefixes.length
      for (const name of zones.split('&')) {
        const current = currentZoneName(name)
        weights.set(current, (weights.get(current) ?? 0) + alone)
      }
    }
  }
  return weights.get(zone) ?? -1
}

const sets = new Map<string, readonly string[]>()

/** The zones sorted, under their current names, one for each distinct clock. Returns the same array object for the same zones. */
export function dedupZones(zones: readonly string[]): readonly string[] {
  const given = zones.join('&')
  const known = sets.get(given)
  if (known) return known
  const byClock = new Map<string, string>()
  for (const zone of [...new Set(zones.map(currentZoneName))].sort()) {
    const clock = clockChangesOf(zone)
    const other = byClock.get(clock)
    if (other === undefined || weight(zone) > weight(other)) byClock.set(clock, zone)
  }
  const result = Object.freeze([...byClock.values()].sort())
  sets.set(given, result)
  return result
}

/** Node 20 has the accessor, newer versions have the method; TypeScript's library types declare neither yet. */
interface LocaleWithZones {
  timeZones?: string[]
  getTimeZones?(): string[] | undefined
}

export function zoneNamesOfCountry(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as unknown as LocaleWithZones
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(currentZoneName)
}
