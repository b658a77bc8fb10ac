import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLAUSE_LIMITS, pauseAfterMs, splitIntoClauses } from './clauses.ts'

test('a greeting is cut so that its first words are heard soon', () => {
  expect(
    splitIntoClauses('Hello, this is Green Valley Clinic calling about your appointment. Can you still make it?'),
  ).toEqual(['Hello,', 'this is Green Valley Clinic calling about your appointment.', 'Can you still make it?'])
})

test('later short phrases stay with what follows', () => {
  expect(splitIntoClauses('Thank you. So, on Tuesday, we will see you at the clinic.')).toEqual([
    'Thank you.',
    'So, on Tuesday, we will see you at the clinic.',
  ])
})

test.each([
  'Your balance is $1,250.75 today.',
  'It is at 3.30 on Tuesday.',
  'Dr. Smith will see you at 9 a.m. on Friday.',
  'This is J. Brown from St. Mary hospital.',
  'The code is 10:15:30 for you.',
])('"%s" is one clause', (text) => {
  expect(splitIntoClauses(text)).toEqual([text])
})

test('text without punctuation is cut at a space', () => {
  const found = splitIntoClauses('word '.repeat(100))
  expect(found.length).toBeGreaterThan(1)
  for (const clause of found) expect(clause.length).toBeLessThanOrEqual(CLAUSE_LIMITS.longestChars)
})

test('signs alone are no clause', () => {
  expect(splitIntoClauses(' ... - !')).toEqual([])
  expect(splitIntoClauses('Yes. - ')).toEqual(['Yes. -'])
  expect(splitIntoClauses('')).toEqual([])
})

test('no word is lost, doubled or moved', () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,12}[.,;:!?]{0,2}$/), { maxLength: 80 })
  fc.assert(fc.property(words, (some) => splitIntoClauses(some.join(' ')).join(' ') === some.join(' ')))
})

test('a sentence is followed by a longer pause than a comma', () => {
  expect(pauseAfterMs('Goodbye.')).toBeGreaterThan(pauseAfterMs('Hello,'))
  expect(pauseAfterMs('Hello,')).toBeGreaterThan(pauseAfterMs('and then'))
})
