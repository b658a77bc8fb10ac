/**
 * Days of short calls, on which nodes claim ahead of free slots. A simulated day has few calls a second, so a few ends within
 * seconds count as a high rate there.
 */

import type { ClaimsAheadSettings } from '../src/dialer/rules/claims-ahead.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import type { Weather } from './weather.ts'

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

/** By chance of its own, so that all other days stay as they were. */
export function briskened(weather: Weather): Weather {
  const rng = seededRng((weather.startMs ^ 0x0b5e7c13) >>> 1)
  if (weather.rules !== 'none' || !randomChance(rng, BRISK_SHARES[weather.nodes.length - 1] ?? 0)) return weather
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
  if (randomChance(rng, PLAIN_SHARE)) return plain({ ...weather, ringMs, talkMs, claimsAhead: BRISK }, rng)
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

function briskContacts(place: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `+1777${place}${String(index).padStart(4, '0')}${(index % 90) + 10}`,
  )
}
