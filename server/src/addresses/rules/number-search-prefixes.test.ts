import { expect, test } from 'vitest'
import { nationalSearchPrefixes, numberSearchPrefixes } from './number-search-prefixes.ts'

test.each([
  ['+49 (30) 12', ['+493012']],
  ['0049 30', ['+4930']],
  ['4930', ['+4930', '4930']],
  [' +1-202.555/01 ', ['+120255501']],
  ['sip:anna', ['sip:anna']],
  ['+', ['+']],
  ['%_', ['%_']],
])('%s begins %j', (typed, beginnings) => {
  expect(numberSearchPrefixes(typed)).toEqual(beginnings)
})

test.each([
  ['06 1 234 5678', '+3612345678'],
  ['0611 234567', '+49611234567'],
  ['06 1234 5678', '+390612345678'],
  ['8 912 345 67 89', '+79123456789'],
])('%s is written at home for %s', (typed, number) => {
  expect(nationalSearchPrefixes(typed)).toContain(number)
})
