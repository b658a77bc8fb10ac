import { expect, test } from 'vitest'
import type { Experiment } from '../../dialer/rules/experiment.ts'
import { experimentResult } from './experiment-results.ts'

const experiment = {
  arms: [
    { name: 'A', share: 50 },
    { name: 'B', share: 50 },
  ],
} as unknown as Experiment
const sentenceOf = (ofA: number, ofB: number, people: number) => {
  const counts = [ofA, ofB].map((successes) => ({ people, finished: people, successes, uncalled: 0 }))
  return experimentResult(experiment, counts).arms[1]?.sentence
}

/** "is better by 20.0 percentage points (between 14.1 and 25.6)" read back as numbers. */
const numbersOf = (sentence = '') => [...sentence.matchAll(/-?\d+\.\d/g)].map(([number]) => Number(number))

test.each([
  ['better', 600, 1000],
  ['worse', 1000, 600],
])('an arm is %s by a number between two others, all with the same sign', (word, ofA, ofB) => {
  const sentence = sentenceOf(ofA, ofB, 2000)
  expect(sentence).toContain(`B is ${word} than A by 20.0 percentage points (between `)
  const [by = 0, low = 0, high = 0] = numbersOf(sentence)
  expect(low).toBeGreaterThan(0)
  expect(low).toBeLessThan(by)
  expect(high).toBeGreaterThan(by)
})

test('few people: the sentence says in which unit, and how little is known', () => {
  const sentence = sentenceOf(2, 2, 4)
  expect(sentence).toMatch(
    /^Not decided: B and A are about equal so far\. The true difference may be anything from -\d/,
  )
  expect(sentence).toMatch(/ percentage points\.$/)
  const [low = 0, high = 0] = numbersOf(sentence)
  expect(low).toBe(-high)
})
