import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { startRecurringJob } from './recurring-job.ts'

test('a job that fails is reported and runs again; then it counts as a success at its own time, with what it could not serve', async () => {
  let nowMs = 1000
  let again: (() => void) | null = null
  const clock = {
    now: () => nowMs,
    after: (_ms: number, then: () => void) => {
      again = then
      return { cancel() {} }
    },
  } as unknown as Clock
  const seen: string[] = []
  const warned: unknown[] = []
  let runs = 0
  const job = {
    name: 'sweep',
    everyMs: 60_000,
    async runOnce() {
      runs += 1
      if (runs === 1) throw new Error('the bucket is away')
      return { swept: 7, failed: 2 }
    },
  }
  const running = startRecurringJob(job, {
    clock,
    log: { debug() {}, warn: (fields: unknown) => warned.push(fields) } as never,
    watch: {
      started: ({ name }, atMs) => seen.push(`${name} started ${atMs}`),
      succeeded: ({ name }, atMs) => seen.push(`${name} succeeded ${atMs}`),
      failed: ({ name }) => seen.push(`${name} failed`),
      partlyFailed: ({ name }, count) => seen.push(`${name} failed for ${count}`),
    },
  })
  await new Promise(setImmediate)
  nowMs = 61_000
  ;(again as (() => void) | null)?.()
  await running.stop()
  expect(seen).toEqual(['sweep started 1000', 'sweep failed', 'sweep succeeded 61000', 'sweep failed for 2'])
  expect(warned).toHaveLength(1)
})
