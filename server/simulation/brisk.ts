/**
 * Days of short calls, on which nodes claim ahead of free slots. A simulated day has few calls a second, so a few ends within
 * seconds count as a high rate there.
 */

import type { ClaimsAheadSettings } from '../src/dialer/rules/claims-ahead.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import { policyInput, WEEKDAYS } from '../src/policies/rules/policy.ts'
import { NO_HARDSHIPS } from './hardships.ts'
import { wallTime } from './wall-time.ts'
import type { DrawnOrganization, Weather } from './weather.ts'

/**
 * Share of days with short calls, on which nodes claim ahead of free slots: of those with one node, and of those with two, where
 * they do it only while the other is long gone.
 */
const BRISK_SHARES = [0.5, 0.15] as const
const BRISK_CONTACTS = [60, 220] as const
/** A day has few calls a second, so a few ends within seconds are brisk, and claims may be on deck as long as calls last. */
const BRISK: ClaimsAheadSettings = { ends: 3, withinMs: 3000, ageMs: 3000, restMs: 20 }
/** A brisk list is done within a minute or two, so the operator looks often whether people are on deck. */
const DECK_LOOK_MS = 500
const PLAIN_SHARE = 0.7
/** Share of reports that come twice, on plain days: an end passes its slot on once. */
const DOUBLED_SHARE = 0.2

/**
 * Share of the days under rules that become days of short calls: of those with one node, and of those with two. Such a day has
 * rules drawn here instead of its own, one node, and mostly no faults.
 */
const BRISK_RULES_SHARES = [0.7, 0.3] as const

/** By chance of its own, so that all other days stay as they were. */
export function briskened(weather: Weather): Weather {
  const rng = seededRng((weather.startMs ^ 0x0b5e7c13) >>> 1)
  const isUnderRules = weather.rules !== 'none'
  const share = isUnderRules ? BRISK_RULES_SHARES : BRISK_SHARES
  if (!randomChance(rng, share[weather.nodes.length - 1] ?? 0)) return weather
  for (const [place, organization] of weather.organizations.entries()) {
    organization.maxConcurrency = randomIntBetween(rng, 3, 30)
    for (const configuration of organization.configurations)
      configuration.callsPerSecond = pickRandom(rng, [100, 400, 1000])
    const [first] = organization.campaigns
    if (!first) continue
    first.maxConcurrency = randomIntBetween(rng, 2, 20)
    first.contacts.push(...briskContacts(place, randomIntBetween(rng, ...BRISK_CONTACTS)))
    if (randomChance(rng, 0.7)) organization.campaigns = [first]
    if (randomChance(rng, 0.1)) continue
    for (const name of ['route', 'pool', 'experiment'] as const) delete first[name]
  }
  const ringMs = [randomIntBetween(rng, 20, 200), randomIntBetween(rng, 200, 1500)] as const
  const talkMs = [randomIntBetween(rng, 0, 300), randomIntBetween(rng, 300, 3000)] as const
  const rates = randomChance(rng, 0.6) ? { ...weather.rates, failed: 0 } : weather.rates
  // On most of these days nothing but the slots decides when the next person is called, so that people are on deck.
  const isPlain = randomChance(rng, PLAIN_SHARE) || isUnderRules
  if (isPlain) return underRules(plain({ ...weather, ringMs, talkMs, claimsAhead: BRISK }, rng))
  return { ...weather, ringMs, talkMs, rates, claimsAhead: BRISK }
}

function plain({ refusesAll: _, ...weather }: Weather, rng: Rng): Weather {
  for (const { campaigns } of weather.organizations) {
    campaigns.splice(1)
    for (const campaign of campaigns) {
      campaign.schedule = null
      campaign.breaker = { ...campaign.breaker, enabled: false }
      for (const name of ['route', 'pool', 'experiment'] as const) delete campaign[name]
    }
  }
  const doubledEvents = Math.max(weather.faults.doubledEvents, DOUBLED_SHARE)
  return {
    ...weather,
    rates: { ...weather.rates, failed: 0 },
    faults: { ...weather.faults, refused: 0, timeoutAfterAccepting: 0, doubledEvents },
    refusals: { never: 0, rejected: 0, halt: 0 },
    deckOrders: { everyMs: DECK_LOOK_MS, share: pickRandom(rng, [0.1, 0.3, 0.5]) },
  }
}

/** Share of plain days on which calling rules are set, and of those on which nothing else goes wrong. */
const RULES_SHARE = 0.5
const CALM_SHARE = 0.7
/** Campaigns start once it has been calm for long enough that each dial is judged; the rules change while people are on deck. */
const STARTS_AFTER_MS = 11_000
const CHANGES_AFTER_MS = [13_000, 35_000] as const
const MINUTE_MS = 60_000
/** Numbers of each country have one time zone, and six digits follow. */
const HOME = [
  { prefix: '+447400', zone: 'Europe/London' },
  { prefix: '+33612', zone: 'Europe/Paris' },
] as const
const NUMBERS_OF_ORGANIZATION = 500
const KINDS = ['limits', 'closing', 'suspension', 'suspension', 'consent', 'consent', 'persons', 'persons'] as const

/** By chance of its own, so that days without rules stay as they were. */
function underRules(weather: Weather): Weather {
  const rng = seededRng((weather.startMs ^ 0x29c8a6e1) >>> 1)
  const isUnderRules = weather.rules !== 'none'
  const isAlone = weather.nodes.length === 1
  if (!isUnderRules && !(isAlone && randomChance(rng, RULES_SHARE))) return weather
  const homes = randomChance(rng, 0.5) ? HOME : HOME.slice(0, 1)
  for (const [place, organization] of weather.organizations.entries()) {
    const kind = pickRandom(rng, KINDS)
    for (const campaign of organization.campaigns) {
      campaign.contacts = campaign.contacts.map((number, index) => {
        const own = (place * NUMBERS_OF_ORGANIZATION + index + 1) * 100 + Number(number.slice(-2))
        return `${homes[index % homes.length]?.prefix}${String(own).padStart(6, '0')}`
      })
      campaign.startsAfterMs = STARTS_AFTER_MS
      delete campaign.severalNumbers
      if (kind === 'persons') campaign.namesPersons = 'in pairs'
      else delete campaign.namesPersons
    }
    organization.policy = policyInput.parse(rulesOf(kind, weather.startMs, rng)) as NonNullable<
      DrawnOrganization['policy']
    >
  }
  if (isAlone && !randomChance(rng, CALM_SHARE)) return { ...weather, rules: 'own' }
  const nodes = weather.nodes.slice(0, 1)
  const hardships = { ...NO_HARDSHIPS, ...callersOf(weather) }
  return { ...weather, nodes, rules: 'own', incidents: [], hardships, slowRequests: 0, slowAccounts: 0 }
}

const callersOf = ({ hardships = NO_HARDSHIPS }: Weather) => ({
  singleEveryMs: hardships.singleEveryMs,
  inboundEveryMs: hardships.inboundEveryMs,
})

function rulesOf(kind: (typeof KINDS)[number], startMs: number, rng: Rng): object {
  const changesAtMs = startMs + randomIntBetween(rng, ...CHANGES_AFTER_MS)
  const at = (ms: number) => new Date(ms).toISOString()
  const limits = { caps: [{ max: randomIntBetween(rng, 1, 3), hours: 24 }] }
  switch (kind) {
    case 'limits':
      return { ...limits, ...hoursUntil(startMs + 60 * MINUTE_MS, startMs), least_gap_minutes: 1 }
    case 'closing':
      return { ...(randomChance(rng, 0.5) ? limits : {}), ...hoursUntil(changesAtMs + MINUTE_MS, startMs) }
    case 'suspension': {
      const suspension = { from: at(changesAtMs), until: at(changesAtMs + MINUTE_MS), reason: 'a storm' }
      return { ...hoursUntil(startMs + 60 * MINUTE_MS, startMs), suspensions: [suspension] }
    }
    case 'consent':
      return { consent: { any_of: ['express', 'express_written'], records: 'if_any' } }
    case 'persons':
      return { cooldowns: [{ after: 'conversation', hours: 1 }] }
  }
}

/** The same moment on the clocks of both places. */
function hoursUntil(endMs: number, startMs: number): object {
  const spans = HOME.map(({ zone }) => {
    const start = wallTime(zone, startMs - 30 * MINUTE_MS).time
    const end = wallTime(zone, endMs).time
    return { start, end: end > start ? end : '24:00' }
  })
  return { hours: Object.fromEntries(WEEKDAYS.map((day) => [day, spans])) }
}

function briskContacts(place: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `+1777${place}${String(index).padStart(4, '0')}${(index % 90) + 10}`,
  )
}
