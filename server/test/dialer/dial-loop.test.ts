/** The loop on a store in memory that misbehaves on command: whoever fails, waits or is in doubt keeps nobody else from being served. */
import { beforeEach, describe, expect, test } from 'vitest'
import { storePolicy } from '../../simulation/memory-policies.ts'
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { type MemoryContact, suppressionKey } from '../../simulation/memory-tables.ts'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { readZoneSet } from '../../src/addresses/rules/zones-of-contact.ts'
import { startCampaign } from '../../src/campaigns/change-state.ts'
import type { ClaimedCall } from '../../src/dialer/claimed-call.ts'
import { DialLoop, type DialLoopOptions } from '../../src/dialer/dial-loop.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import { PolicyCache } from '../../src/dialer/policy-cache.ts'
import { sanitizeReport } from '../../src/dialer/rules/call-report.ts'
import {
  type CampaignRow,
  type ConfigurationRow,
  DatabaseUnavailable,
  type DialerTransaction,
  type DueInZones,
  NEVER_MS,
  type OpeningSnapshot,
  type OpeningSnapshotRequest,
} from '../../src/dialer/store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { campaignsOver } from './memory-fixture.ts'
import { BREAKER, campaignFigures, RETRY } from './store-fixture.ts'

const START = Date.parse('2026-11-16T10:00:00Z')
const SCHEDULE = { timezone: 'UTC', slots: [{ day_of_week: 0, start_time: '09:00', end_time: '10:01' }] }

/** What may go wrong with a transaction; each acts on the organizations named. */
class Weather {
  held = new Set<number>()
  failing = new Set<number>()
  commitsInDoubt = 0
  /** The server goes down before the commit; the ids it gave out are given out again when it is back. */
  commitsLost = 0
  openTakesMs = 0
  /** Until then every configuration has one number, which may not be used any more. */
  numbersSpentUntilMs = 0
  opened: OpeningSnapshotRequest[] = []
  /** How many organizations each look for contacts under calling rules was about. */
  looks: number[] = []
}

class BadStore extends MemoryDialerStore {
  readonly weather = new Weather()
  readonly #time: VirtualTime

  constructor(time: VirtualTime) {
    super(() => time.now())
    this.#time = time
  }

  override async transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const { lastCallId } = this.tables
    const result = await super.transaction(async (tx) => {
      const done = await work(this.#watched(tx))
      if (this.weather.commitsLost === 0) return done
      this.weather.commitsLost--
      this.tables.lastCallId = lastCallId
      throw new DatabaseUnavailable('the server went down before the commit')
    })
    if (this.weather.commitsInDoubt > 0) {
      this.weather.commitsInDoubt--
      throw new DatabaseUnavailable('the connection broke at the commit')
    }
    return result
  }

  #watched(tx: DialerTransaction): DialerTransaction {
    const { weather } = this
    const open = async (request: OpeningSnapshotRequest): Promise<OpeningSnapshot> => {
      weather.opened.push(request)
      if (request.organizationIds.some((id) => weather.failing.has(id))) throw new Error('value out of range')
      if (weather.openTakesMs > 0) await new Promise<void>((resolve) => this.#time.after(weather.openTakesMs, resolve))
      const organizationIds = request.organizationIds.filter((id) => !weather.held.has(id))
      const opening = await tx.open({ ...request, organizationIds })
      if (this.#time.now() >= weather.numbersSpentUntilMs) return opening
      const spent = { id: 1, address: '+15550100', isDefault: true, lastUsedAtMs: null, leftToday: 0 }
      return { ...opening, numbers: new Map(opening.configurations.map(({ id }) => [id, [spent]])) }
    }
    const dueInZones = (requests: readonly DueInZones[]) => {
      weather.looks.push(requests.length)
      return tx.dueInZones(requests)
    }
    return new Proxy(tx, {
      get: (target, name) => {
        if (name === 'open') return open
        if (name === 'dueInZones') return dueInZones
        const value = Reflect.get(target, name, target) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
}

let time: VirtualTime
let store: BadStore
let loop: DialLoop
let placed: ClaimedCall[]
let slotsLeft: number[]

beforeEach(() => {
  time = new VirtualTime(START)
  store = new BadStore(time)
  placed = []
  slotsLeft = []
  loop = openLoop('node')
})

function openLoop(nodeId: string, different: Partial<DialLoopOptions> = {}): DialLoop {
  return new DialLoop({
    store,
    clock: time,
    log: silentLog,
    nodeId,
    metrics: noMetrics,
    now: () => time.now(),
    knowsTime: () => true,
    doubtTime: () => {},
    mayClaim: () => true,
    policies: new PolicyCache(),
    agentExpected: () => false,
    room: { left: () => Number.POSITIVE_INFINITY, taken: () => {}, ended: () => {} },
    place: (claimed) => placed.push(claimed),
    slotsLeft: (organizationId) => slotsLeft.push(organizationId),
    appended: () => {},
    ...different,
  })
}

function addOrganization(id: number, contacts: number, schedule: typeof SCHEDULE | null = null): void {
  const { tables } = store
  tables.organizations.set(id, { id, maxConcurrency: 5, liveCalls: 0, policyVersion: 0 })
  tables.configurations.set(id, {
    id,
    provider: 'simulator',
    callsPerSecond: 1000,
    ringTimeoutSeconds: 30,
    maxCallSeconds: 600,
    pacedUntilMs: null,
    account: { key: `${id}`, callsPerSecond: 1000, pacedUntilMs: null },
    backoffUntilMs: null,
    backoffs: 0,
    failing: null,
  })
  tables.campaigns.set(
    id,
    newCampaignRow(id, {
      organizationId: id,
      name: `campaign ${id}`,
      state: 'running',
      configurationId: id,
      maxConcurrency: 5,
      retry: RETRY,
      schedule: schedule && { enabled: true, ...schedule },
      breaker: { ...BREAKER, enabled: false },
      ...campaignFigures(contacts),
    }),
  )
  for (let index = 0; index < contacts; index++) {
    const contactId = id * 1000 + index
    tables.contacts.set(contactId, {
      id: contactId,
      organizationId: id,
      campaignId: id,
      phoneNumber: `+1555${contactId}`,
      addressType: 'pstn',
      state: 'pending',
      nextAttemptAtMs: null,
      dials: 0,
      outcome: null,
      callerNumberId: null,
      finishedAtMs: null,
    })
  }
}

/** Calling rules whose hours are open, and the zones of all contacts. */
function setRules(organizationId: number, rules: object = { least_gap_minutes: 5 }): void {
  const { tables } = store
  tables.zoneSets.set(1, readZoneSet('number|GB@Europe/London'))
  storePolicy(tables, organizationId, null, policyInput.parse(rules))
  const row = tables.organizations.get(organizationId)
  if (row) tables.organizations.set(organizationId, { ...row, policyVersion: 1 })
  for (const contact of [...tables.contacts.values()]) {
    if (contact.organizationId === organizationId) tables.contacts.set(contact.id, { ...contact, zonesId: 1 })
  }
}

const pass = (ms: number) => time.run(time.now() + ms, () => false)
const looks = () => store.weather.opened.filter((request) => request.claim !== null).length

test('while every number is at its limit for the day nobody looks for people, until midnight UTC', async () => {
  addOrganization(1, 3)
  store.weather.numbersSpentUntilMs = Date.parse('2026-11-17T00:00:00Z')
  loop.wake(1)
  await pass(1000)
  expect(placed).toEqual([])
  const before = looks()
  await pass(13 * 3_600_000)
  expect(looks()).toBe(before)
  await pass(3_600_000)
  expect(placed).toHaveLength(3)
})

test.each([
  ['a person who has two rows with different numbers', { personId: 'p' }],
  ['a number that is listed twice', { phoneNumber: '+442071838750' }],
])('%s is not dialed again by the transaction that ends a conversation with them', async (_, shared) => {
  addOrganization(1, 2)
  const { tables } = store
  for (const [id, contact] of [...tables.contacts]) tables.contacts.set(id, { ...contact, ...shared })
  const organization = tables.organizations.get(1)
  if (organization) tables.organizations.set(1, { ...organization, maxConcurrency: 1 })
  setRules(1, { hours_floor: 'off', cooldowns: [{ after: 'conversation', hours: 72 }] })
  loop.wake(1)
  await pass(1000)
  const callId = placed[0]?.callId as number
  void loop.report(callId, { kind: 'answered' })
  await pass(20_000)
  endCall(callId)
  await pass(10_000)
  expect(placed).toHaveLength(1)
})

describe('a number with limits', () => {
  const addNumber = (limits: { maxCallsAtOnce?: number; maxCallsPerDay?: number }) => {
    const number = { id: 1, organizationId: 1, configurationId: 1, address: '+15550100', isActive: true }
    store.tables.numbers.set(1, { ...number, isDefault: true, lastUsedAtMs: null, ...limits })
  }

  test('is shown again as soon as its call ends, without a poll', async () => {
    addOrganization(1, 3)
    addNumber({ maxCallsAtOnce: 1 })
    loop.wake(1)
    await pass(1000)
    expect(placed).toHaveLength(1)
    endCall(placed[0]?.callId as number)
    await pass(1)
    expect(placed).toHaveLength(2)
    endCall(placed[1]?.callId as number)
    await pass(1)
    expect(placed).toHaveLength(3)
  })

  test('is shown again as soon as a claim with it is returned, which does not count for the day', async () => {
    addOrganization(1, 3)
    addNumber({ maxCallsAtOnce: 1, maxCallsPerDay: 2 })
    loop.wake(1)
    await pass(1000)
    expect(placed).toHaveLength(1)
    void loop.report(placed[0]?.callId as number, { kind: 'returned' })
    await pass(1)
    expect(placed).toHaveLength(2)
    endCall(placed[1]?.callId as number)
    await pass(1)
    expect(placed).toHaveLength(3)
    endCall(placed[2]?.callId as number)
    await pass(3_600_000)
    expect(placed).toHaveLength(3)
    expect(store.tables.numbers.get(1)?.usedCount).toBe(2)
  })
})

const placedFor = (organizationId: number) => placed.filter((claimed) => claimed.organizationId === organizationId)

function endCall(callId: number): void {
  void loop.report(callId, {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 1,
    cause: 'done',
    endedBy: 'callee',
  })
}

describe('many calls at a time', () => {
  const end = (claimed: ClaimedCall) => endCall(claimed.callId)

  beforeEach(async () => {
    addOrganization(1, 200)
    for (const table of [store.tables.organizations, store.tables.campaigns]) {
      const row = table.get(1) as { maxConcurrency: number }
      row.maxConcurrency = 60
    }
    loop.wake(1)
    await pass(20)
    expect(placed).toHaveLength(60)
    placed.length = 0
  })

  test('one end is answered by the next dial at once', async () => {
    const [first] = [...store.tables.liveCalls.values()]
    end({ callId: first?.id } as ClaimedCall)
    await pass(1)
    expect(placed).toHaveLength(1)
  })

  test('ends that come briskly share transactions, and whoever comes alone afterwards is answered at once', async () => {
    const ids = [...store.tables.liveCalls.keys()]
    for (const callId of ids.splice(0, 16)) end({ callId } as ClaimedCall)
    await pass(5)
    store.weather.opened.length = 0
    placed.length = 0
    for (let ms = 0; ms < 3; ms++) {
      for (const callId of ids.splice(0, 4)) end({ callId } as ClaimedCall)
      await pass(1)
    }
    await pass(1)
    expect(placed).toHaveLength(12)
    expect(store.weather.opened).toHaveLength(1)
    await pass(60)
    end({ callId: ids.shift() } as ClaimedCall)
    await pass(1)
    expect(placed).toHaveLength(13)
  })

  test('when enough have ended nobody waits for more', async () => {
    const ids = [...store.tables.liveCalls.keys()]
    for (const callId of ids.splice(0, 16)) end({ callId } as ClaimedCall)
    await pass(5)
    placed.length = 0
    for (const callId of ids.splice(0, 25)) end({ callId } as ClaimedCall)
    await pass(1)
    expect(placed).toHaveLength(25)
  })
})

test('a slot that stays free is told of for its own organization, whatever others of the same transaction claim', async () => {
  addOrganization(1, 5)
  addOrganization(2, 6)
  loop.wake(1)
  loop.wake(2)
  await pass(20)
  expect([placedFor(1).length, placedFor(2).length]).toEqual([5, 5])
  expect(slotsLeft).toEqual([])
  const ended = {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 1,
    cause: 'done',
    endedBy: 'callee',
  } as const
  for (const id of [1, 2]) void loop.report(placedFor(id)[0]?.callId as number, ended)
  await pass(20)
  expect(placedFor(2)).toHaveLength(6)
  expect(slotsLeft).toEqual([1])
})

describe('one organization', () => {
  test('whose lock somebody holds is left out, and served as soon as it is free', async () => {
    addOrganization(1, 3)
    addOrganization(2, 3)
    store.weather.held.add(1)
    loop.wake(1)
    loop.wake(2)
    await pass(1)
    expect([placedFor(1).length, placedFor(2).length]).toEqual([0, 3])
    store.weather.held.clear()
    await pass(10)
    expect(placedFor(1)).toHaveLength(3)
  })

  test('whose reports cannot be written keeps no other waiting', async () => {
    addOrganization(1, 3)
    addOrganization(2, 3)
    loop.wake(1)
    loop.wake(2)
    await pass(1)
    store.weather.failing.add(1)
    const settled: number[] = []
    const end = (claimed: ClaimedCall) =>
      loop
        .report(claimed.callId, {
          kind: 'ended',
          as: 'completed',
          permanent: false,
          durationSeconds: 1,
          cause: 'done',
          endedBy: 'callee',
        })
        .then(() => settled.push(claimed.organizationId))
    for (const claimed of [...placed]) void end(claimed)
    await pass(120)
    expect(settled).toEqual([2, 2, 2])
    store.weather.failing.clear()
    await pass(2000)
    expect(settled.filter((id) => id === 1)).toHaveLength(3)
  })

  test('shares a transaction with few others: a hundred that wake at once do not wait for one long one', async () => {
    for (let id = 1; id <= 100; id++) addOrganization(id, 1)
    for (let id = 1; id <= 100; id++) loop.wake(id)
    await pass(50)
    expect(placed).toHaveLength(100)
    expect(Math.max(...store.weather.opened.map(({ organizationIds }) => organizationIds.length))).toBe(8)
  })

  test.each([
    ['without calling rules', () => {}],
    ['under calling rules', setRules],
  ])(
    '%s, whose calls end one by one, shares transactions with many others, where all together end many',
    async (rules, prepare) => {
      const organizations = 60
      for (let id = 1; id <= organizations; id++) addOrganization(id, 20)
      for (let id = 1; id <= organizations; id++) prepare(id)
      for (let id = 1; id <= organizations; id++) loop.wake(id)
      await pass(50)
      expect(placed).toHaveLength(5 * organizations)
      const endOneOfEach = (ids: readonly number[]) => {
        for (const id of ids) {
          const [call] = [...store.tables.liveCalls.values()].filter(({ organizationId }) => organizationId === id)
          endCall(call?.id as number)
        }
      }
      const all = Array.from({ length: organizations }, (_, index) => index + 1)
      // The first ends show the rate.
      endOneOfEach(all.slice(0, 20))
      await pass(20)
      store.weather.opened.length = 0
      store.weather.looks.length = 0
      placed.length = 0
      for (let from = 0; from < organizations; from += 10) {
        endOneOfEach(all.slice(from, from + 10))
        await pass(1)
      }
      await pass(10)
      expect(placed).toHaveLength(organizations)
      const sizes = store.weather.opened.map(({ organizationIds }) => organizationIds.length)
      expect(Math.max(...sizes)).toBeGreaterThan(8)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(32)
      expect(sizes.length).toBeLessThanOrEqual(4)
      // Under calling rules, a transaction reads the contacts of all its organizations at a time.
      expect(store.weather.looks).toEqual(rules === 'under calling rules' ? sizes : [])
      // Each organization freed one slot, so the claim reads few contacts of each.
      expect(Math.max(...store.weather.opened.map(({ claim }) => claim?.limit ?? 0))).toBe(2)
      // Afterwards one that comes alone does not wait.
      await pass(60)
      endOneOfEach([7])
      await pass(1)
      expect(placed).toHaveLength(organizations + 1)
    },
  )

  test('that only waits for its retries is not looked at again and again', async () => {
    addOrganization(1, 1)
    addOrganization(2, 3)
    const [contact] = [...store.tables.contacts.values()]
    if (contact) store.tables.contacts.set(contact.id, { ...contact, nextAttemptAtMs: START + 60_000, dials: 1 })
    loop.wake(1)
    await pass(1)
    expect(store.tables.campaigns.get(1)?.nextDueAtMs).toBe(START + 60_000)
    await pass(59_990)
    expect(placedFor(1)).toHaveLength(0)
    await pass(20)
    expect(placedFor(1)).toHaveLength(1)
  })
})

test('the first end after a start of the node sets an alarm for the retries of the others', async () => {
  addOrganization(1, 1)
  const { tables } = store
  const organization = tables.organizations.get(1)
  if (organization) tables.organizations.set(1, { ...organization, maxConcurrency: 1 })
  const [first] = [...tables.contacts.values()] as [MemoryContact]
  const dueAtMs = START + 10_000
  tables.contacts.set(7, {
    ...first,
    id: 7,
    campaignId: 2,
    phoneNumber: '+15550007',
    nextAttemptAtMs: dueAtMs,
    dials: 1,
  })
  tables.campaigns.set(2, { ...(tables.campaigns.get(1) as CampaignRow), id: 2, nextDueAtMs: dueAtMs })
  loop.wake(1)
  await pass(1000)
  expect(placed.map(({ stored }) => stored?.contactId)).toEqual([first.id])
  await loop.stop()
  loop = openLoop('after the restart')
  endCall(placed[0]?.callId as number)
  await pass(8900)
  expect(placed).toHaveLength(1)
  await pass(200)
  expect(placed.map(({ stored }) => stored?.contactId)).toEqual([first.id, 7])
})

test('retries of a node that is gone get an alarm with the first end after it', async () => {
  addOrganization(1, 2)
  const { tables } = store
  const organization = tables.organizations.get(1)
  if (organization) tables.organizations.set(1, { ...organization, maxConcurrency: 1 })
  const [first] = [...tables.contacts.values()] as [MemoryContact]
  loop.wake(1)
  await pass(1000)
  endCall(placed[0]?.callId as number)
  await pass(1000)
  expect(placed).toHaveLength(2)
  // Another node plans a retry of another campaign, and is gone.
  const dueAtMs = START + 10_000
  tables.contacts.set(7, {
    ...first,
    id: 7,
    campaignId: 2,
    phoneNumber: '+15550007',
    nextAttemptAtMs: dueAtMs,
    dials: 1,
  })
  tables.campaigns.set(2, {
    ...(tables.campaigns.get(1) as CampaignRow),
    id: 2,
    state: 'running',
    nextDueAtMs: dueAtMs,
  })
  loop.lookAtAllAnew()
  await pass(1000)
  endCall(placed[1]?.callId as number)
  await pass(6900)
  expect(placed).toHaveLength(2)
  await pass(200)
  expect(placed.map(({ stored }) => stored?.contactId).at(-1)).toBe(7)
})

describe('a claim', () => {
  test('does not go by a time that the database had before its clock was put back', async () => {
    addOrganization(1, 2)
    let doubts = 0
    let aheadMs = 60_000
    loop = openLoop('node', {
      now: () => time.now() + aheadMs,
      doubtTime: () => {
        doubts++
      },
      knowsTime: () => doubts === 0 || aheadMs === 0,
    })
    loop.wake(1)
    await pass(5000)
    expect(placed).toEqual([])
    expect(doubts).toBe(1)
    aheadMs = 0
    loop.timeKnown()
    await pass(100)
    expect(placed).toHaveLength(2)
  })

  test('whose commit is in doubt was never sent, and is given back at once', async () => {
    addOrganization(1, 2)
    store.weather.commitsInDoubt = 1
    loop.wake(1)
    await pass(500)
    // The two of the lost answer have gone back, and were claimed anew.
    expect(placedFor(1)).toHaveLength(2)
    expect([...store.tables.liveCalls.keys()].sort()).toEqual(placed.map((claimed) => claimed.callId).sort())
    expect(store.tables.organizations.get(1)?.liveCalls).toBe(2)
  })

  test('that was lost with the server takes nothing from one that another node made of its id in the same instant', async () => {
    addOrganization(1, 2)
    store.weather.commitsLost = 1
    loop.wake(1)
    const other = openLoop('other')
    await pass(0)
    other.wake(1)
    await pass(500)
    // Given back by the first node, these two would be called while they ring.
    expect(placed.map((claimed) => claimed.callId)).toEqual([1, 2])
    expect([...store.tables.liveCalls.values()].map((call) => call.nodeId)).toEqual(['other', 'other'])
  })

  test('that was lost with the server takes nothing from the one that got its id afterwards', async () => {
    addOrganization(1, 2)
    store.weather.commitsLost = 1
    loop.wake(1)
    await pass(1)
    expect(placed).toEqual([])
    const other = openLoop('other')
    other.wake(1)
    await pass(500)
    // Given back by the first node, these two would be called while they ring.
    expect(placed.map((claimed) => claimed.callId)).toEqual([1, 2])
    expect([...store.tables.liveCalls.values()].map((call) => call.nodeId)).toEqual(['other', 'other'])
  })

  test('goes by the time at which it got its locks, not by the time at which it asked for them', async () => {
    addOrganization(1, 2, SCHEDULE)
    await pass(59_500)
    store.weather.openTakesMs = 1000
    loop.wake(1)
    await pass(1500)
    expect(placed).toEqual([])
  })
})

describe('a call that has shown life', () => {
  test.each([
    { kind: 'later' as const, reason: 'the gateway answered 503' },
    { kind: 'halt' as const, reason: 'no credit' },
    { kind: 'returned' as const },
    { kind: 'refused' as const, permanent: true, reason: 'no such number' },
  ])('is not given back by $kind', async (report) => {
    addOrganization(1, 1)
    loop.wake(1)
    await pass(1)
    const { callId } = placed[0] as ClaimedCall
    void loop.report(callId, { kind: 'answered' })
    await pass(50)
    void loop.report(callId, report)
    await pass(50)
    expect(store.tables.liveCalls.get(callId)?.state).toBe('answered')
    expect(placed).toHaveLength(1)
  })
})

describe('a campaign in which only people are left whom a rule bars for ever', () => {
  const barred = (contactId: number): void => {
    const { organizationId, phoneNumber } = store.tables.contacts.get(contactId) as MemoryContact
    store.tables.attempts.set(-contactId, {
      callId: -contactId,
      organizationId,
      phoneNumber,
      atMs: START - 86_400_000,
      policyVersion: '1',
      what: 'conversation',
      refused: true,
      personId: null,
    })
  }
  const campaign = () => store.tables.campaigns.get(1) as CampaignRow
  const contact = (id: number) => store.tables.contacts.get(id)

  const begin = (contacts: number) => {
    addOrganization(1, contacts)
    setRules(1, { hours_floor: 'off', cooldowns: [{ after: 'refusal', hours: 'forever' }] })
  }

  test('completes as soon as the last of them is held', async () => {
    begin(2)
    barred(1000)
    barred(1001)
    loop.wake(1)
    await pass(1000)
    expect(placed).toEqual([])
    expect([contact(1000), contact(1001)]).toMatchObject(
      [1, 2].map(() => ({ state: 'done', outcome: 'canceled', heldBy: 'cooldown' })),
    )
    expect(campaign()).toMatchObject({ state: 'completed', processedRows: 2, outcomes: { canceled: 2 } })
  })

  test('completes when its last call ends', async () => {
    begin(2)
    barred(1000)
    loop.wake(1)
    await pass(60_000)
    expect(placed).toHaveLength(1)
    expect([campaign().state, contact(1000)?.state]).toEqual(['running', 'pending'])
    endCall(placed[0]?.callId as number)
    await pass(1000)
    expect(campaign()).toMatchObject({ state: 'completed', processedRows: 2, outcomes: { answered: 1, canceled: 1 } })
  })

  test('finishes and counts each of them once, also one on the do-not-call list', async () => {
    begin(2)
    barred(1000)
    barred(1001)
    const second = contact(1001) as MemoryContact
    store.tables.contacts.set(1001, { ...second, nextAttemptAtMs: START + 60_000 })
    store.tables.suppressions.add(suppressionKey(1, second.phoneNumber))
    loop.wake(1)
    await pass(1000)
    expect(campaign().state).toBe('running')
    await pass(60_000)
    expect(campaign()).toMatchObject({ state: 'completed', processedRows: 2, outcomes: { canceled: 2 } })
  })

  test('of many is finished in portions, one right after the other', async () => {
    begin(250)
    for (let id = 1000; id < 1250; id++) barred(id)
    loop.wake(1)
    await pass(2000)
    expect(campaign()).toMatchObject({ state: 'completed', processedRows: 250 })
  })

  test('waits for a person who may be called another day, and is not looked at again and again meanwhile', async () => {
    begin(3)
    barred(1000)
    const waiting = contact(1001) as MemoryContact
    store.tables.contacts.set(1001, { ...waiting, nextAttemptAtMs: NEVER_MS, heldBy: 'consent' })
    loop.wake(1)
    await pass(1000)
    endCall(placed[0]?.callId as number)
    await pass(1000)
    const before = looks()
    await pass(3_600_000)
    expect(looks()).toBe(before)
    expect([campaign().state, contact(1000)?.state]).toEqual(['running', 'pending'])
  })
})

describe('after the clock of the database was put back by two hours', () => {
  const configuration = () => store.tables.configurations.get(1) as ConfigurationRow

  beforeEach(() => {
    addOrganization(1, 2)
    store.tables.configurations.set(1, { ...configuration(), backoffUntilMs: START + 7_190_000, backoffs: 1 })
  })

  test('a back-off that ended before the step holds nobody', async () => {
    loop.wake(1)
    await pass(100)
    expect(placed).toHaveLength(2)
    expect(configuration().backoffUntilMs).toBeNull()
  })

  test('a carrier that says later is left alone as always', async () => {
    loop.wake(1)
    await pass(100)
    const [claimed] = placed as [ClaimedCall]
    void loop.report(claimed.callId, { kind: 'later', reason: '429' })
    await pass(100)
    expect(configuration().backoffUntilMs).toBeLessThanOrEqual(time.now() + 60_000)
    expect(placed).toHaveLength(2)
    await pass(60_000)
    expect(placed).toHaveLength(3)
  })
})

describe('a breaker', () => {
  const deps = () => ({
    campaigns: campaignsOver(store, time),
    clock: time,
    dialer: { wake: (id: number) => loop.wake(id), awaitNoUnplaced: async () => {}, now: () => time.now() },
  })
  const fail = async (calls: readonly ClaimedCall[]) => {
    for (const { callId } of calls)
      void loop.report(callId, { kind: 'refused', permanent: false, reason: 'not this one' })
    await pass(5)
  }
  const stateOf = () => store.tables.campaigns.get(1)?.state

  test('that tripped counts from nothing when the campaign is resumed, within the same second too', async () => {
    addOrganization(1, 20)
    const campaign = store.tables.campaigns.get(1)
    if (campaign) store.tables.campaigns.set(1, { ...campaign, breaker: BREAKER })
    loop.wake(1)
    await pass(1)
    await fail(placed.splice(0))
    expect(stateOf()).toBe('paused')
    expect(store.tables.logs.map(({ event }) => event)).toContain('circuit_breaker_tripped')
    const resumed = startCampaign(deps(), { organizationId: 1, author: 'test' }, 1, 'resume')
    await pass(20)
    await resumed
    const claimed = placed.splice(0)
    expect(claimed).toHaveLength(5)
    await fail(claimed.slice(0, BREAKER.min_calls_in_window - 1))
    expect(stateOf()).toBe('running')
    expect(time.now() - START).toBeLessThan(1000)
    await fail(claimed.slice(-1))
    expect(stateOf()).toBe('paused')
  })
})

test('a node settles the first report about its own claim without reading the call, unless somebody else has changed it', async () => {
  addOrganization(1, 3)
  const elsewhere = openLoop('elsewhere')
  loop.wake(1)
  await pass(100)
  const [quiet, answered, progressed] = placed.map(({ callId }) => callId) as [number, number, number]
  void elsewhere.report(answered, { kind: 'answered' })
  void loop.report(progressed, { kind: 'ringing' })
  await pass(500)
  store.weather.opened = []
  for (const callId of [quiet, answered, progressed]) {
    const unanswered = {
      kind: 'ended',
      as: 'no_answer',
      permanent: false,
      durationSeconds: null,
      endedBy: null,
    } as const
    void loop.report(callId, { ...unanswered, cause: 'no answer' })
  }
  await pass(500)
  const [asked] = store.weather.opened as [OpeningSnapshotRequest]
  expect(asked.claimedCalls?.map(({ id }) => id)).toEqual([quiet, answered])
  expect(asked.callIds).toEqual([progressed])
  const outcomes = [quiet, answered, progressed].map((callId) => store.tables.calls.get(callId)?.outcome)
  expect(outcomes).toEqual(['no_answer', 'answered', 'no_answer'])
})

describe('a report from outside', () => {
  test('is made fit to be written down, whatever it holds', () => {
    const poison = {
      kind: 'ended' as const,
      as: 'completed' as const,
      permanent: false,
      durationSeconds: 1e12,
      cause: `a\0b${'\ud800'}${'x'.repeat(5000)}`,
      endedBy: null,
    }
    const { report, providerCallId } = sanitizeReport({ callId: 1, report: poison, providerCallId: 'id\0' })
    expect(providerCallId).toBe('id')
    const { durationSeconds, cause } = report as typeof poison
    expect(durationSeconds).toBeLessThan(2 ** 31)
    expect(cause).toHaveLength(499)
    expect(cause.startsWith('ab\ufffd')).toBe(true)
    const strange = { ...poison, durationSeconds: Number.NaN }
    expect(sanitizeReport({ callId: 1, report: strange, providerCallId: null }).report).toMatchObject({
      durationSeconds: null,
    })
  })
})
