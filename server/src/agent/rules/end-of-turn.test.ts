import { expect, test } from 'vitest'
import { packOf } from '../../language/packs/packs.ts'
import { END_OF_TURN_DELAYS, endOfTurnMs } from './end-of-turn.ts'
import type { AnswerExpectation } from './turn.ts'

const pack = packOf('en')
const choice: AnswerExpectation = {
  answer: 'choice',
  maxDigits: null,
  noInputAfterMs: 6000,
  decides: (text) => text === 'yes',
}
const digits: AnswerExpectation = { answer: 'digits', maxDigits: 4, noInputAfterMs: 6000 }

test('by what is expected, and by the words', () => {
  expect(endOfTurnMs(choice, null, pack)).toBe(END_OF_TURN_DELAYS.usualMs)
  expect(endOfTurnMs(choice, 'yes', pack)).toBe(END_OF_TURN_DELAYS.settledMs)
  expect(endOfTurnMs(choice, 'purple', pack)).toBe(END_OF_TURN_DELAYS.usualMs)
  expect(endOfTurnMs(choice, 'well', pack)).toBe(END_OF_TURN_DELAYS.hesitatingMs)
  expect(endOfTurnMs({ ...choice, answer: 'text' }, 'purple', pack)).toBe(END_OF_TURN_DELAYS.textMs)
  expect(endOfTurnMs(digits, 'four two', pack)).toBe(END_OF_TURN_DELAYS.digitsMs)
  expect(endOfTurnMs(digits, 'four two seven nine', pack)).toBe(END_OF_TURN_DELAYS.settledMs)
})

test('a workflow sets its own time, which words without doubt shorten and a hesitation lengthens', () => {
  const own = { ...choice, endOfTurnMs: 900 }
  expect(endOfTurnMs(own, null, pack)).toBe(900)
  expect(endOfTurnMs(own, 'purple', pack)).toBe(900)
  expect(endOfTurnMs(own, 'yes', pack)).toBe(END_OF_TURN_DELAYS.settledMs)
  expect(endOfTurnMs(own, 'well', pack)).toBe(END_OF_TURN_DELAYS.hesitatingMs)
  expect(endOfTurnMs({ ...digits, endOfTurnMs: 2500 }, 'four two', pack)).toBe(2500)
})

test('a free answer: a question or a closing word is answered sooner, a number or a preposition is waited for', () => {
  const open: AnswerExpectation = { answer: 'open', maxDigits: null, noInputAfterMs: 6000 }
  expect(endOfTurnMs(open, 'What does it cost?', pack)).toBe(END_OF_TURN_DELAYS.completeMs)
  expect(endOfTurnMs(open, 'On Friday, please.', pack)).toBe(END_OF_TURN_DELAYS.completeMs)
  expect(endOfTurnMs(open, 'I come from', pack)).toBe(END_OF_TURN_DELAYS.hesitatingMs)
  expect(endOfTurnMs(open, 'My number is four two seven', pack)).toBe(END_OF_TURN_DELAYS.digitsMs)
  expect(endOfTurnMs(open, 'It is number 427', pack)).toBe(END_OF_TURN_DELAYS.digitsMs)
  expect(endOfTurnMs(open, 'There are two of us', pack)).toBe(END_OF_TURN_DELAYS.usualMs)
  // What is dictated may hold questions.
  expect(endOfTurnMs({ ...open, answer: 'text' }, 'What does it cost?', pack)).toBe(END_OF_TURN_DELAYS.textMs)
  expect(endOfTurnMs({ ...open, endOfTurnMs: 900 }, 'What does it cost?', pack)).toBe(END_OF_TURN_DELAYS.completeMs)
})

test('free text, dates and numbers are given in pieces: any of them would decide, so silence does', () => {
  const decides = () => true
  const expecting = (answer: AnswerExpectation['answer']): AnswerExpectation => ({ ...choice, answer, decides })
  expect(endOfTurnMs(expecting('text'), 'the delivery was late', pack)).toBe(END_OF_TURN_DELAYS.textMs)
  expect(endOfTurnMs(expecting('date'), 'tomorrow', pack)).toBe(END_OF_TURN_DELAYS.valueMs)
  expect(endOfTurnMs(expecting('number'), 'two hundred', pack)).toBe(END_OF_TURN_DELAYS.valueMs)
  expect(endOfTurnMs(expecting('yes_no'), 'yes', pack)).toBe(END_OF_TURN_DELAYS.settledMs)
})
