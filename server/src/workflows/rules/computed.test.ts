import { expect, test } from 'vitest'
import { evaluateArithmetic, knownValues } from './computed.ts'

test.each([
  ['12 + 3 * 2', '18'],
  ['(12 + 3) * 2', '30'],
  ['1,250.50 - 0.25', '1250.25'],
  ['10 / 3', '3.33'],
  ['-5 + 5', '0'],
  ['1 / 0', null],
  ['12 apples', null],
  ['2 + ', null],
  ['(1', null],
  ['', null],
  ['1 2', null],
])('%s is %s', (text, result) => {
  expect(evaluateArithmetic(text)).toBe(result)
})

test('each may use what stands before it; what cannot be computed is missing, so that a default speaks', () => {
  const settings = {
    computed: [
      { name: 'full_name', value: '{{first}} {{last}}' },
      { name: 'total', value: '{{price}} * {{count}}', type: 'number' as const },
      { name: 'line', value: '{{full_name}} owes {{total | something}}' },
    ],
  }
  expect(knownValues({ settings }, { first: 'Ada', last: 'Byron', price: '2.50' }, { count: '3' })).toMatchObject({
    full_name: 'Ada Byron',
    total: '7.5',
    line: 'Ada Byron owes 7.5',
  })
  expect(knownValues({ settings }, { price: 'free' }, {}).line).toBe('owes something')
})
