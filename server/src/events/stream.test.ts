import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { Batch } from './messages.ts'
import { EventStream } from './stream.ts'

let db: Database
let organizationId: number

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  const organization = await db
    .insertInto('organizations')
    .values({ name: 'ours', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  organizationId = organization.id
})

/** A clock whose timers fire when the test says so. */
function handClock() {
  const timers = new Map<object, { delayMs: number; work: () => void }>()
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    elapsed: () => 0,
    after(delayMs, work) {
      const timer = { cancel: () => void timers.delete(timer) }
      timers.set(timer, { delayMs, work })
      return timer
    },
  }
  return {
    clock,
    delays: () => [...timers.values()].map((timer) => timer.delayMs).sort((a, b) => a - b),
    fire(delayMs: number) {
      for (const [key, timer] of [...timers]) {
        if (timer.delayMs !== delayMs) continue
        timers.delete(key)
        timer.work()
      }
    },
  }
}

function open(clock: Clock, live = false): EventStream {
  return new EventStream(
    { db, clock, log: silentLog },
    { organizationId, apiKeyId: 1, sessionId: null, campaignId: null, cursor: 0, live },
  )
}

test('a heartbeat is sent while nothing happens', async () => {
  const hand = handClock()
  const stream = open(hand.clock)
  await stream.begin()
  expect(String(stream.output.read())).toContain('event: ready')
  hand.fire(15_000)
  expect(String(stream.output.read())).toMatch(/^:.*\n\n$/)
  stream.output.destroy()
})

test('who is told of live calls hears a heartbeat every second, and none beside words', async () => {
  const hand = handClock()
  const stream = open(hand.clock, true)
  await stream.begin()
  stream.output.read()
  hand.fire(1_000)
  expect(String(stream.output.read())).toMatch(/^:.*\n\n$/)
  stream.move(new Batch([{ id: null, campaignId: null, text: 'a word' }]))
  hand.fire(1_000)
  expect(String(stream.output.read())).toBe('a word')
  stream.output.destroy()
})

test('a client that does not read makes two pages wait at most, and is dropped', async () => {
  const big = JSON.stringify({ filler: 'x'.repeat(1_000) })
  await db
    .insertInto('events')
    .values(
      Array.from({ length: 1_000 }, () => ({
        organization_id: organizationId,
        at: new Date(),
        type: 'big',
        data: big,
      })),
    )
    .execute()
  const hand = handClock()
  const stream = open(hand.clock)
  await stream.begin()
  await expect.poll(() => hand.delays()).toContain(30_000)
  const held = stream.output.readableLength + stream.output.writableLength
  expect(held).toBeLessThan(2 * 200 * 1_300)
  stream.wake()
  hand.fire(30_000)
  expect(stream.output.destroyed).toBe(true)
  await expect.poll(() => hand.delays()).toEqual([])
})
