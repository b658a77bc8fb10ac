/**
 * Days of thirty small organizations whose calls ring and end in the same moments, so that the dialer serves many organizations in
 * one transaction. Half of these days are calm, where the checker of waiting judges every free slot.
 */
import { type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import { NO_FAULTS } from './no-faults.ts'
import type { DrawnOrganization, Weather } from './weather.ts'

/** Share of days without calling rules. */
const CROWD_SHARE = 0.04
const ORGANIZATIONS = 30

/** By chance of its own, so that all other days stay as they were. */
export function crowded(weather: Weather): Weather {
  const rng = seededRng((weather.startMs ^ 0x1f7e6d5b) >>> 1)
  if (weather.rules !== 'none' || !randomChance(rng, CROWD_SHARE)) return weather
  const ringMs = randomIntBetween(rng, 500, 2000)
  const talkMs = randomIntBetween(rng, 1000, 8000)
  const crowd: Weather = {
    ...weather,
    organizations: Array.from({ length: ORGANIZATIONS }, (_, place) => organization(rng, place)),
    ringMs: [ringMs, ringMs],
    talkMs: [talkMs, talkMs],
    rates: { busy: 0, noAnswer: 0, voicemail: 0, failed: 0 },
  }
  if (randomChance(rng, 0.5)) return crowd
  const { hardships: _hardships, refusesAll: _refusesAll, ...calm } = crowd
  return {
    ...calm,
    // A second node would take the slots that the first one overlooks.
    nodes: calm.nodes.slice(0, 1),
    faults: NO_FAULTS,
    refusals: { never: 0, rejected: 0, halt: 0 },
    lostSignals: 0,
    slowRequests: 0,
    slowAccounts: 0,
    incidents: [],
  }
}

function organization(rng: Rng, place: number): DrawnOrganization {
  const maxConcurrency = randomIntBetween(rng, 1, 3)
  // The last two digits decide what a person does.
  const number = (at: number) =>
    `+1777${String(place * 100 + at).padStart(5, '0')}${String(randomIntBetween(rng, 0, 59)).padStart(2, '0')}`
  return {
    maxConcurrency,
    configurations: [
      {
        callsPerSecond: 50,
        ringTimeoutSeconds: 20,
        maxCallSeconds: 120,
        numbers: randomIntBetween(rng, 0, 2),
        hasDefaultNumber: false,
        lookUp: 'remembers',
        newsTo: randomChance(rng, 0.5) ? 'placer' : 'anyone',
      },
    ],
    campaigns: [
      {
        contacts: Array.from({ length: randomIntBetween(rng, 8, 20) }, (_, at) => number(at)),
        maxConcurrency,
        retry: {
          enabled: true,
          max_retries: 1,
          retry_delay_seconds: 30,
          retry_on_busy: true,
          retry_on_no_answer: true,
          retry_on_voicemail: false,
        },
        schedule: null,
        breaker: { enabled: false, failure_threshold: 1, window_seconds: 60, min_calls_in_window: 10 },
        configuration: 0,
        startsAfterMs: 15_000,
      },
    ],
  }
}
