import { expect, test } from 'vitest'
import { type MissedAnswer, PEOPLE_PER_PHRASE_MIN, unexpectedPhrases } from './unexpected-phrases.ts'

const said = (text: string, people: number, node = 'start'): MissedAnswer[] =>
  Array.from({ length: people }, (_, at) => ({ node, text, phone_number: `+1202555${1000 + at}` }))

test('the same words count once for each person, however they are written', () => {
  const missed = [...said('Next week.', 4), ...said('next week', 6), ...said('Next week?', 2)]
  expect(unexpectedPhrases(missed)).toEqual([{ node: 'start', phrase: 'next week', people: 6 }])
})

test('what fewer than five have said stays with them', () => {
  const missed = [...said('My name is Ada', PEOPLE_PER_PHRASE_MIN - 1), ...said('next week', PEOPLE_PER_PHRASE_MIN)]
  expect(unexpectedPhrases(missed).map(({ phrase }) => phrase)).toEqual(['next week'])
  // Nor does it help to say it often.
  const often = Array.from({ length: 20 }, () => said('My name is Ada', 1)).flat()
  expect(unexpectedPhrases(often)).toEqual([])
})

test('each step has its own, those of the most people first; nothing is made of noise', () => {
  const missed = [...said('…', 9), ...said('next week', 5), ...said('next week', 7, 'day'), ...said('wer ist da', 6)]
  expect(unexpectedPhrases(missed)).toEqual([
    { node: 'day', phrase: 'next week', people: 7 },
    { node: 'start', phrase: 'wer ist da', people: 6 },
    { node: 'start', phrase: 'next week', people: 5 },
  ])
})
