/**
 * Reads a number from speech, by the words of a language: "twenty five", "one hundred and twenty", "drei Komma fünf",
 * "1.250,50".
 */
import type { NumberWords } from '../packs/pack.ts'
import { foldCaseAndAccents } from './spoken-words.ts'

/** A number below a hundred and how many words it takes. */
interface Below100 {
  value: number
  words: number
}

interface Table {
  values: ReadonlyMap<string, number>
  longest: number
  split: RegExp | null
}

const tables = new Map<NumberWords, Table>()

function tableOf(words: NumberWords): Table {
  const known = tables.get(words)
  if (known !== undefined) return known
  const values = new Map<string, number>()
  words.below100.forEach((ways, value) => {
    for (const way of ways.split('|')) values.set(way, value)
  })
  const longest = Math.max(...[...values.keys()].map((way) => way.split(' ').length))
  const split = words.split.length === 0 ? null : new RegExp(`(${words.split.join('|')})`, 'gu')
  const table = { values, longest, split }
  tables.set(words, table)
  return table
}

/** The longest number phrase below a hundred that begins here. */
export function numberBelow100At(words: readonly string[], start: number, language: NumberWords): Below100 | null {
  const { values, longest } = tableOf(language)
  for (let length = Math.min(longest, words.length - start); length > 0; length -= 1) {
    const value = values.get(words.slice(start, start + length).join(' '))
    if (value !== undefined) return { value, words: length }
  }
  return null
}

/** The first number in the text, or null. */
export function readNumber(transcript: string, language: NumberWords): number | null {
  const words = numberWords(transcript, language)
  for (let index = 0; index < words.length; index += 1) {
    const found = numberAt(words, index, language)
    if (found === null) continue
    return language.minus.includes(words[index - 1] ?? '') ? -found.value : found.value
  }
  return null
}

export interface NumbersFound {
  numbers: number[]
  /** All other words, each with the index of the number before it; -1 before the first number. */
  others: { word: string; after: number }[]
}

/** Every number of a text, and every other word. */
export function numbersInText(transcript: string, language: NumberWords): NumbersFound {
  const words = numberWords(transcript, language)
  const found: NumbersFound = { numbers: [], others: [] }
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? ''
    const isMinus = language.minus.includes(word)
    const number = numberAt(words, isMinus ? index + 1 : index, language)
    if (number === null) found.others.push({ word, after: found.numbers.length - 1 })
    else found.numbers.push(isMinus ? -number.value : number.value)
    index = number?.end ?? index + 1
  }
  return found
}

function numberWords(transcript: string, language: NumberWords): string[] {
  const { split } = tableOf(language)
  const text = foldCaseAndAccents(normalizeNumerals(transcript, language.decimalSign)).replace(
    /(\p{L})-(?=\p{L})/gu,
    '$1 ',
  )
  return (split === null ? text : text.replace(split, ' $1 '))
    .split(/[^\p{L}\p{N}.-]+|\.(?!\d)/u)
    .filter((word) => word !== '')
}

/** "1,250.50" and "1.250,50" as 1250.50. */
export function normalizeNumerals(text: string, decimalSign: '.' | ','): string {
  const grouped = decimalSign === '.' ? text : text.replace(/(\d)[.\u00a0\u202f](?=\d{3}(?:\D|$))/gu, '$1')
  const rest = decimalSign === '.' ? grouped.replace(/(\d),(?=\d{3}(?:\D|$))/gu, '$1') : grouped
  return rest.replace(/(\d),(?=\d)/gu, '$1.')
}

interface Span {
  value: number
  /** Index of the first word after the number. */
  end: number
}

function numberAt(words: readonly string[], start: number, language: NumberWords): Span | null {
  const whole = readWhole(words, start, language)
  if (whole === null) return null
  const after = words.slice(whole.end)
  if (language.decimal.includes(after[0] ?? '')) return withDecimals(whole, words, language)
  const half = language.half.find((way) => after.slice(0, way.split(' ').length).join(' ') === way)
  return half === undefined ? whole : { value: whole.value + 0.5, end: whole.end + half.split(' ').length }
}

function withDecimals(whole: Span, words: readonly string[], language: NumberWords): Span {
  let decimals = ''
  let index = whole.end + 1
  while (index < words.length) {
    const word = words[index] ?? ''
    const spoken = word === 'oh' ? { value: 0, words: 1 } : numberBelow100At(words, index, language)
    if (spoken === null && !/^\d+$/u.test(word)) break
    decimals += spoken === null ? word : String(spoken.value)
    index += spoken?.words ?? 1
  }
  return { value: Number(`${whole.value}.${decimals === '' ? '0' : decimals}`), end: index }
}

/** The whole number that begins here, and how many words it takes. */
export function wholeNumberAt(words: readonly string[], start: number, language: NumberWords): Below100 | null {
  const found = readWhole(words, start, language)
  return found === null || found.end === start ? null : { value: found.value, words: found.end - start }
}

/** Adds up groups: "two hundred and six thousand twelve" is 206 × 1000 + 12. */
function readWhole(words: readonly string[], start: number, language: NumberWords): Span | null {
  let total = 0
  let group: number | null = null
  let index = start
  while (index < words.length) {
    const word = words[index] ?? ''
    const multiplier = language.multipliers[word]
    const part: Below100 | null = multiplier === undefined ? partAt(words, index, language) : null
    if (multiplier === 100 && (group === null || group < 100)) {
      group = (group || 1) * 100
      index += 1
    } else if (multiplier !== undefined && multiplier > 100 && (group !== null || total === 0)) {
      total += (group || 1) * multiplier
      group = 0
      index += 1
    } else if (part !== null && fitsAfter(group, part.value)) {
      group = (group ?? 0) + part.value
      index += part.words
    } else if (group !== null && joins(words, index, language)) index += 1
    else break
  }
  return group === null ? null : { value: total + group, end: index }
}

function partAt(words: readonly string[], index: number, language: NumberWords): Below100 | null {
  const word = words[index] ?? ''
  const hundreds = language.hundreds[word]
  if (hundreds !== undefined) return { value: hundreds, words: 1 }
  if (/^-?\d+(?:\.\d+)?$/u.test(word)) return { value: Number(word), words: 1 }
  if (language.articles.includes(word) && language.multipliers[words[index + 1] ?? ''] !== undefined) {
    return { value: 1, words: 1 }
  }
  return numberBelow100At(words, index, language)
}

/** Whether a value continues a number: "twenty five" is one number, "five twenty" are two. */
function fitsAfter(group: number | null, value: number): boolean {
  if (group === null || group === 0) return true
  return group % 100 === 0 && value < 100
}

/** Whether this word is an "and" inside a number, which joins its parts. */
function joins(words: readonly string[], index: number, language: NumberWords): boolean {
  if (!language.and.includes(words[index] ?? '')) return false
  const before = words[index - 1] ?? ''
  const counted = language.multipliers[before] !== undefined || language.hundreds[before] !== undefined
  return counted && partAt(words, index + 1, language) !== null
}
