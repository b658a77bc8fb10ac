import { expect, test } from 'vitest'
import { WithheldValues } from './withheld-values.ts'

function withheld(value: string, instead = '***'): WithheldValues {
  const hidden = new WithheldValues()
  hidden.add(value, instead)
  return hidden
}

test('a value is hidden as it stands and digit by digit, and only as a whole word', () => {
  const hidden = withheld('4279')
  expect(hidden.in('That was 4279, in digits 4, 2, 7, 9. Right?')).toBe('That was ***, in digits ***. Right?')
  expect(hidden.in('The year 42791 and 14279')).toBe('The year 42791 and 14279')
  expect(withheld('yes').in('Yes, I said yes yesterday.')).toBe('***, I said *** yesterday.')
  expect(withheld('2').in('step-two, 2 of 12')).toBe('step-two, *** of 12')
})

test('words that were cut off within a value do not tell its beginning', () => {
  const hidden = withheld('4279')
  expect(hidden.inHeard('In digits 4, 2,')).toBe('In digits ***')
  expect(hidden.inHeard('In digits 4, 2, 7')).toBe('In digits ***')
  expect(hidden.inHeard('We are open from 4')).toBe('We are open from 4')
  expect(hidden.in('In digits 4, 2,')).toBe('In digits 4, 2,')
})

test('a value that begins with another is hidden as a whole, said or cut off', () => {
  const hidden = withheld('4279')
  hidden.add('42791156', '****1156')
  expect(hidden.in('4279, then 4, 2, 7, 9, 1, 1, 5, 6.')).toBe('***, then ****1156.')
  expect(hidden.inHeard('In digits 4, 2, 7, 9, 1, 1,')).toBe('In digits ****1156')
})

test('signs that mean something in patterns mean nothing here', () => {
  expect(withheld('a+b(c', '$&').in('It is a+b(c, not aab')).toBe('It is $&, not aab')
})

test('a part of a long number counts where it is spoken by a hosted voice', () => {
  const hidden = withheld('4279115642791156')
  expect([hidden.occursIn('4, 2, 7, 9, 1, 1, 5, 6, 4,'), hidden.occursIn('2, 7, 9, 1, 1, 5, 6.')]).toEqual([true, true])
  expect(hidden.occursIn('Press 1, 2 or 3.')).toBe(false)
})
