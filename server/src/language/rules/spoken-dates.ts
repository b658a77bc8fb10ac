/**
 * Reads a day, or a day and a time, from speech. A closed grammar: every word must be understood, or there is no date and the
 * step asks again. "Thirty days from today" read as "today" would call a person on the wrong day.
 */
import type { DateWords } from '../packs/dates.ts'
import type { LanguagePack } from '../packs/pack.ts'
import { correctedValue } from './corrections.ts'
import { findDay, findTimeOfDay } from './date-grammar.ts'
import { wholeNumberAt } from './spoken-numbers.ts'
import { foldCaseAndAccents } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

/** Maximum length of a text that is searched for a date; longer texts only cost time. */
const DATE_TEXT_LENGTH_MAX = 500

/** Returns `YYYY-MM-DD`, with `THH:MM` if a time was said. `today` is the person's local date and time, represented as UTC. */
export function readSpokenDate(transcript: string, pack: LanguagePack, today: Date): string | null {
  const text = transcript.slice(0, DATE_TEXT_LENGTH_MAX)
  return correctedValue(text, pack, (part) => plainDate(part, pack, today))
}

function plainDate(text: string, pack: LanguagePack, today: Date): string | null {
  // "Mañana si puedo" is a condition; without its accent the word would be a yes.
  if (matchesAnyPattern(pack.answerForms.accentDoubts, text.toLowerCase())) return null
  const marks = marksOf(text, pack)
  if (marks === null) return null
  const time = findTimeOfDay(marks)
  if (time === null) return null
  const day = findDay(time.rest, { today, time: time.minutes, words: pack.dates })
  if (day === null) return null
  if ('at' in day) return isoMinute(day.at)
  return time.minutes === null ? isoDay(day.day) : `${isoDay(day.day)}T${clock(time.minutes)}`
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

function isoMinute(at: Date): string {
  return at.toISOString().slice(0, 16)
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const TOKEN =
  /\d{4}-\d\d-\d\d(?:t\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?|\d{1,2}:\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4}|\.(?!\d))?|\d+(?:st|nd|rd|th|er|ero|[ºª.])?(?![\d\p{L}])|\d+(?=h|am|pm|uhr)|\p{L}+|\p{N}+/gu

/** Converts the text to marks with single spaces; null if it contains an unknown word. */
function marksOf(text: string, pack: LanguagePack): string | null {
  const table = tableOf(pack.dates)
  const plain = foldCaseAndAccents(text)
    .replace(/[’‘`´]/gu, "'")
    .replace(/\b([ap])\.? ?m\b\.?/gu, pack.tag === 'de' ? '$&' : '$1m')
    .replace(/(\p{L})'s\b/gu, '$1 is')
    .replace(/(?<=\p{L})[-'](?=\p{L})/gu, ' ')
    .trim()
    .replace(/[.!?…]+$/u, '')
  const tokens = splitCompounds(plain.match(TOKEN) ?? [], pack)
  const marks: string[] = []
  for (let index = 0; index < tokens.length; ) {
    const found = table.phraseAt(tokens, index) ?? numberAt(tokens, index, pack)
    if (found === null) return null
    if (found.mark !== '') marks.push(found.mark)
    index += found.words
  }
  let joined = marks.join(' ').replace(/THE (?!\d)/gu, '')
  for (const [pattern, written] of pack.dates.rewrites) joined = joined.replace(new RegExp(pattern, 'gu'), written)
  return joined
}

/** Splits German compounds: "neunzehnhundertvierundfünfzig" is one word. */
function splitCompounds(tokens: readonly string[], { numbers }: LanguagePack): string[] {
  if (numbers.split.length === 0) return [...tokens]
  const parts = new RegExp(`(${numbers.split.join('|')})`, 'u')
  return tokens.flatMap((token) => token.split(parts).filter((part) => part !== ''))
}

interface Found {
  mark: string
  words: number
}

function numberAt(tokens: readonly string[], index: number, pack: LanguagePack): Found | null {
  const token = tokens[index] ?? ''
  const ordinal = /^(\d+)(?:st|nd|rd|th|er|ero|[ºª.])$/u.exec(token)
  if (ordinal !== null) return { mark: `${Number(ordinal[1])}th`, words: 1 }
  // Drops seconds and zone, which a model writes after the local time.
  if (/^\d/u.test(token)) return { mark: token.toUpperCase().slice(0, 'YYYY-MM-DDTHH:MM'.length), words: 1 }
  const found = wholeNumberAt(tokens, index, pack.numbers)
  return found === null ? null : { mark: String(found.value), words: found.words }
}

interface Table {
  phraseAt(tokens: readonly string[], index: number): Found | null
}

const PHRASE_WORDS_MAX = 5
const tables = new WeakMap<DateWords, Table>()

function tableOf(words: DateWords): Table {
  const known = tables.get(words)
  if (known !== undefined) return known
  const marks = new Map<string, string>()
  const add = (phrases: readonly string[], mark: string) => {
    for (const phrase of phrases)
      marks.set(
        foldCaseAndAccents(phrase)
          .replace(/[-' ]+/gu, ' ')
          .trim(),
        mark,
      )
  }
  add(words.noise.split(','), '')
  for (const [at, ways] of words.ordinals.entries()) add(ways.split('|'), `${at + 1}th`)
  for (const [mark, phrases] of Object.entries(words.marks)) add(phrases.split(','), mark)
  for (const [at, ways] of words.weekdays.entries()) add(ways.split('|'), `W${at + 1}`)
  for (const [at, ways] of words.months.entries()) add(ways.split('|'), `M${at + 1}`)
  const table: Table = {
    phraseAt(tokens, index) {
      for (let length = Math.min(PHRASE_WORDS_MAX, tokens.length - index); length > 0; length -= 1) {
        const mark = marks.get(tokens.slice(index, index + length).join(' '))
        if (mark !== undefined) return { mark, words: length }
      }
      return null
    },
  }
  tables.set(words, table)
  return table
}
