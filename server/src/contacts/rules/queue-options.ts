/**
 * A row's position in the queue: `not_before` and `not_after` (no dial before, none from then on) and `priority`. A time
 * without an offset is local time of the person. If several zones are possible, the strictest reading counts.
 */
import { epochMsOfLocalTime } from '../../policies/rules/wall-clock.ts'

export interface QueueOptions {
  notBefore: Date | null
  notAfter: Date | null
  /** 0 to 9; higher is called first. Null: `PRIORITY_NORMAL`. */
  priority: number | null
}

export const PRIORITY_NORMAL = 5
export const PRIORITY_MAX = 9

const COLUMNS = { notBefore: 'notbefore', notAfter: 'notafter', priority: 'priority' } as const
export type QueueColumn = keyof typeof COLUMNS
export type QueueColumns = Partial<Record<QueueColumn, number>>
export type QueueCells = Partial<Record<QueueColumn, string | undefined>>

/** Positions of the time and priority columns; null: the file has none of them. */
export function queueColumns(names: readonly string[]): QueueColumns | null {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const found: QueueColumns = {}
  for (const column of Object.keys(COLUMNS) as QueueColumn[]) {
    const index = plain.indexOf(COLUMNS[column])
    if (index >= 0) found[column] = index
  }
  return Object.keys(found).length > 0 ? found : null
}

export interface QueueFault {
  column: QueueColumn
  code: 'not_before_invalid' | 'not_after_invalid' | 'priority_invalid'
  message: string
}

const WRITE_TIME =
  'Write the time as 2026-11-20, 2026-11-20 09:00 (where the person is) or 2026-11-20T09:00:00+01:00, or leave it empty.'

/** A row with unreadable times is rejected: a guess would call a person at the wrong time. */
export function readQueueOptions(texts: QueueCells, zones: readonly string[]): QueueOptions | QueueFault {
  const notBefore = readTime(texts.notBefore ?? '', zones, 'earliest')
  if (notBefore === 'unreadable') return { column: 'notBefore', code: 'not_before_invalid', message: WRITE_TIME }
  const notAfter = readTime(texts.notAfter ?? '', zones, 'latest')
  if (notAfter === 'unreadable') return { column: 'notAfter', code: 'not_after_invalid', message: WRITE_TIME }
  if (notBefore && notAfter && notAfter <= notBefore) {
    const message = 'not_after is not later than not_before, so this person could never be called.'
    return { column: 'notAfter', code: 'not_after_invalid', message }
  }
  const priority = readPriority(texts.priority ?? '')
  if (priority === 'unreadable') {
    const message = `A priority is a whole number from 0 to ${PRIORITY_MAX} (higher is called first), high, normal, low, or empty. If the column means something else, give it another name: rename it at the upload.`
    return { column: 'priority', code: 'priority_invalid', message }
  }
  return { notBefore, notAfter, priority }
}

export type CallTimes = Pick<QueueOptions, 'notBefore' | 'notAfter'>

/**
 * Reads times again in the zones known now. If a text is missing or unreadable, the time stays as it is, because its zone is
 * unknown.
 */
export function reparseTimesInZones(texts: QueueCells, zones: readonly string[], before: CallTimes): CallTimes {
  const read = (text: string | undefined, side: Side, known: Date | null) => {
    const found = text === undefined ? null : readTime(text, zones, side)
    return found === null || found === 'unreadable' ? known : found
  }
  return {
    notBefore: read(texts.notBefore, 'earliest', before.notBefore),
    notAfter: read(texts.notAfter, 'latest', before.notAfter),
  }
}

const PRIORITY_WORDS: Readonly<Record<string, number>> = { high: 7, normal: PRIORITY_NORMAL, medium: 5, low: 3 }

function readPriority(text: string): number | null | 'unreadable' {
  const said = text.trim().toLowerCase()
  if (said === '') return null
  if (/^\d$/.test(said)) return Number(said)
  return PRIORITY_WORDS[said] ?? 'unreadable'
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The time zones furthest behind UTC, and furthest ahead of it. */
const LAST_CLOCK_MS = -12 * HOUR_MS
const FIRST_CLOCK_MS = 14 * HOUR_MS

type Side = 'earliest' | 'latest'

function readTime(said: string, zones: readonly string[], side: Side): Date | null | 'unreadable' {
  const text = said.trim()
  if (text === '') return null
  const match = TIME.exec(text)
  if (!match) return 'unreadable'
  const [, date, hour, minute, second, offset] = match as unknown as [string, string, ...Array<string | undefined>]
  const dayMs = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== date) return 'unreadable'
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return 'unreadable'
  if (offset !== undefined) {
    const exact = Date.parse(text.replace(' ', 'T'))
    return Number.isNaN(exact) ? 'unreadable' : new Date(exact)
  }
  const clockMs = ((Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0)) * 1000
  // A date without time means the whole day, until its end.
  const localMs = dayMs + (hour === undefined && side === 'latest' ? DAY_MS : clockMs)
  const moments =
    zones.length === 0
      ? [localMs - LAST_CLOCK_MS, localMs - FIRST_CLOCK_MS]
      : zones.map((zone) => epochMsOfLocalTime(zone, localMs))
  return new Date(side === 'earliest' ? Math.max(...moments) : Math.min(...moments))
}
