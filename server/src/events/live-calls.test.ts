import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { type Notifications, openNotifications } from '../storage/notifications.ts'
import { type CallStateChange, type LiveCalls, openLiveCalls } from './live-calls.ts'

const { pool } = await testDatabase()
const opened: Array<{ close(): Promise<void> }> = []
afterAll(async () => {
  for (const one of opened.reverse()) await one.close()
})

/** One program of several on the same database. */
async function node(clock = systemClock): Promise<LiveCalls & { published: string[] }> {
  const notifications = openNotifications({ pool, clock: systemClock, log: silentLog })
  const published: string[] = []
  const noted: Notifications = {
    ...notifications,
    async publish(channel, payload) {
      published.push(channel)
      await notifications.publish(channel, payload)
    },
  }
  const calls = openLiveCalls({ notifications: noted, clock, log: silentLog })
  await calls.start()
  opened.push(notifications, calls)
  return Object.assign(calls, { published })
}

const move = (callId: number, more: Partial<CallStateChange> = {}): CallStateChange => ({
  organizationId: 1,
  campaignId: 7,
  contactId: 31,
  callId,
  type: 'call_ringing',
  atMs: 1_800_000_000_000,
  data: { attempt: 1 },
  ...more,
})

function listening(calls: LiveCalls, organizationId: number) {
  const heard: CallStateChange[] = []
  let wake = () => {}
  const leave = calls.watch(organizationId, (moves) => {
    heard.push(...moves)
    wake()
  })
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve))
    return heard
  }
  return { heard, leave, until }
}

async function untilWatched(calls: LiveCalls, organizationId: number): Promise<void> {
  while (!calls.watched(organizationId)) await new Promise((resolve) => setImmediate(resolve))
}

test('where nobody reads nothing is sent', async () => {
  const calls = await node()
  calls.tell([move(1)])
  expect(calls.anybody()).toBe(false)
  expect(calls.published).toEqual([])
})

test('a reader at one node hears of the calls of another, of its own organization alone', async () => {
  const [here, there] = [await node(), await node()]
  const reader = listening(here, 1)
  listening(here, 2)
  await untilWatched(there, 1)
  await untilWatched(there, 2)
  there.tell([
    move(1),
    move(2, { organizationId: 2 }),
    move(3, { type: 'call_step', data: { node: 'n', name: 'Greeting' } }),
  ])
  expect(await reader.until(2)).toEqual([
    move(1),
    move(3, { type: 'call_step', data: { node: 'n', name: 'Greeting' } }),
  ])
})

test('of what moved twice within a moment the newest is told, and a step beside it', async () => {
  const calls = await node()
  const reader = listening(calls, 3)
  const own = { organizationId: 3 }
  calls.tell([move(1, { ...own, type: 'call_placed' }), move(2, own)])
  calls.tell([move(1, { ...own, type: 'call_answered' }), move(1, { ...own, type: 'call_step' })])
  const told = await reader.until(3)
  expect(told.map(({ callId, type }) => [callId, type])).toEqual([
    [2, 'call_ringing'],
    [1, 'call_answered'],
    [1, 'call_step'],
  ])
})

test('more than one notification can hold comes in several', async () => {
  const calls = await node()
  const reader = listening(calls, 4)
  const moves = Array.from({ length: 500 }, (_, index) =>
    move(index, { organizationId: 4, data: { name: 'ü'.repeat(50) } }),
  )
  calls.tell(moves)
  expect(await reader.until(500)).toEqual(moves)
})

test('a reader that left is forgotten after a while', async () => {
  let nowMs = 0
  const calls = await node({ ...systemClock, monotonic: () => nowMs })
  const { leave } = listening(calls, 5)
  expect(calls.watched(5)).toBe(true)
  leave()
  nowMs = 16_000
  expect(calls.watched(5)).toBe(false)
  expect(calls.anybody()).toBe(false)
})
