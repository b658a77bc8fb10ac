/** Limits of numbers in a campaign with a route: every number is used as often as it may be, and the queue is left as it is. */
import { describe, expect, test } from 'vitest'
import { storePolicy } from '../../simulation/memory-policies.ts'
import { readZoneSet } from '../../src/addresses/rules/zones-of-contact.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { type Deed, ended, ORGANIZATION, PayWorld, PLACED } from './who-pays-world.ts'

const MINUTE_MS = 60_000
const CALL_MS = 8000
/** Answered at once, and over after eight seconds. */
const TALKS: Deed = {
  answer: PLACED,
  news: [
    { afterMs: 100, news: { kind: 'answered' } },
    { afterMs: CALL_MS, news: ended({ as: 'completed', cause: 'completed', durationSeconds: 7, endedBy: 'callee' }) },
  ],
}
const FIRST = { configurationId: 1, prefixes: [] }
const SECOND = { configurationId: 2, prefixes: [] }
/** The first 1000 people, and those of `addPeople`. */
const BY_PREFIX = [
  { configurationId: 1, prefixes: ['+155510'] },
  { configurationId: 2, prefixes: ['+155520'] },
]

const through = (world: PayWorld, configurationId: number) =>
  world.dials.filter((dial) => dial.through === configurationId).length

/** People behind the others, whom only the second configuration of `BY_PREFIX` takes. */
function addPeople(world: PayWorld, count: number): void {
  const { tables } = world.store
  const like = world.contact(world.people[0] as string)
  for (let index = 0; index < count; index++)
    tables.contacts.set(30_000 + index, { ...like, id: 30_000 + index, phoneNumber: `+1555${20_000 + index}` })
  const row = world.campaign()
  const totalRows = row.totalRows + count
  tables.campaigns.set(1, { ...row, totalRows, totalQueuedCount: totalRows })
}

/** Calling rules that allow every call. */
function setRules(world: PayWorld): void {
  const { tables } = world.store
  tables.zoneSets.set(1, readZoneSet('number|GB@Europe/London'))
  storePolicy(tables, ORGANIZATION, null, policyInput.parse({ least_gap_minutes: 5 }))
  const row = tables.organizations.get(ORGANIZATION)
  if (row) tables.organizations.set(ORGANIZATION, { ...row, policyVersion: 1 })
  for (const contact of [...tables.contacts.values()]) tables.contacts.set(contact.id, { ...contact, zonesId: 1 })
}

describe('numbers with a limit of calls at once', () => {
  test.each([
    ['one configuration', [FIRST]],
    ['two configurations', [FIRST, SECOND]],
  ])('in a route of %s are always in use, and nobody is set aside', async (_, route) => {
    const world = new PayWorld({ people: 1500, route }, () => TALKS)
    for (const [index, { configurationId }] of route.entries())
      world.addNumber(index + 1, configurationId, { maxCallsAtOnce: 2 })
    await world.run(10 * MINUTE_MS)
    const possible = (route.length * 2 * 10 * MINUTE_MS) / CALL_MS
    expect(world.dials.length).toBeGreaterThan(0.9 * possible)
    expect(world.dials.length).toBeLessThanOrEqual(possible + 2 * route.length)
    expect(world.setAside).toBe(0)
  })

  test.each([
    ['without calling rules', () => {}],
    ['under calling rules', setRules],
  ])('%s, keep nobody whom another configuration takes from being called', async (_, prepare) => {
    const world = new PayWorld({ people: 500, route: BY_PREFIX }, () => TALKS)
    world.addNumber(1, 1, { maxCallsAtOnce: 2 })
    world.addNumber(2, 2, { maxCallsAtOnce: 2 })
    addPeople(world, 300)
    prepare(world)
    await world.run(10 * MINUTE_MS)
    const possible = (2 * 10 * MINUTE_MS) / CALL_MS
    expect(through(world, 1)).toBeGreaterThan(0.9 * possible)
    expect(through(world, 2)).toBeGreaterThan(0.9 * possible)
  })

  test('use whoever was set aside as soon as they can, however many calls they make in a minute', async () => {
    const world = new PayWorld({ people: 900, slots: 40, callsPerSecond: 20, route: BY_PREFIX }, () => TALKS)
    world.addNumber(1, 1, { maxCallsAtOnce: 20 })
    world.addNumber(2, 2, { maxCallsAtOnce: 2 })
    addPeople(world, 100)
    await world.run(5 * MINUTE_MS)
    const possible = (20 * 5 * MINUTE_MS) / CALL_MS
    expect(through(world, 1)).toBeGreaterThan(0.9 * possible)
    expect(through(world, 2)).toBeGreaterThan(0.9 * 75)
    expect(world.setAside).toBeLessThan(2 * 900)
  })
})

describe('numbers that are spent for the day', () => {
  test.each([
    ['one configuration', [FIRST]],
    ['two configurations', [FIRST, SECOND]],
  ])('in a route of %s leave the queue as it is until midnight', async (_, route) => {
    const world = new PayWorld({ people: 60, route }, () => TALKS)
    for (const [index, { configurationId }] of route.entries())
      world.addNumber(index + 1, configurationId, { maxCallsPerDay: 3 })
    await world.run(30 * MINUTE_MS)
    expect(world.dials).toHaveLength(3 * route.length)
    expect(world.setAside).toBe(0)
    await world.run(14 * 60 * MINUTE_MS)
    expect(world.dials).toHaveLength(6 * route.length)
    expect(world.setAside).toBe(0)
  })

  test('set aside only so many that the others are found, and a higher limit is noticed without a restart', async () => {
    const world = new PayWorld({ people: 500, route: BY_PREFIX }, () => TALKS)
    world.addNumber(1, 1, { maxCallsPerDay: 3 })
    world.addNumber(2, 2)
    addPeople(world, 100)
    await world.run(10 * MINUTE_MS)
    expect(through(world, 1)).toBe(3)
    expect(through(world, 2)).toBe(100)
    expect(world.setAside).toBeLessThan(500)
    world.store.tables.numbers.set(1, { ...world.number(1), maxCallsPerDay: null })
    await world.run(20 * MINUTE_MS)
    expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 600 })
  })
})

test('a configuration without prices beside one whose numbers are spent sets nobody aside', async () => {
  const world = new PayWorld({ people: 300, route: [FIRST, SECOND] }, () => TALKS)
  world.addNumber(2, 2, { maxCallsPerDay: 3 })
  const { campaigns, configurations } = world.store.tables
  campaigns.set(1, { ...world.campaign(), spending: { max: 1000, spent: 0, calls: 0 } })
  const price = (unpriced: boolean) => {
    const row = configurations.get(1)
    if (row) configurations.set(1, { ...row, unpriced })
  }
  price(true)
  await world.run(10 * MINUTE_MS)
  expect([world.dials.length, world.setAside]).toEqual([3, 0])
  price(false)
  await world.run(MINUTE_MS)
  expect(world.dials.length).toBeGreaterThan(50)
})
