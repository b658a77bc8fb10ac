/** Reads digits from speech: "four two seven nine", "double five", "oh", "forty two", "4279". */
import { wordsAroundValues } from '../packs/framing.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { correctedValue } from './corrections.ts'
import { numberBelow100At } from './spoken-numbers.ts'
import { wordsOf } from './spoken-words.ts'

const DIGITS: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  o: '0',
  nought: '0',
  naught: '0',
  nil: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  niner: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
}

const TENS: Readonly<Record<string, string>> = {
  twenty: '2',
  thirty: '3',
  forty: '4',
  fourty: '4',
  fifty: '5',
  sixty: '6',
  seventy: '7',
  eighty: '8',
  ninety: '9',
}

/** Words that sound like a digit; they count only among digits. */
const HOMOPHONES: Readonly<Record<string, string>> = {
  won: '1',
  to: '2',
  too: '2',
  tree: '3',
  for: '4',
  fore: '4',
  ate: '8',
}

const REPEATS: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3, quadruple: 4 }

/** Words that people say around a number and that carry no meaning. */
const FRAMING = new Set([
  'is',
  'its',
  'it',
  'number',
  'option',
  'press',
  'pressed',
  'choose',
  'um',
  'uh',
  'er',
  'and',
  'my',
  'the',
  'code',
  'pin',
  'that',
  'dash',
  'hyphen',
  'say',
  'i',
  'please',
  'okay',
  'yes',
  'well',
])

/** Expected number of digits. */
export interface DigitCount {
  least: number
  most: number
}

interface Reading {
  digits: string
  /** Number of words that are neither digits nor usual words around a value. */
  otherWords: number
  /** The other words, in their normalized form. */
  unknown: readonly string[]
}

/** `pack`: the spoken language, besides English. */
export function readDigits(transcript: string, pack?: LanguagePack): Reading {
  const words = numeralsFor(wordsOf(transcript), pack)
  let digits = ''
  const unknown: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const next = words[index + 1] ?? ''
    const times = REPEATS[word]
    if (times !== undefined && digitsOfWord(words, index + 1) !== null) {
      digits += (digitsOfWord(words, index + 1) ?? '').repeat(times)
      index += 1
    } else if (TENS[word] !== undefined) {
      const unit = DIGITS[next]
      const joins = unit !== undefined && unit.length === 1 && unit !== '0'
      digits += TENS[word] + (joins ? unit : '0')
      if (joins) index += 1
    } else {
      const found = digitsOfWord(words, index)
      if (found !== null) digits += found
      else if (!FRAMING.has(word)) unknown.push(word)
    }
  }
  return { digits, otherWords: unknown.length, unknown }
}

/**
 * The digits of a requested number. Null if a word was not understood, because it may have been a digit. A correction restarts
 * the number.
 */
export function readSpokenDigits(transcript: string, pack: LanguagePack): string | null {
  const framing = new Set(`${wordsAroundValues(pack.tag).words} ${pack.answerForms.polite.join(' ')}`.split(' '))
  return correctedValue(transcript, pack, (part) => {
    const { digits, unknown } = readDigits(part, pack)
    return digits === '' || unknown.some((word) => !framing.has(word)) ? null : digits
  })
}

/** Converts numerals and repetition words of another language; English is handled by the rule itself. */
function numeralsFor(words: readonly string[], pack: LanguagePack | undefined): string[] {
  if (pack === undefined || pack.tag === 'en') return [...words]
  const numerals: string[] = []
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? ''
    const found = pack.digits[word] === undefined ? numberBelow100At(words, index, pack.numbers) : null
    const repeated = Object.keys(REPEATS).find((known) => REPEATS[known] === pack.numbers.repeats[word])
    numerals.push(pack.digits[word] ?? (found === null ? (repeated ?? word) : String(found.value)))
    index += found?.words ?? 1
  }
  return numerals
}

function digitsOfWord(words: readonly string[], index: number): string | null {
  const word = words[index] ?? ''
  if (/^\p{Nd}+$/u.test(word)) return [...word].map(decimalDigit).join('')
  if (isUnsure(word)) return amongDigits(words, index) ? (HOMOPHONES[word] ?? DIGITS[word] ?? null) : null
  return DIGITS[word] ?? null
}

/** Whether "oh" may not mean zero: it is zero only next to digits; alone it expresses surprise. */
function isUnsure(word: string): boolean {
  return HOMOPHONES[word] !== undefined || word === 'oh' || word === 'o'
}

function amongDigits(words: readonly string[], index: number): boolean {
  const before = words[index - 1]
  const after = words[index + 1]
  const beforeFits = before === undefined || FRAMING.has(before) || isDigitLike(before)
  const afterFits = after === undefined || after === 'please' || isDigitLike(after)
  return beforeFits && afterFits && [before, after].some((word) => word !== undefined && isDigitLike(word))
}

function isDigitLike(word: string): boolean {
  return (
    /^\p{Nd}+$/u.test(word) ||
    DIGITS[word] !== undefined ||
    TENS[word] !== undefined ||
    HOMOPHONES[word] !== undefined ||
    REPEATS[word] !== undefined
  )
}

/** The value of a decimal digit in any script: Unicode has them in blocks of ten that begin with zero. */
function decimalDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 48
  if (code < 128) return sign
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}

/** Only groups of at least this many digits count as loops: shorter groups repeat in real numbers too, 5555 or 1212. */
const LOOP_SHORTEST_DIGITS = 3

/** A recognizer loop repeats a number: "427942794279" is "4279". */
export function removeRepeatedDigits(digits: string, leastRepeats: number): string {
  for (let length = LOOP_SHORTEST_DIGITS; length * leastRepeats <= digits.length; length += 1) {
    const stretch = digits.slice(0, length)
    if (stretch.repeat(Math.ceil(digits.length / length)).startsWith(digits)) return stretch
  }
  return digits
}
