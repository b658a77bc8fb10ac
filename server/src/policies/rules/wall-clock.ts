/**
 * Evaluates hours by the wall clock: whether they are open now, and when that changes, for one zone or for several together.
 *
 * Open means that the clock in the zone shows a time within the day's hours, including the start but not the end. So clock
 * changes need no special rule: a skipped hour never appears on the clock, and a repeated hour counts both times.
 */
import { Temporal } from 'temporal-polyfill'

/**
 * A range of minutes of the local day, 0 to 1440, with `from` included and `to` excluded. Lists of spans are sorted and disjoint.
 */
export interface DaySpan {
  from: number
  to: number
}

/** The open hours of a date, which is given in days since 1970-01-01. */
export type HoursOfDay = (day: number) => readonly DaySpan[]

export interface WindowState {
  open: boolean
  /** The next time at which `open` changes; null if it does not change within the horizon. */
  changesAtMs: number | null
}

export const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000
const DAY_MS = DAY_MINUTES * MINUTE_MS

/** A period between two clock changes of a zone. */
interface Stretch {
  fromMs: number
  toMs: number
  offsetMs: number
}

/**
 * Temporal knows when clocks change, but takes a millisecond per query. Between two changes the wall clock is the time plus an
 * offset, so each period is computed once.
 */
const stretches = new Map<string, Stretch[]>()

function stretchAt(zone: string, atMs: number): Stretch {
  const known = stretches.get(zone) ?? []
  const found = known.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  if (found) return found
  const whole = Math.floor(atMs)
  const here = Temporal.Instant.fromEpochMilliseconds(whole).toZonedDateTimeISO(zone)
  const before = Temporal.Instant.fromEpochMilliseconds(whole + 1).toZonedDateTimeISO(zone)
  const stretch = {
    fromMs: before.getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    toMs: here.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: here.offsetNanoseconds / 1e6,
  }
  stretches.set(zone, [...known, stretch])
  return stretch
}

export interface WallClockTime {
  /** Local date, in days since 1970-01-01. */
  day: number
  /** 0 = Monday … 6 = Sunday. */
  weekday: number
  minute: number
}

function clockAt(atMs: number, offsetMs: number): WallClockTime {
  const local = atMs + offsetMs
  const day = Math.floor(local / DAY_MS)
  return { day, weekday: weekdayOfEpochDay(day), minute: Math.floor((local - day * DAY_MS) / MINUTE_MS) }
}

/** The local date and time in this zone. */
export function wallClockIn(zone: string, atMs: number): WallClockTime {
  return clockAt(atMs, stretchAt(zone, atMs).offsetMs)
}

/**
 * The moment at which the zone's clock shows this local time, which is given as if it were UTC. A time that a clock change skips
 * counts as the next one.
 */
export function epochMsOfLocalTime(zone: string, localMs: number): number {
  const guessMs = localMs - stretchAt(zone, localMs).offsetMs
  return localMs - stretchAt(zone, guessMs).offsetMs
}

/** The weekday of a date; 1970-01-01 was a Thursday. */
export function weekdayOfEpochDay(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Formats a date: `2026-12-25`. */
export function dateOfEpochDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function epochDayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function isOpenAt(spans: readonly DaySpan[], minute: number): boolean {
  return spans.some(({ from, to }) => minute >= from && minute < to)
}

/** Checks in order the times at which hours begin or end, and the clock changes; returns the first at which the state differs. */
export function windowStateInZone(zone: string, hours: HoursOfDay, nowMs: number, horizonDays: number): WindowState {
  const endMs = nowMs + horizonDays * DAY_MS
  let stretch = stretchAt(zone, nowMs)
  let known = { day: Number.NaN, spans: [] as readonly DaySpan[] }
  const spansOf = (day: number) => {
    if (known.day !== day) known = { day, spans: hours(day) }
    return known.spans
  }
  const isOpen = (atMs: number) => {
    const { day, minute } = clockAt(atMs, stretch.offsetMs)
    return isOpenAt(spansOf(day), minute)
  }
  const open = isOpen(nowMs)
  let atMs = nowMs
  for (;;) {
    const lastMs = Math.min(stretch.toMs, endMs)
    for (let { day } = clockAt(atMs, stretch.offsetMs); day * DAY_MS - stretch.offsetMs < lastMs; day++) {
      for (const minute of edgesOf(spansOf(day))) {
        const edge = day * DAY_MS + minute * MINUTE_MS - stretch.offsetMs
        if (edge > nowMs && edge >= stretch.fromMs && edge < lastMs && isOpen(edge) !== open) {
          return { open, changesAtMs: edge }
        }
      }
    }
    if (stretch.toMs >= endMs) return { open, changesAtMs: null }
    atMs = stretch.toMs
    stretch = stretchAt(zone, atMs)
    if (isOpen(atMs) !== open) return { open, changesAtMs: atMs }
  }
}

function edgesOf(spans: readonly DaySpan[]): number[] {
  const edges: number[] = []
  for (const { from, to } of spans) edges.push(from, to)
  return edges
}

/** Maximum number of search steps, in case each opening is too short, or the zones never open together. */
const STEPS_MAX = 400

/**
 * Open only if every zone is open for at least `leastMs` more: a call placed in the last seconds would ring after closing time.
 * So `changesAtMs` of an open state is `leastMs` before the first closing.
 */
export function windowStateInAllZones(
  zones: readonly string[],
  hours: HoursOfDay,
  nowMs: number,
  options: { leastMs: number; horizonDays: number },
): WindowState {
  const now = jointly(zones, hours, nowMs, options.horizonDays)
  if (now.open && (now.changesAtMs === null || nowMs < now.changesAtMs - options.leastMs)) {
    return { open: true, changesAtMs: now.changesAtMs === null ? null : now.changesAtMs - options.leastMs }
  }
  const endMs = nowMs + options.horizonDays * DAY_MS
  let at = now.changesAtMs
  for (let step = 0; step < STEPS_MAX && at !== null && at <= endMs; step++) {
    const there = jointly(zones, hours, at, options.horizonDays)
    if (there.open && (there.changesAtMs === null || at < there.changesAtMs - options.leastMs)) {
      return { open: false, changesAtMs: at }
    }
    at = there.changesAtMs
  }
  return { open: false, changesAtMs: null }
}

/**
 * If a zone is closed: the state lasts at least until the last closed zone opens. If all are open: until the first zone closes.
 */
function jointly(zones: readonly string[], hours: HoursOfDay, atMs: number, horizonDays: number): WindowState {
  const states = zones.map((zone) => windowStateInZone(zone, hours, atMs, horizonDays))
  const closed = states.filter((state) => !state.open).map((state) => state.changesAtMs)
  if (closed.length > 0) return { open: false, changesAtMs: latest(closed) }
  const closings = states.flatMap((state) => (state.changesAtMs === null ? [] : [state.changesAtMs]))
  return { open: true, changesAtMs: closings.length > 0 ? Math.min(...closings) : null }
}

function latest(moments: readonly (number | null)[]): number | null {
  return moments.reduce((last, moment) => (last === null || moment === null ? null : Math.max(last, moment)), 0)
}

/** The hours that are in both lists. */
export function intersectSpans(one: readonly DaySpan[], other: readonly DaySpan[]): DaySpan[] {
  const both: DaySpan[] = []
  for (const a of one) {
    for (const b of other) {
      const from = Math.max(a.from, b.from)
      const to = Math.min(a.to, b.to)
      if (from < to) both.push({ from, to })
    }
  }
  return both
}

export function areSpansWithin(inner: readonly DaySpan[], outer: readonly DaySpan[]): boolean {
  return inner.every(
    (span) => intersectSpans([span], outer).reduce((sum, part) => sum + part.to - part.from, 0) === span.to - span.from,
  )
}

/** Sorts spans and merges those that touch. */
export function mergeSpans(spans: readonly DaySpan[]): DaySpan[] {
  const result: DaySpan[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}

export function parseMinuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

export function formatMinuteOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
