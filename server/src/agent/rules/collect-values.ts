/** The value a step asked for, out of what was heard or pressed. */
import { de, es, fr, type ParsedResult, parse as parseEnglish, pt } from 'chrono-node'
import type { LanguagePack } from '../../language/packs/pack.ts'
import { packOf } from '../../language/packs/packs.ts'
import { LOOP_REPEATS, withoutLoops } from '../../language/rules/repetition.ts'
import { readDigits, withoutRepetition } from '../../language/rules/spoken-digits.ts'
import { readNumber } from '../../language/rules/spoken-numbers.ts'
import { writtenTimes } from '../../language/rules/spoken-times.ts'
import { readYesNo } from '../../language/rules/yes-no.ts'
import type { Collect } from '../../workflows/rules/definition.ts'
import { DIGITS_LENGTH_DEFAULT_MAX, TEXT_DEFAULT_LENGTH_MAX } from '../../workflows/rules/limits.ts'

/** A transcript of speech, or keys pressed. */
export type Heard = { transcript: string } | { digits: string }

/** What "tomorrow" is counted from, and in which zone the person lives. */
export interface DateReference {
  instant: Date
  timezoneOffsetMinutes: number
  /** Of the language that is spoken; English if nothing is said. */
  pack?: LanguagePack | undefined
  /** What was asked, as spoken: a yes may repeat its words. */
  question?: string | undefined
}

/** What is kept: digits and text as text, `yes`/`no`, a number, a date as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. */
export type CollectedValue = string | number

export function collectValue(collect: Collect, heard: Heard, reference: DateReference): CollectedValue | null {
  return 'digits' in heard ? fromKeys(collect, heard.digits) : fromSpeech(collect, heard.transcript, reference)
}

function fromSpeech(collect: Collect, transcript: string, reference: DateReference): CollectedValue | null {
  switch (collect.kind) {
    case 'digits':
      return wholeDigits(collect, spokenDigits(transcript, digitsLimit(collect), reference.pack))
    case 'yes_no':
      return readYesNo(transcript, reference.pack, reference.question)
    case 'number':
      return readNumber(withoutLoops(transcript).text, (reference.pack ?? packOf(null)).numbers)
    case 'date':
      return readDate(transcript, reference)
    case 'text':
      return capped(
        withoutLoops(transcript.trim().replace(/\s+/gu, ' ')).text,
        limitOf(collect, TEXT_DEFAULT_LENGTH_MAX),
      )
  }
}

function fromKeys(collect: Collect, pressed: string): CollectedValue | null {
  const digits = pressed.replace(/[^0-9]/gu, '')
  switch (collect.kind) {
    case 'digits':
      return wholeDigits(collect, capped(digits, digitsLimit(collect)))
    case 'yes_no':
      return digits === '1' ? 'yes' : digits === '2' ? 'no' : null
    case 'number':
      // The star is the only key that can stand for a decimal point; the hash ends the entry.
      return /^\d+(?:\*\d+)?#?$/u.test(pressed) ? Number(pressed.replace('*', '.').replace('#', '')) : null
    case 'date':
      return keyedDate(digits)
    case 'text':
      return capped(digits, limitOf(collect, TEXT_DEFAULT_LENGTH_MAX))
  }
}

function digitsLimit(collect: Collect): number {
  return collect.exact_length ?? limitOf(collect, DIGITS_LENGTH_DEFAULT_MAX)
}

/** Where a number has so many digits, fewer are none. */
function wholeDigits({ exact_length: exact }: Collect, digits: string | null): string | null {
  return exact && digits?.length !== exact ? null : digits
}

function limitOf(collect: Collect, fallback: number): number {
  return Math.max(1, Math.floor(collect.max_length ?? fallback))
}

function capped(text: string, maxLength: number): string | null {
  const kept = [...text].slice(0, maxLength).join('').trim()
  return kept === '' ? null : kept
}

function spokenDigits(transcript: string, maxLength: number, pack: LanguagePack | undefined): string | null {
  const { digits } = readDigits(transcript, pack)
  const once = withoutRepetition(digits, digits.length > maxLength ? 2 : LOOP_REPEATS)
  return capped(once, maxLength)
}

/** Year first is the one order of keyed digits that cannot be read in two ways. */
function keyedDate(digits: string): string | null {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/u.exec(digits) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 ? `${year}-${month}-${day}` : null
}

const DATE_PARSERS: Readonly<Record<string, typeof parseEnglish>> = {
  de: de.parse,
  es: es.parse,
  fr: fr.parse,
  pt: pt.parse,
}

/** A date is said in a sentence; longer texts only cost time. */
const DATE_TEXT_LENGTH_MAX = 500

function readDate(transcript: string, reference: DateReference): string | null {
  const heard = transcript.slice(0, DATE_TEXT_LENGTH_MAX).replace(/\bto[- ](?:morrow|monroe)\b/giu, 'tomorrow')
  const pack = reference.pack ?? packOf(null)
  const text =
    pack.times === null ? heard.replace(SPOKEN_HOUR, writtenHour) : writtenTimes(heard, pack, inTwoDays(reference))
  const from = { instant: reference.instant, timezone: reference.timezoneOffsetMinutes }
  const parse = DATE_PARSERS[pack.tag] ?? parseEnglish
  const found = parse(text, from, { forwardDate: true })[0]
  return found ? isoDate(found) : null
}

/** In the person's zone. */
function inTwoDays({ instant, timezoneOffsetMinutes }: DateReference): string {
  return new Date(instant.getTime() + timezoneOffsetMinutes * 60_000 + 48 * 3_600_000).toISOString().slice(0, 10)
}

const HOURS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const MINUTES: Readonly<Record<string, string>> = {
  fifteen: '15',
  thirty: '30',
  'forty five': '45',
  'forty-five': '45',
}
/** "at three", "three thirty p.m.", "ten in the morning": an hour said in words, which no parser of written dates reads. */
const SPOKEN_HOUR = new RegExp(
  `(\\b(?:at|around|about|by)\\s+)?\\b(${HOURS.join('|')})(?:\\s+(fifteen|thirty|forty[- ]five))?\\b(?=(\\s*(?:[ap]\\.?\\s?m\\b|o['’]?\\s?clock|in the (?:morning|afternoon|evening)|tonight))?)`,
  'giu',
)

function writtenHour(all: string, at: string | undefined, hour: string, minutes?: string, after?: string): string {
  if (at === undefined && after === undefined) return all
  const written = HOURS.indexOf(hour.toLowerCase()) + 1
  return `${at ?? ''}${written}:${minutes === undefined ? '00' : MINUTES[minutes.toLowerCase()]}`
}

const NIGHT = /\b(?:morning|night|a\.?m)\b|:\d\d:|\b0\d:/iu
/** Nobody makes an appointment by telephone for three at night without saying so. */
const EARLIEST_HOUR = 7

function isoDate({ start, text }: ParsedResult): string | null {
  const said = start.get('hour') ?? 0
  const afternoon = said > 0 && said < EARLIEST_HOUR && !start.isCertain('meridiem') && !NIGHT.test(text)
  const padded = (value: number | null, length: number) => String(value ?? 0).padStart(length, '0')
  const day = `${padded(start.get('year'), 4)}-${padded(start.get('month'), 2)}-${padded(start.get('day'), 2)}`
  if (!start.isCertain('hour')) return day
  return `${day}T${padded(afternoon ? said + 12 : said, 2)}:${padded(start.get('minute'), 2)}`
}
