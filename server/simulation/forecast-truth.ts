/**
 * Forecasts held against truth: a campaign is foretold from the calls of an earlier one, then lived through by the engine
 * itself. How often did its end fall between p10 and p90?
 */

import { zonesOfContact } from '../src/addresses/rules/zones-of-contact.ts'
import { type Forecast, forecast, type PastCall } from '../src/campaigns/rules/forecast.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import { builtInPacks } from '../src/policies/packs/packs.ts'
import { compilePolicy } from '../src/policies/rules/merge.ts'
import { policyInput } from '../src/policies/rules/policy.ts'
import { NO_FAULTS } from './no-faults.ts'
import type { DrawnCampaign, Weather } from './weather.ts'
import { type DayReport, liveOneDay } from './world.ts'

const DAY_MS = 86_400_000
const HISTORY_CALLS = 300
const RING_SECONDS = 30

export interface Foretold {
  seed: number
  policy: boolean
  contacts: number
  endsAtMs: Forecast['endsAtMs']
  endedAtMs: number | null
  within: boolean
}

export async function foretell(seed: number): Promise<Foretold> {
  const rng = seededRng(seed)
  const world = drawCampaign(rng, seed)
  const before = await liveOneDay(seed + 1000, { weather: quiet(world, Math.ceil(HISTORY_CALLS / 2), seed + 1000) })
  const history = callsOf(before).slice(0, HISTORY_CALLS)
  const weather = quiet(world, world.contacts, seed)
  const [campaign] = weather.organizations.flatMap(({ campaigns }) => campaigns) as [DrawnCampaign]
  const policy = world.policy ? policyInput.parse(world.policy) : null
  const groups = new Map<string, number>()
  for (const number of campaign.contacts) {
    const { group } = zonesOfContact(number, {})
    groups.set(group, (groups.get(group) ?? 0) + 1)
  }
  const { endsAtMs } = forecast(
    {
      nowMs: weather.startMs,
      groups: [...groups].map(([place, fresh]) => ({ place, fresh, retries: [], schedules: [] })),
      maxConcurrency: campaign.maxConcurrency,
      callsPerSecond: world.callsPerSecond,
      retry: campaign.retry,
      history,
      policy: policy && { compiled: compilePolicy(policy, null, builtInPacks()), ringMs: RING_SECONDS * 1000 },
    },
    seededRng(7),
  )
  const lived = await liveOneDay(seed, { weather, finishedAfterMs: 10 * DAY_MS })
  const endedAtMs = [...lived.tables.campaigns.values()][0]?.completedAtMs ?? null
  const { p10, p90 } = endsAtMs
  const within = endedAtMs !== null && p10 !== null && p90 !== null && endedAtMs >= p10 && endedAtMs <= p90
  return { seed, policy: policy !== null, contacts: world.contacts, endsAtMs, endedAtMs, within }
}

interface DrawnTruth {
  startMs: number
  contacts: number
  maxConcurrency: number
  callsPerSecond: number
  retry: DrawnCampaign['retry']
  rates: Weather['rates']
  ringMs: Weather['ringMs']
  talkMs: Weather['talkMs']
  policy: object | null
}

function drawCampaign(rng: Rng, seed: number): DrawnTruth {
  const shortest = randomIntBetween(rng, 5000, 20_000)
  return {
    // A Monday evening in Florida: under a policy the campaign goes on the next morning.
    startMs: Date.parse('2026-11-16T23:30:00Z'),
    contacts: randomIntBetween(rng, 150, 500),
    maxConcurrency: randomIntBetween(rng, 3, 10),
    callsPerSecond: pickRandom(rng, [0.5, 1, 5]),
    retry: {
      enabled: randomChance(rng, 0.8),
      max_retries: randomIntBetween(rng, 1, 3),
      retry_delay_seconds: pickRandom(rng, [120, 600, 1800]),
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: randomChance(rng, 0.5),
    },
    rates: {
      busy: rng.next() * 0.15,
      noAnswer: rng.next() * 0.4,
      voicemail: rng.next() * 0.25,
      failed: rng.next() * 0.05,
    },
    ringMs: [2000, randomIntBetween(rng, 8000, 25_000)],
    talkMs: [shortest, shortest + randomIntBetween(rng, 20_000, 120_000)],
    policy:
      seed % 3 === 0
        ? {
            packs: ['us-federal', 'us-fl'],
            least_gap_minutes: 30,
            calls: { purpose: 'marketing' },
            scrubbed_on: { 'us-national-dnc': '2026-11-15' },
          }
        : null,
  }
}

/** Nothing goes wrong: what is measured is the forecast, not the weather. */
function quiet(world: DrawnTruth, contacts: number, seed: number): Weather {
  const rng = seededRng(seed)
  const numbers = Array.from(
    { length: contacts },
    (_, index) => `+18505${String(index * 100 + randomIntBetween(rng, 10, 49)).padStart(6, '0')}`,
  )
  return {
    startMs: world.startMs,
    rules: 'packs',
    organizations: [
      {
        maxConcurrency: 200,
        configurations: [
          {
            callsPerSecond: world.callsPerSecond,
            ringTimeoutSeconds: RING_SECONDS,
            maxCallSeconds: 600,
            numbers: 1,
            hasDefaultNumber: true,
            lookUp: 'remembers',
            newsTo: 'placer',
          },
        ],
        campaigns: [
          {
            contacts: numbers,
            maxConcurrency: world.maxConcurrency,
            retry: world.retry,
            schedule: null,
            breaker: { enabled: false, failure_threshold: 1, window_seconds: 60, min_calls_in_window: 10 },
            configuration: 0,
            startsAfterMs: 0,
          },
        ],
        ...(world.policy ? { policy: world.policy } : {}),
      },
    ],
    nodes: [{ wallOffsetMs: 0, drift: 0 }],
    rates: world.rates,
    ringMs: world.ringMs,
    talkMs: world.talkMs,
    faults: NO_FAULTS,
    refusals: { never: 0, rejected: 0, halt: 0 },
    lostSignals: 0,
    slowRequests: 0,
    slowAccounts: 0,
    agents: { expected: false, attends: 1 },
    badForMs: 60_000,
    incidents: [],
    operatorEveryMs: Number.POSITIVE_INFINITY,
  }
}

/** As the program's own history tells them: how each call ended, and how long it took its slot. */
function callsOf({ tables }: DayReport): PastCall[] {
  return [...tables.calls.values()].flatMap(({ outcome, claimedAtMs, endedAtMs }) =>
    outcome !== null && endedAtMs !== null ? [{ outcome, slotSeconds: (endedAtMs - claimedAtMs) / 1000 }] : [],
  )
}
