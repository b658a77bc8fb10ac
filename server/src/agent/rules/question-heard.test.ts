import { expect, test } from 'vitest'
import { packOf } from '../../language/packs/packs.ts'
import { countLetters, hasHeardQuestion, textFromQuestion } from './question-heard.ts'

test.each([
  ['Hello, this is Acme. Will you come?', [], 'Will you come?'],
  ['Hello. This is the practice of Dr. Brown. Will you see Dr. Brown at 9.30?', [], 'Will you see Dr. Brown at 9.30?'],
  ['Will you come? Press 1 for yes.', ['1'], 'Will you come? Press 1 for yes.'],
  ['Hello, this is Acme. Please tell me your number.', [], 'Please tell me your number.'],
  // A menu: each of its sentences may be the awaited one.
  ['Welcome to Acme. For sales press one. For help press two.', ['1', '2'], 'For sales press one. For help press two.'],
  ['Sagen Sie uns am 3. Mai Bescheid.', [], 'Sagen Sie uns am 3. Mai Bescheid.'],
  ['', [], ''],
])('of %j with the keys %j, %j is repeated', (prompt, keys, repeated) => {
  expect(textFromQuestion(prompt, keys, packOf('en'))).toBe(repeated)
})

test('an abbreviation does not make a question count as heard earlier', () => {
  const prompt = 'I have 4, 2, 7, 9. Is that right?'
  expect(hasHeardQuestion(prompt, countLetters('I have 4, 2, 7, 9.'))).toBe(false)
  expect(hasHeardQuestion(prompt, countLetters('I have 4, 2, 7, 9. Is that'))).toBe(true)
})
