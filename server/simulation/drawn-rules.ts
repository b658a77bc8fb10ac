/** Days under calling rules: people of several countries, and policies whose hours have their edges near the moments of the day. */
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import type { ConsentEvent, RecordedConsent } from '../src/policies/rules/consent.ts'
import { type Policy, policyInput, WEEKDAYS } from '../src/policies/rules/policy.ts'
import { wallTime } from './wall-time.ts'
import type { DrawnCampaign, DrawnOrganization, RulesOfDay } from './weather.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** As the mobile numbers of each country begin; the last two digits decide what a person does. */
const COUNTRIES: ReadonlyArray<readonly [prefix: string, digits: number]> = [
  ['+18505', 6],
  ['+447400', 6],
  ['+33612', 6],
  ['+491511', 7],
  ['+61412', 6],
]
const ZONES = [
  'Europe/London',
  'Europe/Paris',
  'Europe/Berlin',
  'America/New_York',
  'America/Chicago',
  'Australia/Perth',
]
const PACKS = ['us-federal', 'us-fl', 'gb', 'fr', 'de', 'au']
const REGISTRIES = ['us-national-dnc', 'gb-tps', 'au-dncr']

/** Working days on which packs open or close for one country or another at that hour. */
export const PACK_DAYS: ReadonlyArray<readonly [zone: string, near: string]> = [
  ['Australia/Perth', '2026-10-28T01:00:00Z'],
  ['Europe/London', '2026-11-02T08:00:00Z'],
  ['Europe/Paris', '2026-10-26T09:00:00Z'],
  ['America/Chicago', '2026-10-28T13:00:00Z'],
  ['Europe/Berlin', '2026-10-30T19:00:00Z'],
  ['America/New_York', '2026-11-05T01:00:00Z'],
]

/** As numbers of Oregon, Utah, Florida and the United Kingdom begin. */
const COUNTRIES_OF_LIFTS: typeof COUNTRIES = [
  ['+15035', 6],
  ['+18015', 6],
  ['+18505', 6],
  ['+447400', 6],
]
const PACKS_OF_LIFTS = ['us-federal', 'us-or', 'us-ut', 'us-fl', 'us-informational', 'gb']

/**
 * Moments at which a consent that the organization declares makes a difference: Oregon closes at 20:00, federal law an hour later;
 * Utah is closed on Sundays, at 08:00 and at 10:00.
 */
const LIFT_DAYS = ['2026-11-05T04:00:00Z', '2026-11-08T15:00:00Z', '2026-11-08T17:00:00Z']
/** Share of the days under packs that become days of lifts. */
const LIFT_SHARE = 0.5

/**
 * The start of a day for rule packs whose hours or limits a declared consent lifts (`lifted_by`); null: the day keeps its start
 * and its packs. Uses random numbers of its own, so that the other draws of the day stay the same.
 */
export function dayOfLifts(startMs: number, aroundMinutes: number): number | null {
  const rng = seededRng((startMs ^ 0x6b2f91c5) >>> 1)
  if (!randomChance(rng, LIFT_SHARE)) return null
  return Date.parse(pickRandom(rng, LIFT_DAYS)) + aroundMinutes * MINUTE_MS + (startMs % MINUTE_MS)
}

/** Most of the organizations get a policy; people of all of them live in several countries. */
export function underRules(organizations: DrawnOrganization[], rng: Rng, startMs: number, kind: KindOfRules): void {
  const countries = kind === 'lifts' ? COUNTRIES_OF_LIFTS : COUNTRIES
  for (const organization of organizations) {
    const [first, ...others] = organization.campaigns.map((campaign) => {
      campaign.contacts = campaign.contacts.map((number) => abroad(number, countries))
      return campaign
    })
    // Limits per number count over all campaigns: some have the same people.
    for (const other of others) {
      const shared = randomChance(rng, 0.5) ? (first as DrawnCampaign).contacts.slice(0, other.contacts.length) : []
      other.contacts = [...shared, ...other.contacts.slice(shared.length)]
    }
    if (randomChance(rng, 0.8)) organization.policy = drawPolicy(rng, startMs, kind)
  }
}

/** Share of the days under rules on which persons with two numbers each have narrow limits, and many people call. */
const PERSONS_SHARE = 0.3
const PERSONS_AT_ONCE = 6
/** So quick that one claim takes several contacts. */
const PERSONS_CALLS_PER_SECOND = 200
export const PERSONS_CALL_IN_MS = 2500

/**
 * Two rows of a list are one person, both are due at the same moment, and a call or a conversation with one forbids the other.
 * False: not on this day. Uses random numbers of its own, so that all other days stay the same.
 */
export function limitsPerPerson(organizations: readonly DrawnOrganization[], startMs: number): boolean {
  const rng = seededRng((startMs ^ 0x7e57ab1e) >>> 1)
  if (!randomChance(rng, PERSONS_SHARE)) return false
  for (const organization of organizations) {
    organization.maxConcurrency = Math.max(organization.maxConcurrency, PERSONS_AT_ONCE)
    for (const configuration of organization.configurations) configuration.callsPerSecond = PERSONS_CALLS_PER_SECOND
    organization.policy = policyInput.parse({
      ...pickRandom(rng, [{ caps: [{ max: 1, hours: 24 }] }, { least_gap_minutes: 3 }, {}]),
      cooldowns: [{ after: 'conversation', hours: 1 }],
      calls: { purpose: 'marketing', party: 'consumer' },
    })
    for (const campaign of organization.campaigns) {
      campaign.namesPersons = 'in pairs'
      campaign.maxConcurrency = Math.max(campaign.maxConcurrency, PERSONS_AT_ONCE)
    }
  }
  return true
}

/** The same person in another country: numbers are counted from one, so their order says which. */
export function abroad(phoneNumber: string, countries: typeof COUNTRIES): string {
  const own = Number(phoneNumber.slice(-7))
  const [prefix, digits] = countries[Math.floor(own / 100) % countries.length] as (typeof COUNTRIES)[number]
  return `${prefix}${String(own).padStart(digits, '0')}`
}

type KindOfRules = Exclude<RulesOfDay, 'none'>

/** What the calls are declared to be; which packs hold and which of them give way follows from it. */
function drawCalls(rng: Rng): object {
  return {
    purpose: pickRandom(rng, ['marketing', 'marketing', 'informational']),
    party: 'consumer',
    consents: pickRandom(rng, [[], ['existing_customer'], ['express'], ['existing_customer', 'express_written']]),
  }
}

export function drawPolicy(rng: Rng, aroundMs: number, kind: KindOfRules): Policy {
  const packs = kind === 'own' ? [] : kind === 'packs' ? PACKS : PACKS_OF_LIFTS
  const scrubbed = new Date(aroundMs - DAY_MS).toISOString().slice(0, 10)
  const at = (ms: number) => new Date(ms).toISOString()
  const suspendedFromMs = aroundMs + randomIntBetween(rng, 0, 6) * MINUTE_MS
  return policyInput.parse({
    packs: packs.filter(() => randomChance(rng, 0.8)),
    ...(kind === 'own' && randomChance(rng, 0.8) ? { hours: drawHours(rng, aroundMs) } : {}),
    ...(randomChance(rng, 0.6) ? { caps: drawCaps(rng) } : {}),
    ...(randomChance(rng, 0.4) ? { least_gap_minutes: randomIntBetween(rng, 1, 4) } : {}),
    ...(randomChance(rng, 0.2)
      ? { cooldowns: [{ after: pickRandom(rng, ['conversation', 'machine_detected']), hours: 1 }] }
      : {}),
    ...(randomChance(rng, 0.2)
      ? {
          suspensions: [
            {
              from: at(suspendedFromMs),
              until: at(suspendedFromMs + randomIntBetween(rng, 1, 4) * MINUTE_MS),
              reason: 'a storm',
            },
          ],
        }
      : {}),
    calls: { purpose: 'marketing', party: 'consumer' },
    ...furtherRules(aroundMs),
    ...(kind === 'lifts' ? { calls: drawCalls(rng) } : {}),
    scrubbed_on: Object.fromEntries(REGISTRIES.map((id) => [id, scrubbed])),
  })
}

/** By the second of the day, without a draw: the days of seeds that are known stay what they were otherwise. */
function furtherRules(aroundMs: number): object {
  const any_of = ['express', 'express_written']
  switch (Math.floor(aroundMs / 1000) % 8) {
    case 0:
      return { consent: { any_of, records: 'required' } }
    case 1:
      return { consent: { any_of, records: 'if_any' } }
    case 2:
      return { consent: { any_of } }
    case 3:
      return { consent: { any_of }, calls: { purpose: 'marketing', party: 'consumer', consents: ['express'] } }
    case 4:
      return { holidays: { added: [wallTime('Europe/Paris', aroundMs).date] } }
    default:
      return {}
  }
}

/** What the person has said, by their number: most said nothing, some took it back, some consents end today. */
export function consentsOfPerson(phoneNumber: string, startMs: number): RecordedConsent[] {
  const said = (kind: ConsentEvent, daysAgo: number, endsMs: number | null = null): RecordedConsent => ({
    id: daysAgo,
    kind,
    atMs: startMs - daysAgo * DAY_MS,
    expiresMs: endsMs,
    source: 'a form',
  })
  switch (Number(phoneNumber.slice(-4)) % 11) {
    case 1:
      return [said('express_written', 10)]
    case 2:
      return [said('express', 10), said('revoked', 5)]
    case 3:
      return [said('express_written', 10, startMs - DAY_MS)]
    case 4:
      return [said('express_written', 10, startMs + 4 * MINUTE_MS)]
    case 5:
      return [said('revoked', 5), said('express_written', 2)]
    case 6:
      return [said('existing_customer', 10)]
    default:
      return []
  }
}

/** So long ago that no limit counts it, and recent enough for the best hour of a retry. */
const TALKED_DAYS_AGO = 42

/**
 * Times of earlier conversations with a person, derived from the phone number: one person in three talked in the hour after the
 * start of the day, one in three in that hour and the next, the others never. A retry can wait for these hours on the same day.
 */
export function conversationsBefore(phoneNumber: string, startMs: number): number[] {
  const hours = Number(phoneNumber.slice(-4)) % 3
  return Array.from({ length: hours }, (_, index) => startMs - TALKED_DAYS_AGO * DAY_MS + (index + 1) * HOUR_MS)
}

function drawCaps(rng: Rng): object[] {
  return Array.from({ length: randomIntBetween(rng, 1, 2) }, () => ({
    max: randomIntBetween(rng, 1, 3),
    hours: pickRandom(rng, [1, 2, 24]),
  }))
}

/** For each of some zones a span in which its clocks stand about now; all zones are held to all of them. */
function drawHours(rng: Rng, aroundMs: number): object {
  const spans = Array.from({ length: randomIntBetween(rng, 2, 6) }, () => {
    const zone = pickRandom(rng, ZONES)
    const startMs = aroundMs + randomIntBetween(rng, -30, 20) * MINUTE_MS
    const { time: start } = wallTime(zone, startMs)
    const { time: end } = wallTime(zone, startMs + randomIntBetween(rng, 3, 60) * MINUTE_MS)
    return { start, end: end > start ? end : '24:00' }
  })
  return Object.fromEntries(WEEKDAYS.map((day) => [day, spans]))
}
