import { expect, test } from 'vitest'
import { openLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { notifySubscribers } from './notify-subscribers.ts'

function opened() {
  const clock = new VirtualClock()
  const published: Array<{ atMs: number; payloads: string[] }> = []
  const startMs = clock.now()
  const publish = async (_channel: string, ...payloads: string[]) => {
    published.push({ atMs: clock.now() - startMs, payloads })
  }
  return {
    clock,
    published,
    appended: notifySubscribers({ notifications: { publish }, clock, log: openLog('silent', false) }),
  }
}

test('the first news is published at once, that of other organizations a moment later and together', async () => {
  const { clock, published, appended } = opened()
  for (let organizationId = 1; organizationId <= 100; organizationId++) appended(organizationId)
  expect(published).toEqual([{ atMs: 0, payloads: ['1'] }])
  await clock.pass(50)
  expect(published).toHaveLength(2)
  expect(published[1]?.payloads).toEqual(Array.from({ length: 99 }, (_, index) => String(index + 2)))
})

test('an organization with news all the time is told ten times a second, and of the last news too', async () => {
  const { clock, published, appended } = opened()
  for (let moment = 0; moment < 50; moment++) {
    appended(1)
    await clock.pass(10)
  }
  const lastMs = clock.monotonic()
  await clock.pass(1000)
  const times = published.map(({ atMs }) => atMs)
  expect(times.length).toBeLessThanOrEqual(7)
  expect(times.at(-1)).toBeGreaterThanOrEqual(lastMs - 10)
  appended(2)
  expect(published.at(-1)?.payloads).toEqual(['2'])
})
