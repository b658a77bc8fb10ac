/** One seed draws the whole world: who is there to be called, how, within which limits, and everything that goes wrong. */
import type { Breaker } from '../src/dialer/rules/breaker.ts'
import type { Schedule, Slot } from '../src/dialer/rules/calling-window.ts'
import { ROTATIONS, type Rotation } from '../src/dialer/rules/choose-caller.ts'
import type { ClaimsAheadSettings } from '../src/dialer/rules/claims-ahead.ts'
import type { RetryRules } from '../src/dialer/rules/outcomes.ts'
import { pickRandom, type Rng, randomChance, randomIntBetween, seededRng } from '../src/kernel/rng.ts'
import type { Faults, OutcomeRates } from '../src/telephony/providers/simulator/behaviour.ts'
import type { SimulatedRefusals } from '../src/telephony/providers/simulator/simulated-refusals.ts'
import { briskened } from './brisk.ts'
import { crowded } from './crowd.ts'
import { dayOfLifts, limitsPerPerson, PACK_DAYS, PERSONS_CALL_IN_MS, underRules } from './drawn-rules.ts'
import { drawHardships, type Hardships } from './hardships.ts'
import { wallTime } from './wall-time.ts'

/** What a carrier can tell when asked for a call: everything, nothing of ended calls, nothing by our id alone. */
export type LookUpKind = 'remembers' | 'forgets' | 'blind'

export interface DrawnCampaign {
  contacts: string[]
  maxConcurrency: number
  retry: RetryRules
  schedule: Schedule | null
  breaker: Breaker
  configuration: number
  /** Configurations in order, with the numbers that each takes. Left out: the one above. */
  route?: ReadonlyArray<{ configuration: number; prefixes: readonly string[] }>
  /** The numbers that it shows. Left out: all of its configuration. */
  pool?: { rotation: Rotation /** Of each configuration, the first of its numbers. Left out: all. */; first?: number }
  /** Some of its people have two or three numbers. */
  severalNumbers?: true
  /** The list names the person of each contact: two rows of the same place are one person, or only a few persons live there. */
  namesPersons?: 'in pairs' | 'few'
  /** Arms by share; positions of a number, and of a workflow version. Left out: no experiment. */
  experiment?: ReadonlyArray<DrawnArm>
  startsAfterMs: number
}

export interface DrawnArm {
  share: number
  version?: number
  number?: number
  hours?: { start_time: string; end_time: string }
  isNotCalled?: boolean
}

export interface DrawnConfiguration {
  callsPerSecond: number
  ringTimeoutSeconds: number
  maxCallSeconds: number
  numbers: number
  hasDefaultNumber: boolean
  lookUp: LookUpKind
  /** News goes to the node that placed the call, as over its own connection; or to any node, as webhooks do. */
  newsTo: 'placer' | 'anyone'
  /** Configurations of an organization with the same name are of one carrier account. Left out: one of its own. */
  account?: string
}

export interface DrawnOrganization {
  maxConcurrency: number
  configurations: DrawnConfiguration[]
  campaigns: DrawnCampaign[]
  /** Left out: none is set. */
  policy?: object
}

export type Incident =
  | { kind: 'crash'; node: number; forMs: number }
  | { kind: 'graceful-restart'; node: number }
  /** `asleep`: the whole machine stands still, and its monotonic clock with it. */
  | { kind: 'freeze'; node: number; forMs: number; asleep: boolean }
  | { kind: 'database-down'; forMs: number }
  | { kind: 'database-flaky'; forMs: number; share: number }
  | { kind: 'database-slow'; forMs: number; byMs: number }
  | { kind: 'node-cut-off'; node: number; forMs: number }
  | { kind: 'carrier-down'; forMs: number; timesOut: boolean }
  | { kind: 'clock-step'; node: number; byMs: number }

/**
 * Whether calling rules are set, and as what: ready packs, ready packs some of which give way to declared consents, or hours and
 * limits of one's own.
 */
export type RulesOfDay = 'none' | 'packs' | 'lifts' | 'own'
const RULES: readonly RulesOfDay[] = ['none', 'none', 'none', 'none', 'packs', 'own']

export interface Weather {
  startMs: number
  rules: RulesOfDay
  organizations: DrawnOrganization[]
  nodes: Array<{ wallOffsetMs: number; drift: number }>
  rates: OutcomeRates
  ringMs: readonly [number, number]
  talkMs: readonly [number, number]
  faults: Faults
  /** Share of dials that the carrier refuses for good, rejects, or halts the account with. */
  refusals: { never: number; rejected: number; halt: number }
  lostSignals: number
  /** Share of requests to carriers that take long to arrive. */
  slowRequests: number
  slowAccounts: number
  agents: { expected: boolean; attends: number }
  badForMs: number
  incidents: Array<{ afterMs: number; incident: Incident }>
  operatorEveryMs: number
  /** Left out: none. */
  hardships?: Hardships
  /** From which rate on nodes claim ahead of free slots. Left out: never. */
  claimsAhead?: ClaimsAheadSettings
  /** How often the operator looks whether people are on deck, and how often an order follows then. Left out: never. */
  deckOrders?: { everyMs: number; share: number }
  /** From then on until the weather clears the carrier refuses every call. Left out: never. */
  refusesAll?: SimulatedRefusals & {
    afterMs: number /** Only at the first configuration of each organization. */
    firstOnly?: boolean
  }
}

const MINUTE_MS = 60_000

/** Ordinary days, and days on which clocks change, with their zones. */
const DAYS: ReadonlyArray<readonly [zone: string, near: string]> = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Asia/Kolkata', '2026-06-09T18:30:00Z'],
  ['UTC', '2026-12-31T23:30:00Z'],
  ['America/Los_Angeles', '2026-07-15T17:00:00Z'],
]

interface Moment {
  rules: RulesOfDay
  zone: string
  startMs: number
}

function drawMoment(rng: Rng): Moment {
  const rules = pickRandom(rng, RULES)
  const [zone, near] = pickRandom(rng, rules === 'packs' ? PACK_DAYS : DAYS)
  const aroundMinutes = rules === 'packs' ? randomIntBetween(rng, -12, 3) : randomIntBetween(rng, -40, 20)
  const startMs = Date.parse(near) + aroundMinutes * MINUTE_MS + randomIntBetween(rng, 0, 59_999)
  const liftedMs = rules === 'packs' ? dayOfLifts(startMs, aroundMinutes) : null
  return liftedMs === null ? { rules, zone, startMs } : { rules: 'lifts', zone, startMs: liftedMs }
}

export function drawWeather(rng: Rng): Weather {
  const { rules, zone, startMs } = drawMoment(rng)
  const storm = pickRandom(rng, [0, 0.3, 1, 1, 2])
  const badForMs = randomIntBetween(rng, 3, 12) * MINUTE_MS
  const nodes = randomChance(rng, 0.75) ? 2 : 1
  const organizations = drawOrganizations(rng, zone, startMs)
  for (const change of [
    enlarged,
    overlapping,
    sharingAccounts,
    routed,
    pooled,
    numbered,
    identified,
    experimented,
    preferring,
  ])
    change(organizations, startMs)
  if (rules !== 'none') underRules(organizations, rng, startMs, rules)
  const isDayOfPersons = rules !== 'none' && limitsPerPerson(organizations, startMs)
  const weather: Weather = {
    startMs,
    rules,
    organizations,
    nodes: Array.from({ length: nodes }, () => ({
      wallOffsetMs: randomChance(rng, 0.5)
        ? randomIntBetween(rng, -2000, 2000)
        : randomIntBetween(rng, -7_200_000, 7_200_000),
      drift: (rng.next() - 0.5) * (randomChance(rng, 0.2) ? 0.02 : 0.0004),
    })),
    rates: drawRates(rng),
    ringMs: [randomIntBetween(rng, 200, 2000), randomIntBetween(rng, 2000, 12_000)],
    talkMs: [randomIntBetween(rng, 0, 3000), randomIntBetween(rng, 3000, 40_000)],
    faults: drawFaults(rng, storm),
    refusals: {
      never: randomChance(rng, 0.3) ? 0.03 : 0,
      rejected: randomChance(rng, 0.3) ? 0.04 : 0,
      halt: randomChance(rng, 0.2) ? 0.01 : 0,
    },
    lostSignals: randomChance(rng, 0.5) ? 0 : rng.next(),
    slowRequests: storm === 0 ? 0 : rng.next() * 0.1,
    slowAccounts: storm === 0 ? 0 : rng.next() * 0.1,
    agents: { expected: randomChance(rng, 0.5), attends: randomChance(rng, 0.5) ? 1 : 0.8 },
    badForMs,
    incidents: drawIncidents(rng, storm, badForMs, nodes),
    operatorEveryMs: randomChance(rng, 0.2) ? Number.POSITIVE_INFINITY : randomIntBetween(rng, 5000, 90_000),
  }
  const drawing = { calm: storm === 0, badForMs, nodes, organizations: weather.organizations.length }
  const refusal = drawRefusal(startMs, badForMs)
  const stopped = organizations.some(isRouted) ? drawStop(startMs, badForMs) : {}
  const drawn = drawHardships(rng, drawing)
  const inboundEveryMs = isDayOfPersons ? Math.min(PERSONS_CALL_IN_MS, drawn.inboundEveryMs) : drawn.inboundEveryMs
  const day: Weather = { ...weather, hardships: { ...drawn, inboundEveryMs }, ...refusal, ...stopped }
  const crowd = crowded(day)
  return crowd === day ? briskened(day) : crowd
}

/** Share of campaigns in which some people have several numbers. */
const NUMBERED_SHARE = 0.4

/** By chance of its own, so that all other days stay as they were; so do days with routes. */
function numbered(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs ^ 0x51f3a9d7) >>> 1)
  for (const campaign of organizations.flatMap(({ campaigns }) => campaigns)) {
    if (randomChance(rng, NUMBERED_SHARE) && !campaign.route) campaign.severalNumbers = true
  }
}

/**
 * The numbers of a person, by the first: half of them have one, the others two or three. Only the last two digits differ, which
 * decide what happens there: no other person has these numbers, and all are in the same place.
 */
export function numbersOfPerson(phoneNumber: string): string[] {
  const count = [1, 2, 1, 3][Number(phoneNumber.slice(-4, -2)) % 4] as number
  const last = Number(phoneNumber.slice(-2))
  const at = (place: number) => String((last + 37 * place) % 100).padStart(2, '0')
  return Array.from({ length: count }, (_, place) => `${phoneNumber.slice(0, -2)}${at(place)}`)
}

/** Share of days on which the lists of an organization name the person of each contact. */
const IDENTIFIED_SHARE = 0.5

/** By chance of its own, so that all other days stay as they were. */
function identified(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs ^ 0x3d4e5f61) >>> 1)
  for (const { campaigns } of organizations) {
    if (!randomChance(rng, IDENTIFIED_SHARE)) continue
    const how = randomChance(rng, 0.5) ? 'in pairs' : 'few'
    for (const campaign of campaigns) campaign.namesPersons = how
  }
}

/** Share of days on which retries wait for an hour in which the person was reached, and of their campaigns. */
const PREFERRING_SHARE = 0.3
const PREFERRING_CAMPAIGNS = 0.7

/** By chance of its own, so that all other days stay as they were. */
function preferring(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs ^ 0x1a2b7c4d) >>> 1)
  if (!randomChance(rng, PREFERRING_SHARE)) return
  for (const campaign of organizations.flatMap(({ campaigns }) => campaigns)) {
    if (randomChance(rng, PREFERRING_CAMPAIGNS)) campaign.retry = { ...campaign.retry, prefer_reached_hours: true }
  }
}

export function prefersReachedHours({ organizations }: Pick<Weather, 'organizations'>): boolean {
  return organizations.some(({ campaigns }) => campaigns.some(({ retry }) => retry.prefer_reached_hours))
}

/** Share of days on which the account is refused, or the trunk answers 503, from some moment on. */
const REFUSED_SHARE = 0.15

/** By chance of its own, so that all other days stay as they were. */
function drawRefusal(startMs: number, badForMs: number): Pick<Weather, 'refusesAll'> {
  const rng = seededRng((startMs ^ 0x2c1b3c6d) >>> 1)
  if (!randomChance(rng, REFUSED_SHARE)) return {}
  const fault = pickRandom(rng, ['account', 'network'] as const)
  return {
    refusesAll: { fault, late: randomChance(rng, 0.7), afterMs: randomIntBetween(rng, 0, Math.floor(badForMs / 2)) },
  }
}

/** Share of days on which one campaign is so large and quick that every limit on what is done at once is reached. */
const LARGE_SHARE = 0.03
const LARGE_CONTACTS = 700

/** By chance of its own, so that all other days stay as they were. */
function enlarged(organizations: readonly DrawnOrganization[], startMs: number): void {
  const [first] = organizations
  const [campaign] = first?.campaigns ?? []
  if (!first || !campaign || !randomChance(seededRng(startMs % 2 ** 31), LARGE_SHARE)) return
  first.maxConcurrency = 400
  campaign.maxConcurrency = 300
  campaign.contacts = Array.from({ length: LARGE_CONTACTS }, (_, index) => `+1666${String(index).padStart(5, '0')}00`)
  for (const configuration of first.configurations) configuration.callsPerSecond = 500
}

/** Share of days on which the campaigns of an organization have people in common, and of the people they share then. */
const OVERLAP_SHARE = 0.4
const SHARED_PEOPLE = 0.7

/** The lists begin with the same people, in the same order: so campaigns of one pace meet at the same person. By chance of its own. */
function overlapping(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs + 1) % 2 ** 31)
  for (const { campaigns } of organizations) {
    const [first, ...others] = campaigns
    if (!first || !randomChance(rng, OVERLAP_SHARE)) continue
    for (const campaign of others) {
      const shared = first.contacts.slice(0, Math.ceil(first.contacts.length * SHARED_PEOPLE))
      campaign.contacts = [...shared, ...campaign.contacts]
    }
  }
}

/** Share of days on which all configurations of an organization dial through one carrier account. */
const ONE_ACCOUNT_SHARE = 0.5

/** By chance of its own, so that all other days stay as they were. */
function sharingAccounts(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs + 2) % 2 ** 31)
  for (const { configurations } of organizations) {
    if (!randomChance(rng, ONE_ACCOUNT_SHARE)) continue
    for (const configuration of configurations) configuration.account = 'shared'
  }
}

/** Share of days on which campaigns have a route over two configurations. */
const ROUTED_SHARE = 0.25

/** The first configuration takes some numbers or all, the second one every number. By chance of its own. */
function routed(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs + 3) % 2 ** 31)
  if (!randomChance(rng, ROUTED_SHARE)) return
  for (const { configurations, campaigns } of organizations) {
    if (configurations.length < 2) configurations.push(drawConfiguration(rng))
    for (const campaign of campaigns) {
      const prefixes = randomChance(rng, 0.3) ? ['+155500000', '+155500001'] : []
      campaign.configuration = 0
      campaign.route = [
        { configuration: 0, prefixes },
        { configuration: 1, prefixes: [] },
      ]
    }
  }
}

/** Share of days on which campaigns choose the numbers that they show. */
const POOLED_SHARE = 0.3

/** Only where each configuration has numbers: without one of its pool a campaign never dials. By chance of its own. */
function pooled(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs + 5) % 2 ** 31)
  if (!randomChance(rng, POOLED_SHARE)) return
  for (const { configurations, campaigns } of organizations) {
    for (const configuration of configurations) configuration.numbers += 1
    for (const campaign of campaigns) {
      const first = randomIntBetween(rng, 1, 2)
      campaign.pool = { rotation: pickRandom(rng, ROTATIONS), ...(randomChance(rng, 0.7) ? { first } : {}) }
    }
  }
}

/** Share of days on which campaigns try several ways to call people. */
const EXPERIMENT_SHARE = 0.25

/** Numbers of arms only without a route: they belong to one configuration. By chance of its own. */
function experimented(organizations: readonly DrawnOrganization[], startMs: number): void {
  const rng = seededRng((startMs + 6) % 2 ** 31)
  if (!randomChance(rng, EXPERIMENT_SHARE)) return
  for (const { configurations, campaigns } of organizations) {
    for (const campaign of campaigns) {
      const hasNumbers = !campaign.route && (configurations[campaign.configuration]?.numbers ?? 0) > 0
      const count = randomIntBetween(rng, 2, 5)
      campaign.experiment = Array.from({ length: count }, (_, index) => ({
        share: randomIntBetween(rng, 1, 20),
        ...(randomChance(rng, 0.5) ? { version: 100 + index } : {}),
        ...(hasNumbers && randomChance(rng, 0.4) ? { number: 0 } : {}),
        ...(index > 0 && randomChance(rng, 0.4) ? { isNotCalled: true } : {}),
      }))
      for (const arm of campaign.experiment.slice(1)) drawArmHours(arm, startMs)
    }
  }
}

/** Share of the arms after the first one with hours of their own. */
const ARM_HOURS_SHARE = 0.4

/** Hours that begin or end about now in one of these zones. By chance of its own. */
function drawArmHours(arm: DrawnArm, startMs: number): void {
  const rng = seededRng((startMs + 7 * arm.share) % 2 ** 31)
  if (arm.isNotCalled || !randomChance(rng, ARM_HOURS_SHARE)) return
  const zone = pickRandom(rng, ['UTC', 'America/New_York', 'America/Los_Angeles', 'Europe/Berlin'])
  const start = wallTime(zone, startMs + randomIntBetween(rng, -60, 20) * MINUTE_MS).time
  const end = wallTime(zone, startMs + randomIntBetween(rng, 1, 120) * MINUTE_MS).time
  arm.hours = { start_time: start, end_time: end > start ? end : '24:00' }
}

const isRouted = ({ campaigns }: DrawnOrganization) => campaigns.some(({ route }) => route !== undefined)

/** One carrier of two stops in the middle of the day. By chance of its own. */
function drawStop(startMs: number, badForMs: number): Pick<Weather, 'refusesAll'> {
  const rng = seededRng((startMs + 4) % 2 ** 31)
  if (randomChance(rng, 0.2)) return {}
  const fault = pickRandom(rng, ['account', 'network'] as const)
  const afterMs = randomIntBetween(rng, 0, Math.floor(badForMs / 2))
  return { refusesAll: { fault, late: randomChance(rng, 0.5), afterMs, firstOnly: true } }
}

function drawOrganizations(rng: Rng, zone: string, startMs: number): DrawnOrganization[] {
  let next = 0
  // The last two digits decide what a person does; the rest only makes the number one of its own.
  const number = () => `+1555${String(++next).padStart(5, '0')}${String(randomIntBetween(rng, 0, 99)).padStart(2, '0')}`
  return Array.from({ length: randomIntBetween(rng, 1, 3) }, () => {
    const configurations = Array.from({ length: randomIntBetween(rng, 1, 2) }, () => drawConfiguration(rng))
    return {
      maxConcurrency: randomChance(rng, 0.3) ? 200 : randomIntBetween(rng, 1, 8),
      configurations,
      campaigns: Array.from({ length: randomIntBetween(rng, 1, 3) }, () => ({
        contacts: Array.from(
          { length: randomChance(rng, 0.1) ? randomIntBetween(rng, 60, 150) : randomIntBetween(rng, 1, 25) },
          number,
        ),
        maxConcurrency: randomIntBetween(rng, 1, 10),
        retry: drawRetry(rng),
        schedule: drawSchedule(rng, zone, startMs),
        breaker: drawBreaker(rng),
        configuration: randomIntBetween(rng, 0, configurations.length - 1),
        startsAfterMs: randomChance(rng, 0.6) ? 0 : randomIntBetween(rng, 0, 120_000),
      })),
    }
  })
}

function drawConfiguration(rng: Rng): DrawnConfiguration {
  return {
    callsPerSecond: pickRandom(rng, [0.5, 1, 1, 2, 3, 5, 10, 25, 50]),
    ringTimeoutSeconds: randomIntBetween(rng, 15, 30),
    maxCallSeconds: randomIntBetween(rng, 30, 300),
    numbers: randomIntBetween(rng, 0, 3),
    hasDefaultNumber: randomChance(rng, 0.3),
    lookUp: pickRandom(rng, ['remembers', 'remembers', 'forgets', 'blind']),
    newsTo: pickRandom(rng, ['placer', 'anyone']),
  }
}

export function drawBreaker(rng: Rng): Breaker {
  return {
    enabled: randomChance(rng, 0.3),
    failure_threshold: pickRandom(rng, [0, 0.3, 0.5, 1]),
    window_seconds: randomIntBetween(rng, 5, 300),
    min_calls_in_window: randomIntBetween(rng, 1, 10),
  }
}

export function drawRetry(rng: Rng): RetryRules {
  return {
    enabled: randomChance(rng, 0.9),
    max_retries: randomIntBetween(rng, 0, 3),
    retry_delay_seconds: pickRandom(rng, [0, 1, 10, 30, 60, 180]),
    retry_on_busy: randomChance(rng, 0.8),
    retry_on_no_answer: randomChance(rng, 0.8),
    retry_on_voicemail: randomChance(rng, 0.5),
  }
}

/** Slots whose edges lie near the moments of this day, each a few minutes to an hour long, sometimes over midnight. */
export function drawSchedule(rng: Rng, zone: string, aroundMs: number): Schedule | null {
  if (randomChance(rng, 0.45)) return null
  const slots: Slot[] = Array.from({ length: randomIntBetween(rng, 1, 4) }, () => {
    const startMs = aroundMs + randomIntBetween(rng, -60, 60) * MINUTE_MS
    const start = wallTime(zone, startMs)
    const end = wallTime(zone, startMs + randomIntBetween(rng, 3, 90) * MINUTE_MS)
    const end_time = end.time === start.time ? '24:00' : end.time
    return { day_of_week: start.day, start_time: start.time, end_time }
  })
  const valid = slots.filter((slot) => slot.start_time !== slot.end_time)
  return { enabled: randomChance(rng, 0.95), timezone: zone, slots: valid }
}

function drawRates(rng: Rng): OutcomeRates {
  const share = () => (randomChance(rng, 0.4) ? 0 : rng.next() * 0.25)
  return { busy: share(), noAnswer: share(), voicemail: share(), failed: share() }
}

function drawFaults(rng: Rng, storm: number): Faults {
  const share = (most: number) => (randomChance(rng, 0.4) ? 0 : Math.min(0.9, rng.next() * most * storm))
  return {
    refused: share(0.1),
    timeoutAfterAccepting: share(0.2),
    lostEvents: share(0.2),
    doubledEvents: share(0.5),
    lateEvents: share(0.4),
    lateByMs: randomIntBetween(rng, 100, 40_000),
    reordered: share(0.4),
  }
}

function drawIncidents(rng: Rng, storm: number, badForMs: number, nodes: number): Weather['incidents'] {
  const count = Math.round(storm * (badForMs / MINUTE_MS) * rng.next() * 1.5)
  const list = Array.from({ length: count }, () => ({
    afterMs: randomIntBetween(rng, 500, badForMs),
    incident: drawIncident(rng, nodes),
  }))
  return list.sort((a, b) => a.afterMs - b.afterMs)
}

export function drawIncident(rng: Rng, nodes: number): Incident {
  const node = randomIntBetween(rng, 0, nodes - 1)
  const forMs = randomChance(rng, 0.7) ? randomIntBetween(rng, 50, 8000) : randomIntBetween(rng, 8000, 45_000)
  switch (randomIntBetween(rng, 0, 9)) {
    case 0:
    case 1:
      return { kind: 'crash', node, forMs }
    case 2:
      return { kind: 'graceful-restart', node }
    case 3:
    case 4:
      return { kind: 'freeze', node, forMs, asleep: randomChance(rng, 0.3) }
    case 5:
      return { kind: 'database-down', forMs }
    case 6:
      return randomChance(rng, 0.6)
        ? { kind: 'database-flaky', forMs, share: 0.1 + rng.next() * 0.3 }
        : { kind: 'database-slow', forMs, byMs: randomIntBetween(rng, 50, 6000) }
    case 7:
      return { kind: 'node-cut-off', node, forMs }
    case 8:
      return { kind: 'carrier-down', forMs, timesOut: randomChance(rng, 0.5) }
    default:
      return { kind: 'clock-step', node, byMs: randomIntBetween(rng, -7_200_000, 7_200_000) }
  }
}
