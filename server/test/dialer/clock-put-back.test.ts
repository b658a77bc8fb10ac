/** The clock of the database is put back: contacts do not wait for times that were computed by the clock before. */
import { expect, test } from 'vitest'
import { storePolicy } from '../../simulation/memory-policies.ts'
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import type { MemoryContact } from '../../simulation/memory-tables.ts'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { readZoneSet } from '../../src/addresses/rules/zones-of-contact.ts'
import type { SingleCallOrder } from '../../src/dialer/claim-single-call.ts'
import { Dialer } from '../../src/dialer/dialer.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import type { CampaignRow, DialerTransaction } from '../../src/dialer/store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { BREAKER, campaignFigures, RETRY } from './store-fixture.ts'

const HOUR_MS = 3_600_000
const TWENTY_PAST_EIGHT = Date.parse('2026-11-16T20:20:00Z')
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

class Store extends MemoryDialerStore {
  /** Another transaction has the locks of the organizations. */
  isHeld = false
  /** Number of transactions that asked for the lock of an organization. */
  opened = 0

  override transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const open: DialerTransaction['open'] = (request) => {
        this.opened++
        return tx.open({ ...request, organizationIds: this.isHeld ? [] : request.organizationIds })
      }
      return work(
        new Proxy(tx, {
          get(target, name) {
            if (name === 'open') return open
            const value = Reflect.get(target, name, target) as unknown
            return typeof value === 'function' ? value.bind(target) : value
          },
        }),
      )
    })
  }
}

/** Calls are allowed until nine in the evening; the clock is an hour ahead, and shows twenty past nine. */
async function anHourAhead({ isAlwaysAllowed = false } = {}) {
  const time = new VirtualTime(TWENTY_PAST_EIGHT)
  const clock = { aheadMs: HOUR_MS }
  const store = new Store(() => time.now() + clock.aheadMs)
  const { tables } = store
  tables.organizations.set(1, { id: 1, maxConcurrency: 5, liveCalls: 0, policyVersion: isAlwaysAllowed ? 0 : 1 })
  tables.configurations.set(1, {
    id: 1,
    provider: 'twilio',
    callsPerSecond: 10,
    ringTimeoutSeconds: 30,
    maxCallSeconds: 600,
    pacedUntilMs: null,
    account: { key: '1', callsPerSecond: 10, pacedUntilMs: null },
    backoffUntilMs: null,
    backoffs: 0,
    failing: null,
  })
  tables.zoneSets.set(1, readZoneSet('number|GB@Europe/London'))
  const hours = Object.fromEntries(DAYS.map((day) => [day, [{ start: '08:00', end: '21:00' }]]))
  storePolicy(tables, 1, null, policyInput.parse({ hours }))
  const settings = { maxConcurrency: 5, retry: RETRY, schedule: null, breaker: BREAKER }
  const made = { organizationId: 1, configurationId: 1, name: 'evening', state: 'running' as const }
  tables.campaigns.set(1, newCampaignRow(1, { ...made, ...settings, ...campaignFigures(1) }))
  const retryAtMs = isAlwaysAllowed ? TWENTY_PAST_EIGHT + 3 * HOUR_MS : null
  tables.contacts.set(1, {
    id: 1,
    organizationId: 1,
    campaignId: 1,
    phoneNumber: '+442071838750',
    addressType: 'pstn',
    state: 'pending',
    nextAttemptAtMs: retryAtMs,
    dials: 0,
    outcome: null,
    callerNumberId: null,
    finishedAtMs: null,
    zonesId: 1,
  })
  let dials = 0
  const open = (nodeId: string) =>
    new Dialer({
      store,
      signals: { publish: async () => {}, subscribe: async () => async () => {} },
      clock: time,
      log: silentLog,
      metrics: noMetrics,
      nodeId,
      accounts: {
        get: () => {
          dials++
          throw new Error('the number of dials is all that counts here')
        },
      },
      remembersEndedCalls: () => false,
      agentExpected: () => false,
      isTalking: () => false,
      refer: (id) => ({ callId: id, callKey: String(id), providerCallId: null }),
    })
  const dialer = open('node')
  const pass = (ms: number) => time.run(time.now() + ms, () => false)
  void dialer.start()
  await pass(30_000)
  const nextDueAtMs = () => (tables.campaigns.get(1) as CampaignRow).nextDueAtMs
  expect([dials, nextDueAtMs()]).toEqual([0, retryAtMs ?? Date.parse('2026-11-17T00:00:00Z')])
  return {
    clock,
    store,
    pass,
    dials: () => dials,
    wake: () => dialer.wake(1),
    callOne: (order: SingleCallOrder) => dialer.callOne(order),
    stop: () => time.hold(dialer.stop()),
    startAnother: () => void open('another').start(),
  }
}

test('hours that begin once more are found within a minute, also under calling rules', async () => {
  const { clock, pass, dials } = await anHourAhead()
  clock.aheadMs = 0
  await pass(60_000)
  expect(dials()).toBeGreaterThan(0)
})

test('an organization whose campaign ends while another transaction holds its lock is not looked at any more', async () => {
  const { clock, store, pass } = await anHourAhead()
  clock.aheadMs = 0
  store.isHeld = true
  await pass(10_000)
  store.tables.campaigns.set(1, { ...(store.tables.campaigns.get(1) as CampaignRow), state: 'completed' })
  await pass(2000)
  const before = store.opened
  await pass(2000)
  expect(store.opened).toBe(before)
})

test('an organization whose lock another transaction holds is looked at when it is free', async () => {
  const { clock, store, pass, dials } = await anHourAhead()
  clock.aheadMs = 0
  store.isHeld = true
  await pass(90_000)
  store.isHeld = false
  expect(dials()).toBe(0)
  await pass(10_000)
  expect(dials()).toBeGreaterThan(0)
})

test('a node that starts after the step finds them too, by what is left of the node before', async () => {
  const { clock, pass, dials, stop, startAnother } = await anHourAhead()
  await stop()
  clock.aheadMs = 0
  await pass(60_000)
  expect(dials()).toBe(0)
  startAnother()
  await pass(60_000)
  expect(dials()).toBeGreaterThan(0)
})

/** A retry that another node wrote by the new clock, half a second before this node's next heartbeat. */
test('a retry that is due by the old time only is not dialed, though no heartbeat has shown the step yet', async () => {
  const { clock, store, pass, dials, wake } = await anHourAhead({ isAlwaysAllowed: true })
  const { tables } = store
  await pass(500)
  clock.aheadMs = 0
  const dueAtMs = TWENTY_PAST_EIGHT + 10 * 60_000
  tables.contacts.set(1, { ...(tables.contacts.get(1) as MemoryContact), nextAttemptAtMs: dueAtMs })
  tables.campaigns.set(1, { ...(tables.campaigns.get(1) as CampaignRow), nextDueAtMs: dueAtMs })
  wake()
  await pass(5 * 60_000)
  expect(dials()).toBe(0)
  await pass(5 * 60_000)
  expect(dials()).toBeGreaterThan(0)
})

test('a single call that is ordered before a heartbeat has shown the step is placed by the new time', async () => {
  const { clock, store, pass, callOne } = await anHourAhead({ isAlwaysAllowed: true })
  await pass(500)
  clock.aheadMs = 0
  const answer = callOne({
    organizationId: 1,
    configurationId: 1,
    workflowId: 1,
    definitionId: 1,
    phoneNumber: '+442071838751',
    addressType: 'pstn',
    needsCallerId: false,
    variables: {},
    override: null,
  })
  await pass(5000)
  const { callId } = (await answer) as { callId: number }
  const claimedAtMs = store.tables.calls.get(callId)?.claimedAtMs as number
  expect(claimedAtMs - TWENTY_PAST_EIGHT).toBeLessThan(60_000)
})
