/** A reason of the rules as a sentence for people, with its figures: what is so, why that is too early, when it ends. */
import type { ZoneSource } from '../../addresses/rules/zones-of-contact.ts'
import type { From } from './merge.ts'
import type { Reason } from './verdict.ts'
import { spansAsText } from './verdict.ts'
import { clockIn, dateOf, timeOf } from './wall-clock.ts'

const SOURCES: Readonly<Record<ZoneSource, string>> = {
  timezone_column: 'from the column timezone',
  state_column: 'from the number and the column state',
  postal_code_column: 'from the number and the postal code',
  number: 'from the number',
  unknown: 'the fallback zone',
}

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `06:40`; on another day `Monday 08:00`; in more than a week `2026-12-28 08:00`. */
export function localTime(zone: string, atMs: number, seenFromMs: number): string {
  const there = clockIn(zone, atMs)
  const days = there.day - clockIn(zone, seenFromMs).day
  const time = timeOf(there.minute)
  if (days === 0) return time
  if (Math.abs(days) < 7) return `${WEEKDAY_NAMES[there.weekday]} ${time}`
  return `${dateOf(there.day)} ${time}`
}

/** Whose rule it is. */
export function ruleOf(from: From): string {
  if (from === 'organization') return "the organization's policy"
  if (from === 'campaign') return "the campaign's policy"
  return `the pack ${from}`
}

function duration(ms: number): string {
  const hours = ms / 3_600_000
  if (hours % 24 === 0 && hours >= 48) return `${hours / 24} days`
  if (hours >= 1 && Number.isInteger(hours)) return hours === 1 ? '1 hour' : `${hours} hours`
  const minutes = Math.round(ms / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

function period(hours: number): string {
  return duration(hours * 3_600_000)
}

export function sentenceFor(reason: Reason, nowMs: number, zone: { name: string | null; source: ZoneSource }): string {
  const shown = zone.name ?? 'UTC'
  switch (reason.rule) {
    case 'hours':
      return hoursSentence(reason, nowMs, zone.source)
    case 'never_open':
      return `There is no moment at which calling hours are open in all ${reason.zones.length} zones the number may be in (${ruleOf(reason.from)}). Give a state or a time zone.`
    case 'zone_unknown':
      return `The time zone of this number cannot be told, and ${ruleOf(reason.from)} needs it. Give a time zone, or a fallback zone where the policy allows one.`
    case 'suspension':
      return reason.untilMs === null
        ? `Calls are suspended until this is lifted (${ruleOf(reason.from)}): ${reason.reason}`
        : `Calls are suspended until ${localTime(shown, reason.untilMs, nowMs)} ${shown} (${ruleOf(reason.from)}): ${reason.reason}`
    case 'cap':
      return `${reason.found} ${reason.count === 'attempts' ? plural(reason.found, 'call') : plural(reason.found, 'conversation')} in the last ${period(reason.hours)}; ${ruleOf(reason.from)} allows ${reason.max}. The next may be placed at ${localTime(shown, reason.untilMs as number, nowMs)} ${shown}.`
    case 'least_gap':
      return `The last call was at ${localTime(shown, reason.lastMs, nowMs)} ${shown}; ${ruleOf(reason.from)} asks for ${duration(reason.gapMs)} between calls, so the next may be placed at ${localTime(shown, reason.untilMs as number, nowMs)}.`
    case 'cooldown':
      return cooldownSentence(reason, nowMs, shown)
    case 'registry':
      return reason.scrubbedOn === null
        ? `Nobody has recorded that the list was held against ${reason.name}; ${ruleOf(reason.from)} asks for it every ${reason.maxAgeDays} days.`
        : `The list was last held against ${reason.name} on ${reason.scrubbedOn}; ${ruleOf(reason.from)} asks for it every ${reason.maxAgeDays} days.`
  }
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`
}

function hoursSentence(reason: Extract<Reason, { rule: 'hours' }>, nowMs: number, source: ZoneSource): string {
  const now = localTime(reason.zone, nowMs, nowMs)
  const begin = localTime(reason.zone, reason.untilMs as number, nowMs)
  const others = reason.zones > 1 ? `; the number may be in ${reason.zones} zones and must be open in all` : ''
  const where = `${reason.zone}, ${SOURCES[source]}${others}`
  const by = ruleOf(reason.from)
  if (reason.closing) {
    return `It is ${now} there (${where}); calling hours end too soon for the phone to ring (${spansAsText(reason.today)} by ${by}). They begin again at ${begin}.`
  }
  if (reason.holiday)
    return `It is ${now} on a public holiday there (${where}); calling hours begin at ${begin} (${by}).`
  return `It is ${now} there (${where}); calling hours begin at ${begin} (${by}).`
}

const CAUSES = {
  conversation: 'There was a conversation',
  refusal: 'The person declined further calls',
  abandoned: 'A call was answered without anybody there',
  machine_detected: 'A machine answered',
} as const

function cooldownSentence(reason: Extract<Reason, { rule: 'cooldown' }>, nowMs: number, zone: string): string {
  const happened = `${CAUSES[reason.after]} at ${localTime(zone, reason.lastMs, nowMs)} ${zone}`
  if (reason.coolMs === null) return `${happened}; ${ruleOf(reason.from)} allows no call after that.`
  return `${happened}; ${ruleOf(reason.from)} asks for ${duration(reason.coolMs)} without a call, until ${localTime(zone, reason.untilMs as number, nowMs)}.`
}
