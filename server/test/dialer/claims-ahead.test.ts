/** Claims ahead of free slots: people on deck are dialed when a call ends, and never while a limit or an order forbids it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyPolicyChange, storePolicy } from '../../simulation/memory-policies.ts'
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { readZoneSet, zoneSetName, zonesOfContact } from '../../src/addresses/rules/zones-of-contact.ts'
import type { ClaimedCall } from '../../src/dialer/claimed-call.ts'
import { DialLoop } from '../../src/dialer/dial-loop.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import { PolicyCache } from '../../src/dialer/policy-cache.ts'
import { DatabaseUnavailable, type DialerTransaction, type DueInZones } from '../../src/dialer/store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { NEW_ORGANIZATION_POLICY } from '../../src/policies/default-policy.ts'
import type { NumberCheck } from '../../src/policies/rules/number-check.ts'
import { policyInput, WEEKDAYS } from '../../src/policies/rules/policy.ts'
import { BREAKER, campaignFigures, RETRY } from './store-fixture.ts'

const START = Date.parse('2026-11-16T10:00:00Z')
const LIMIT = 8
const CONTACTS = 200
const SETTINGS = { ends: 3, withinMs: 300, ageMs: 1000, restMs: 20 }

class SlowStore extends MemoryDialerStore {
  /** The answer of the number check about everybody; null: none yet. */
  check: NumberCheck | null = null
  commitsInDoubt = 0
  takesMs = 0
  beginsAfterMs = 0
  readonly #time: VirtualTime

  constructor(time: VirtualTime) {
    super(() => time.now())
    this.#time = time
  }

  override async transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const wait = (ms: number) => new Promise<void>((resolve) => (ms > 0 ? this.#time.after(ms, resolve) : resolve()))
    const result = await super.transaction(async (tx) => {
      await wait(this.beginsAfterMs)
      return work(this.check ? withCheck(tx, this.check) : tx)
    })
    await wait(this.takesMs)
    if (this.commitsInDoubt === 0) return result
    this.commitsInDoubt--
    throw new DatabaseUnavailable('the connection broke at the commit')
  }
}

function withCheck(tx: DialerTransaction, check: NumberCheck): DialerTransaction {
  return new Proxy(tx, {
    get(target, name: keyof DialerTransaction) {
      if (name !== 'dueInZones') return typeof target[name] === 'function' ? target[name].bind(target) : target[name]
      return async (requests: readonly DueInZones[]) => {
        const due = await target.dueInZones(requests)
        return due.map((found) => found.map((contact) => ({ ...contact, history: { ...contact.history, check } })))
      }
    },
  })
}

let time: VirtualTime
let store: SlowStore
let loop: DialLoop
/** Calls on the line, as the carrier knows them. */
let onLine: ClaimedCall[]
let mostOnLine: number
let isAlone: boolean
let isDraining: boolean

function openLoop(claimsAhead: typeof SETTINGS | null, nodeId = 'node'): DialLoop {
  return new DialLoop({
    store,
    clock: time,
    log: silentLog,
    nodeId,
    metrics: noMetrics,
    now: () => time.now(),
    knowsTime: () => true,
    doubtTime: () => {},
    mayClaim: () => !isDraining,
    claimsAhead,
    mayClaimAhead: () => isAlone,
    policies: new PolicyCache(),
    agentExpected: () => false,
    room: { left: () => Number.POSITIVE_INFINITY, taken: () => {}, ended: () => {} },
    place: (claimed) => {
      onLine.push(claimed)
      mostOnLine = Math.max(mostOnLine, onLine.length)
      void loop.report(claimed.callId, { kind: 'placed', providerCallId: null })
    },
    slotsLeft: () => {},
    appended: () => {},
  })
}

const campaign = () => store.tables.campaigns.get(1) as NonNullable<ReturnType<typeof store.tables.campaigns.get>>
const pass = (ms: number) => time.run(time.now() + ms, () => false)
const onDeck = () => loop.decks.waiting(1)
const liveRows = () => [...store.tables.liveCalls.values()]

function end(claimed: ClaimedCall | undefined, times = 1, at = loop): Promise<void> {
  onLine = onLine.filter((one) => one !== claimed)
  const report = { kind: 'ended', as: 'completed', permanent: false, durationSeconds: 1, cause: '', endedBy: 'callee' }
  const reports = Array.from({ length: times }, () => at.report(claimed?.callId as number, report as never))
  return Promise.all(reports).then(() => {})
}

/** Ends calls until the deck is full. */
async function fillDeck(): Promise<void> {
  loop.wake(1)
  await pass(20)
  for (let round = 0; round < LIMIT + 2; round++) {
    void end(onLine[0])
    await pass(30)
  }
}

beforeEach(() => {
  time = new VirtualTime(START)
  store = new SlowStore(time)
  onLine = []
  mostOnLine = 0
  isAlone = true
  isDraining = false
  loop = openLoop(SETTINGS)
  const { tables } = store
  tables.organizations.set(1, { id: 1, maxConcurrency: LIMIT, liveCalls: 0, policyVersion: 0 })
  tables.configurations.set(1, {
    id: 1,
    provider: 'simulator',
    callsPerSecond: 1000,
    ringTimeoutSeconds: 30,
    maxCallSeconds: 600,
    pacedUntilMs: null,
    account: { key: '1', callsPerSecond: 1000, pacedUntilMs: null },
    backoffUntilMs: null,
    backoffs: 0,
    failing: null,
  })
  tables.campaigns.set(
    1,
    newCampaignRow(1, {
      organizationId: 1,
      name: 'campaign',
      state: 'running',
      configurationId: 1,
      maxConcurrency: LIMIT,
      retry: RETRY,
      schedule: null,
      breaker: { ...BREAKER, enabled: false },
      ...campaignFigures(CONTACTS),
    }),
  )
  for (let index = 0; index < CONTACTS; index++) {
    tables.contacts.set(1000 + index, {
      id: 1000 + index,
      organizationId: 1,
      campaignId: 1,
      phoneNumber: `+1555${1000 + index}`,
      addressType: 'pstn',
      state: 'pending',
      nextAttemptAtMs: null,
      dials: 0,
      outcome: null,
      callerNumberId: null,
      finishedAtMs: null,
    })
  }
})

/** What the last report of a test set off must not reach the next one. */
afterEach(() => pass(0))

describe('while calls end briskly', () => {
  beforeEach(fillDeck)

  test('the next person is dialed before the end is written', async () => {
    expect(onDeck()).toBe(LIMIT)
    store.takesMs = 500
    void end(onLine[0])
    await pass(0)
    expect(onLine).toHaveLength(LIMIT)
    expect(onDeck()).toBe(LIMIT - 1)
    await pass(600)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('an end that is reported twice passes its slot on once', async () => {
    void end(onLine[0], 3)
    await pass(0)
    expect(onLine).toHaveLength(LIMIT)
    await pass(100)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('an end that is reported again while it is being written passes its slot on once', async () => {
    store.takesMs = 50
    const [first] = onLine
    const all = [...onLine]
    for (const claimed of all) void end(claimed)
    await pass(1)
    for (const claimed of [first, ...all]) void end(claimed)
    await pass(300)
    expect(mostOnLine).toBe(LIMIT)
    expect(onLine).toHaveLength(LIMIT)
  })

  test('ends that are reported while a transaction runs leave the deck as it is', async () => {
    store.beginsAfterMs = 50
    const waiting = liveRows().filter(({ state }) => state === 'claimed')
    const [first, second, third] = onLine
    void end(first)
    await pass(30)
    void end(second)
    void end(third)
    await pass(25)
    expect(onLine).toHaveLength(LIMIT)
    expect(onDeck()).toBeGreaterThanOrEqual(LIMIT - 3)
    expect(waiting.slice(0, 3).map(({ id }) => id)).toEqual(onLine.slice(-3).map(({ callId }) => callId))
    await pass(200)
    expect(onDeck()).toBe(LIMIT)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('ends that find the deck empty take over what the transaction under way brings', async () => {
    store.takesMs = 50
    for (const claimed of [...onLine]) void end(claimed)
    await pass(1)
    for (const claimed of [...onLine]) void end(claimed)
    await pass(1)
    expect(onLine).toHaveLength(0)
    await pass(60)
    expect(onLine).toHaveLength(LIMIT)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('a person on deck returns to the queue with no attempt spent, if no call ends for a while', async () => {
    const contactId = liveRows().at(-1)?.contactId as number
    await pass(SETTINGS.ageMs + 50)
    expect(onDeck()).toBe(0)
    expect(store.tables.contacts.get(contactId)).toMatchObject({ state: 'pending', dials: 0 })
    expect(liveRows()).toHaveLength(LIMIT)
    expect(campaign().liveCalls).toBe(LIMIT)
    expect(onLine).toHaveLength(LIMIT)
  })

  test('a change of the organization returns the deck, and a lowered limit holds from then on', async () => {
    const organization = store.tables.organizations.get(1) as { maxConcurrency: number }
    organization.maxConcurrency = 2
    loop.reconsider(1)
    expect(onDeck()).toBe(0)
    for (const claimed of [...onLine]) void end(claimed)
    await pass(200)
    expect(onLine).toHaveLength(2)
  })

  test('a pause returns the deck, also what a transaction under way claims for it', async () => {
    store.takesMs = 40
    void end(onLine[0])
    await pass(30)
    const before = onLine.length
    campaign().state = 'paused'
    await Promise.all([loop.decks.revokeCampaign(1), pass(200)])
    expect(onDeck()).toBe(0)
    expect(liveRows().filter(({ state }) => state === 'claimed')).toEqual([])
    for (const claimed of [...onLine]) void end(claimed)
    await pass(200)
    expect(onLine).toHaveLength(0)
    expect(before).toBeLessThanOrEqual(LIMIT)
  })

  test('a stop returns every person on deck', async () => {
    isDraining = true
    await Promise.all([loop.decks.revokeAll(), pass(50)])
    await Promise.all([loop.stop(), pass(50)])
    expect(liveRows()).toHaveLength(LIMIT)
    expect(liveRows().every(({ state }) => state === 'dialing')).toBe(true)
  })

  test('a person on deck who calls in is not dialed', async () => {
    const waiting = liveRows().filter(({ state }) => state === 'claimed')
    expect(waiting).toHaveLength(LIMIT)
    expect(loop.decks.withdraw(waiting[0]?.id as number)).toBe(true)
    expect(onDeck()).toBe(LIMIT - 1)
    await pass(50)
    expect(liveRows().some(({ id }) => id === waiting[0]?.id)).toBe(false)
  })

  test('a commit in doubt returns the deck, and no slot of an earlier call is passed on', async () => {
    store.commitsInDoubt = 1
    void end(onLine[0])
    await pass(25)
    expect(onDeck()).toBe(0)
    await pass(3000)
    expect(mostOnLine).toBe(LIMIT)
    expect(campaign().liveCalls).toBe(liveRows().length)
  })

  test('another node ends it: the deck is returned, and slots wait for transactions', async () => {
    store.tables.nodes.set('other', { leaseUntilMs: time.now() + 5000 })
    void end(onLine[0])
    await pass(100)
    expect(onDeck()).toBe(0)
    store.takesMs = 20
    void end(onLine[0])
    await pass(10)
    expect(onLine).toHaveLength(LIMIT - 1)
    await pass(50)
    expect(onLine).toHaveLength(LIMIT)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('another node that came and went while this one stood still has used the slots of the ends that it settled', async () => {
    const [first] = onLine
    await store.heartbeat('other', 5000)
    void end(first, 1, openLoop(null, 'other'))
    await pass(50)
    await store.leave('other')
    const briskly = async () => {
      for (let round = 0; round < LIMIT + 2; round++) {
        void end(onLine[0])
        await pass(30)
      }
    }
    await briskly()
    expect(onLine).toHaveLength(LIMIT)
    // The carrier reports it once more, to this node.
    void end(first)
    await pass(100)
    expect(mostOnLine).toBe(LIMIT)
    await pass(60_000)
    await briskly()
    expect(onDeck()).toBeGreaterThan(0)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('an end that may stop the campaign is settled before the next dial', async () => {
    const [first] = onLine
    onLine = onLine.slice(1)
    store.takesMs = 100
    const failed = { kind: 'ended', as: 'failed', permanent: true, durationSeconds: null, cause: 'x', endedBy: null }
    void loop.report(first?.callId as number, failed as never)
    await pass(10)
    expect(onLine).toHaveLength(LIMIT - 1)
  })
})

describe('nobody is on deck', () => {
  const plain = {
    'if it is switched off': () => {
      loop = openLoop(null)
    },
    'if the pace binds': () => {
      const configuration = store.tables.configurations.get(1) as { callsPerSecond: number }
      configuration.callsPerSecond = 20
    },
    'if the calling hours end soon': () => {
      const slot = { day_of_week: 0, start_time: '09:00', end_time: '10:01' }
      campaign().schedule = { enabled: true, timezone: 'UTC', slots: [slot] }
    },
    'if another campaign waits for slots too': () => {
      const { tables } = store
      tables.campaigns.set(2, { ...campaign(), id: 2, ...campaignFigures(CONTACTS), maxConcurrency: 1 })
      for (const contact of [...tables.contacts.values()])
        tables.contacts.set(contact.id + 5000, {
          ...contact,
          id: contact.id + 5000,
          campaignId: 2,
          phoneNumber: `${contact.phoneNumber}9`,
        })
    },
  }
  test.each(Object.entries(plain))('%s', async (_when, arrange) => {
    arrange()
    loop.wake(1)
    for (let round = 0; round < 30; round++) {
      await pass(10)
      if (onLine.length > 0) void end(onLine[0])
      expect(onDeck()).toBe(0)
    }
  })
})

/** Monday, 10:00 in London, where all contacts are. */
const openUntil = (end: string) => ({
  hours: Object.fromEntries(WEEKDAYS.map((day) => [day, [{ start: '08:00', end }]])),
})

function setRules(policy: object): void {
  const { tables } = store
  storePolicy(tables, 1, null, policyInput.parse(policy))
  applyPolicyChange(tables, 1, time.now())
}

/** Rules apply through a carrier that reaches people. */
function moveToLondon(): void {
  const { tables } = store
  const configuration = tables.configurations.get(1) as { provider: string }
  configuration.provider = 'twilio'
  for (const contact of [...tables.contacts.values()]) {
    const phoneNumber = `+447400${100_000 + contact.id}`
    const name = zoneSetName(zonesOfContact(phoneNumber, {}))
    tables.zoneSets.set(1, readZoneSet(name))
    tables.contacts.set(contact.id, { ...contact, phoneNumber, zonesId: 1 })
  }
}

const namePersons = () => {
  const { contacts } = store.tables
  for (const contact of [...contacts.values()]) contacts.set(contact.id, { ...contact, personId: `${contact.id}` })
}

const contactsHeld = () => [...store.tables.contacts.values()].flatMap(({ heldBy }) => heldBy ?? [])

describe('under calling rules', () => {
  beforeEach(moveToLondon)

  const allowing = {
    'the rules of a new organization': NEW_ORGANIZATION_POLICY,
    'hours that end in an hour, a cap and a gap': {
      ...openUntil('11:00'),
      caps: [{ max: 1, hours: 24 }],
      least_gap_minutes: 5,
    },
  }
  test.each(Object.entries(allowing))('%s leave people on deck', async (_what, policy) => {
    setRules(policy)
    await fillDeck()
    expect(onDeck()).toBe(LIMIT)
    store.takesMs = 500
    void end(onLine[0])
    await pass(0)
    expect(onLine).toHaveLength(LIMIT)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('hours alone leave people on deck although the list names the person of each', async () => {
    namePersons()
    setRules(openUntil('21:00'))
    await fillDeck()
    expect(onDeck()).toBe(LIMIT)
  })

  const preventing = {
    'if the hours where the person is end soon': () => setRules(openUntil('10:01')),
    'if a suspension begins soon': () => {
      const suspension = { from: '2026-11-16T10:00:20Z', until: '2026-11-16T12:00:00Z', reason: 'a storm' }
      setRules({ suspensions: [suspension] })
    },
    'if the day ends soon, because packs begin and end by the day': async () => {
      await pass(Date.parse('2026-11-16T23:59:40Z') - START)
      setRules({ calls: { purpose: 'marketing' } })
    },
    'if the rules ask for a consent, which may be taken back': () => {
      for (const { phoneNumber } of store.tables.contacts.values())
        store.tables.consents.set(`1 ${phoneNumber}`, [
          { id: 1, kind: 'express_written', atMs: START - 1000, expiresMs: null, source: 'a form' },
        ])
      setRules({ consent: { any_of: ['express_written'], records: 'required' } })
    },
    'if a service is asked about each number': () => {
      store.check = { verdict: 'allowed', atMs: START, reason: null }
      setRules({ number_check: { url: 'https://checks.example/', on_failure: 'call' } })
    },
    'if limits count the calls to all numbers of a person': () => {
      namePersons()
      setRules({ cooldowns: [{ after: 'conversation', hours: 1 }] })
    },
    'if an appointment that lifts a pause ends soon': () => {
      const askedForMs = START - 24 * 3_600_000 + 20_000
      for (const [index, contact] of [...store.tables.contacts.values()].entries()) {
        store.tables.contacts.set(contact.id, { ...contact, outcome: 'answered', nextAttemptAtMs: askedForMs })
        const call = {
          callId: -index - 1,
          organizationId: 1,
          phoneNumber: contact.phoneNumber,
          atMs: START - 25 * 3_600_000,
        }
        const made = { ...call, policyVersion: '1', refused: false, inbound: false, personId: null }
        store.tables.attempts.set(call.callId, { ...made, what: 'conversation' })
      }
      setRules({ cooldowns: [{ after: 'conversation', hours: 720 }] })
    },
  }
  test.each(Object.entries(preventing))('nobody is on deck %s', async (_when, arrange) => {
    await arrange()
    loop.wake(1)
    for (let round = 0; round < 30; round++) {
      await pass(10)
      if (onLine.length > 0) void end(onLine[0])
      expect(onDeck()).toBe(0)
    }
    await pass(20)
    expect(onLine).toHaveLength(LIMIT)
  })

  test('the deck is returned half a minute before nobody may be dialed any more, and limits of the claim hold', async () => {
    setRules(openUntil('10:02'))
    // From 10:01:30 on a phone could ring after the end of the hours.
    const marginMs = START + 60_000
    loop.wake(1)
    await pass(58_000)
    let most = 0
    while (time.now() < marginMs + 4000) {
      void end(onLine[0])
      await pass(40)
      if (time.now() < marginMs) most = Math.max(most, onDeck())
      if (time.now() > marginMs + 100) expect(onDeck()).toBe(0)
      expect(onLine).toHaveLength(LIMIT)
    }
    expect(most).toBe(LIMIT)
    expect(mostOnLine).toBe(LIMIT)
  })

  test('claims on deck from before a change of the rules are returned by the next transaction, although nobody reports the change', async () => {
    setRules(openUntil('21:00'))
    await fillDeck()
    const before = new Set(liveRows().map(({ id }) => id))
    setRules({ ...openUntil('21:00'), caps: [{ max: 2, hours: 24 }] })
    void end(onLine[0])
    await pass(40)
    const undialed = liveRows().filter(({ id, state }) => state === 'claimed' && before.has(id))
    expect(undialed).toEqual([])
    const newest = onLine.at(-1)?.callId as number
    for (const claimed of [...onLine]) void end(claimed)
    await pass(100)
    const later = onLine.filter(({ callId }) => callId > newest)
    expect(later).toHaveLength(LIMIT)
    expect(later.map(({ callId }) => store.tables.attempts.get(callId)?.policyVersion)).toEqual(later.map(() => '2'))
    await fillDeck()
    expect(onDeck()).toBe(LIMIT)
  })

  test('a claim that is returned from the deck does not count for limits, and one that is dialed counts once', async () => {
    setRules({ ...openUntil('21:00'), caps: [{ max: 1, hours: 24 }] })
    await fillDeck()
    await pass(SETTINGS.ageMs + 50)
    expect(onDeck()).toBe(0)
    const dialed = [...store.tables.calls.values()].filter(({ placedAtMs }) => placedAtMs !== null)
    expect([...store.tables.attempts.values()].map(({ callId }) => callId).sort()).toEqual(
      dialed.map(({ id }) => id).sort(),
    )
    await fillDeck()
    expect(onDeck()).toBe(LIMIT)
    expect(contactsHeld()).toEqual([])
    const numbers = [...store.tables.attempts.values()].map(({ phoneNumber }) => phoneNumber)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('another contact with the number of a returned claim is not held by a call that was not made', async () => {
    setRules({ ...openUntil('21:00'), caps: [{ max: 1, hours: 24 }] })
    await fillDeck()
    const { contacts } = store.tables
    const returned = liveRows().filter(({ state }) => state === 'claimed')
    for (const [index, { contactId }] of returned.entries()) {
      const contact = contacts.get(contactId as number) as NonNullable<ReturnType<typeof contacts.get>>
      contacts.set(500 + index, { ...contact, id: 500 + index, state: 'pending', nextAttemptAtMs: null })
    }
    loop.reconsider(1)
    await pass(50)
    expect(onDeck()).toBe(LIMIT)
    expect(contactsHeld()).not.toContain('cap')
  })
})
