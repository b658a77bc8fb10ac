/** Detects the type of a cell of a contact list from its text alone. */
import { parseAmount } from '../../language/rules/say-values.ts'

export const CELL_SHAPES = [
  'empty',
  'date',
  'time',
  'number',
  'email',
  'url',
  'code',
  'words',
  'mixed',
  'signs',
] as const
export type CellShape = (typeof CELL_SHAPES)[number]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
const URL = /^(?:https?:\/\/|www\.)\S+$/iu
const NUMBER = /^[-−+(]?\s*\d[\d.,'\s\u00a0\u202f]*(?:e[+-]?\d+)?\s*\)?%?$/iu

export function cellShapeOf(value: string): CellShape {
  const text = value.trim()
  if (text === '') return 'empty'
  if (parseDay(text) !== null) return 'date'
  if (parseMinuteOfDay(text) !== null) return 'time'
  if (NUMBER.test(splitMoney(text).digits)) return 'number'
  if (EMAIL.test(text)) return 'email'
  if (URL.test(text)) return 'url'
  const hasLetters = /\p{L}/u.test(text)
  const hasDigits = /\p{N}/u.test(text)
  if (!hasLetters) return hasDigits ? 'code' : 'signs'
  if (!hasDigits) return 'words'
  return /\s/u.test(text) ? 'mixed' : 'code'
}

export interface WrittenDay {
  /** Date in days since 1970. */
  day: number
  /** Notation of the date. `day_first` and `month_first` only if no other reading is possible. */
  format: 'iso' | 'day_first' | 'month_first' | 'ambiguous'
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/u
const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.*)?$/u

/** Parses a date; null: not a calendar date. */
export function parseDay(text: string): WrittenDay | null {
  const iso = ISO.exec(text.trim())
  if (iso) return asDay(Number(iso[1]), Number(iso[2]), Number(iso[3]), 'iso')
  const local = LOCAL.exec(text.trim())
  if (!local) return null
  const [first, second, written] = [Number(local[1]), Number(local[3]), Number(local[4])]
  const year = written < 100 ? 2000 + written : written
  const dayFirst = asDay(year, second, first, 'day_first')
  const monthFirst = asDay(year, first, second, 'month_first')
  if (dayFirst && monthFirst) return { ...(local[2] === '/' ? monthFirst : dayFirst), format: 'ambiguous' }
  return dayFirst ?? monthFirst
}

function asDay(year: number, month: number, day: number, format: WrittenDay['format']): WrittenDay | null {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? { day: at.getTime() / 86_400_000, format } : null
}

const TIME = /^(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(a\.?m\.?|p\.?m\.?|uhr|h)?$/iu

/** Parses a time of day to minutes since midnight; null: not a time. */
export function parseMinuteOfDay(text: string): number | null {
  const [, hours, minutes, suffix] = TIME.exec(text.trim()) ?? []
  if (hours === undefined || (minutes === undefined && suffix === undefined)) return null
  // "12.50" counts as a number unless it is marked as a time.
  if (suffix === undefined && !text.includes(':')) return null
  const hour = Number(hours)
  const minute = Number(minutes ?? 0)
  if (minute > 59) return null
  const half = suffix?.[0]?.toLowerCase()
  if (half !== 'a' && half !== 'p') return hour < 24 ? hour * 60 + minute : null
  if (hour < 1 || hour > 12) return null
  return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute
}

/** Whether a time is written with am or pm. */
export function hasAmPm(text: string): boolean {
  return /[ap]\.?m\.?$/iu.test(text.trim())
}

export interface WrittenMoney {
  /** The amount without its currency. */
  digits: string
  /** Currency symbol or code as written; empty: none. */
  currency: string
}

const CURRENCY = /^(?:([\p{Sc}]|[A-Z]{1,2}\$|[A-Z]{3})\s*)?(.*?)(?:\s*([\p{Sc}]|[A-Z]{3}))?$/su

export function splitMoney(text: string): WrittenMoney {
  const [, before, digits = '', behind] = CURRENCY.exec(text.trim()) ?? []
  return { digits, currency: before ?? behind ?? '' }
}

/** Parses an amount; null: not an amount. */
export function parseCellAmount(text: string): number | null {
  return parseAmount(splitMoney(text).digits)
}

/** The decimal separator before the last one or two digits; null: a whole number. */
export function decimalSignOf(text: string): '.' | ',' | null {
  return (/([.,])\d{1,2}$/u.exec(splitMoney(text).digits.trim())?.[1] as '.' | ',' | undefined) ?? null
}
