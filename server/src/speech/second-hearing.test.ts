import { expect, test } from 'vitest'
import { settleDigits } from './second-hearing.ts'

test.each([
  ['Six, four, two, seven.', 'Six, four, two, seven.', 'Six, four, two, seven.', false],
  ['6, 4, 2, 7', 'Six four two seven', '6, 4, 2, 7', false],
  ['Six, four, two, seven, eight,', 'Six, four, two, seven.', 'Six, four, two, seven.', true],
  ['Six, four, two, seven.', '', 'Six, four, two, seven.', true],
  ['Six, four, two, seven.', 'Six, four, nine, seven.', 'Six, four, two, seven.', true],
])('%j heard again as %j is %j, doubtful: %j', (first, second, text, doubtful) => {
  expect(settleDigits(first, () => second)).toEqual({ text, doubtful })
})

test('other words and short numbers are heard once', () => {
  const again = () => expect.fail('heard again')
  for (const text of ['', 'Yes.', 'Five.', 'I will be there at nine.', 'one two three']) {
    expect(settleDigits(text, again)).toEqual({ text, doubtful: false })
  }
})
