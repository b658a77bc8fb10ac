import { expect, test } from 'vitest'
import { bucketStart, bucketsOf, finestBucketFor, MINUTE_MS } from './buckets.ts'

const at = (text: string) => Date.parse(text)
const span = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) })
const shown = (starts: readonly number[]) => starts.map((ms) => new Date(ms).toISOString())

test('days begin at midnight of the zone, also where the clock changes', () => {
  expect(shown(bucketsOf(span('2026-10-24T10:00:00Z', '2026-10-27T10:00:00Z'), 'day', 'Europe/Berlin'))).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ])
  expect(shown(bucketsOf(span('2026-03-28T10:00:00Z', '2026-03-30T10:00:00Z'), 'day', 'Europe/Berlin'))).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
})

test('hours are those of the wall clock, minutes and quarters those of UTC', () => {
  const moment = at('2026-11-15T09:59:30Z')
  expect(shown([bucketStart(moment, 'hour', 'Asia/Kathmandu')])).toEqual(['2026-11-15T09:15:00.000Z'])
  expect(shown([bucketStart(moment, 'quarter', 'Asia/Kathmandu')])).toEqual(['2026-11-15T09:45:00.000Z'])
  expect(shown([bucketStart(moment, 'minute', 'Asia/Kathmandu')])).toEqual(['2026-11-15T09:59:00.000Z'])
})

test('every moment of a span lies in exactly one bucket', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
    const year = span('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
    const days = bucketsOf(year, 'day', zone)
    expect(days.length).toBeGreaterThanOrEqual(365)
    for (let ms = year.fromMs; ms < year.toMs; ms += 31 * 3_600_000 + 1)
      expect(days).toContain(bucketStart(ms, 'day', zone))
  }
})

test('the bucket is as fine as a chart can show, and minutes only where they are kept', () => {
  const now = at('2026-11-15T12:00:00Z')
  const back = (minutes: number) => ({ fromMs: now - minutes * MINUTE_MS, toMs: now })
  expect(finestBucketFor(back(60), now - 120 * MINUTE_MS)).toBe('minute')
  expect(finestBucketFor(back(130), now - 120 * MINUTE_MS)).toBe('quarter')
  expect(finestBucketFor(back(24 * 60), 0)).toBe('quarter')
  expect(finestBucketFor(back(7 * 24 * 60), 0)).toBe('hour')
  expect(finestBucketFor(back(400 * 24 * 60), 0)).toBe('day')
})
