import { expect, test } from 'vitest'
import { matches } from './match.ts'

const entry = { phone_number: '+447700900846', reason: 'asked_during_call' }

test.each([
  ['+44 7700 900846', true],
  ['07700 900846', true],
  ['7700-900', true],
  ['', true],
  ['asked', true],
  ['07700 900847', false],
  ['0770', false],
  ['by mail', false],
])('“%s” fits: %s', (text, fits) => {
  expect(matches(entry, text)).toBe(fits)
})
