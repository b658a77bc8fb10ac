import { describe, expect, test } from 'vitest'
import type { MemoryDialerStore } from '../../simulation/memory-store.ts'
import { resolveStaleCalls } from '../../src/dialer/jobs/resolve-stale-calls.ts'
import { silentLog } from '../../src/kernel/log.ts'
import type { CarrierAccount, LookUp } from '../../src/telephony/provider.ts'
import { memoryFixture } from './memory-fixture.ts'
import { newCall } from './store-fixture.ts'
import { openedFor } from './store-world.ts'

const NOW = 1_800_000_000_000
const QUIET_FOR_MS = 300_000
const CONFIGURATION = {
  id: 1,
  provider: 'simulator',
  callsPerSecond: 1,
  ringTimeoutSeconds: 30,
  maxCallSeconds: 600,
  pacedUntilMs: null,
  account: { key: '1', callsPerSecond: 1, pacedUntilMs: null },
  backoffUntilMs: null,
  backoffs: 0,
  failing: null,
}
const OVER = {
  kind: 'ended',
  as: 'no_answer',
  permanent: false,
  durationSeconds: null,
  cause: 'no answer',
  endedBy: null,
} as const

async function quietCalls(count: number, configurationOf: (index: number) => number = () => 1) {
  const store = (await memoryFixture()).store as MemoryDialerStore
  const calls = Array.from({ length: count }, (_, index) =>
    newCall({
      organizationId: 1,
      campaignId: 1,
      contactId: index + 1,
      configurationId: configurationOf(index),
      claimedAtMs: NOW - QUIET_FOR_MS,
      deadlineAtMs: NOW + 600_000,
    }),
  )
  store.tables.organizations.set(1, { id: 1, maxConcurrency: 10, liveCalls: 0, policyVersion: 0 })
  const ids = await openedFor(store, [1]).transaction((tx) => tx.insertCalls(calls))
  return { store, ids }
}

function duty(
  store: Awaited<ReturnType<typeof quietCalls>>['store'],
  isTalking: (callId: number) => boolean,
  now: () => number = () => NOW,
  answers: Readonly<Record<number, LookUp>> = {},
) {
  const asked: number[] = []
  const account = {
    async lookUp(call: { callId: number }) {
      asked.push(call.callId)
      return answers[call.callId] ?? { kind: 'unsure', reason: 'not now' }
    },
  } as unknown as CarrierAccount
  const running = resolveStaleCalls({
    store,
    log: silentLog,
    nodeId: 'node-a',
    now,
    judgesByAge: () => true,
    onTodaysClock: (atMs) => atMs,
    accounts: { get: async () => ({ provider: 'simulator', account }) },
    remembersEndedCalls: () => true,
    refer: (callId, providerCallId) => ({ callId, callKey: `call-${callId}`, providerCallId }),
    isTalking,
    report: async () => {},
  })
  return { running, asked }
}

describe('calls without news', () => {
  test('are asked after even behind more conversations than are asked after at once', async () => {
    const { store, ids } = await quietCalls(121)
    const silent = ids.at(-1) as number
    const { running, asked } = duty(store, (callId) => callId !== silent)
    await running.runOnce()
    expect(asked).toEqual([silent])
  })

  test('are asked after in portions', async () => {
    const { store } = await quietCalls(121)
    const { running, asked } = duty(store, () => false)
    await running.runOnce()
    expect(asked).toHaveLength(50)
  })

  test('are asked after evenly: a carrier that cannot account for a hundred holds up nobody else’s one', async () => {
    const { store, ids } = await quietCalls(121, (index) => (index === 120 ? 2 : 1))
    const { running, asked } = duty(store, () => false)
    await running.runOnce()
    expect(asked).toHaveLength(50)
    expect(asked).toContain(ids.at(-1))
  })

  test('are asked after less and less often, until their longest time has passed', async () => {
    const { store } = await quietCalls(1)
    let nowMs = NOW
    const { running, asked } = duty(
      store,
      () => false,
      () => nowMs,
    )
    const at: number[] = []
    for (; nowMs < NOW + 320_000; nowMs += 1000) {
      const before = asked.length
      await running.runOnce()
      if (asked.length > before) at.push((nowMs - NOW) / 1000)
    }
    expect(at).toEqual([0, 5, 15, 35, 75, 155, 275])
  })
})

describe('a call that rings', () => {
  const RINGING_SINCE_MS = NOW - 25_000
  const rings = async (count: number) => {
    const { store, ids } = await quietCalls(count)
    for (const id of ids) {
      const call = store.tables.liveCalls.get(id)
      if (call)
        store.tables.putCall({
          ...call,
          state: 'ringing',
          placedAtMs: RINGING_SINCE_MS,
          lastEventAtMs: RINGING_SINCE_MS,
        })
    }
    store.tables.configurations.set(1, { ...CONFIGURATION })
    return { store, ids }
  }

  test('is asked after only when its ringing must be over', async () => {
    const { store, ids } = await rings(3)
    const early = duty(store, () => false)
    await early.running.runOnce()
    expect(early.asked).toEqual([])
    const late = duty(
      store,
      () => false,
      () => RINGING_SINCE_MS + 40_001,
    )
    await late.running.runOnce()
    expect(late.asked).toEqual(ids)
  })

  test('is asked after sooner while news of its configuration gets lost', async () => {
    const { store, ids } = await rings(3)
    const [lost] = ids as [number]
    const call = store.tables.liveCalls.get(lost)
    // Nothing was heard of this one, and the carrier says that it is over.
    if (call) store.tables.putCall({ ...call, state: 'dialing', placedAtMs: null })
    const { running, asked } = duty(
      store,
      () => false,
      () => NOW,
      { [lost]: { kind: 'ended', providerCallId: null, news: OVER } },
    )
    await running.runOnce()
    expect(asked).toEqual([lost])
    await running.runOnce()
    expect(asked).toEqual([lost, ...ids.slice(1)])
  })
})
