/** Formats a rule's reason as a sentence for operators, with its figures: what holds the call, why, and until when. */
import type { ZoneSource } from '../../addresses/rules/zones-of-contact.ts'
import { consentState } from './consent.ts'
import { BUILT_IN_RULE_ORIGIN, type MergedRules, type RuleOrigin } from './merge.ts'
import { type CountedCall, callsOfCap, type NumberHistory, type Reason, spansAsText } from './verdict.ts'
import { dateOfEpochDay, formatMinuteOfDay, wallClockIn } from './wall-clock.ts'

const SOURCES: Readonly<Record<ZoneSource, string>> = {
  timezone_column: 'from the column timezone',
  state_column: 'from the number and the column state',
  postal_code_column: 'from the number and the postal code',
  number: 'from the number',
  unknown: 'the fallback zone',
}

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `06:40`; on another day `Monday 08:00`; in more than a week `2026-12-28 08:00`. */
export function localTimeText(zone: string, atMs: number, seenFromMs: number): string {
  const { day, time } = dayAndTime(zone, atMs, seenFromMs)
  return day === null ? time : `${day} ${time}`
}

/** `at 06:40`, `on Monday at 08:00`, `on 2026-12-28 at 08:00`. */
function moment(zone: string, atMs: number, seenFromMs: number): string {
  const { day, time } = dayAndTime(zone, atMs, seenFromMs)
  return day === null ? `at ${time}` : `on ${day} at ${time}`
}

/** `22:00 today`, `Monday 08:00`. */
function end(zone: string, atMs: number, seenFromMs: number): string {
  const { day, time } = dayAndTime(zone, atMs, seenFromMs)
  return day === null ? `${time} today` : `${day} ${time}`
}

function dayAndTime(zone: string, atMs: number, seenFromMs: number): { day: string | null; time: string } {
  const there = wallClockIn(zone, atMs)
  const days = there.day - wallClockIn(zone, seenFromMs).day
  const time = formatMinuteOfDay(there.minute)
  if (days === 0) return { day: null, time }
  return { day: Math.abs(days) < 7 ? (WEEKDAY_NAMES[there.weekday] as string) : dateOfEpochDay(there.day), time }
}

/** The name of the rule's source for messages. */
export function ruleOriginText(from: RuleOrigin): string {
  if (from === 'organization') return "the organization's policy"
  if (from === 'campaign') return "the campaign's policy"
  if (from === BUILT_IN_RULE_ORIGIN) return 'the floor of calling hours, as no other rule about hours applies'
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

export interface ShownZone {
  name: string | null
  source: ZoneSource
}

/** `nextMs`: the first time at which no rule forbids the call, if there is one. */
export function reasonText(reason: Reason, nowMs: number, zone: ShownZone, nextMs: number | null = null): string {
  const shown = zone.name ?? 'UTC'
  const by = ruleOriginText(reason.from)
  switch (reason.rule) {
    case 'hours':
      return hoursSentence(reason, nowMs, zone.source)
    case 'never_open':
      return `There is no moment at which calling hours are open in all ${reason.zones.length} zones the number may be in (${by}). The contact is held. Give a state or a time zone.`
    case 'zone_unknown':
      return `The time zone of this number is not known, and ${by} needs it. The contact is held. Give a time zone in the list, or a fallback zone in the policy.`
    case 'uncovered':
      return uncoveredSentence(reason)
    case 'suspension':
      return reason.untilMs === null
        ? `Calls are suspended until this is lifted (${by}): ${reason.reason}`
        : `Calls are suspended until ${end(shown, reason.untilMs, nowMs)} ${shown} (${by}): ${reason.reason}`
    case 'cap':
      return `${counted(reason.found, reason.count)} in the last ${period(reason.hours)}${whichCalls(reason.calls)}; ${by} allows ${reason.max}. This limit ends ${moment(shown, reason.untilMs as number, nowMs)} ${shown}${nextCall(reason.untilMs, nextMs, nowMs, shown)}.`
    case 'least_gap':
      return `The last call was ${moment(shown, reason.lastMs, nowMs)} ${shown}${whichCalls(reason.calls)}; ${by} asks for ${duration(reason.gapMs)} between calls, until ${end(shown, reason.untilMs as number, nowMs)}${nextCall(reason.untilMs, nextMs, nowMs, shown)}.`
    case 'cooldown':
      return cooldownSentence(reason, nowMs, shown, nextMs)
    case 'registry':
      return registrySentence(reason, by)
    case 'consent':
      return consentSentence(reason, by)
    case 'number_check':
      return checkSentence(reason)
  }
}

/** The time of the next possible call for the message: a limit may end at night, when calling hours are closed. */
function nextCall(untilMs: number | null, nextMs: number | null, nowMs: number, zone: string): string {
  if (nextMs === null || untilMs === null || nextMs <= untilMs) return ''
  return `; the next call is possible ${moment(zone, nextMs, nowMs)}`
}

function uncoveredSentence({ from, places, purpose }: Extract<Reason, { rule: 'uncovered' }>): string {
  const where = places.length === 0 ? 'this person' : `people in ${placesAsText(places)}`
  const calls = purpose === null ? '' : ` and ${purpose} calls`
  return `No pack selected by ${ruleOriginText(from)} covers ${where}${calls}. The contact is held. Select a pack that does, or set "uncovered" to "allow".`
}

function registrySentence({ scrubbedOn, name, maxAgeDays }: Extract<Reason, { rule: 'registry' }>, by: string): string {
  const last =
    scrubbedOn === null
      ? `No check of the list against ${name} is recorded`
      : `The list was last checked against ${name} on ${scrubbedOn}`
  return `${last}; ${by} asks for it every ${maxAgeDays} days. Import the file of the registry, or check the list elsewhere and record the date in "scrubbed_on" of the policy.`
}

function checkSentence({ state, said }: Extract<Reason, { rule: 'number_check' }>): string {
  const more = said === null ? '' : `: ${said}`
  if (state === 'waiting') return 'The number check of your organization has not answered yet.'
  if (state === 'barred')
    return `The number check of your organization says that this number must not be called${more}.`
  return `The number check of your organization failed${more.replace(/\.$/, '')}. It is asked again.`
}

function consentSentence({ state, atMs, anyOf, duties }: Extract<Reason, { rule: 'consent' }>, by: string): string {
  const day = atMs === null ? '' : new Date(atMs).toISOString().slice(0, 10)
  const what = {
    missing: 'No consent of this person is recorded',
    revoked: `The person took back every consent on ${day}`,
    expired: `The consent of this person ended on ${day}`,
  }[state]
  const vouching =
    duties.length === 0
      ? ''
      : ` Or pause the campaign and resume it: you are then asked about the duties that are not confirmed yet (${duties.join(', ')}).`
  return `${what}; ${by} asks for one (${anyOf.join(', ')}). The contact is held. Record a consent that the person has given${state === 'missing' ? '' : ' since'}, with POST /api/v1/consents or in the list.${vouching}`
}

/** Only the most precise places: `US-FL` without `US` beside it. */
export function placesAsText(places: readonly string[]): string {
  const precise = places.filter((place) => !places.some((other) => other.startsWith(`${place}-`)))
  return precise.join(', ')
}

function counted(count: number, what: 'attempts' | 'conversations'): string {
  return `${count} ${plural(count, what === 'attempts' ? 'call' : 'conversation')}`
}

/**
 * Which of the counted calls are not among the calls of campaigns to this number, where an operator would look for them:
 * ` (2 on other numbers of this person, 1 single call)`, for one call ` (on another number of this person, a single call)`.
 */
function whichCalls(calls: readonly CountedCall[] = []): string {
  const others = calls.filter(({ isOtherNumber }) => isOtherNumber).length
  const single = calls.filter(({ origin }) => origin === 'single').length
  const inbound = calls.filter(({ origin }) => origin === 'person').length
  const notes =
    calls.length === 1
      ? [
          others > 0 ? 'on another number of this person' : '',
          single > 0 ? 'a single call' : '',
          inbound > 0 ? 'a call from the person' : '',
        ]
      : [
          others > 0 ? `${others} on ${others === 1 ? 'another number' : 'other numbers'} of this person` : '',
          single > 0 ? `${single} single ${plural(single, 'call')}` : '',
          inbound > 0 ? `${inbound} ${plural(inbound, 'call')} from the person` : '',
        ]
  const said = notes.filter((note) => note !== '')
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

/** A rule that allowed a call, with its figures, or the statement that no rule applies. */
export interface PassedRule {
  rule: 'hours' | 'cap' | 'cooldown' | 'registry' | 'consent'
  message: string
}

export function passedRules(
  rules: MergedRules,
  places: readonly string[],
  history: NumberHistory,
  nowMs: number,
  zone: ShownZone,
): PassedRule[] {
  const where = places.length === 0 ? 'this number' : placesAsText(places)
  const caps = rules.caps.map(({ from, max, hours, count }): PassedRule => {
    const all = count === 'attempts' ? history.attemptsMs : history.conversationsMs
    const found = all.filter((atMs) => atMs > nowMs - hours * 3_600_000).length
    const { calls } = callsOfCap({ count, hours }, history, nowMs)
    const message = `${counted(found, count)} in the last ${period(hours)}${whichCalls(calls)}; ${ruleOriginText(from)} allows ${max}.`
    return { rule: 'cap', message }
  })
  return [
    { rule: 'hours', message: openSentence(rules, where, nowMs, zone) },
    ...(caps.length > 0 ? caps : [{ rule: 'cap' as const, message: `No rule limits how often ${where} is called.` }]),
    ...rules.cooldowns.map(({ from, after }): PassedRule => {
      return { rule: 'cooldown', message: `No ${AFTER[after]} within the time that ${ruleOriginText(from)} asks for.` }
    }),
    ...rules.registries.map(({ from, name, max_age_days }): PassedRule => {
      return {
        rule: 'registry',
        message: `The list was checked against ${name} within ${max_age_days} days (${ruleOriginText(from)}).`,
      }
    }),
    ...consentsPassed(rules, history, nowMs),
  ]
}

function consentsPassed(rules: MergedRules, { consents }: NumberHistory, nowMs: number): PassedRule[] {
  if (consents === 'not_asked') return []
  return rules.consents.map(({ from, anyOf, declared, records }): PassedRule => {
    const found = consentState(consents, anyOf, nowMs)
    const by = ruleOriginText(from)
    if (found.state === 'given') {
      const { kind, atMs, source } = found.by
      const given = `The person gave the consent ${kind} on ${new Date(atMs).toISOString().slice(0, 10)} (${source})`
      return { rule: 'consent', message: `${given}, as ${by} asks.` }
    }
    if (records === 'if_any') {
      return { rule: 'consent', message: `No consent of this person was taken back or has ended (${by}).` }
    }
    const vouched = declared ? 'the policy declares it for everybody' : 'a person vouched for the whole list'
    return { rule: 'consent', message: `No consent of this person is recorded; ${vouched} (${by}).` }
  })
}

function openSentence(rules: MergedRules, where: string, nowMs: number, zone: ShownZone): string {
  if (rules.hours.length === 0) return `No rule about hours applies to ${where}.`
  const names = [...new Set(rules.hours.map(({ from }) => ruleOriginText(from)))].join(', ')
  if (zone.name === null) return `Calling hours are open (${names}).`
  return `It is ${localTimeText(zone.name, nowMs, nowMs)} there (${zone.name}, ${SOURCES[zone.source]}); calling hours are open by ${names}.`
}

const AFTER = {
  conversation: 'conversation',
  refusal: 'refusal',
  abandoned: 'abandoned call',
  machine_detected: 'answering machine',
} as const

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`
}

function hoursSentence(reason: Extract<Reason, { rule: 'hours' }>, nowMs: number, source: ZoneSource): string {
  const now = localTimeText(reason.zone, nowMs, nowMs)
  const begin = moment(reason.zone, reason.untilMs as number, nowMs)
  const others = reason.zones > 1 ? `; the number may be in ${reason.zones} zones and must be open in all` : ''
  const where = `${reason.zone}, ${SOURCES[source]}${others}`
  const by = ruleOriginText(reason.from)
  if (reason.closing) {
    return `It is ${now} there (${where}); calling hours end too soon for the phone to ring (${spansAsText(reason.today)} by ${by}). They begin again ${begin}.`
  }
  if (reason.holiday) return `It is ${now} on a public holiday there (${where}); calling hours begin ${begin} (${by}).`
  return `It is ${now} there (${where}); calling hours begin ${begin} (${by}).`
}

const CAUSES = {
  conversation: 'There was a conversation',
  refusal: 'The person declined further calls',
  abandoned: 'A call was answered, but no agent spoke to the person',
  machine_detected: 'A machine answered',
} as const

function cooldownSentence(
  reason: Extract<Reason, { rule: 'cooldown' }>,
  nowMs: number,
  zone: string,
  nextMs: number | null,
): string {
  const happened = `${CAUSES[reason.after]} ${moment(zone, reason.lastMs, nowMs)} ${zone}${whichCalls(reason.calls)}`
  if (reason.coolMs === null) return `${happened}; ${ruleOriginText(reason.from)} allows no call after that.`
  return `${happened}; ${ruleOriginText(reason.from)} asks for ${duration(reason.coolMs)} without a call, until ${end(zone, reason.untilMs as number, nowMs)}${nextCall(reason.untilMs, nextMs, nowMs, zone)}.`
}
