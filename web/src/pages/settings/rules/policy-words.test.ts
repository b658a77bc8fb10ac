import { expect, test } from 'vitest'
import type { Policy } from '../../../api/policy.ts'
import { hoursOf, slotsOf } from '../../../forms/policy-hours.ts'
import { changesBetween, ruleLines, withoutEmptyRules } from './policy-words.ts'

test('hours drawn over midnight go on the next morning, and a day until midnight stays whole', () => {
  const hours = hoursOf(
    [
      { day: 0, start: 20 * 60, end: 26 * 60 },
      { day: 6, start: 0, end: 24 * 60 },
    ],
    null,
  )
  expect(hours.monday).toEqual([{ start: '20:00', end: '24:00' }])
  expect(hours.tuesday).toEqual([{ start: '00:00', end: '02:00' }])
  expect(slotsOf(hours)).toEqual([
    { day: 0, start: 1200, end: 1440 },
    { day: 1, start: 0, end: 120 },
    { day: 6, start: 0, end: 1440 },
  ])
})

test('rules are said in words', () => {
  expect(
    ruleLines({
      caps: [{ max: 3, hours: 168, count: 'attempts' }],
      least_gap_minutes: 90,
      cooldowns: [{ after: 'refusal', hours: 'forever' } as never],
      unknown_zone: 'refuse',
    }),
  ).toEqual([
    'To one person at most 3 calls in 7 days',
    'At least 1 h 30 min between two calls to one person',
    'After a refusal: never again',
    'Numbers with an unknown time zone are not called',
  ])
})

test('nothing and nothing are alike, and nothing is sent', () => {
  const before: Policy = { packs: [], caps: null }
  const after: Policy = { packs: [], caps: [], least_gap_minutes: 5 }
  expect(changesBetween(before, after)).toEqual(['least_gap_minutes'])
  expect(withoutEmptyRules(after)).toEqual({ least_gap_minutes: 5 })
})
