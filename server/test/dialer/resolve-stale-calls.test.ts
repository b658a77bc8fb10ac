import { describe, expect, test } from 'vitest'
import { resolveStaleCalls } from '../../src/dialer/duties/resolve-stale-calls.ts'
import { silentLog } from '../../src/kernel/log.ts'
import type { CarrierAccount } from '../../src/telephony/provider.ts'
import { memoryFixture } from './memory-fixture.ts'
import { newCall } from './store-fixture.ts'

const NOW = 1_800_000_000_000
const QUIET_FOR_MS = 300_000

async function quietCalls(count: number, configurationOf: (index: number) => number = () => 1) {
  const { store } = await memoryFixture()
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
  const ids = await store.transaction((tx) => tx.insertCalls(calls))
  return { store, ids }
}

function duty(
  store: Awaited<ReturnType<typeof quietCalls>>['store'],
  isTalking: (callId: number) => boolean,
  now: () => number = () => NOW,
) {
  const asked: number[] = []
  const account = {
    async lookUp(call: { callId: number }) {
      asked.push(call.callId)
      return { kind: 'unsure', reason: 'not now' }
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
