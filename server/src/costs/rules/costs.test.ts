import { describe, expect, test } from 'vitest'
import { formatAmount, readAmount, readCarrierAmount } from './money.ts'
import { costOf, type PriceTable } from './prices.ts'
import {
  callsWithinBudget,
  crossedThreshold,
  type DaySpending,
  localDate,
  nextLocalDay,
  spendingToday,
  startOfLocalDay,
} from './spend-limits.ts'

test.each([
  ['0', 0, '0.00'],
  ['12', 12_000_000, '12.00'],
  ['0.0085', 8500, '0.0085'],
  ['1.5', 1_500_000, '1.50'],
  ['0.000001', 1, '0.000001'],
])('the amount %s is %i millionths, shown as %s', (text, micros, shown) => {
  expect(readAmount(text)).toBe(micros)
  expect(formatAmount(micros)).toBe(shown)
})

test.each(['', '-1', '1,5', '1e3', '0.0000001', 'abc', '1.', '.5'])('%j is not an amount', (text) => {
  expect(readAmount(text)).toBeNull()
})

test.each([
  ['-0.0085', 8500],
  ['0.00450000', 4500],
  ['1.2e-3', 1200],
  ['0.0000001', 1],
  ['', null],
  ['free', null],
])('the carrier’s figure %j is %j millionths', (text, micros) => {
  expect(readCarrierAmount(text)).toBe(micros)
})

const TABLE: PriceTable = {
  currency: 'USD',
  perMinute: 60_000,
  perCall: 0,
  firstSeconds: 60,
  stepSeconds: 6,
  inbound: { perMinute: 6000, perCall: 0 },
  prefixes: [
    { prefix: '44', perMinute: 120_000, perCall: 0 },
    { prefix: '447', perMinute: 600_000, perCall: 5000 },
  ],
}

describe('a call costs', () => {
  test.each([
    ['its first minute at least', '+12025550100', 1, 60_000],
    ['its first minute when it was answered and ended immediately', '+12025550100', 0, 60_000],
    ['whole steps after that', '+12025550100', 61, 66_000],
    ['whole steps after that, to the second', '+12025550100', 66, 66_000],
    ['the price of its prefix', '+442079460018', 60, 120_000],
    ['the price of its longest prefix, and per call', '+447700900123', 60, 605_000],
    ['the same where a SIP address carries the number', 'sip:+447700900123@pbx.example', 60, 605_000],
    ['the price of the table where the address carries none', '100', 60, 60_000],
  ])('%s', (_what, phoneNumber, seconds, amount) => {
    expect(costOf(TABLE, { direction: 'outbound', phoneNumber, seconds })).toBe(amount)
  })

  test('nothing where it was not answered, and another price where it came in', () => {
    expect(costOf(TABLE, { direction: 'outbound', phoneNumber: '+447700900123', seconds: null })).toBe(0)
    expect(costOf(TABLE, { direction: 'inbound', phoneNumber: '+447700900123', seconds: 60 })).toBe(6000)
    expect(costOf({ ...TABLE, inbound: null }, { direction: 'inbound', phoneNumber: '+44', seconds: 60 })).toBe(0)
  })
})

describe('what is left of a limit', () => {
  test.each([
    ['everything before the first call', { max: 100, spent: 0, calls: 0 }, 5, Number.POSITIVE_INFINITY],
    ['as many calls as it pays for, less those in progress', { max: 100, spent: 50, calls: 5 }, 2, 3],
    ['one call, be it only for a part of one', { max: 100, spent: 99, calls: 9 }, 0, 1],
    ['nothing while calls in progress may cost it', { max: 100, spent: 99, calls: 9 }, 1, 0],
    ['nothing when it is reached', { max: 100, spent: 100, calls: 10 }, 0, 0],
  ])('is %s', (_what, spending, live, left) => {
    expect(callsWithinBudget(spending, live)).toBe(left)
  })

  test('is unlimited without a limit', () => {
    expect(callsWithinBudget(null, 1000)).toBe(Number.POSITIVE_INFINITY)
  })

  test.each([
    [0, 79, null],
    [79, 80, 'alarm'],
    [80, 99, null],
    [99, 100, 'reached'],
    [10, 200, 'reached'],
    [100, 110, null],
  ])('from %i to %i of 100 tells: %s', (before, after, told) => {
    expect(crossedThreshold(100, before, after)).toBe(told)
  })
})

describe('a day is that of the organization', () => {
  const at = (text: string) => Date.parse(text)

  test.each([
    ['America/Los_Angeles', '2026-11-16T07:59:00Z', '2026-11-15', '2026-11-16T08:00:00Z'],
    ['UTC', '2026-11-16T07:59:30Z', '2026-11-16', '2026-11-17T00:00:00Z'],
    // 25 hours, then 23.
    ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25', '2026-10-25T23:00:00Z'],
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29', '2026-03-29T22:00:00Z'],
  ])('in %s at %s it is %s until %s', (zone, now, day, next) => {
    expect(localDate(zone, at(now))).toBe(day)
    expect(new Date(nextLocalDay(zone, at(now))).toISOString()).toBe(at(next) ? new Date(next).toISOString() : '')
  })

  test.each([
    ['America/Los_Angeles', '2026-11-16T07:59:59Z', '2026-11-15T08:00:00Z'],
    ['America/Los_Angeles', '2026-11-16T08:00:00Z', '2026-11-16T08:00:00Z'],
    ['UTC', '2026-11-16T23:59:59Z', '2026-11-16T00:00:00Z'],
    // The day of 25 hours, at its end and a second later.
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-25T23:00:00Z'],
    // The day of 23 hours.
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-29T22:00:00Z'],
    // In Beirut the clock goes from 0:00 to 1:00: the day begins at 1:00.
    ['Asia/Beirut', '2026-03-28T21:59:59Z', '2026-03-27T22:00:00Z'],
    ['Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-28T22:00:00Z'],
    ['Asia/Kathmandu', '2026-11-16T18:15:00Z', '2026-11-16T18:15:00Z'],
  ])('in %s the day of %s began at %s', (zone, now, start) => {
    expect(new Date(startOfLocalDay(zone, at(now))).toISOString()).toBe(new Date(start).toISOString())
  })

  test('what was spent yesterday does not count today', () => {
    const spending: DaySpending = {
      currency: 'USD',
      timeZone: 'America/Los_Angeles',
      maxPerDay: 100,
      spentOn: '2026-11-15',
      spentToday: 100,
      callsToday: 4,
    }
    expect(spendingToday(spending, at('2026-11-16T07:59:00Z'))).toEqual({ max: 100, spent: 100, calls: 4 })
    expect(spendingToday(spending, at('2026-11-16T08:00:00Z'))).toEqual({ max: 100, spent: 0, calls: 0 })
    expect(spendingToday({ ...spending, maxPerDay: null }, 0)).toBeNull()
  })
})
