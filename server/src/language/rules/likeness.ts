/** How much what was heard is like a phrase: edit distance of the letters and of the sounds, over windows of words. */
import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'
import { LANGUAGE_PACKS } from '../packs/packs.ts'
import { withoutLoops } from './repetition.ts'
import { wordsOf } from './spoken-words.ts'

/** Words this short must be heard exactly: "no", "now" and "know" are one sound, and mean three things. */
const EXACT_WORD_LETTERS = 3

/** How many words before a phrase a negation still reaches it: "I do not really think I agree". */
const NEGATION_REACH_WORDS = 4

/** What a phrase may lose when it is a small part of a long utterance. */
const COVERAGE_WEIGHT = 0.1

/** Of every language: what negates in one is seldom a word of another, and then the question is asked once more. */
const NEGATIONS = new Set(LANGUAGE_PACKS.flatMap(({ negations }) => negations))

/** Words with their sounds, worked out once and compared often. */
export interface Phrase {
  words: readonly string[]
  sounds: readonly string[]
  negations: readonly boolean[]
}

type Comparable = Pick<Phrase, 'words' | 'sounds'>

export function phraseOf(words: readonly string[]): Phrase {
  return { words, sounds: words.map(soundOf), negations: words.map((word) => NEGATIONS.has(word)) }
}

/** Digits and scripts other than Latin have no metaphone code; they stand for themselves. */
function soundOf(word: string): string {
  return /^[a-z]+$/u.test(word) ? doubleMetaphone(word)[0] || word : word
}

/** The longest utterance that is compared; beyond it a recogniser has lost its way. */
export const HEARD_WORDS_MAX = 150

/** Clauses of an utterance made ready, without the loops of a lost recogniser. */
export function heardPhrases(clauses: readonly (readonly string[])[]): Phrase[] {
  let left = HEARD_WORDS_MAX
  return clauses.flatMap((clause) => {
    const words = wordsOf(withoutLoops(clause.slice(0, left).join(' ')).text)
    left -= Math.min(left, clause.length)
    return words.length === 0 ? [] : [phraseOf(words)]
  })
}

/** 0 to 1. Windows whose negation differs from the phrase's do not count: "I do not agree" is not "I agree". */
export function phraseScore(phrase: Phrase, heard: readonly Phrase[]): number {
  const length = phrase.words.length
  if (length === 0) return 0
  const heardWords = heard.reduce((sum, clause) => sum + clause.words.length, 0)
  const best = Math.max(0, ...heard.map((clause) => bestWindow(phrase, clause)))
  const coverage = Math.min(1, length / Math.max(1, heardWords))
  return best * (1 - COVERAGE_WEIGHT + COVERAGE_WEIGHT * coverage)
}

function bestWindow(phrase: Phrase, clause: Phrase): number {
  const length = phrase.words.length
  const negated = phrase.negations.includes(true)
  let best = 0
  for (const size of [length, length - 1, length + 1]) {
    if (size < 1) continue
    for (let start = 0; start + size <= clause.words.length; start += 1) {
      const reach = clause.negations.slice(Math.max(0, start - NEGATION_REACH_WORDS), start + size)
      if (reach.includes(true) === negated) best = Math.max(best, likeness(phrase, windowOf(clause, start, size)))
    }
  }
  return best
}

function windowOf(clause: Phrase, start: number, size: number): Comparable {
  return { words: clause.words.slice(start, start + size), sounds: clause.sounds.slice(start, start + size) }
}

export function likeness(one: Comparable, other: Comparable): number {
  const letters = one.words.join(' ')
  const otherLetters = other.words.join(' ')
  if (letters === otherLetters) return 1
  if (isShort(one.words) || isShort(other.words)) return 0
  return 0.5 * similarity(letters, otherLetters) + 0.5 * similarity(one.sounds.join(' '), other.sounds.join(' '))
}

function isShort(words: readonly string[]): boolean {
  return words.length === 1 && (words[0]?.length ?? 0) <= EXACT_WORD_LETTERS
}

function similarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length)
  return longer === 0 ? 1 : 1 - distance(one, other) / longer
}
