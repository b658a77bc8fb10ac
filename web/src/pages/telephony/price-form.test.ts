import { expect, test } from 'vitest'
import { prefixLines, readPrefixLines } from './price-form.ts'

test('prices by prefix are read from lines, and written as they were', () => {
  const text = '+44 0.0158\n+447 0.0426 0.01'
  const { prefixes, fault } = readPrefixLines(`  ${text.replace('\n', '\n\n')} \n`)
  expect(fault).toBeNull()
  expect(prefixes).toEqual([
    { prefix: '+44', per_minute: '0.0158' },
    { prefix: '+447', per_minute: '0.0426', per_call: '0.01' },
  ])
  expect(prefixLines(prefixes.map((one) => ({ per_call: '0', ...one })))).toBe(text)
})

test.each([
  ['+44', 'Line 1'],
  ['+44 0.01\n+49 1,5,2,2', 'Line 2'],
  ['+44 0.01\n44 0.02', 'Line 2: +44 has a price already.'],
  ['0049 0.02', 'Line 1'],
])('%j is refused as a whole, and its line is named', (text, words) => {
  const { prefixes, fault } = readPrefixLines(text)
  expect([prefixes, fault?.startsWith(words)]).toEqual([[], true])
})
