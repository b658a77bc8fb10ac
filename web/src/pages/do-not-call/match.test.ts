import { expect, test } from 'vitest'
import { completeNumber, isExpired, matchesSearch } from './match.ts'

const entry = { phone_number: '+447700900846', reason: 'asked_during_call' }

test.each([
  ['+44 7700 900846', true],
  ['07700 900846', true],
  ['0044 7700 900846', true],
  ['7700-900', true],
  ['', true],
  ['asked', true],
  ['07700 900847', false],
  ['0770', false],
  ['by mail', false],
])('“%s” fits: %s', (text, fits) => {
  expect(matchesSearch(entry, text)).toBe(fits)
})

test.each([
  ['+44 7700 900846', '+447700900846'],
  ['0044 (7700) 900846', '+447700900846'],
  ['07700 900846', null],
  ['+44', null],
  ['+44 asked', null],
])('the whole number of “%s” is %s', (text, number) => {
  expect(completeNumber(text)).toBe(number)
})

test('an entry with an end is over after it', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  expect(isExpired({ expires_at: '2026-11-16T11:59:59Z' }, now)).toBe(true)
  expect(isExpired({ expires_at: '2026-11-16T12:00:01Z' }, now)).toBe(false)
  expect(isExpired({ expires_at: null }, now)).toBe(false)
})
