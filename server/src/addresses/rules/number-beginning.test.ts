import { expect, test } from 'vitest'
import { numberBeginnings } from './number-beginning.ts'

test.each([
  ['+49 (30) 12', ['+493012']],
  ['0049 30', ['+4930']],
  ['4930', ['+4930', '4930']],
  [' +1-202.555/01 ', ['+120255501']],
  ['sip:anna', ['sip:anna']],
  ['+', ['+']],
  ['%_', ['%_']],
])('%s begins %j', (typed, beginnings) => {
  expect(numberBeginnings(typed)).toEqual(beginnings)
})
