/**
 * How often does the true end of a campaign fall between p10 and p90? The campaigns are lived by the engine in the simulation's
 * worlds. Their people are no independent draws: some never answer, some always have a machine, numbers are dead, and lists differ
 * in all of it. The forecast knows four earlier campaigns with other lists.
 */

import { consentsOfPerson } from '../simulation/drawn-rules.ts'
import { NO_FAULTS } from '../simulation/no-faults.ts'
import type { DrawnCampaign, Weather } from '../simulation/weather.ts'
import { type DayReport, liveOneDay } from '../simulation/world.ts'
import { zonesOfContact } from '../src/addresses/rules/zones-of-contact.ts'
import type { PastCall } from '../src/campaigns/rules/call-odds.ts'
import { forecast } from '../src/campaigns/rules/forecast.ts'
import { groupContacts, type SampledContact } from '../src/campaigns/rules/forecast-groups.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import { builtInPacks } from '../src/policies/packs/packs.ts'
import { DialingRules } from '../src/policies/rules/dialing-rules.ts'
import { compilePolicy } from '../src/policies/rules/merge.ts'
import { policyInput } from '../src/policies/rules/policy.ts'
import { NO_HISTORY } from '../src/policies/rules/verdict.ts'
import { wallClockIn } from '../src/policies/rules/wall-clock.ts'
import type { Figure } from './world.ts'

const CAMPAIGNS = 20
const SEEDS = Array.from({ length: CAMPAIGNS }, (_, index) => index + 1)
const EARLIER = 4
const EARLIER_CONTACTS = 120
const DAY_MS = 86_400_000
const DAYS_UNDER_RULES = 3
const RING_SECONDS = 30
const OPTIONS = { ringMs: RING_SECONDS * 1000, vouchedDuties: 'every' as const }
const POLICY = {
  packs: ['us-federal', 'us-fl'],
  least_gap_minutes: 30,
  calls: { purpose: 'marketing' },
  scrubbed_on: { 'us-national-dnc': '2026-11-15' },
}

export async function forecastBench(seeds = SEEDS): Promise<Figure[]> {
  let within = 0
  const tails = { early: 0, late: 0 }
  for (const seed of seeds) {
    const { p10, p50, p90, endedMs, startMs } = await foretell(seed)
    const side = endedMs < p10 ? 'early' : endedMs > p90 ? 'late' : 'within'
    if (side === 'within') within++
    else tails[side]++
    const minutes = (ms: number) => Math.round((ms - startMs) / 60_000)
    console.error(`seed ${seed}: ${[p10, p50, p90].map(minutes).join(' / ')} min, true ${minutes(endedMs)}: ${side}`)
  }
  const method = `seeds 1 to ${CAMPAIGNS}, ${EARLIER} earlier campaigns with other lists, people who differ, a fifth under packs`
  return [
    { figure: 'true end between p10 and p90', value: within, unit: `of ${CAMPAIGNS}`, target: '>= 16', method },
    { figure: 'true end before p10', value: tails.early, unit: `of ${CAMPAIGNS}`, method },
    { figure: 'true end after p90', value: tails.late, unit: `of ${CAMPAIGNS}`, method },
  ]
}

async function foretell(seed: number) {
  const rng = seededRng(seed)
  const world = drawWorld(rng, seed)
  const history: PastCall[] = []
  for (let index = 1; index <= EARLIER; index++) {
    const weather = quiet(world, people(rng, EARLIER_CONTACTS))
    history.push(...callsOf(await liveOneDay(seed * 100 + index, { weather, finishedAfterMs: 10 * DAY_MS }), index))
  }
  const weather = quiet(world, people(rng, world.contacts))
  const [campaign] = weather.organizations.flatMap(({ campaigns }) => campaigns) as [DrawnCampaign]
  const policy = world.policy
    ? { compiled: compilePolicy(policyInput.parse(world.policy), null, builtInPacks()), ...OPTIONS }
    : null
  const sample = campaign.contacts.map((number): SampledContact => {
    const history = { ...NO_HISTORY, consents: consentsOfPerson(number, weather.startMs) }
    return { place: zonesOfContact(number, {}).group, dials: 0, dueMs: null, notAfterMs: null, history }
  })
  const rules = policy && new DialingRules(policy.compiled, policy.ringMs, policy)
  const { groups } = groupContacts(sample, sample.length, rules, weather.startMs)
  const { endsAtMs } = forecast(
    {
      nowMs: weather.startMs,
      groups: groups.map((group) => ({ ...group, schedules: [] })),
      maxConcurrency: campaign.maxConcurrency,
      callsPerSecond: world.callsPerSecond,
      retry: campaign.retry,
      history,
      policy,
    },
    seededRng(7),
  )
  const lived = await liveOneDay(seed, { weather, finishedAfterMs: 10 * DAY_MS })
  // People whom a rule holds without end are no part of a forecast: it ends with the last call.
  const liftedMs = weather.startMs + weather.badForMs
  const calls = [...lived.tables.calls.values()].filter(({ claimedAtMs }) => !world.policy || claimedAtMs < liftedMs)
  const endedMs = Math.max(...calls.map(({ endedAtMs }) => endedAtMs ?? Number.POSITIVE_INFINITY))
  const { p10, p50, p90 } = endsAtMs
  const never = Number.POSITIVE_INFINITY
  return { startMs: weather.startMs, endedMs, p10: p10 ?? never, p50: p50 ?? never, p90: p90 ?? never }
}

type World = Pick<Weather, 'startMs' | 'rates' | 'ringMs' | 'talkMs'> & {
  contacts: number
  maxConcurrency: number
  callsPerSecond: number
  retry: DrawnCampaign['retry']
  policy: object | null
}

function drawWorld(rng: Rng, seed: number): World {
  const shortest = randomIntBetween(rng, 5000, 20_000)
  return {
    // Under a policy the campaign goes on the next morning.
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
      noAnswer: rng.next() * 0.3,
      voicemail: rng.next() * 0.15,
      failed: rng.next() * 0.05,
    },
    ringMs: [2000, randomIntBetween(rng, 8000, 25_000)],
    talkMs: [shortest, shortest + randomIntBetween(rng, 20_000, 120_000)],
    policy: seed % 5 === 0 ? POLICY : null,
  }
}

/** The last two digits say who it is: by the rates, nobody at home, a machine, declines, a dead number. */
const KINDS: ReadonlyArray<readonly [from: number, to: number]> = [
  [10, 49],
  [70, 79],
  [80, 89],
  [90, 93],
  [94, 95],
]

/** A list: how many of each kind it has is its own. */
function people(rng: Rng, count: number): string[] {
  const shares = [1 + rng.next(), rng.next(), rng.next() * 0.6, rng.next() * 0.2, rng.next() * 0.2]
  const sum = shares.reduce((total, share) => total + share, 0)
  return Array.from({ length: count }, (_, index) => {
    let at = rng.next() * sum
    let kind = 0
    while (kind < shares.length - 1 && at >= (shares[kind] as number)) at -= shares[kind++] as number
    const [from, to] = KINDS[kind] as readonly [number, number]
    return `+18505${String(index * 100 + randomIntBetween(rng, from, to)).padStart(6, '0')}`
  })
}

/** Nothing goes wrong: what is measured is the forecast, not the weather. */
function quiet(world: World, contacts: string[]): Weather {
  const { startMs, rates, ringMs, talkMs, maxConcurrency, retry, callsPerSecond } = world
  const breaker = { enabled: false, failure_threshold: 1, window_seconds: 60, min_calls_in_window: 10 }
  return {
    startMs,
    rules: 'packs',
    organizations: [
      {
        maxConcurrency: 200,
        configurations: [
          {
            callsPerSecond,
            ringTimeoutSeconds: RING_SECONDS,
            maxCallSeconds: 600,
            numbers: 1,
            hasDefaultNumber: true,
            lookUp: 'remembers',
            newsTo: 'placer',
          },
        ],
        campaigns: [{ contacts, maxConcurrency, retry, schedule: null, breaker, configuration: 0, startsAfterMs: 0 }],
        ...(world.policy ? { policy: world.policy } : {}),
      },
    ],
    nodes: [{ wallOffsetMs: 0, drift: 0 }],
    rates,
    ringMs,
    talkMs,
    faults: NO_FAULTS,
    refusals: { never: 0, rejected: 0, halt: 0 },
    lostSignals: 0,
    slowRequests: 0,
    slowAccounts: 0,
    agents: { expected: false, attends: 1 },
    // Afterwards the simulation lifts all calling rules.
    badForMs: world.policy ? DAYS_UNDER_RULES * DAY_MS : 60_000,
    incidents: [],
    operatorEveryMs: Number.POSITIVE_INFINITY,
  }
}

/** As the program's own history tells them. */
function callsOf({ tables }: DayReport, campaignId: number): PastCall[] {
  return [...tables.calls.values()].flatMap(({ outcome, claimedAtMs, endedAtMs, attempt, phoneNumber }) => {
    if (outcome === null || endedAtMs === null) return []
    const [zone] = zonesOfContact(phoneNumber, {}).zones
    const localHour = Math.floor(wallClockIn(zone ?? 'UTC', claimedAtMs).minute / 60)
    return [{ outcome, slotSeconds: (endedAtMs - claimedAtMs) / 1000, attempt, localHour, campaignId }]
  })
}
