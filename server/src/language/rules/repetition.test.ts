import { expect, test } from 'vitest'
import { removeRecognizerLoops } from './repetition.ts'

test.each([
  ['4279-202-202-202-202-202', '4279-202'],
  ['Call me back tomorrow. Call me back tomorrow. Call me back tomorrow.', 'Call me back tomorrow.'],
  ['I was in the house, in the house, in the house, in the', 'I was in the house,'],
  ['yes yes yes yes yes yes yes yes', 'yes'],
])('the loop in "%s" is cut', (text, expected) => {
  expect(removeRecognizerLoops(text)).toEqual({ text: expected, looped: true })
})

test.each([
  'No, no, no, no.',
  'Stop calling me. Stop calling me.',
  '2 2 2 2 2 2',
  'zero zero zero zero seven',
  '55 55 12',
  'My number is 555-0199.',
  'Yes',
  '',
])('"%s" stays as it was said', (text) => {
  expect(removeRecognizerLoops(text)).toEqual({ text, looped: false })
})
