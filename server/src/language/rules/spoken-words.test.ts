import { expect, test } from 'vitest'
import { clausesOf, foldCaseAndAccents, wordsOf } from './spoken-words.ts'

test.each([
  ["I won't, I wont", 'i will not i will not'],
  ["can't cant cannot Cannot", 'can not can not can not can not'],
  ["shan't ain't", 'shall not is not'],
  ["don't doesnt didn't isnt aren't wasnt", 'do not does not did not is not are not was not'],
  ["haven't hasnt hadn't wouldnt couldn't shouldnt", 'have not has not had not would not could not should not'],
  ["mustn't neednt werent", 'must not need not were not'],
  ["let's, I'm, she'll, they've, you're, it's, he'd", 'let us i am she will they have you are it is he would'],
  ['it’s don`t', 'it is do not'],
  ['re-schedule re schedule', 'reschedule reschedule'],
  ['to-morrow to morrow', 'tomorrow tomorrow'],
  ['good-bye good by goodby', 'goodbye goodbye goodbye'],
  ['call-back OK', 'call back okay'],
  ['Appointment, importantly: A_b 3.5!', 'appointment importantly a b 3 5'],
  ["the doctors' o'clock", 'the doctors oclock'],
  ['Straße É Ｆｕｌｌ', 'strasse e full'],
  ['明日ok', '明 日 okay'],
])('%s has the words of %s', (text, words) => {
  expect(wordsOf(text).join(' ')).toBe(words)
})

test('clauses and letters', () => {
  expect(clausesOf("Yes, but I can't. 明日")).toEqual([['yes'], ['i', 'can', 'not'], ['明', '日']])
  expect(foldCaseAndAccents('Žluťoučký KŮŇ')).toBe('zlutoucky kun')
  expect(foldCaseAndAccents('PLAIN')).toBe('plain')
})
