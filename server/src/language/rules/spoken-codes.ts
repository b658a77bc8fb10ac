/**
 * Reads a code of letters and digits from speech: "A as in apple, seven", "bravo two", "double T four". All words must be
 * understood.
 */
import { wordsAroundValues } from '../packs/framing.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { correctedValue } from './corrections.ts'
import { readDigits } from './spoken-digits.ts'
import { foldCaseAndAccents } from './spoken-words.ts'

/** Recognizers write spelled letters together, in capitals: "ABC". A longer group is a word. */
const CAPITALS_MAX = 8

/** The code in capitals, without spaces; null if a word was not understood. */
export function readSpokenCode(transcript: string, pack: LanguagePack): string | null {
  return correctedValue(transcript, pack, (part) => plainCode(part, pack))
}

interface Spelling {
  letters: ReadonlyMap<string, string>
  asIn: RegExp
  framing: ReadonlySet<string>
}

const spellings = new Map<string, Spelling>()

function spellingOf({ tag }: LanguagePack): Spelling {
  const known = spellings.get(tag)
  if (known !== undefined) return known
  const { letters, spelling, asIn, words } = wordsAroundValues(tag)
  const named = letters.split(' ').map((entry) => entry.split(':') as [string, string])
  const spelled = spelling.split(' ').map((word) => [word, word.charAt(0)] as [string, string])
  const made: Spelling = {
    letters: new Map([...spelled, ...named]),
    asIn: new RegExp(`(?<![\\p{L}\\p{N}])(\\p{L}) (?:${asIn}) (\\p{L}+)`, 'gu'),
    framing: new Set(words.split(' ')),
  }
  spellings.set(tag, made)
  return made
}

function plainCode(text: string, pack: LanguagePack): string | null {
  const spelling = spellingOf(pack)
  const plain = text
    .replace(/[.,;:!?]+(?=\s|$)/gu, ' ')
    .replace(/\bx[- ]ray\b/giu, 'xray')
    .replace(/[-/]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const spelled = withoutSpelling(plain, spelling)
  if (spelled === null) return null
  let code = ''
  const tokens = spelled.split(' ')
  for (let index = 0; index < tokens.length; ) {
    const found = partAt(tokens, index, code, pack, spelling)
    if (found === null) return null
    code += found.signs
    index += found.words
  }
  return code === '' ? null : code
}

/** "b as in berlin" as "B"; null if the word begins with another letter. */
function withoutSpelling(text: string, { asIn }: Spelling): string | null {
  const folded = foldCaseAndAccents(text).length === text.length ? text : foldCaseAndAccents(text)
  let agrees = true
  const written = folded.replace(new RegExp(asIn.source, 'giu'), (_, letter: string, word: string) => {
    if (foldCaseAndAccents(letter) !== foldCaseAndAccents(word).charAt(0)) agrees = false
    return `${letter.toUpperCase()}`
  })
  return agrees ? written : null
}

interface Part {
  signs: string
  words: number
}

function partAt(
  tokens: readonly string[],
  index: number,
  before: string,
  pack: LanguagePack,
  spelling: Spelling,
): Part | null {
  const token = tokens[index] ?? ''
  const word = foldCaseAndAccents(token).replace(/'/gu, '')
  const next = tokens[index + 1]
  const times = { double: 2, triple: 3, doppel: 2, doble: 2, triplo: 3, duplo: 2 }[word]
  if (word === 'double' && ['u', 'you', 'v'].includes(next?.toLowerCase() ?? '')) return { signs: 'W', words: 2 }
  if (times !== undefined && next !== undefined) {
    const repeated = partAt(tokens, index + 1, before, pack, spelling)
    if (repeated === null || [...repeated.signs].length !== 1) return null
    return { signs: repeated.signs.repeat(times), words: repeated.words + 1 }
  }
  // "oh" among digits is a zero, among letters an O.
  if (word === 'oh' || word === 'o') return { signs: /\d$/u.test(before) ? '0' : 'O', words: 1 }
  const letter = spelling.letters.get(word)
  if (letter !== undefined) return { signs: letter.toUpperCase(), words: 1 }
  const digits = digitsAt(tokens, index, pack)
  if (digits !== null) return digits
  if (isArticle(word, tokens, index, pack)) return { signs: '', words: 1 }
  if (/^\p{L}$/u.test(word)) return { signs: word.toUpperCase(), words: 1 }
  const isWritten = /\d/u.test(token) || (token === token.toUpperCase() && token.length <= CAPITALS_MAX)
  if (isWritten && /^[\p{L}\p{N}]+$/u.test(token)) return { signs: token.toUpperCase(), words: 1 }
  return spelling.framing.has(word) ? { signs: '', words: 1 } : null
}

/** "a code", "é o": a single letter before a framing word is an article and not part of the code. */
function isArticle(word: string, tokens: readonly string[], index: number, pack: LanguagePack): boolean {
  const { framing } = spellingOf(pack)
  const next = foldCaseAndAccents(tokens[index + 1] ?? '')
  return word.length === 1 && framing.has(word) && next.length > 1 && framing.has(next) && !/\d/u.test(next)
}

/** The digits in the longest run of up to three number words. */
function digitsAt(tokens: readonly string[], index: number, pack: LanguagePack): Part | null {
  for (let length = 3; length > 0; length -= 1) {
    const run = tokens.slice(index, index + length)
    if (run.length < length || !run.every((word) => isDigitWord(word, pack))) continue
    return { signs: readDigits(run.join(' '), pack).digits, words: length }
  }
  return null
}

function isDigitWord(word: string, pack: LanguagePack): boolean {
  const { digits, otherWords } = readDigits(word, pack)
  return digits !== '' && otherWords === 0
}
