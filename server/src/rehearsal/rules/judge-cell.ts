/**
 * Judges whether a cell would sound wrong on a call: on its own, by its use in the workflow, and compared with the other cells.
 */
import { packOf } from '../../language/packs/packs.ts'
import { parseDate } from '../../language/rules/say-values.ts'
import { type PronounceableLetters, toSpokenForm } from '../../language/rules/spoken-form.ts'
import {
  cellShapeOf,
  decimalSignOf,
  hasAmPm,
  parseCellAmount,
  parseDay,
  parseMinuteOfDay,
  splitMoney,
} from './cell-shape.ts'
import {
  type ColumnFacts,
  type ColumnUse,
  isAboutFuture,
  isAllCapitals,
  unusualCharacters,
  type ValueRange,
} from './column-facts.ts'
import { type JunkKind, junkKindOf } from './junk-cells.ts'

export type CellKind =
  | JunkKind
  | 'not_a_date'
  | 'unlikely_date'
  | 'unlikely_time'
  | 'not_an_amount'
  | 'unlikely_amount'
  | 'other_format'
  | 'not_a_name'
  | 'shouted'
  | 'unsayable'
  | 'unlike_others'
  | 'much_longer'
  | 'rare_choice'

export interface RehearsalContext {
  /** Language of the workflow. */
  language: string | null | undefined
  /** Letters that the voice can pronounce. */
  letters: PronounceableLetters
  /** Today's date at the campaign's place, in days since 1970. */
  today: number
}

/** The fault of a non-empty cell; null: none. */
export function judgeCell(
  value: string,
  use: ColumnUse,
  facts: ColumnFacts,
  rehearsed: RehearsalContext,
): CellKind | null {
  const text = value.trim()
  return (
    junkKindOf(use.key, text) ??
    byRole(text, use, facts, rehearsed) ??
    unsayable(text, rehearsed) ??
    besideOthers(text, facts)
  )
}

function byRole(text: string, use: ColumnUse, facts: ColumnFacts, rehearsed: RehearsalContext): CellKind | null {
  switch (facts.role) {
    case 'date':
      return judgeDate(text, use, facts, rehearsed)
    case 'time':
      return judgeTime(text, facts)
    case 'amount':
      return judgeAmount(text, use, facts)
    case 'name':
      return judgeName(text, facts)
    case 'digits':
    case 'other':
      return null
  }
}

/** A date is unlikely if it is at least this many days outside the usual range. */
const DAYS_BEYOND_MIN = 60
/** Maximum share of exceptions if nearly all dates are in the future, or in the past. */
const OTHER_SIDE_SHARE = 0.03

function judgeDate(
  text: string,
  { say, key }: ColumnUse,
  facts: ColumnFacts,
  { today }: RehearsalContext,
): CellKind | null {
  const written = parseDay(text)
  // "Monday" in a column of such words is spoken as written, which is correct.
  const isWords = !/\d/.test(text) && facts.shape !== 'date'
  if (say === 'say_date' && parseDate(text) === null) return isWords ? null : 'not_a_date'
  if (written === null) return facts.shape === 'date' ? 'not_a_date' : null
  if (isOtherFormat(written.format, facts)) return 'other_format'
  const { days, pastDays, futureDays } = facts
  const isException = (side: number) => side <= Math.max(1, (pastDays + futureDays) * OTHER_SIDE_SHARE)
  const isPast = written.day < today
  if (isPast && isAboutFuture(key)) return 'unlikely_date'
  if (days === null) return null
  if (isException(isPast ? pastDays : futureDays)) return 'unlikely_date'
  return isBeyond(written.day, days, Math.max(DAYS_BEYOND_MIN, days.high - days.low)) ? 'unlikely_date' : null
}

/** "25/11/2026" is a fault in a column with the month first; an ambiguous date fits both formats. */
function isOtherFormat(format: string, { dateFormats, isRare }: ColumnFacts): boolean {
  const same = (dateFormats.get(format) ?? 0) + (format === 'iso' ? 0 : (dateFormats.get('ambiguous') ?? 0))
  return isRare(same)
}

const MINUTES_BEYOND = 120

function judgeTime(text: string, { minutes, halfOfDay, isRare }: ColumnFacts): CellKind | null {
  const minute = parseMinuteOfDay(text)
  if (minute === null) return 'unlike_others'
  if (isRare(hasAmPm(text) ? halfOfDay.with : halfOfDay.without)) return 'other_format'
  return minutes && isBeyond(minute, minutes, MINUTES_BEYOND) ? 'unlikely_time' : null
}

/** An amount this many times above the usual ones is unlikely. */
const AMOUNT_FACTOR = 10

function judgeAmount(text: string, { say, currency }: ColumnUse, facts: ColumnFacts): CellKind | null {
  const amount = parseCellAmount(text)
  if (amount === null) return say === 'say_money' || facts.shape === 'number' ? 'not_an_amount' : null
  const { isRare, numbers, currencies, decimalSigns, zeroOrLess } = facts
  const written = splitMoney(text).currency
  if (written !== '' && isForeign(written, currency)) return 'other_format'
  if (isRare(currencies.get(written) ?? 0)) return 'other_format'
  const sign = decimalSignOf(text)
  if (sign !== null && isRare(decimalSigns.get(sign) ?? 0) && decimalSigns.size > 1) return 'other_format'
  if (amount <= 0 && isRare(zeroOrLess)) return 'unlikely_amount'
  return numbers && amount > Math.abs(numbers.high) * AMOUNT_FACTOR ? 'unlikely_amount' : null
}

const SIGNS_OF: Readonly<Record<string, readonly string[]>> = {
  USD: ['$', 'US$'],
  EUR: ['€'],
  GBP: ['£'],
  JPY: ['¥'],
  INR: ['₹'],
  BRL: ['R$', '$'],
  CAD: ['$', 'C$'],
  AUD: ['$', 'A$'],
  MXN: ['$', 'MX$'],
}

/** Whether the cell has another currency than the template, which would be spoken. */
function isForeign(written: string, currency: string): boolean {
  if (currency === '') return false
  return written !== currency && !(SIGNS_OF[currency] ?? []).includes(written)
}

const COMPANY =
  /(?:^|[\s,])(?:inc|llc|ltd|limited|gmbh|mbh|ohg|corp|corporation|company|plc|llp|srl|ltda|sarl|sàrl|pty|e\.\s?v|& co|& sons?|& söhne|holdings?|enterprises|s\.\s?a|s\.\s?l)\.?$/iu
/** Company forms that count only in capitals, because "Co" and "As" are also names. */
const COMPANY_IN_CAPITALS = /\s(?:AG|KG|UG|SE|SA|SL|AB|AS|BV|NV|OY|SAS|SPA|LP)\.?$/u
const TITLES = new Set(
  'mr mrs ms miss mx dr sir madam prof professor herr frau hr fr sr sra srta señor señora senhor senhora m mme mlle monsieur madame'.split(
    ' ',
  ),
)

function judgeName(text: string, { isRare, shouted, signs }: ColumnFacts): CellKind | null {
  if (/[\p{N}@]/u.test(text) || cellShapeOf(text) === 'url') return 'not_a_name'
  if (COMPANY.test(text) || COMPANY_IN_CAPITALS.test(text)) return 'not_a_name'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  // A single letter is an initial and not a title.
  if (words.every((word) => TITLES.has(word)) && words.join('').length > 1) return 'not_a_name'
  if (isAllCapitals(text) && isRare(shouted)) return 'shouted'
  return unusualCharacters(text).some((sign) => isRare(signs.get(sign) ?? 0)) || /\t/u.test(text) ? 'not_a_name' : null
}

function unsayable(text: string, { language, letters }: RehearsalContext): CellKind | null {
  // Fast path: most cells contain only ordinary characters.
  if (/^[\p{Script=Latin}\d\s.,:;!?'()/@&%+-]*$/u.test(text)) return null
  return toSpokenForm(text, packOf(language), letters).unsayable.length > 0 ? 'unsayable' : null
}

/** A text counts as much longer than the others above this factor and by at least this many characters. */
const LONGER = { factor: 3, characters: 20 }

function besideOthers(text: string, facts: ColumnFacts): CellKind | null {
  const { shape, shapes, lengths, length, isRare, signs, isChoice, values, shouted } = facts
  const own = cellShapeOf(text)
  if (shape !== null && own !== shape && isRare(shapes.get(own) ?? 0)) return 'unlike_others'
  if (length !== null && shape !== 'words' && text.length !== length) return 'unlike_others'
  if (lengths && text.length > Math.max(lengths.high * LONGER.factor, lengths.high + LONGER.characters))
    return 'much_longer'
  if (shape === 'words' && unusualCharacters(text).some((sign) => isRare(signs.get(sign) ?? 0))) return 'unlike_others'
  if (shape === 'words' && isAllCapitals(text) && text.length > 4 && isRare(shouted)) return 'shouted'
  return isChoice && values.get(text) === 1 ? 'rare_choice' : null
}

function isBeyond(value: number, { low, high }: ValueRange, by: number): boolean {
  return value < low - by || value > high + by
}
