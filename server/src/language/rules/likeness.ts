/** Similarity of a transcript to a phrase: edit distance of letters and of sounds, over windows of words. */
import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'
import { LANGUAGE_PACKS } from '../packs/packs.ts'
import { removeRecognizerLoops } from './repetition.ts'
import { wordsOf } from './spoken-words.ts'

/** Words up to this length must match exactly: "no", "now" and "know" sound alike but differ in meaning. */
const EXACT_WORD_LETTERS = 3

/** A negation applies to a phrase up to this many words later: "I do not really think I agree". */
const NEGATION_REACH_WORDS = 4

/** The maximum deduction for a phrase that is a small part of a long utterance. */
const COVERAGE_WEIGHT = 0.1

/**
 * Negations of every language together: a negation in one is seldom a word of another, and a false match only repeats the
 * question.
 */
const NEGATIONS = new Set(LANGUAGE_PACKS.flatMap(({ negations }) => negations))

/**
 * Below this likeness a comparison is broken off and counts as 0: no caller acts on such a score. The floor is the threshold for
 * choosing an edge (0.72) less the margin in which two edges count as ambiguous (0.06), minus a small reserve.
 */
export const LIKENESS_FLOOR = 0.65

/** A phrase prepared for comparison. */
export interface Phrase {
  words: readonly string[]
  negations: readonly boolean[]
  letters: Text
  sounds: Text
}

/** Words joined by spaces, with the start of each: windows are compared without copying them. */
interface Text {
  joined: string
  /** Start of each word; one extra entry for the end. */
  starts: readonly number[]
}

/**
 * Limits the comparisons of one turn. A unit is one heard character per 32 characters of a phrase, or one window of words, and
 * takes some nanoseconds; exact edit distances count in the same way.
 */
export interface ComparisonBudget {
  left: number
}

export function preparePhrase(words: readonly string[]): Phrase {
  return {
    words,
    negations: words.map((word) => NEGATIONS.has(word)),
    letters: textOf(words),
    sounds: textOf(words.map(soundOf)),
  }
}

function textOf(words: readonly string[]): Text {
  const starts = [0]
  for (const word of words) starts.push((starts.at(-1) as number) + word.length + 1)
  return { joined: words.join(' '), starts }
}

/** The sound code of a word. Digits and non-Latin scripts have no metaphone code and are used unchanged. */
function soundOf(word: string): string {
  return /^[a-z]+$/u.test(word) ? doubleMetaphone(word)[0] || word : word
}

/** The longest utterance that is compared; a longer one is a recognizer error. */
export const HEARD_WORDS_MAX = 150

/** Prepares the clauses of an utterance for comparison, without recognizer loops. */
export function phrasesOfUtterance(clauses: readonly (readonly string[])[]): Phrase[] {
  let left = HEARD_WORDS_MAX
  return clauses.flatMap((clause) => {
    const words = wordsOf(removeRecognizerLoops(clause.slice(0, left).join(' ')).text)
    left -= Math.min(left, clause.length)
    return words.length === 0 ? [] : [preparePhrase(words)]
  })
}

/**
 * Similarity of a phrase to an utterance, 0 to 1; 0 for everything below LIKENESS_FLOOR. Windows whose negation differs from the
 * phrase's do not count: "I do not agree" is not "I agree". When the budget is used up, the result is 0 and `work.left` shows it.
 */
export function phraseScore(phrase: Phrase, heard: readonly Phrase[], work: ComparisonBudget = unlimited()): number {
  const length = phrase.words.length
  if (length === 0) return 0
  const heardWords = heard.reduce((sum, clause) => sum + clause.words.length, 0)
  let best = 0
  for (const clause of heard) best = Math.max(best, bestWindow(phrase, clause, best, work))
  const coverage = Math.min(1, length / Math.max(1, heardWords))
  return best * (1 - COVERAGE_WEIGHT + COVERAGE_WEIGHT * coverage)
}

const unlimited = (): ComparisonBudget => ({ left: Number.POSITIVE_INFINITY })

function bestWindow(phrase: Phrase, clause: Phrase, atLeast: number, work: ComparisonBudget): number {
  if (isShort(phrase.words)) return Math.max(atLeast, heardExactly(phrase, clause, work))
  const leastLetters = leastDistances(phrase.letters, clause.letters, work)
  const leastSounds = leastDistances(phrase.sounds, clause.sounds, work)
  const length = phrase.words.length
  let best = atLeast
  for (const size of [length, length - 1, length + 1]) {
    if (size < 1) continue
    for (let start = 0; start + size <= clause.words.length; start += 1) {
      if (work.left <= 0) return 0
      work.left -= 1
      const last = start + size - 1
      const beyond = Math.max(best, LIKENESS_FLOOR)
      const letters = similarityAtMost(phrase.letters, clause.letters, start, size, leastLetters[last] as number)
      if (0.5 * letters + 0.5 <= beyond) continue
      const sounds = similarityAtMost(phrase.sounds, clause.sounds, start, size, leastSounds[last] as number)
      if (0.5 * letters + 0.5 * sounds <= beyond || !sameNegation(phrase, clause, start, size)) continue
      const found = windowLikeness(phrase, clause, start, size, work)
      if (found > beyond) best = found
    }
  }
  return best
}

function heardExactly(phrase: Phrase, clause: Phrase, work: ComparisonBudget): number {
  work.left -= clause.words.length
  const isHeard = clause.words.some((word, at) => word === phrase.words[0] && sameNegation(phrase, clause, at, 1))
  return isHeard ? 1 : 0
}

function sameNegation(phrase: Phrase, { negations }: Phrase, start: number, size: number): boolean {
  const reach = negations.slice(Math.max(0, start - NEGATION_REACH_WORDS), start + size)
  return reach.includes(true) === phrase.negations.includes(true)
}

/** An upper bound of the similarity of a window, from a lower bound of its distance. */
function similarityAtMost(one: Text, other: Text, start: number, size: number, least: number): number {
  const length = lengthOf(other, start, size)
  const longer = Math.max(one.joined.length, length)
  return longer === 0 ? 1 : 1 - Math.max(least, Math.abs(one.joined.length - length)) / longer
}

function windowLikeness(phrase: Phrase, clause: Phrase, start: number, size: number, work: ComparisonBudget): number {
  const window = partOf(clause.letters, start, size)
  if (window === phrase.letters.joined) return 1
  if (size === 1 && window.length <= EXACT_WORD_LETTERS) return 0
  return (
    0.5 * similarity(phrase.letters.joined, window, work) +
    0.5 * similarity(phrase.sounds.joined, partOf(clause.sounds, start, size), work)
  )
}

const lengthOf = ({ starts }: Text, start: number, size: number) =>
  (starts[start + size] as number) - (starts[start] as number) - 1

const partOf = (text: Text, start: number, size: number) => {
  const from = text.starts[start] as number
  return text.joined.slice(from, from + lengthOf(text, start, size))
}

const BLOCK_BITS = 32
const PATTERN_BLOCKS_MAX = 8
/** Bits of a character code by which characters are distinguished; a collision makes a distance smaller, never greater. */
const CODE_MASK = 255
const equalAt = new Int32Array((CODE_MASK + 1) * PATTERN_BLOCKS_MAX)

/**
 * For each word of the text: a lower bound of the edit distance between the pattern and any piece of the text that ends with this
 * word. One pass over the text (Myers 1999, in blocks as by Hyyrö 2003) replaces hundreds of distance computations, one per
 * window.
 */
function leastDistances(pattern: Text, text: Text, work: ComparisonBudget): Int32Array {
  const wanted = pattern.joined
  const least = new Int32Array(text.starts.length - 1)
  const blocks = Math.ceil(wanted.length / BLOCK_BITS)
  if (blocks > PATTERN_BLOCKS_MAX || work.left <= 0) return least
  work.left -= wanted.length + text.joined.length * blocks
  for (let at = 0; at < wanted.length; at++) {
    const row = (wanted.charCodeAt(at) & CODE_MASK) * PATTERN_BLOCKS_MAX + (at >>> 5)
    equalAt[row] = (equalAt[row] as number) | (1 << (at & 31))
  }
  if (blocks === 1) scanOneBlock(wanted.length, text, least)
  else scanBlocks(wanted.length, blocks, text, least)
  for (let at = 0; at < wanted.length; at++) {
    equalAt[(wanted.charCodeAt(at) & CODE_MASK) * PATTERN_BLOCKS_MAX + (at >>> 5)] = 0
  }
  return least
}

/**
 * A column of the table of edit distances is held as its vertical differences in bits: `up` where the next row is greater, `down`
 * where it is less. The pattern may begin anywhere in the text, so the first row is 0 throughout.
 */
function scanOneBlock(length: number, { joined, starts }: Text, least: Int32Array): void {
  const top = 1 << (length - 1)
  let [up, down, distanceHere, at] = [-1, 0, length, 0]
  for (let word = 0; word < least.length; word++) {
    const end = Math.min(joined.length, starts[word + 1] as number)
    for (; at < end; at++) {
      // The space after a word belongs to the next one.
      if (at === end - 1 && word < least.length - 1) least[word] = distanceHere
      const equal = equalAt[(joined.charCodeAt(at) & CODE_MASK) * PATTERN_BLOCKS_MAX] as number
      const horizontal = (((equal & up) + up) ^ up) | equal
      const vertical = equal | down
      const right = down | ~(horizontal | up)
      const left = up & horizontal
      if (right & top) distanceHere++
      else if (left & top) distanceHere--
      up = (left << 1) | ~(vertical | (right << 1))
      down = (right << 1) & vertical
    }
  }
  least[least.length - 1] = distanceHere
}

function scanBlocks(length: number, blocks: number, { joined, starts }: Text, least: Int32Array): void {
  const last = blocks - 1
  const top = 1 << ((length - 1) & 31)
  const ups = new Int32Array(blocks).fill(-1)
  const downs = new Int32Array(blocks)
  let [distanceHere, at] = [length, 0]
  for (let word = 0; word < least.length; word++) {
    const end = Math.min(joined.length, starts[word + 1] as number)
    for (; at < end; at++) {
      if (at === end - 1 && word < least.length - 1) least[word] = distanceHere
      const row = (joined.charCodeAt(at) & CODE_MASK) * PATTERN_BLOCKS_MAX
      let carried = 0
      for (let block = 0; block <= last; block++) {
        const up = ups[block] as number
        const down = downs[block] as number
        const equal = equalAt[row + block] as number
        const vertical = equal | down
        const met = carried < 0 ? equal | 1 : equal
        const horizontal = (((met & up) + up) ^ up) | met
        const right = down | ~(horizontal | up)
        const left = up & horizontal
        const bit = block === last ? top : 1 << 31
        const [enteringRight, enteringLeft] = [carried > 0 ? 1 : 0, carried < 0 ? 1 : 0]
        carried = (right & bit) !== 0 ? 1 : (left & bit) !== 0 ? -1 : 0
        const shifted = (right << 1) | enteringRight
        ups[block] = (left << 1) | enteringLeft | ~(vertical | shifted)
        downs[block] = shifted & vertical
      }
      distanceHere += carried
    }
  }
  least[least.length - 1] = distanceHere
}

export function likeness(one: Phrase, other: Phrase): number {
  const work = unlimited()
  if (one.letters.joined === other.letters.joined) return 1
  if (isShort(one.words) || isShort(other.words)) return 0
  return (
    0.5 * similarity(one.letters.joined, other.letters.joined, work) +
    0.5 * similarity(one.sounds.joined, other.sounds.joined, work)
  )
}

function isShort(words: readonly string[]): boolean {
  return words.length === 1 && (words[0]?.length ?? 0) <= EXACT_WORD_LETTERS
}

function similarity(one: string, other: string, work: ComparisonBudget): number {
  const longer = Math.max(one.length, other.length)
  if (longer === 0) return 1
  work.left -= Math.min(one.length, other.length) + longer * Math.ceil(longer / 32)
  return 1 - distance(one, other) / longer
}
