/** Evaluates every rule for one contact at one moment and reports it with its figures, whether or not it holds the contact. */
import { hasSlots, type WindowState, windowState } from '../../dialer/rules/calling-window.ts'
import {
  type Blocker,
  type ContactFacts,
  campaignBlockers,
  contactBlockers,
  type DialingFacts,
  mayDial,
  perSecond,
  RULE_OF_REASON,
  type Rule,
  ringTimeoutMsOf,
  sentenceOf,
} from '../../dialer/rules/may-dial.ts'
import { chooseStep, type Route, type StepNow } from '../../dialer/rules/route.ts'

export interface RuleStatus {
  rule: Rule
  holds: boolean
  message: string
  /** If the rule holds the contact: when that ends without intervention. If not: when it may begin to hold. */
  untilMs: number | null
}

type Facts = DialingFacts & { contact: ContactFacts }

export function statusOfEveryRule(facts: Facts, nowMs: number): RuleStatus[] {
  const answer = mayDial(facts, nowMs)
  const because = answer.may ? [] : answer.because
  const holding = because.map((blocker) => held(blocker))
  const names = new Set(because.map(({ rule }) => rule))
  const window = windowState(facts.campaign.schedule, nowMs, ringTimeoutMsOf(facts.configuration))
  return [
    ...holding,
    ...neverMeets(facts, nowMs),
    ...passed(facts, window, nowMs).filter(
      ({ rule }) => !names.has(rule) && !(rule === 'contact_hours' && lacksHours(names)),
    ),
  ]
}

/** Whether no hours can be named for the person, so that none of them can be said to be open. */
function lacksHours(names: ReadonlySet<Rule>): boolean {
  return names.has('zone_unknown') || names.has('never_open')
}

/** Whether a telephony configuration of the route can call this number now. */
export function statusOfRoute(route: Route, steps: readonly StepNow[], phoneNumber: string): RuleStatus {
  const missing = (configurationId: number): StepNow => ({ configurationId, state: 'missing', untilMs: null })
  const choice = chooseStep(
    route,
    phoneNumber,
    (id) => steps.find(({ configurationId }) => configurationId === id) ?? missing(id),
  )
  if (choice.kind === 'none') return held({ rule: choice.because as Rule, untilMs: choice.untilMs, facts: {} })
  const message = 'A telephony configuration of the route takes this number.'
  return { rule: 'no_route', holds: false, message, untilMs: null }
}

function held(blocker: Blocker): RuleStatus {
  return { rule: blocker.rule, holds: true, message: sentenceOf(blocker), untilMs: blocker.untilMs }
}

function passed(
  { campaign, configuration, organization, contact }: Facts,
  window: WindowState,
  nowMs: number,
): RuleStatus[] {
  const hours = campaign.schedule?.enabled && campaign.schedule.slots.length > 0
  const says: Array<[Rule, string, number | null]> = [
    ['contact_state', 'The contact waits to be called.', null],
    ['retry_time', retrySentence(contact), null],
    ['in_another_call', 'The number is in no other live call of your organization.', null],
    ['suppressed', 'The number is not on the do-not-call list.', null],
    ['campaign_state', 'The campaign is running.', null],
    ['set_up', 'The campaign has a telephony configuration and a workflow.', null],
    [
      'calling_hours',
      hours ? 'It is within the calling hours.' : 'The campaign has no calling hours.',
      window.changesAtMs,
    ],
    ['back_off', 'The carrier has not asked us to wait.', null],
    ['campaign_slots', `${used(campaign)} of the campaign are in use.`, null],
    ['organization_slots', `${used(organization)} of the organization are in use.`, null],
    ...policySays(contact, nowMs),
    ['pace', `The configuration allows ${perSecond(configuration?.callsPerSecond ?? 0)}.`, null],
  ]
  return says.map(([rule, message, untilMs]) => ({ rule, holds: false, message, untilMs }))
}

function retrySentence({ state, nextAttemptAtMs, notBeforeMs }: ContactFacts): string {
  if (state !== 'pending') return 'No further attempt is planned.'
  // A contact that was never called waits for the time in its list, which is a rule of its own.
  return nextAttemptAtMs === null || nextAttemptAtMs === notBeforeMs
    ? 'No waiting time before the next attempt applies.'
    : 'The next attempt is due.'
}

function policySays({ policy }: ContactFacts, nowMs: number): Array<[Rule, string, number | null]> {
  if (!policy) return []
  const { rules, group, source, history } = policy
  return rules.passes(group, source, history, nowMs).map(({ rule, message }) => [RULE_OF_REASON[rule], message, null])
}

function used({ liveCalls, maxConcurrency }: { liveCalls: number; maxConcurrency: number }): string {
  return `${liveCalls} of ${maxConcurrency} live ${maxConcurrency === 1 ? 'call' : 'calls'}`
}

/** Limit of the search for a time at which no rule holds. Hours, retries, caps and schedules each end at their own time. */
const STEPS_MAX = 400
/** Length of the search: longer than any repeating rule. Hours repeat each week, and packs change with the year. */
const AHEAD_MS = 400 * 86_400_000

/** The earliest time for a call, if slots and pace allow. Null: something else must happen first. */
export function nextPossibleAt(facts: Facts, nowMs: number): number | null {
  const found = search(facts, nowMs)
  return found === 'never' ? null : found
}

/** `never`: each rule ends at some time, but there is no moment at which none of them holds. */
function search(facts: Facts, nowMs: number): number | null | 'never' {
  let atMs = nowMs
  // The list may contain a `not_before` time that is years away.
  const lastMs = Math.max(nowMs, facts.contact.notBeforeMs ?? nowMs) + AHEAD_MS
  for (let step = 0; step < STEPS_MAX && atMs < lastMs; step++) {
    const because = [...contactBlockers(facts.contact, atMs), ...campaignBlockers(facts, atMs)]
    if (because.length === 0) return atMs
    const ends = because.map(({ untilMs }) => untilMs)
    if (ends.includes(null)) return null
    atMs = Math.max(...(ends as number[]))
  }
  return 'never'
}

/** A message of its own, because each of these rules alone names a time at which it ends. */
function neverMeets(facts: Facts, nowMs: number): RuleStatus[] {
  if (!hasSlots(facts.campaign.schedule) || search(facts, nowMs) !== 'never') return []
  const message =
    "The calling hours of the campaign and the calling rules where this person may be are never open at the same time. Change the campaign's schedule."
  return [{ rule: 'never_open', holds: true, message, untilMs: null }]
}
