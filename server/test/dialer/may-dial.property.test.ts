/** Whom `mayDial` calls free is whom the claim takes: nobody else, and as long as somebody is free it takes on. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemoryContact, MemoryTables } from '../../simulation/memory-store.ts'
import { MemoryDialerStore, suppressionKey } from '../../simulation/memory-store.ts'
import { claimContacts, type WindowMemory } from '../../src/dialer/claim-contacts.ts'
import type { Room } from '../../src/dialer/room-book.ts'
import { contactHindrances, mayDial } from '../../src/dialer/rules/may-dial.ts'
import type { CampaignRow } from '../../src/dialer/store.ts'
import { UnitOfWork } from '../../src/dialer/unit-of-work.ts'
import { BREAKER, RETRY } from './store-fixture.ts'

const NOW = Date.parse('2026-11-16T10:30:00Z')
const ORGANIZATION = 1

const contact = fc.record({
  state: fc.constantFrom(...Array(8).fill('pending'), 'in_call', 'done') as fc.Arbitrary<MemoryContact['state']>,
  nextAttemptAtMs: fc.constantFrom(null, null, NOW - 5000, NOW, NOW + 1, NOW + 60_000),
  suppressed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
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
  campaigns: fc.array(campaign, { minLength: 1, maxLength: 4 }),
})

type World = typeof world extends fc.Arbitrary<infer T> ? T : never

function fill(tables: MemoryTables, drawn: World): void {
  drawn.configurations.forEach((one, index) => {
    const id = 101 + index
    const limits = { ringTimeoutSeconds: 30, maxCallSeconds: 600, backoffs: 0 }
    tables.configurations.set(id, { id, provider: 'simulator', ...limits, ...one })
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
    one.contacts.forEach((person, place) => {
      const contactId = id * 100 + place
      const phoneNumber = `+1555${contactId}`
      tables.contacts.set(contactId, {
        id: contactId,
        organizationId: ORGANIZATION,
        campaignId: id,
        phoneNumber,
        addressType: 'pstn',
        state: person.state,
        nextAttemptAtMs: person.nextAttemptAtMs,
        dials: person.nextAttemptAtMs === null ? 0 : 1,
        outcome: null,
        callerNumberId: null,
        finishedAtMs: null,
      })
      if (person.suppressed) tables.suppressions.add(suppressionKey(ORGANIZATION, phoneNumber))
    })
  })
  tables.organizations.set(ORGANIZATION, {
    id: ORGANIZATION,
    maxConcurrency: drawn.maxConcurrency,
    liveCalls: live,
  })
}

function factsOf(tables: MemoryTables, person: MemoryContact) {
  const row = tables.campaigns.get(person.campaignId) as CampaignRow
  return {
    campaign: row,
    configuration: tables.configurations.get(row.configurationId ?? -1) ?? null,
    organization: tables.organizations.get(ORGANIZATION) as { maxConcurrency: number; liveCalls: number },
    contact: {
      state: person.state,
      nextAttemptAtMs: person.nextAttemptAtMs,
      suppressed: tables.suppressions.has(suppressionKey(ORGANIZATION, person.phoneNumber)),
    },
  }
}

const freeAmong = (tables: MemoryTables) =>
  [...tables.contacts.values()].filter((person) => mayDial(factsOf(tables, person), NOW).may).map(({ id }) => id)

const windows: WindowMemory = new Map()

const ANY_ROOM: Room = { left: () => Number.POSITIVE_INFINITY, taken: () => {} }

async function claim(store: MemoryDialerStore, room = ANY_ROOM): Promise<number[]> {
  const before = new Set(store.tables.liveCalls.keys())
  await store.transaction(async (tx) => {
    const campaignIds = [...store.tables.campaigns.keys()]
    const work = await UnitOfWork.open(tx, () => NOW, {
      organizationIds: [ORGANIZATION],
      campaignIds,
      claim: { byMs: NOW, limit: 100, others: false },
    })
    await claimContacts(work, ORGANIZATION, { nodeId: 'node', decidedAtMs: 0, dueByMs: NOW, limit: 100, windows, room })
    await work.write()
  })
  return [...store.tables.liveCalls.values()]
    .filter((call) => !before.has(call.id))
    .map((call) => call.contactId as number)
}

test('the claim takes only whom may-dial calls free, and leaves nobody who is', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const store = new MemoryDialerStore(() => NOW)
      fill(store.tables, drawn)
      const free = freeAmong(store.tables)
      const claimed = await claim(store)
      taken += claimed.length
      for (const id of claimed) expect(free).toContain(id)
      expect(freeAmong(store.tables)).toEqual([])
    }),
    { numRuns: 300 },
  )
  expect(taken).toBeGreaterThan(20)
})

test('a node claims no more than it has room for, whatever else is free', async () => {
  let bound = 0
  await fc.assert(
    fc.asyncProperty(world, fc.nat(4), async (drawn, capacity) => {
      const store = new MemoryDialerStore(() => NOW)
      fill(store.tables, drawn)
      const free = freeAmong(store.tables)
      let left = capacity
      const room: Room = {
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
  expect(bound).toBeGreaterThan(10)
})

test('every reason that will pass by itself names the moment, and at that moment is gone', () => {
  fc.assert(
    fc.property(contact, (drawn) => {
      for (const { untilMs } of contactHindrances(drawn, NOW)) {
        if (untilMs === null) continue
        expect(untilMs).toBeGreaterThan(NOW)
        expect(contactHindrances(drawn, untilMs).every((one) => one.untilMs === null)).toBe(true)
      }
    }),
  )
})
