/** A campaign with a route of several configurations: which one is asked, and what happens when one of them fails. */
import { describe, expect, test } from 'vitest'
import type { PlaceResult } from '../../src/telephony/provider.ts'
import { type Deed, ended, PayWorld, PLACED, type Script, TALKS } from './who-pays-world.ts'

const EVERY = [
  { configurationId: 1, prefixes: [] },
  { configurationId: 2, prefixes: [] },
]
/** The first configuration behaves like this from the given dial on; the second one always works. */
const firstFails =
  (deed: Deed, from = 1): Script =>
  (_, dial, configurationId) =>
    configurationId === 1 && dial >= from ? deed : TALKS
const answers = (answer: PlaceResult): Deed => ({ answer })

function through(world: PayWorld, configurationId: number): string[] {
  return world.dials.filter((dial) => dial.through === configurationId).map(({ to }) => to)
}

/** No phone was rung twice. */
function expectEachRungOnce(world: PayWorld): void {
  const rung = world.dials.filter(({ rang }) => rang).map(({ to }) => to)
  expect(rung.length).toBe(new Set(rung).size)
  expect(new Set(rung).size).toBe(world.people.length)
}

describe('a campaign with a route', () => {
  test('dials through the first configuration as long as it works', async () => {
    const world = new PayWorld({ people: 40, route: EVERY }, () => TALKS)
    await world.settle()
    expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 40 })
    expect(through(world, 2)).toEqual([])
  })

  test.each<[string, Deed, Record<string, unknown> | undefined]>([
    [
      'an account that is refused at the dial',
      answers({ kind: 'halt', reason: 'no credit' }),
      { event: 'carrier_account_refused', cause: 'no credit' },
    ],
    [
      'an account that is refused at the end of accepted calls',
      { answer: PLACED, news: [{ afterMs: 100, news: ended({ cause: 'SIP 402', fault: 'account' }) }] },
      { event: 'carrier_account_refused', cause: 'SIP 402' },
    ],
    [
      'calls that keep failing alike',
      { answer: PLACED, news: [{ afterMs: 100, news: ended({ cause: 'SIP 404', permanent: true }) }] },
      { event: 'dials_fail_alike', cause: 'SIP 404' },
    ],
    ['a carrier that cannot be reached', answers({ kind: 'later', reason: 'connection refused' }), undefined],
    [
      'a trunk that is full',
      { answer: PLACED, news: [{ afterMs: 100, news: ended({ cause: 'SIP 503', fault: 'network' }) }] },
      undefined,
    ],
  ])('%s yields to the next in mid-campaign, and no person is lost or rung twice', async (_, deed, stop) => {
    const world = new PayWorld({ people: 80, route: EVERY }, firstFails(deed, 25))
    await world.settle(90)
    expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 80, failedRows: 0 })
    expect(through(world, 2).length).toBeGreaterThan(20)
    expectEachRungOnce(world)
    const stops = world.campaign().route?.stops
    if (stop) expect(stops?.[1]).toMatchObject(stop)
    else expect(stops).toEqual({})
    expect(world.messages('route_configuration_stopped')).toHaveLength(stop ? 1 : 0)
  })

  test('a dial without an answer never moves to the next configuration while it may be ringing', async () => {
    const lost: Deed = {
      answer: { kind: 'unknown', reason: 'no answer' },
      lookUp: { kind: 'unsure', reason: 'silent' },
    }
    const world = new PayWorld({ people: 3, slots: 3, route: EVERY }, (_, _dial, id) => (id === 1 ? lost : TALKS))
    await world.run(5 * 60_000)
    // Each keeps its slot; neither configuration was asked to dial a person again.
    expect(through(world, 1).length).toBe(3)
    expect(through(world, 2)).toEqual([])
    expect(world.store.tables.liveCalls.size).toBe(3)
  })

  test('when every configuration is refused the campaign pauses, and a resume tries all of them', async () => {
    const refused = answers({ kind: 'halt', reason: 'no credit' })
    const world = new PayWorld({ people: 30, route: EVERY }, () => refused)
    await world.settle()
    expect(world.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
    expect(new Set(world.dials.map((dial) => dial.through))).toEqual(new Set([1, 2]))
    expect(world.messages('carrier_account_refused')).toHaveLength(1)
    world.behave((_, __, id) => (id === 1 ? TALKS : refused))
    world.resume()
    await world.settle()
    expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 30, failedRows: 0 })
  })

  describe('when its caller IDs are refused', () => {
    const refused = answers({ kind: 'caller', reason: 'flagged' })
    /** Each configuration has one number, with its id. */
    const withNumbers = (script: Script) => {
      const world = new PayWorld({ people: 50, slots: 5, numbers: 1, route: EVERY }, script)
      world.addNumber(2, 2)
      return world
    }

    test('continues through the configuration that has another, and pauses when no number is left', async () => {
      const world = withNumbers((_, __, id) => (id === 1 ? refused : TALKS))
      await world.run(60_000)
      expect(world.campaign().state).toBe('running')
      expect(through(world, 2).length).toBeGreaterThan(5)
      world.behave(() => refused)
      await world.settle()
      expect(world.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
      expect(world.messages('no_caller_number_left')).toHaveLength(1)
      expect(world.dials.length).toBeLessThan(50)
    })

    test('and the account of the other configuration too, it pauses', async () => {
      const halted = answers({ kind: 'halt', reason: 'no credit' })
      const world = withNumbers((_, __, id) => (id === 1 ? refused : halted))
      await world.settle()
      expect(world.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
      expect(world.messages('carrier_account_refused')).toHaveLength(1)
      expect(world.campaign().route?.stops).toEqual({})
    })

    test('after the account of the other configuration, it pauses', async () => {
      const halted = answers({ kind: 'halt', reason: 'no credit' })
      const world = withNumbers((_, __, id) => (id === 1 ? halted : refused))
      await world.settle()
      expect(world.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
      expect(world.messages('route_configuration_stopped')).toHaveLength(1)
      expect(world.messages('no_caller_number_left')).toHaveLength(1)
    })

    test('and calls through the other configuration keep failing alike, it pauses', async () => {
      const failing = { answer: PLACED, news: [{ afterMs: 100, news: ended({ cause: 'SIP 404', permanent: true }) }] }
      const world = withNumbers((_, __, id) => (id === 1 ? refused : failing))
      await world.settle()
      expect(world.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
      expect(world.messages('dials_fail_alike')).toHaveLength(1)
    })

    test('a configuration without numbers is another way, unless the campaign shows only chosen numbers', async () => {
      const world = withNumbers((_, __, id) => (id === 1 ? refused : TALKS))
      world.store.tables.numbers.delete(2)
      await world.settle()
      expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 50 })
      const chosen = withNumbers((_, __, id) => (id === 1 ? refused : TALKS))
      chosen.store.tables.numbers.delete(2)
      const callerPool = { rotation: 'sticky' as const, phone_number_ids: [1] }
      chosen.store.tables.campaigns.set(1, { ...chosen.campaign(), callerPool })
      await chosen.settle()
      expect(chosen.campaign()).toMatchObject({ state: 'paused', failedRows: 0 })
      expect(chosen.messages('no_caller_number_left')).toHaveLength(1)
    })
  })

  test('prefixes decide, and a number that no usable configuration takes waits without holding up the others', async () => {
    const route = [
      { configurationId: 1, prefixes: ['+155510', '+1555100'] },
      { configurationId: 2, prefixes: ['+155511'] },
    ]
    const world = new PayWorld({ people: 30, route }, firstFails(answers({ kind: 'halt', reason: 'no credit' }), 5))
    world.addCampaign(2, ['+15551100', '+15551101'])
    const { route: own } = world.campaign()
    world.store.tables.campaigns.set(2, { ...world.campaign(2), ...(own ? { route: own } : {}) })
    await world.run(10 * 60_000)
    expect(world.campaign(2)).toMatchObject({ state: 'completed', processedRows: 2 })
    expect(through(world, 2)).toEqual(['+15551100', '+15551101'])
    // The first campaign has people for the stopped configuration only: they wait, and the log says why.
    expect(world.campaign()).toMatchObject({ state: 'running', failedRows: 0 })
    const waiting = [...world.store.tables.contacts.values()].filter(({ state }) => state === 'pending')
    expect(waiting.length).toBeGreaterThan(20)
    expect(new Set(waiting.map(({ heldBy }) => heldBy))).toEqual(new Set(['no_route']))
    expect(world.messages('route_configuration_stopped')).toHaveLength(1)
  })

  test('a refusal of one configuration is no evidence about the contact at another', async () => {
    // Each configuration refuses the number once while others get through; one that did so twice would have shown the number's fault.
    const doubtful = '+155510007'
    const refusedBy = new Set<number>()
    const world = new PayWorld({ people: 60, route: EVERY }, (order, dial, id) => {
      if (id === 1 && dial >= 30) return answers({ kind: 'halt', reason: 'no credit' })
      if (order.to !== doubtful || refusedBy.has(id)) return TALKS
      refusedBy.add(id)
      return answers({ kind: 'halt', reason: 'not permitted', perhapsNumber: true })
    })
    await world.settle(60)
    expect(refusedBy).toEqual(new Set([1, 2]))
    expect(world.campaign()).toMatchObject({ state: 'completed', failedRows: 0 })
    expectEachRungOnce(world)
  })

  test('a configuration without prices is not used under a spend limit, and is used again when it has prices', async () => {
    const route = [
      { configurationId: 1, prefixes: ['+155510000'] },
      { configurationId: 2, prefixes: [] },
    ]
    const world = new PayWorld({ people: 3, route }, () => TALKS)
    const { campaigns, configurations } = world.store.tables
    const price = (unpriced: boolean) => {
      const row = configurations.get(2)
      if (row) configurations.set(2, { ...row, unpriced })
    }
    campaigns.set(1, { ...world.campaign(), spending: { max: 100, spent: 0, calls: 0 } })
    price(true)
    await world.run(5 * 60_000)
    expect(world.dials).toMatchObject([{ through: 1 }])
    price(false)
    await world.settle(5)
    expect(world.campaign()).toMatchObject({ state: 'completed', processedRows: 3, failedRows: 0 })
  })
})
