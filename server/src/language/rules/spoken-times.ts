/** Days and hours as people say them, written so that a parser of dates reads them. */
import type { LanguagePack, NumberWords, TimeWords } from '../packs/pack.ts'
import { below100At } from './spoken-numbers.ts'
import { foldedLetters } from './spoken-words.ts'

/** `dayAfterTomorrow` as a date: no parser asked knows it in every language, and one day early is a broken promise. */
export function writtenTimes(text: string, pack: LanguagePack, dayAfterTomorrow: string): string {
  const { times, numbers } = pack
  if (times === null) return text
  let written = withNumerals(text.toLowerCase(), numbers).replace(
    wordsPattern(times.dayAfterTomorrow),
    dayAfterTomorrow,
  )
  for (const [pattern, replacement] of times.rewrites)
    written = written.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'gu'), replacement)
  return written.replace(hourPattern(times), (all, ...found) => writtenHour(all, found.at(-1), times))
}

function wordsPattern(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}])`, 'gu')
}

function hourPattern({ at, oClock, fractions, halfBefore, afternoon, morning }: TimeWords): RegExp {
  const named = Object.keys(fractions).join('|')
  const minutes = named === '' ? '(?<minutes>\\d{1,2})' : `(?:(?<minutes>\\d{1,2})|(?<named>${named}))`
  const half = halfBefore === null ? '' : `(?<half>${halfBefore} )?`
  const hour = `${half}(?<hour>\\d{1,2})(?: ?:(?<written>\\d\\d))?(?: ?(?:${oClock}))?`
  return wordsPattern(
    `(?<at>${at}) ${hour}(?: ?${minutes})?(?:,? (?:(?<afternoon>${afternoon})|(?<morning>${morning})))?`,
  )
}

type Groups = Partial<Record<string, string>>

function writtenHour(all: string, groups: Groups, { fractions }: TimeWords): string {
  const hour = Number(groups.hour)
  const named = Object.entries(fractions).find(([way]) => new RegExp(`^(?:${way})$`, 'u').test(groups.named ?? ''))
  const minutes = Number(groups.written ?? groups.minutes ?? named?.[1] ?? 0)
  const total = hour * 60 + minutes - (groups.half === undefined ? 0 : 30)
  if (hour > 24 || minutes > 59 || total < 0) return all
  const later = groups.afternoon !== undefined && total < 12 * 60 ? 12 * 60 : 0
  const [h, m] = [Math.floor((total + later) / 60) % 24, total % 60]
  const isEarly = groups.morning !== undefined || later > 0
  return `${groups.at} ${isEarly ? String(h).padStart(2, '0') : h}:${String(m).padStart(2, '0')}`
}

/** "um fünfzehn Uhr dreißig" with its numbers as numerals; every other letter stays as it was. */
function withNumerals(text: string, numbers: NumberWords): string {
  const pieces = text.split(/([\p{L}\p{M}]+)/u)
  const words = pieces.flatMap((piece, index) => (index % 2 === 1 ? [foldedLetters(piece)] : []))
  let written = pieces[0] ?? ''
  for (let index = 0; index < words.length; ) {
    const found = below100At(words, index, numbers)
    const length = found === null || isArticle(words, index, found) ? 1 : found.words
    const own = pieces[2 * index + 1] ?? ''
    written += found === null || isArticle(words, index, found) ? own : String(found.value)
    written += pieces[2 * (index + length)] ?? ''
    index += length
  }
  return written
}

/** "eine Stunde", "un martes": one of something, and no number to reckon with. */
function isArticle(words: readonly string[], index: number, found: { value: number; words: number }): boolean {
  return found.value === 1 && found.words === 1 && !/^(?:las?|um|gegen|a|vers|as)$/u.test(words[index - 1] ?? '')
}
