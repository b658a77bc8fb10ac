/** Whom `mayDial` calls free is whom the claim takes: nobody else, and as long as somebody is free it takes on. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import type { MemoryContact, MemoryTables } from '../../simulation/memory-tables.ts'
import { suppressionKey } from '../../simulation/memory-tables.ts'
import { readZoneSet, zoneSetName, zonesOfContact } from '../../src/addresses/rules/zones-of-contact.ts'
import type { WindowStateCache } from '../../src/dialer/calling-window-cache.ts'
import type { AgentCapacity } from '../../src/dialer/capacity-tracker.ts'
import { claimContacts } from '../../src/dialer/claim-contacts.ts'
import { EmptyLooks } from '../../src/dialer/hold-contacts.ts'
import { campaignRules, PolicyCache } from '../../src/dialer/policy-cache.ts'
import { contactBlockers, mayDial } from '../../src/dialer/rules/may-dial.ts'
import type { AttemptEnd, CampaignRow, StoredPolicies } from '../../src/dialer/store.ts'
import { UnitOfWork } from '../../src/dialer/unit-of-work.ts'
import type { DialingRules } from '../../src/policies/rules/dialing-rules.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { NO_HISTORY } from '../../src/policies/rules/verdict.ts'
import { BREAKER, RETRY } from './store-fixture.ts'

const NOW = Date.parse('2026-11-16T10:30:00Z')
const ORGANIZATION = 1

const contact = fc.record({
  state: fc.constantFrom(...Array(8).fill('pending'), 'in_call', 'done') as fc.Arbitrary<MemoryContact['state']>,
  nextAttemptAtMs: fc.constantFrom(null, null, NOW - 5000, NOW, NOW + 1, NOW + 60_000),
  suppressed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  notBeforeMs: fc.constantFrom(...Array<null>(14).fill(null), NOW - 1, NOW, NOW + 1),
  notAfterMs: fc.constantFrom(...Array<null>(14).fill(null), NOW - 1, NOW, NOW + 1),
  /** Where the person may be; what it names is drawn below. */
  place: fc.nat(7),
  /** Where two campaigns draw the same one, they have the same person. */
  person: fc.nat(60),
})

const campaign = fc.record({
  state: fc.constantFrom('running', 'running', 'running', 'paused', 'draft', 'failed') as fc.Arbitrary<
    CampaignRow['state']
  >,
  hasDefinition: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  configuration: fc.constantFrom(null, 101, 101, 101, 102, 102),
  maxConcurrency: fc.integer({ min: 1, max: 6 }),
  /** Open from nine to five, open from noon, or always. */
  hours: fc.constantFrom(null, ['09:00', '17:00'], ['12:00', '17:00']),
  contacts: fc.array(contact, { maxLength: 12 }),
})

const world = fc.record({
  maxConcurrency: fc.integer({ min: 1, max: 20 }),
  configurations: fc.tuple(
    ...[101, 102].map(() =>
      fc.record({
        callsPerSecond: fc.constantFrom(1, 5, 50, 500),
        pacedUntilMs: fc.constantFrom(null, null, NOW - 100, NOW + 50, NOW + 5000),
        backoffUntilMs: fc.constantFrom(null, null, null, NOW - 1, NOW + 1000),
      }),
    ),
  ),
  /** Both configurations dial through one carrier account, or each through its own. */
  oneAccount: fc.boolean(),
  accountPacedUntilMs: fc.constantFrom(null, null, NOW - 100, NOW + 50),
  campaigns: fc.array(campaign, { minLength: 1, maxLength: 4 }),
})

const HOUR_MS = 3_600_000

/** 10:30 UTC is early in New York, night in California, noon in Berlin; some numbers may be in several zones or in none. */
const PLACES = ['+1212', '+1850', '+1310', '+4930', '+33612', '+61412', '+1800', '+7916'].map((prefix) =>
  zoneSetName(zonesOfContact(prefix.padEnd(12, '5'), {})),
)

const week = (start: string, end: string) =>
  Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, [{ start, end }]]))

const policy = fc
  .record(
    {
      packs: fc.subarray(['us-federal', 'us-fl', 'fr', 'de', 'eu', 'au'], { maxLength: 2 }),
      hours: fc.constantFrom(null, week('00:00', '24:00'), week('05:00', '20:00'), week('08:00', '12:00')),
      caps: fc.subarray([
        { max: 1, hours: 24 },
        { max: 2, hours: 24 * 7 },
        { max: 1, hours: 24 * 30, count: 'conversations' as const },
      ]),
      least_gap_minutes: fc.constantFrom(30, 600),
      cooldowns: fc.subarray([
        { after: 'machine_detected' as const, hours: 24 },
        { after: 'refusal' as const, hours: 'forever' as const },
      ]),
      suspensions: fc.constantFrom([{ places: ['US-FL'], from: '2026-11-01T00:00:00Z', reason: 'storm' }], []),
      unknown_zone: fc.constantFrom('refuse' as const, 'fallback' as const),
      fallback_timezone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
      shortest_ring_seconds: fc.constantFrom(15, 60),
    },
    { requiredKeys: [] },
  )
  .map((drawn) => policyInput.parse(drawn))

const attempt = fc.record({
  person: fc.nat(15),
  agoMs: fc.constantFrom(
    1,
    HOUR_MS / 2,
    20 * HOUR_MS,
    24 * HOUR_MS,
    24 * HOUR_MS + 1,
    6 * 24 * HOUR_MS,
    29 * 24 * HOUR_MS,
  ),
  what: fc.constantFrom(null, null, 'conversation', 'machine_detected', 'abandoned') as fc.Arbitrary<AttemptEnd | null>,
  refused: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
})

/** Nothing but the rules holds anybody back, most of the time. */
const openWorld = world.map((drawn) => ({
  ...drawn,
  maxConcurrency: 50,
  accountPacedUntilMs: null,
  configurations: drawn.configurations.map((one, index) =>
    index === 0 ? { callsPerSecond: 500, pacedUntilMs: null, backoffUntilMs: null } : one,
  ) as typeof drawn.configurations,
  campaigns: drawn.campaigns.map((one) => ({
    ...one,
    state: 'running' as const,
    hasDefinition: true,
    configuration: one.configuration ?? 101,
    hours: null,
    maxConcurrency: 10,
    contacts: one.contacts.map((person) => ({ ...person, person: person.person % 16 })),
  })),
}))

const ruled = fc.record({
  world: openWorld,
  organization: fc.option(policy, { freq: 4 }),
  ofCampaigns: fc.array(fc.option(policy, { freq: 4 }), { minLength: 4, maxLength: 4 }),
  attempts: fc.array(attempt, { minLength: 10, maxLength: 30 }),
})

type Ruled = typeof ruled extends fc.Arbitrary<infer T> ? T : never

type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const numberOf = (person: number) => `+1555${1000 + person}`

function fill(tables: MemoryTables, drawn: World): void {
  drawn.configurations.forEach((one, index) => {
    const id = 101 + index
    const limits = { ringTimeoutSeconds: 30, maxCallSeconds: 600, backoffs: 0, failing: null }
    const key = drawn.oneAccount ? 'one' : `account ${id}`
    const account = { key, callsPerSecond: one.callsPerSecond, pacedUntilMs: drawn.accountPacedUntilMs }
    tables.configurations.set(id, { id, provider: 'test', ...limits, ...one, account })
  })
  let live = 0
  drawn.campaigns.forEach((one, index) => {
    const id = index + 10
    const inCall = one.contacts.filter((person) => person.state === 'in_call').length
    live += inCall
    const slot = one.hours && { day_of_week: 0, start_time: one.hours[0] as string, end_time: one.hours[1] as string }
    tables.campaigns.set(id, {
      id,
      organizationId: ORGANIZATION,
      name: `campaign ${id}`,
      state: one.state,
      workflowId: 1,
      definitionId: one.hasDefinition ? 1 : null,
      configurationId: one.configuration,
      maxConcurrency: one.maxConcurrency,
      retry: RETRY,
      schedule: slot && { enabled: true, timezone: 'UTC', slots: [slot] },
      breaker: BREAKER,
      keepOpen: false,
      finishOnInbound: true,
      vouchedDuties: 'every',
      totalRows: one.contacts.length,
      processedRows: one.contacts.filter((person) => person.state === 'done').length,
      outcomes: {},
      attempts: {},
      failedRows: 0,
      executedCount: 0,
      totalQueuedCount: one.contacts.length,
      liveCalls: inCall,
      nextDueAtMs: null,
      windowSaid: null,
      lastClaimedAtMs: null,
      completedAtMs: null,
    })
    const seen = new Set<number>()
    one.contacts.forEach((person, place) => {
      // A list has each number once.
      if (seen.has(person.person)) return
      seen.add(person.person)
      const contactId = id * 100 + place
      const phoneNumber = numberOf(person.person)
      tables.contacts.set(contactId, {
        id: contactId,
        organizationId: ORGANIZATION,
        campaignId: id,
        phoneNumber,
        addressType: 'pstn',
        state: person.state,
        nextAttemptAtMs: person.nextAttemptAtMs,
        ...(person.notBeforeMs === null ? {} : { notBeforeMs: person.notBeforeMs }),
        ...(person.notAfterMs === null ? {} : { notAfterMs: person.notAfterMs }),
        dials: person.nextAttemptAtMs === null ? 0 : 1,
        outcome: null,
        callerNumberId: null,
        finishedAtMs: null,
        zonesId: person.place + 1,
      })
      if (person.suppressed) tables.suppressions.add(suppressionKey(ORGANIZATION, phoneNumber))
    })
  })
  tables.organizations.set(ORGANIZATION, {
    id: ORGANIZATION,
    maxConcurrency: drawn.maxConcurrency,
    liveCalls: live,
    policyVersion: 0,
  })
}

function lay(tables: MemoryTables, { organization, ofCampaigns, attempts }: Ruled): void {
  const campaigns = ofCampaigns.flatMap((own, index) =>
    own ? [[index + 10, { version: 1, policy: own }] as const] : [],
  )
  const own = organization && { version: 3, policy: organization }
  tables.policies.set(ORGANIZATION, { organization: own, campaigns: new Map(campaigns) })
  PLACES.forEach((name, index) => {
    tables.zoneSets.set(index + 1, readZoneSet(name))
  })
  attempts.forEach(({ person, agoMs, what, refused }, index) => {
    const of = { organizationId: ORGANIZATION, phoneNumber: numberOf(person), policyVersion: '1' }
    tables.attempts.set(-1 - index, { callId: -1 - index, ...of, atMs: NOW - agoMs, what, refused })
  })
  const row = tables.organizations.get(ORGANIZATION) as { maxConcurrency: number; liveCalls: number }
  tables.organizations.set(ORGANIZATION, { ...row, id: ORGANIZATION, policyVersion: 1 })
}

/** Reading packs takes its time. */
const madeRules = new WeakMap<StoredPolicies, Map<number, DialingRules>>()

function rulesFor(policies: StoredPolicies, campaignId: number): DialingRules {
  const made = madeRules.get(policies) ?? new Map<number, DialingRules>()
  madeRules.set(policies, made)
  const rules =
    made.get(campaignId) ??
    campaignRules(policies, { id: campaignId, vouchedDuties: 'every' }, { ringTimeoutSeconds: 30, provider: 'test' })
      .rules
  made.set(campaignId, rules)
  return rules
}

/** Asked of the tables, as people ask: not by what the claim has read. */
function policyOf(tables: MemoryTables, person: MemoryContact) {
  if (tables.organizations.get(ORGANIZATION)?.policyVersion !== 1) return null
  const policies = tables.policies.get(ORGANIZATION) as StoredPolicies
  const rules = rulesFor(policies, person.campaignId)
  const { group, source } = readZoneSet(PLACES[(person.zonesId as number) - 1] as string)
  const own = [...tables.attempts.values()].filter((one) => one.phoneNumber === person.phoneNumber)
  const last = (wanted: (one: (typeof own)[number]) => boolean) =>
    own.filter(wanted).reduce<number | undefined>((most, { atMs }) => Math.max(most ?? atMs, atMs), undefined)
  const causes = {
    conversation: last(({ what }) => what === 'conversation'),
    machine_detected: last(({ what }) => what === 'machine_detected'),
    abandoned: last(({ what }) => what === 'abandoned'),
    refusal: last(({ refused }) => refused),
  }
  const history = {
    attemptsMs: own.map(({ atMs }) => atMs),
    conversationsMs: own.filter(({ what }) => what === 'conversation').map(({ atMs }) => atMs),
    lastMs: Object.fromEntries(Object.entries(causes).filter(([, atMs]) => atMs !== undefined)),
    consents: [],
    check: null,
  }
  return { rules, group, source, history: own.length > 0 ? history : { ...NO_HISTORY, consents: [], check: null } }
}

/** Also as others of the same claim left it: whose call was written down before its own. */
function freeBefore(tables: MemoryTables, contactId: number): boolean {
  const person = tables.contacts.get(contactId) as MemoryContact
  const call = [...tables.liveCalls.values()].find((one) => one.contactId === contactId)
  const before = new Map([...tables.attempts].filter(([callId]) => callId < (call?.id ?? 0)))
  const policy = policyOf({ ...tables, attempts: before } as MemoryTables, person)
  return policy === null || policy.rules.explain(policy.group, policy.source, policy.history, NOW).may_call_now
}

function factsOf(tables: MemoryTables, person: MemoryContact) {
  const row = tables.campaigns.get(person.campaignId) as CampaignRow
  return {
    campaign: row,
    configuration: tables.configurationOf(row.configurationId ?? -1) ?? null,
    organization: tables.organizations.get(ORGANIZATION) as { maxConcurrency: number; liveCalls: number },
    contact: {
      state: person.state,
      nextAttemptAtMs: person.nextAttemptAtMs,
      notBeforeMs: person.notBeforeMs ?? null,
      notAfterMs: person.notAfterMs ?? null,
      suppressed: tables.suppressions.has(suppressionKey(ORGANIZATION, person.phoneNumber)),
      policy: policyOf(tables, person),
    },
  }
}

const freeAmong = (tables: MemoryTables) =>
  [...tables.contacts.values()].filter((person) => mayDial(factsOf(tables, person), NOW).may).map(({ id }) => id)

const windows: WindowStateCache = new Map()

const ANY_ROOM: AgentCapacity = { left: () => Number.POSITIVE_INFINITY, taken: () => {} }

async function claim(store: MemoryDialerStore, room = ANY_ROOM): Promise<number[]> {
  const before = new Set(store.tables.liveCalls.keys())
  await store.transaction(async (tx) => {
    const campaignIds = [...store.tables.campaigns.keys()]
    const work = await UnitOfWork.open(tx, () => NOW, {
      organizationIds: [ORGANIZATION],
      campaignIds,
      claim: { byMs: NOW, limit: 100, others: false },
    })
    const options = {
      nodeId: 'node',
      decidedAtMs: 0,
      isLargest: true,
      emptyLooks: new EmptyLooks(),
      dueByMs: NOW,
      limit: 100,
      windows,
      room,
      policies: new PolicyCache(),
    }
    await claimContacts(work, new Map([[ORGANIZATION, options]]))
    await work.write()
  })
  return [...store.tables.liveCalls.values()]
    .filter((call) => !before.has(call.id))
    .map((call) => call.contactId as number)
}

/** Repeats the claim until one takes no contact: where two campaigns have the same person, a slot may stay free for the next claim. */
async function claimAll(store: MemoryDialerStore, judge: (contactId: number) => void = () => {}): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; ; round++) {
    const free = freeAmong(store.tables)
    const claimed = await claim(store)
    for (const id of claimed) expect(free).toContain(id)
    claimed.forEach(judge)
    if (claimed.length === 0) return all
    all.push(...claimed)
    expect(round).toBeLessThan(50)
  }
}

const anyTime = { nextAttemptAtMs: null, suppressed: false, notBeforeMs: null, notAfterMs: null, place: 0 }
const waiting = (person: number) => ({ state: 'pending' as const, ...anyTime, person })
const running = { state: 'running', hasDefinition: true, configuration: 101, hours: null } as const
const unpaced = { callsPerSecond: 50, pacedUntilMs: null, backoffUntilMs: null } as const

/** Both campaigns get one of the two slots, and both choose the same person. */
const ONE_PERSON_IN_TWO_CAMPAIGNS: World = {
  maxConcurrency: 2,
  configurations: [unpaced, unpaced],
  oneAccount: false,
  accountPacedUntilMs: null,
  campaigns: [
    { ...running, maxConcurrency: 2, contacts: [waiting(31), waiting(0)] },
    { ...running, maxConcurrency: 1, contacts: [waiting(31)] },
  ],
}

test('the claim takes only whom may-dial calls free, and leaves nobody who is', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const store = new MemoryDialerStore(() => NOW)
      fill(store.tables, drawn)
      taken += (await claimAll(store)).length
      expect(freeAmong(store.tables)).toEqual([])
    }),
    { numRuns: 300, examples: [[ONE_PERSON_IN_TWO_CAMPAIGNS]] },
  )
  expect(taken).toBeGreaterThan(0)
})

test('so it is under any policy, in any zones, whatever happened with the numbers before', async () => {
  let taken = 0
  let barred = 0
  await fc.assert(
    fc.asyncProperty(ruled, async (drawn) => {
      const store = new MemoryDialerStore(() => NOW)
      fill(store.tables, drawn.world)
      lay(store.tables, drawn)
      const without = new Set(
        [...store.tables.contacts.values()]
          .filter((person) => {
            const facts = factsOf(store.tables, person)
            return mayDial({ ...facts, contact: { ...facts.contact, policy: null } }, NOW).may
          })
          .map(({ id }) => id),
      )
      const claimed = await claimAll(store, (id) => expect(freeBefore(store.tables, id)).toBe(true))
      taken += claimed.length
      expect(freeAmong(store.tables)).toEqual([])
      barred += [...without].filter((id) => store.tables.contacts.get(id)?.state !== 'in_call').length
    }),
    { numRuns: 120 },
  )
  expect(taken).toBeGreaterThan(0)
  expect(barred).toBeGreaterThan(0)
})

test('a node claims no more than it has room for, whatever else is free', async () => {
  let bound = 0
  await fc.assert(
    fc.asyncProperty(world, fc.nat(2), async (drawn, capacity) => {
      const store = new MemoryDialerStore(() => NOW)
      fill(store.tables, drawn)
      const free = freeAmong(store.tables)
      let left = capacity
      const room: AgentCapacity = {
        left: () => left,
        taken: (_configuration, calls) => {
          left -= calls
        },
      }
      const claimed = await claim(store, room)
      expect(claimed.length).toBeLessThanOrEqual(capacity)
      for (const id of claimed) expect(free).toContain(id)
      if (claimed.length === capacity && free.length > capacity) bound++
    }),
    { numRuns: 300 },
  )
  expect(bound).toBeGreaterThan(0)
})

test('every reason that will pass by itself names the moment, and at that moment is gone', () => {
  fc.assert(
    fc.property(contact, (drawn) => {
      for (const { rule, untilMs } of contactBlockers(drawn, NOW)) {
        if (untilMs === null) continue
        expect(untilMs).toBeGreaterThan(NOW)
        expect(contactBlockers(drawn, untilMs).map((one) => one.rule)).not.toContain(rule)
      }
    }),
  )
})
