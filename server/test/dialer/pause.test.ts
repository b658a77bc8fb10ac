/** A pause is answered when no call of the campaign can begin any more: also beside a node that only seems to be gone. */
import { expect, test } from 'vitest'
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { Dialer } from '../../src/dialer/dialer.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { BREAKER, campaignFigures, newCall, RETRY } from './store-fixture.ts'
import { openedFor } from './store-world.ts'

const LEASE_MS = 5000

async function world() {
  const time = new VirtualTime(Date.parse('2026-11-16T10:00:00Z'))
  const clock = { aheadMs: 0 }
  const store = new MemoryDialerStore(() => time.now() + clock.aheadMs)
  const settings = { maxConcurrency: 10, retry: RETRY, schedule: null, breaker: BREAKER }
  const made = { organizationId: 1, configurationId: 1, name: 'spring', state: 'paused' as const }
  store.tables.organizations.set(1, { id: 1, maxConcurrency: 10, liveCalls: 0, policyVersion: 0 })
  store.tables.campaigns.set(1, newCampaignRow(1, { ...made, ...settings, ...campaignFigures(1) }))
  await store.heartbeat('other', LEASE_MS)
  const call = newCall({ organizationId: 1, campaignId: 1, configurationId: 1, contactId: 1, nodeId: 'other' })
  const [callId] = await openedFor(store, [1]).transaction((tx) => tx.insertCalls([call]))
  const dialer = new Dialer({
    store,
    signals: { publish: async () => {}, subscribe: async () => async () => {} },
    clock: time,
    log: silentLog,
    metrics: noMetrics,
    nodeId: 'own',
    accounts: {
      get: () => {
        throw new Error('nobody is called here')
      },
    },
    remembersEndedCalls: () => false,
    agentExpected: () => false,
    isTalking: () => false,
    refer: (id) => ({ callId: id, callKey: String(id), providerCallId: null }),
  })
  const pass = (ms: number) => time.run(time.now() + ms, () => false)
  void dialer.start()
  await pass(100)
  let answered = false
  return {
    clock,
    pass,
    pause: () => void dialer.awaitNoUnplaced(1, 1).then(() => (answered = true)),
    isAnswered: () => answered,
    otherLives: () => store.heartbeat('other', LEASE_MS),
    /** The request of the other node has left: from here on it is a call like any other. */
    otherPlaces() {
      const claimed = store.tables.liveCalls.get(callId as number)
      if (claimed) store.tables.putCall({ ...claimed, state: 'dialing' })
    },
  }
}

test('a node that lives is waited for, though the database’s clock was put past its lease', async () => {
  const { clock, pass, pause, isAnswered, otherLives, otherPlaces } = await world()
  clock.aheadMs = 60_000
  pause()
  await pass(500)
  expect(isAnswered()).toBe(false)
  await otherLives()
  await pass(2000)
  expect(isAnswered()).toBe(false)
  otherPlaces()
  await pass(100)
  expect(isAnswered()).toBe(true)
})
