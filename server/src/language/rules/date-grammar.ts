/** One grammar for days and times in all languages, over the marks of `packs/dates.ts`. Pure; days are UTC midnights. */
import type { DateWords } from '../packs/dates.ts'

const DAY_MS = 24 * 3600 * 1000
const NOON_MINUTES = 12 * 60
/** A spoken hour before this one means the afternoon, unless a part of the day was said: "at three" is 15:00. */
const EARLIEST_HOUR = 7

const HOUR = '(?<hour>[01]?\\d|2[0-4])'
const PART = '(?<part>AM|PM|MORN|AFT|EVE)'
/** Notations of a time; the first match counts. */
const TIMES = [
  `(?:AT )?(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?: OCLOCK| HOUR)?(?: ${PART})?`,
  `(?:AT )?(?<half>HALFPAST) ${HOUR}(?: OCLOCK)?(?: ${PART})?`,
  `(?:AT )?(?<halfto>HALFTO) ${HOUR}(?: OCLOCK)?(?: ${PART})?`,
  `(?:AT )?(?<quarterpast>QUARTERPAST) ${HOUR}(?: OCLOCK)?(?: ${PART})?`,
  `(?:AT )?(?<quarterto>QUARTERTO) ${HOUR}(?: OCLOCK)?(?: ${PART})?`,
  `AT ${HOUR}(?: OCLOCK| HOUR)?(?: (?<half>ANDHALF)| (?<quarterpast>ANDQUARTER)| (?<quarterto>LESSQUARTER)| (?<minute>[0-5]\\d))?(?: OCLOCK)?(?: ${PART})?`,
  `${HOUR} (?:OCLOCK|HOUR)(?: (?<half>ANDHALF)| (?<quarterpast>ANDQUARTER)| (?<quarterto>LESSQUARTER)| (?<minute>[0-5]\\d))?(?: ${PART})?`,
  `${HOUR}(?: (?<half>ANDHALF)| (?<quarterpast>ANDQUARTER))(?: ${PART})?`,
  `${HOUR}(?: (?<minute>[0-5]\\d))? ${PART}`,
  '(?:AT )?(?<noon>NOON)',
  '(?:AT )?(?<midnight>MIDNIGHT)',
].map((source) => new RegExp(`(?<=^| )${source}(?= |$)`, 'u'))

export interface FoundTime {
  /** Minutes since midnight; null: no time was said. */
  minutes: number | null
  /** The marks that remain without the time. */
  rest: string
}

/** Finds the time of day in the marks. Null: the person said a time that does not exist. */
export function findTimeOfDay(marks: string): FoundTime | null {
  // "in two hours" counts from now and is not a time of day.
  const found = /\bIN (?:\d+ )?(?:HOUR|MINUTE)/u.test(marks)
    ? null
    : TIMES.map((time) => time.exec(marks)).find((match) => match !== null)
  if (!found) return { minutes: null, rest: tidy(marks.replace(/\b(?:MORN|AFT|EVE)\b/gu, '')) }
  const rest = tidy(`${marks.slice(0, found.index)} ${marks.slice(found.index + found[0].length)}`)
  const part = found.groups?.part ?? /\b(?:MORN|AFT|EVE)\b/u.exec(rest)?.[0]
  const minutes = minutesOf(found.groups ?? {}, part)
  return minutes === null ? null : { minutes, rest: tidy(rest.replace(/\b(?:MORN|AFT|EVE)\b/gu, '')) }
}

function tidy(text: string): string {
  return text.replace(/ +/gu, ' ').trim()
}

function minutesOf(groups: Partial<Record<string, string>>, part: string | undefined): number | null {
  if (groups.noon !== undefined) return NOON_MINUTES
  if (groups.midnight !== undefined) return 0
  const said = Number(groups.hour)
  const minute = Number(groups.minute ?? 0) + (groups.half ? 30 : 0) + (groups.quarterpast ? 15 : 0)
  const before = (groups.quarterto ? 15 : 0) + (groups.halfto ? 30 : 0)
  if (said > 12 && (part === 'AM' || part === 'PM')) return null
  const isWritten = /^0\d/u.test(groups.hour ?? '')
  const hour = hourOfDay(said, part, isWritten)
  const total = hour * 60 + minute - before
  return total < 0 || total >= 24 * 60 ? null : total
}

function hourOfDay(hour: number, part: string | undefined, isWritten: boolean): number {
  if (part === 'AM' || part === 'MORN') return hour === 12 ? 0 : hour
  if (part === 'PM' || part === 'AFT' || part === 'EVE') return hour < 12 ? hour + 12 : hour
  return hour > 0 && hour < EARLIEST_HOUR && !isWritten ? hour + 12 : hour
}

export interface DayContext {
  /** The person's local date and time, represented as UTC. */
  today: Date
  /** The time of day that was said, in minutes since midnight. */
  time: number | null
  words: DateWords
}

export type FoundDay = { day: Date } | { at: Date }

type Reader = (found: Record<string, string>, context: DayContext) => Date | null

const MONTH_REF = '(?:(?<ref>NEXT|THIS) MONTH|MONTH (?<refAfter>NEXT|THIS)|(?<inMonth>M\\d+)(?: (?<year>\\d{4}))?)'
const NTH = '(?:THE )?(?<day>\\d{1,2})(?:th)?'
const UNIT = '(?<unit>DAY|WEEK|MONTH|YEAR)'
const BASE = '(?<base>NOW|TODAY|TOMORROW|OVERMORROW|YESTERDAY|W\\d)'
const WEEKDAY = 'W(?<weekday>\\d)'

const DAYS: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    '(?<base>TODAY|TOMORROW|OVERMORROW|YESTERDAY)(?: W(?<checked>\\d))?',
    ({ base, checked }, c) => onWeekday(baseDay(base, c), checked),
  ],
  ['(?:W(?<checked>\\d) )?(?<iso>\\d{4}-\\d\\d-\\d\\d)', ({ iso, checked }) => onWeekday(isoDate(iso ?? ''), checked)],
  [
    `(?:THIS )?${WEEKDAY}|${'W(?<weekdayThis>\\d)'} THIS`,
    ({ weekday, weekdayThis }, c) => nextWeekday(weekday ?? weekdayThis, c),
  ],
  [
    `NEXT ${WEEKDAY}|W(?<weekdayAfter>\\d) NEXT|NEXT WEEK (?:AT )?W(?<weekdayOf>\\d)|WEEK NEXT W(?<weekdayOf2>\\d)|W(?<weekdayOf3>\\d) (?:NEXT WEEK|WEEK NEXT)`,
    (g, c) => inWeek(g.weekday ?? g.weekdayAfter ?? g.weekdayOf ?? g.weekdayOf2 ?? g.weekdayOf3, 1, c),
  ],
  [
    `(?:THIS WEEK|WEEK THIS) ${WEEKDAY}|W(?<weekdayOf>\\d) (?:THIS WEEK|WEEK THIS)`,
    (g, c) => notPast(inWeek(g.weekday ?? g.weekdayOf, 0, c), c),
  ],
  [
    `(?:1 )?WEEK (?:FROM )?${WEEKDAY}|W(?<weekdayOf>\\d) (?:WEEK|PLUSWEEK)`,
    (g, c) => plus(nextWeekday(g.weekday ?? g.weekdayOf, c), 7),
  ],
  [`(?:(?<count>\\d+) )WEEK FROM ${WEEKDAY}`, (g, c) => plus(nextWeekday(g.weekday, c), 7 * Number(g.count))],
  [
    `IN (?:(?<count>\\d+) )?WEEK ${WEEKDAY}|W(?<weekdayOf>\\d) IN (?:(?<countOf>\\d+) )?WEEK`,
    (g, c) => weekdayInWeeks(g.weekday ?? g.weekdayOf, countOf(g.count ?? g.countOf), c),
  ],
  [
    `(?:IN )?(?:(?<count>\\d+) )?${UNIT} FROM ${BASE}`,
    (g, c) => later(baseDay(g.base, c), countOf(g.count), g.unit, c),
  ],
  [`FROM ${BASE} IN (?:(?<count>\\d+) )?${UNIT}`, (g, c) => later(baseDay(g.base, c), countOf(g.count), g.unit, c)],
  [`(?:TODAY )?IN (?:(?<count>\\d+) )?${UNIT}`, (g, c) => later(midnight(c.today), countOf(g.count), g.unit, c)],
  [
    '(?:NEXT (?<unit>WEEK|MONTH|YEAR)|(?<unitBefore>WEEK|MONTH|YEAR) NEXT)',
    (g, c) => later(midnight(c.today), 1, g.unit ?? g.unitBefore, c),
  ],
  [`${NTH} ${MONTH_REF}`, dayInMonth],
  [`(?<ref>NEXT|THIS) MONTH ${NTH}|MONTH (?<refAfter>NEXT|THIS) (?:THE )?(?<dayAfter>\\d{1,2})(?:th)?`, dayInMonth],
  [`(?:THE )?(?<nth>\\d)th ${WEEKDAY} (?:IN )?${MONTH_REF}`, nthWeekday],
  [`LAST ${WEEKDAY} (?:IN )?${MONTH_REF}|W(?<weekdayOf>\\d) LAST ${MONTH_REF.replaceAll('(?<', '(?<b_')}`, lastWeekday],
  [`(?:LAST DAY|DAY LAST|END) (?:IN )?${MONTH_REF}`, (g, c) => endOfMonth(monthOf(g, c))],
  ['(?:LAST DAY|DAY LAST|END) MONTH', (_, c) => endOfMonth(firstOfMonth(c.today, 0))],
  ['(?:LAST DAY|DAY LAST|END) (?:THIS )?YEAR', (_, c) => utc(c.today.getUTCFullYear(), 11, 31)],
  [`(?:W(?<checked>\\d) )?${NTH} M(?<month>\\d+)(?: (?<year>\\d{4}|(?:19|20) (?:\\d\\d|NOUGHT \\d)))?`, absolute],
  [`(?:W(?<checked>\\d) )?M(?<month>\\d+) ${NTH}(?: (?<year>\\d{4}|(?:19|20) (?:\\d\\d|NOUGHT \\d)))?`, absolute],
  ['(?:W(?<checked>\\d) )?(?<first>\\d{1,2})[./](?<second>\\d{1,2})(?:[./](?<year>\\d{4})|\\.)?', written],
  ['(?:W(?<checked>\\d) )?(?:THE (?<day>\\d{1,2})(?:th)?|(?<ordinal>\\d{1,2})th)', dayOfMonth],
]

const COMPILED = DAYS.map(([pattern, read]) => [new RegExp(`^(?:${pattern})$`, 'u'), read] as const)
const FROM_NOW = /^IN (?:(?<count>\d+) )?(?<unit>HOUR|MINUTE)$/u

export function findDay(marks: string, context: DayContext): FoundDay | null {
  const now = FROM_NOW.exec(marks)
  if (now !== null && context.time === null) {
    const minutes = countOf(now.groups?.count) * (now.groups?.unit === 'HOUR' ? 60 : 1)
    return { at: new Date(context.today.getTime() + minutes * 60_000) }
  }
  if (marks === '') return context.time === null ? null : { day: nextTime(context.time, context.today) }
  const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/u.exec(marks)
  if (iso !== null) return { at: new Date(`${iso[1]}T${iso[2]}:00Z`) }
  for (const [pattern, read] of COMPILED) {
    const found = pattern.exec(marks)
    if (found === null) continue
    const groups = Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined)
    const day = read(Object.fromEntries(groups.map(([name, value]) => [name.replace(/^b_/u, ''), value])), context)
    if (day !== null) return { day }
  }
  return null
}

/** A time without a day means its next occurrence. */
function nextTime(minutes: number, today: Date): Date {
  const nowMinutes = today.getUTCHours() * 60 + today.getUTCMinutes()
  const day = midnight(today)
  return minutes > nowMinutes ? day : (plus(day, 1) ?? day)
}

/** The count in "in two weeks"; an article, as in "in a week", means 1. */
function countOf(said: string | undefined): number {
  return said === undefined ? 1 : Number(said)
}

function utc(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month, day))
  const isThatDay = date.getUTCMonth() === ((month % 12) + 12) % 12 && date.getUTCDate() === day
  return isThatDay ? date : null
}

function midnight(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
}

function plus(day: Date | null, days: number): Date | null {
  return day === null ? null : new Date(day.getTime() + days * DAY_MS)
}

function isoDate(text: string): Date | null {
  const [year, month, day] = text.split('-').map(Number)
  return utc(year ?? 0, (month ?? 0) - 1, day ?? 0)
}

/** The day of the week; Monday is 1. */
function weekdayOf(day: Date): number {
  return ((day.getUTCDay() + 6) % 7) + 1
}

/** A weekday said with a date must match that date. */
function onWeekday(day: Date | null, weekday: string | undefined): Date | null {
  return day === null || weekday === undefined || weekdayOf(day) === Number(weekday) ? day : null
}

function baseDay(base: string | undefined, context: DayContext): Date | null {
  const today = midnight(context.today)
  const days = { NOW: 0, TODAY: 0, TOMORROW: 1, OVERMORROW: 2, YESTERDAY: -1 }[base ?? '']
  return days === undefined ? nextWeekday(base?.slice(1), context) : plus(today, days)
}

/** The next such day after today: "Monday", said on a Monday, is in a week. */
function nextWeekday(weekday: string | undefined, { today }: DayContext): Date | null {
  if (weekday === undefined) return null
  const ahead = (Number(weekday) - weekdayOf(today) + 7) % 7
  return plus(midnight(today), ahead === 0 ? 7 : ahead)
}

/** The weekday in the calendar week (from Monday) that is this many weeks from now. */
function inWeek(weekday: string | undefined, weeks: number, { today }: DayContext): Date | null {
  if (weekday === undefined) return null
  return plus(midnight(today), Number(weekday) - weekdayOf(today) + 7 * weeks)
}

/**
 * "Friday in two weeks" counts from this Friday or from this week. If the two results differ, there is no date and the step asks
 * again.
 */
function weekdayInWeeks(weekday: string | undefined, weeks: number, context: DayContext): Date | null {
  const fromDay = plus(nextWeekday(weekday, context), 7 * weeks)
  const fromWeek = inWeek(weekday, weeks, context)
  return fromDay?.getTime() === fromWeek?.getTime() ? fromDay : null
}

function notPast(day: Date | null, { today }: DayContext): Date | null {
  return day === null || day < midnight(today) ? null : day
}

function later(from: Date | null, count: number, unit: string | undefined, { words }: DayContext): Date | null {
  if (from === null) return null
  switch (unit) {
    case 'DAY':
      return words.unclearDays.includes(count) ? null : plus(from, count)
    case 'WEEK':
      return plus(from, 7 * count)
    case 'MONTH':
      return monthsLater(from, count)
    case 'YEAR':
      return monthsLater(from, 12 * count)
    default:
      return null
  }
}

/** The same day some months later; a month after 31 January is the last day of February. */
function monthsLater(from: Date, months: number): Date | null {
  const first = firstOfMonth(from, months)
  const last = endOfMonth(first)?.getUTCDate() ?? 28
  return utc(first.getUTCFullYear(), first.getUTCMonth(), Math.min(from.getUTCDate(), last))
}

function firstOfMonth(day: Date, monthsAhead: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + monthsAhead, 1))
}

function endOfMonth(first: Date | null): Date | null {
  return first === null ? null : new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
}

/** The first day of the named month: next, this, or by name (the next one that is not over). */
function monthOf(groups: Record<string, string>, { today }: DayContext): Date | null {
  const ref = groups.ref ?? groups.refAfter
  if (ref !== undefined) return firstOfMonth(today, ref === 'NEXT' ? 1 : 0)
  const month = Number(groups.inMonth?.slice(1))
  if (!month) return null
  const year = groups.year === undefined ? undefined : Number(groups.year)
  const thisYear = today.getUTCFullYear()
  return utc(year ?? (month - 1 < today.getUTCMonth() ? thisYear + 1 : thisYear), month - 1, 1)
}

function dayInMonth(groups: Record<string, string>, context: DayContext): Date | null {
  // A month by its name is read below, where a past day means next year.
  if (groups.inMonth !== undefined) return null
  const first = monthOf(groups, context)
  const day = Number(groups.day ?? groups.dayAfter)
  return first === null ? null : notPast(utc(first.getUTCFullYear(), first.getUTCMonth(), day), context)
}

function nthWeekday(groups: Record<string, string>, context: DayContext): Date | null {
  const first = monthOf(groups, context)
  const nth = Number(groups.nth)
  if (first === null || nth < 1 || nth > 5) return null
  const ahead = (Number(groups.weekday) - weekdayOf(first) + 7) % 7
  const day = utc(first.getUTCFullYear(), first.getUTCMonth(), 1 + ahead + 7 * (nth - 1))
  return notPast(day, context)
}

function lastWeekday(groups: Record<string, string>, context: DayContext): Date | null {
  const last = endOfMonth(monthOf(groups, context))
  if (last === null) return null
  return notPast(plus(last, -((weekdayOf(last) - Number(groups.weekday ?? groups.weekdayOf) + 7) % 7)), context)
}

/** A date by day and month. Without a year it means the next occurrence. A weekday that was said must match. */
function absolute(groups: Record<string, string>, context: DayContext): Date | null {
  const [month, day] = [Number(groups.month) - 1, Number(groups.day)]
  if (groups.year !== undefined) return onWeekday(utc(yearOf(groups.year), month, day), groups.checked)
  return onWeekday(nextOfDate(month, day, context), groups.checked)
}

function nextOfDate(month: number, day: number, context: DayContext): Date | null {
  const thisYear = context.today.getUTCFullYear()
  const years = [0, 1, 2, 3, 4].map((more) => utc(thisYear + more, month, day))
  return years.find((date) => date !== null && notPast(date, context) !== null) ?? null
}

/** Reads a year: "1954", "19 54", "20 NOUGHT 5". */
function yearOf(said: string): number {
  const [century, rest] = said.replace('NOUGHT ', '0').split(' ')
  return rest === undefined ? Number(century) : Number(century) * 100 + Number(rest)
}

function written(groups: Record<string, string>, context: DayContext): Date | null {
  const [first, second] = [Number(groups.first), Number(groups.second)]
  const { dayBeforeMonth } = context.words
  if (dayBeforeMonth === null && first <= 12 && second <= 12 && first !== second) return null
  const dayFirst = dayBeforeMonth ?? first > 12
  const [day, month] = dayFirst ? [first, second] : [second, first]
  return absolute({ ...groups, month: String(month), day: String(day) }, context)
}

/** "the sixteenth" means that day of this month, or of the next month that has it. */
function dayOfMonth(groups: Record<string, string>, context: DayContext): Date | null {
  const wanted = Number(groups.day ?? groups.ordinal)
  const months = [0, 1, 2].map((ahead) => {
    const first = firstOfMonth(context.today, ahead)
    return utc(first.getUTCFullYear(), first.getUTCMonth(), wanted)
  })
  const day = months.find((date) => date !== null && notPast(date, context) !== null) ?? null
  return onWeekday(day, groups.checked)
}
