/** Reads the value that a step asked for from words or keys. */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { packOf } from '../../language/packs/packs.ts'
import { LOOP_REPEATS_MIN, removeRecognizerLoops } from '../../language/rules/repetition.ts'
import { readSpokenAmount } from '../../language/rules/spoken-amounts.ts'
import { readSpokenCode } from '../../language/rules/spoken-codes.ts'
import { readSpokenDate } from '../../language/rules/spoken-dates.ts'
import { readSpokenDigits, removeRepeatedDigits } from '../../language/rules/spoken-digits.ts'
import { readYesNo } from '../../language/rules/yes-no.ts'
import type { Collect } from '../../workflows/rules/definition.ts'
import { DIGITS_LENGTH_DEFAULT_MAX, TEXT_DEFAULT_LENGTH_MAX } from '../../workflows/rules/limits.ts'

/** A transcript of speech, or keys pressed. */
export type AnswerInput = { transcript: string } | { digits: string }

/** The date from which "tomorrow" is counted, and the person's zone. */
export interface DateReference {
  instant: Date
  timezoneOffsetMinutes: number
  /** The spoken language; English by default. */
  pack?: LanguagePack | undefined
  /** The question as spoken: a yes may repeat its words. */
  question?: string | undefined
}

/** The stored value: digits and text as text, `yes`/`no`, a number, a date as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. */
export type CollectedValue = string | number

export function collectValue(collect: Collect, heard: AnswerInput, reference: DateReference): CollectedValue | null {
  return 'digits' in heard ? fromKeys(collect, heard.digits) : fromSpeech(collect, heard.transcript, reference)
}

function fromSpeech(collect: Collect, transcript: string, reference: DateReference): CollectedValue | null {
  const pack = reference.pack ?? packOf(null)
  switch (collect.kind) {
    case 'digits':
      return fitting(collect, spokenDigits(transcript, digitsLimit(collect), pack))
    case 'code':
      return fitting(collect, readSpokenCode(removeRecognizerLoops(transcript).text, pack))
    case 'yes_no':
      return readYesNo(transcript, pack, reference.question)
    case 'number':
      return readSpokenAmount(transcript, pack)
    case 'date':
      return readSpokenDate(transcript, pack, localTime(reference))
    case 'text':
      return capped(
        removeRecognizerLoops(transcript.trim().replace(/\s+/gu, ' ')).text,
        limitOf(collect, TEXT_DEFAULT_LENGTH_MAX),
      )
  }
}

function fromKeys(collect: Collect, pressed: string): CollectedValue | null {
  const digits = pressed.replace(/[^0-9]/gu, '')
  switch (collect.kind) {
    case 'digits':
    case 'code':
      return fitting(collect, digits)
    case 'yes_no':
      return digits === '1' ? 'yes' : digits === '2' ? 'no' : null
    case 'number':
      // The star key stands for a decimal point; the hash key ends the entry.
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

/** A code with too many or too few characters is not accepted: one was misheard, and the step asks again. */
function fitting(collect: Collect, signs: string | null): string | null {
  if (signs === null || signs === '') return null
  const { exact_length: exact } = collect
  const isWhole = exact ? signs.length === exact : signs.length <= digitsLimit(collect)
  return isWhole ? signs : null
}

function limitOf(collect: Collect, fallback: number): number {
  return Math.max(1, Math.floor(collect.max_length ?? fallback))
}

function capped(text: string, maxLength: number): string | null {
  const kept = [...text].slice(0, maxLength).join('').trim()
  return kept === '' ? null : kept
}

function spokenDigits(transcript: string, maxLength: number, pack: LanguagePack): string | null {
  const digits = readSpokenDigits(transcript, pack)
  return digits === null ? null : removeRepeatedDigits(digits, digits.length > maxLength ? 2 : LOOP_REPEATS_MIN)
}

/** Parses a date from keys: year first is the only unambiguous order. */
function keyedDate(digits: string): string | null {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/u.exec(digits) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 ? `${year}-${month}-${day}` : null
}

/** The person's local date and time, represented as UTC. */
export function localTime({ instant, timezoneOffsetMinutes }: DateReference): Date {
  return new Date(instant.getTime() + timezoneOffsetMinutes * 60_000)
}
