import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIKENESS_FLOOR, likeness, type Phrase, phraseScore, preparePhrase } from './likeness.ts'

const REACH = 4

/** Every window of every clause compared in full: what phraseScore must agree with, without its shortcuts. */
function scoreInFull(phrase: Phrase, heard: readonly Phrase[]): number {
  const length = phrase.words.length
  const heardWords = heard.reduce((sum, clause) => sum + clause.words.length, 0)
  let best = 0
  for (const clause of heard) {
    for (const size of [length - 1, length, length + 1].filter((one) => one > 0)) {
      for (let start = 0; start + size <= clause.words.length; start++) {
        const reach = clause.negations.slice(Math.max(0, start - REACH), start + size)
        if (reach.includes(true) !== phrase.negations.includes(true)) continue
        best = Math.max(best, likeness(phrase, preparePhrase(clause.words.slice(start, start + size))))
      }
    }
  }
  const score = best * (0.9 + 0.1 * Math.min(1, length / Math.max(1, heardWords)))
  return best > LIKENESS_FLOOR ? score : 0
}

const word = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'i',
      'not',
      'no',
      'cancel',
      'counsel',
      'reschedule',
      'schedule',
      'my',
      'day',
      'appointment',
    ),
    weight: 4,
  },
  {
    arbitrary: fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 't', 'h', 'ñ', '後', '7'),
      minLength: 1,
      maxLength: 9,
    }),
    weight: 1,
  },
)
const words = (minLength: number, maxLength: number) => fc.array(word, { minLength, maxLength })

test('shortcuts change no score that anybody acts on', () => {
  fc.assert(
    fc.property(words(1, 6), fc.array(words(1, 14), { minLength: 1, maxLength: 3 }), (phrase, clauses) => {
      const [one, heard] = [preparePhrase(phrase), clauses.map(preparePhrase)]
      expect(phraseScore(one, heard)).toBeCloseTo(scoreInFull(one, heard), 12)
    }),
    { numRuns: 2000 },
  )
})

test('a mishearing of a phrase is found by few edit distances among many words', () => {
  const heard = [
    preparePhrase([...Array.from({ length: 140 }, (_, at) => `filler${at}`), 'counsel', 'my', 'appointment']),
  ]
  const work = { left: 1_000_000 }
  expect(phraseScore(preparePhrase(['cancel', 'my', 'appointment']), heard, work)).toBeGreaterThan(0.72)
  expect(1_000_000 - work.left).toBeLessThan(6_000)
})

test('a budget that is used up ends the comparison', () => {
  const work = { left: 50 }
  const heard = [preparePhrase(Array.from({ length: 100 }, () => 'cancel'))]
  expect(phraseScore(preparePhrase(['cancel', 'it']), heard, work)).toBe(0)
  expect(work.left).toBeLessThanOrEqual(0)
})
