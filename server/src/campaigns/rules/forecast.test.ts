import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRng } from '../../kernel/rng.ts'
import { builtInPacks } from '../../policies/packs/packs.ts'
import { compilePolicy } from '../../policies/rules/merge.ts'
import { policyInput } from '../../policies/rules/policy.ts'
import type { PastCall } from './call-odds.ts'
import { forecast } from './forecast.ts'
import type { ForecastInput } from './forecast-input.ts'
import { MinHeap } from './min-heap.ts'
import { DEFAULT_RETRY } from './settings.ts'

const NOW = Date.parse('2026-11-16T09:00:00Z')
const HOUR_MS = 3_600_000
const answered = (slotSeconds: number): PastCall => ({ outcome: 'answered', slotSeconds })

function inputOf(change: Partial<ForecastInput> = {}): ForecastInput {
  return {
    nowMs: NOW,
    groups: [{ fresh: 100, retries: [], schedules: [] }],
    maxConcurrency: 10,
    callsPerSecond: 100,
    retry: DEFAULT_RETRY,
    history: [answered(60)],
    ...change,
  }
}

const at = (input: ForecastInput) => forecast(input, seededRng(7))

describe('how long it takes', () => {
  test('a hundred calls of a minute on ten lines take ten minutes', () => {
    const { endsAtMs, calls, reached } = at(inputOf())
    expect(Math.round(((endsAtMs.p50 as number) - NOW) / 60_000)).toBe(10)
    expect([calls.p50, reached.p50]).toEqual([100, 100])
  })

  test('the pace holds it back where it is slower than the lines', () => {
    const { endsAtMs } = at(inputOf({ callsPerSecond: 0.1 }))
    expect(Math.round(((endsAtMs.p50 as number) - NOW) / 60_000)).toBeGreaterThanOrEqual(17)
  })

  test('nobody is dialed outside the hours, and the rest waits for the next opening', () => {
    const slots = [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time: '09:00', end_time: '09:05' }))
    const schedules = [{ enabled: true, timezone: 'UTC', slots }]
    const { endsAtMs, callsPerHour } = at(inputOf({ groups: [{ fresh: 100, retries: [], schedules }] }))
    expect(new Date(endsAtMs.p50 as number).toISOString().slice(0, 10)).toBe('2026-11-17')
    expect(callsPerHour.map(({ atMs }) => new Date(atMs).getUTCHours())).toEqual([9, 9])
  })

  test('those never reached are dialed again as often as the retries say', () => {
    const history: PastCall[] = [{ outcome: 'no_answer', slotSeconds: 30 }]
    const { calls, reached, endsAtMs } = at(inputOf({ history }))
    expect([calls.p50, reached.p50]).toEqual([300, 0])
    expect(endsAtMs.p50).toBeGreaterThanOrEqual(NOW + 2 * 120_000)
  })

  test('whoever waits for a retry is dialed no sooner', () => {
    const retries = [{ atMs: NOW + HOUR_MS, dials: 1, count: 5 }]
    const { endsAtMs, calls } = at(
      inputOf({ groups: [{ fresh: 0, retries, schedules: [] }], retry: { ...DEFAULT_RETRY, enabled: false } }),
    )
    expect(calls.p50).toBe(5)
    expect(endsAtMs.p10).toBeGreaterThanOrEqual(NOW + HOUR_MS)
  })
})

test('retries that prefer the hours in which people were reached are dialed in these hours', () => {
  const history: PastCall[] = [{ outcome: 'no_answer', slotSeconds: 30 }]
  // Monday at 09:00 in UTC, 10:00 in Berlin; the person answered at 18:00 in Berlin a week ago.
  const past = { attemptsMs: [], conversationsMs: [Date.parse('2026-11-09T17:10:00Z')], lastMs: {} }
  const retries = [{ atMs: NOW, dials: 0, count: 5, past }]
  const groups = [{ fresh: 0, retries, schedules: [], place: 'DE@Europe/Berlin' }]
  const retry = { ...DEFAULT_RETRY, max_retries: 1 }
  const hoursOf = (prefer_reached_hours: boolean) =>
    at(inputOf({ groups, history, retry: { ...retry, prefer_reached_hours } })).callsPerHour.map(({ atMs }) =>
      new Date(atMs).getUTCHours(),
    )
  expect(hoursOf(false)).toEqual([9])
  expect(hoursOf(true)).toEqual([9, 17])
})

describe('limits and times of contacts', () => {
  const daily = [{ zone: 'UTC', today: 10, perDay: 40 }]

  test('a limit of the day puts the rest off to the next days', () => {
    const { endsAtMs, calls } = at(inputOf({ limits: { total: null, daily } }))
    expect(calls.p50).toBe(100)
    expect(new Date(endsAtMs.p50 as number).toISOString().slice(0, 10)).toBe('2026-11-19')
  })

  test('a spend limit of the campaign leaves people out, and no end is foretold', () => {
    const { endsAtMs, calls, leftOut } = at(inputOf({ limits: { total: 30, daily: [] } }))
    expect([endsAtMs.p50, calls.p50]).toEqual([null, 30])
    expect(leftOut).toEqual([{ reason: 'spend_limit', contacts: 70 }])
  })

  test('nobody is dialed after not_after', () => {
    const late = { atMs: NOW + HOUR_MS, dials: 0, count: 4, notAfterMs: NOW + HOUR_MS }
    const { calls, leftOut } = at(inputOf({ groups: [{ fresh: 6, retries: [late], schedules: [] }] }))
    expect(calls.p50).toBe(6)
    expect(leftOut).toEqual([{ reason: 'not_after', contacts: 4 }])
  })
})

describe('under a policy', () => {
  const policyOf = (given: object) => ({
    compiled: compilePolicy(policyInput.parse(given), null, builtInPacks()),
    ringMs: 30_000,
  })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const daily = (start: string, end: string) => Object.fromEntries(days.map((day) => [day, [{ start, end }]]))
  const group = (place: string, fresh: number) => ({ place, fresh, retries: [], schedules: [] })

  test('each zone is called in its own hours; the last of them decides when it ends', () => {
    const groups = [group('DE@Europe/Berlin', 20), group('US,US-CA@America/Los_Angeles', 20)]
    const { callsPerHour, endsAtMs } = at(inputOf({ groups, policy: policyOf({ hours: daily('09:00', '18:00') }) }))
    // 09:00 UTC is 10:00 in Berlin; nine o'clock in California is 17:00 UTC.
    expect(callsPerHour.map(({ atMs, calls }) => [new Date(atMs).getUTCHours(), calls])).toEqual([
      [9, 20],
      [17, 20],
    ])
    expect(new Date(endsAtMs.p90 as number).getUTCHours()).toBe(17)
  })

  test('limits per number put retries off', () => {
    const history: PastCall[] = [{ outcome: 'no_answer', slotSeconds: 30 }]
    const groups = [group('DE@Europe/Berlin', 5)]
    const { endsAtMs, calls } = at(inputOf({ groups, history, policy: policyOf({ caps: [{ max: 2, hours: 24 }] }) }))
    expect(calls.p50).toBe(15)
    expect(endsAtMs.p10).toBeGreaterThanOrEqual(NOW + 24 * HOUR_MS)
    const past = { attemptsMs: [NOW - HOUR_MS, NOW - 2 * HOUR_MS], conversationsMs: [], lastMs: {} }
    const before = [{ ...group('DE@Europe/Berlin', 0), retries: [{ atMs: NOW, dials: 0, count: 5, past }] }]
    const called = at(inputOf({ groups: before, policy: policyOf({ caps: [{ max: 2, hours: 24 }] }) }))
    expect(called.endsAtMs.p10).toBeGreaterThanOrEqual(NOW + 22 * HOUR_MS)
    const gap = at(inputOf({ groups, history, policy: policyOf({ least_gap_minutes: 90 }) }))
    expect(gap.endsAtMs.p10).toBeGreaterThanOrEqual(NOW + 3 * HOUR_MS)
  })

  test('whom no hour can reach and whose zone cannot be told are left out with the reason, and hold nothing up', () => {
    const groups = [group('@', 3), group('AU,NZ@Australia/Perth,America/New_York', 2), group('DE@Europe/Berlin', 5)]
    const policy = policyOf({ hours: daily('09:00', '12:00'), unknown_zone: 'refuse' })
    const { leftOut, endsAtMs, calls } = at(inputOf({ groups, policy }))
    expect(leftOut).toEqual([
      { reason: 'zone_unknown', contacts: 3 },
      { reason: 'no_open_hours', contacts: 2 },
    ])
    expect([calls.p50, endsAtMs.p50 !== null]).toEqual([5, true])
  })
})

describe('what cannot be', () => {
  test('hours that never open together leave the contacts out and say so', () => {
    const only = (day_of_week: number, start_time: string, end_time: string) => ({
      enabled: true,
      timezone: 'UTC',
      slots: [{ day_of_week, start_time, end_time }],
    })
    const schedules = [only(0, '09:00', '10:00'), only(1, '09:00', '10:00')]
    const { endsAtMs, leftOut, calls } = at(inputOf({ groups: [{ fresh: 3, retries: [], schedules }] }))
    expect([endsAtMs.p50, calls.p50]).toEqual([null, 0])
    expect(leftOut).toEqual([{ reason: 'beyond_horizon', contacts: 3 }])
  })

  test('nobody to call: it is done now', () => {
    expect(at(inputOf({ groups: [] })).endsAtMs).toEqual({ p10: NOW, p50: NOW, p90: NOW })
  })
})

test('little history makes a wide range, much of the same a narrow one', () => {
  const mixed: PastCall[] = [answered(10), answered(300), { outcome: 'no_answer', slotSeconds: 30 }]
  const width = (history: PastCall[]) => {
    const { p10, p90 } = at(inputOf({ history, groups: [{ fresh: 2000, retries: [], schedules: [] }] })).endsAtMs
    return (p90 as number) - (p10 as number)
  }
  const much = Array.from({ length: 300 }, (_, index) => mixed[index % 3] as PastCall)
  expect(width(mixed)).toBeGreaterThan(2 * width(much))
})

test('the same seed tells the same future', () => {
  const input = inputOf({ history: [answered(20), { outcome: 'busy', slotSeconds: 3 }] })
  expect(at(input)).toEqual(at(input))
})

test('a heap gives back the smallest first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (keys) => {
      const heap = new MinHeap<number>()
      for (const key of keys) heap.push(key, key)
      const popped = keys.map(() => heap.pop())
      expect(popped).toEqual([...keys].sort((a, b) => a - b))
      expect([heap.size, heap.least]).toEqual([0, null])
    }),
  )
})
