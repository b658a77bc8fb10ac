/**
 * Eight days over five countries under their packs, from the day on which Europe's clocks change to the day after America's.
 * Three campaigns share people; nodes crash, freeze and have wrong clocks; what the carrier saw is held against the rules.
 */
import { pickRandom, type Rng, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import { type DrawnOrganization, drawIncident, type Weather } from './weather.ts'

const DAY_MS = 86_400_000

/** Sunday, 25 October 2026: clocks change in Europe that night, and on 1 November in America. */
const START_MS = Date.parse('2026-10-25T00:00:00Z')
/** It ends on a Monday at 15:00 UTC, when America, London, Paris and Berlin are open: nobody there may be left who could be called. */
const WEEK_MS = 8 * DAY_MS + 15 * 3_600_000

/** As the numbers of each country look; the last two digits decide what a person does. */
const COUNTRIES: ReadonlyArray<readonly [prefix: string, digits: number]> = [
  ['+1850555', 4],
  ['+447400', 6],
  ['+33612', 6],
  ['+491511', 7],
  ['+61412', 6],
]

export const WEEK_POLICY = {
  packs: ['us-federal', 'us-fl', 'gb', 'fr', 'de', 'au'],
  caps: [
    { max: 2, hours: 24 },
    { max: 3, hours: 168 },
  ],
  least_gap_minutes: 60,
  calls: { purpose: 'marketing', party: 'consumer' },
  scrubbed_on: { 'us-national-dnc': '2026-10-24', 'gb-tps': '2026-10-24', 'au-dncr': '2026-10-24' },
}

/** `part`: not the whole week. */
export function weekOfRules(seed: number, people: number, part?: { startMs: number; forMs: number }): Weather {
  const rng = seededRng(seed)
  const { startMs, forMs } = part ?? { startMs: START_MS, forMs: WEEK_MS }
  return {
    startMs,
    rules: 'packs',
    organizations: [organization(rng, people, forMs)],
    nodes: [
      { wallOffsetMs: randomIntBetween(rng, -7_200_000, 7_200_000), drift: 0.0002 },
      { wallOffsetMs: randomIntBetween(rng, -2000, 2000), drift: -0.0002 },
    ],
    rates: { busy: 0.1, noAnswer: 0.35, voicemail: 0.2, failed: 0.02 },
    ringMs: [2000, 20_000],
    talkMs: [5000, 90_000],
    faults: {
      refused: 0.01,
      timeoutAfterAccepting: 0.02,
      lostEvents: 0.02,
      doubledEvents: 0.1,
      lateEvents: 0.1,
      lateByMs: 20_000,
      reordered: 0.1,
    },
    refusals: { never: 0.01, rejected: 0.01, halt: 0 },
    lostSignals: 0.2,
    slowRequests: 0.02,
    slowAccounts: 0.01,
    agents: { expected: true, attends: 0.97 },
    badForMs: forMs,
    incidents: Array.from({ length: Math.ceil((20 * forMs) / DAY_MS) }, () => ({
      afterMs: randomIntBetween(rng, 500, forMs),
      incident: drawIncident(rng, 2),
    })).sort((a, b) => a.afterMs - b.afterMs),
    operatorEveryMs: Number.POSITIVE_INFINITY,
  }
}

function organization(rng: Rng, people: number, forMs: number): DrawnOrganization {
  const numbers = Array.from({ length: people }, (_, index) => {
    const [prefix, digits] = COUNTRIES[index % COUNTRIES.length] as (typeof COUNTRIES)[number]
    // Those that the carrier's table does not name by their last digits follow the rates.
    return `${prefix}${String(index * 100 + randomIntBetween(rng, 10, 49)).padStart(digits, '0')}`
  })
  const campaign = (contacts: string[], startsAfterMs: number) => ({
    contacts,
    maxConcurrency: 8,
    retry: {
      enabled: true,
      max_retries: 3,
      retry_delay_seconds: pickRandom(rng, [600, 1800, 7200]),
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: true,
      // The later campaigns have people whom the first one has reached.
      prefer_reached_hours: startsAfterMs > 0,
    },
    schedule: null,
    breaker: { enabled: false, failure_threshold: 1, window_seconds: 60, min_calls_in_window: 10 },
    configuration: 0,
    startsAfterMs,
  })
  return {
    maxConcurrency: 20,
    configurations: [
      {
        callsPerSecond: 5,
        ringTimeoutSeconds: 30,
        maxCallSeconds: 300,
        numbers: 2,
        hasDefaultNumber: false,
        lookUp: 'remembers',
        newsTo: 'anyone',
      },
    ],
    campaigns: [
      campaign(numbers, 0),
      campaign(
        numbers.filter((_, index) => index % 2 === 0),
        forMs * 0.15,
      ),
      campaign(
        numbers.filter((_, index) => index % 3 === 0),
        forMs * 0.3,
      ),
    ],
    policy: WEEK_POLICY,
  }
}
