/**
 * The waiting contacts of a forecast: a sample is judged one by one by the real rules (consents, number check, earlier calls,
 * own times) and represents all of them. Pure.
 */
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { NumberHistory, Reason } from '../../policies/rules/verdict.ts'
import type { ContactGroup, ExclusionReason, Forecast, WaitingContacts } from './forecast-input.ts'

/** One waiting contact of a campaign, or of a list before its campaign exists. */
export interface SampledContact {
  /** Zones of the person: `US,US-FL@America/New_York`. */
  place: string
  /** Number of dials in this campaign so far. */
  dials: number
  /** When the contact is due; null: at any time. */
  dueMs: number | null
  notAfterMs: number | null
  history: NumberHistory
}

/** A group without schedules, which come from the planned campaign. */
export type RemainingGroup = Pick<ContactGroup, 'fresh' | 'retries' | 'place'>

export interface WaitingGroups {
  groups: RemainingGroup[]
  leftOut: Forecast['leftOut']
}

/** Rules that hold a contact until an operator changes something, and the reason that the forecast reports. */
const HELD_BY: Readonly<Partial<Record<Reason['rule'], ExclusionReason>>> = {
  consent: 'consent',
  number_check: 'number_check',
  cooldown: 'cooldown',
}

/** `total`: how many contacts the sample represents. `rules`: null if no policy is set. */
export function groupContacts(
  sample: readonly SampledContact[],
  total: number,
  rules: DialingRules | null,
  nowMs: number,
): WaitingGroups {
  const groups = new Map<string, { place: string; fresh: number; waiting: Map<string, WaitingContacts> }>()
  const held = new Map<ExclusionReason, number>()
  for (const contact of sample) {
    const reason = rules ? heldWithoutEnd(rules, contact, nowMs) : null
    if (reason !== null) {
      held.set(reason, (held.get(reason) ?? 0) + 1)
      continue
    }
    const place = rules ? contact.place : firstZoneOf(contact.place)
    const group = groups.get(place) ?? { place, fresh: 0, waiting: new Map() }
    groups.set(place, group)
    const waiting = waitingAs(contact, nowMs)
    if (waiting === null) group.fresh++
    else {
      const key = JSON.stringify(waiting)
      const known = group.waiting.get(key)
      group.waiting.set(key, known ? { ...known, count: known.count + 1 } : waiting)
    }
  }
  const share = new Shares(sample.length, total)
  return {
    groups: [...groups.values()].map(({ place, fresh, waiting }) => ({
      place,
      fresh: share.of(fresh),
      retries: [...waiting.values()].map((one) => ({ ...one, count: share.of(one.count) })),
    })),
    leftOut: [...held].map(([reason, contacts]) => ({ reason, contacts: share.of(contacts) })),
  }
}

/** Scales the counts of a sample to the whole without losing or adding a contact by rounding. */
class Shares {
  readonly #factor: number
  #rest = 0

  constructor(sampled: number, total: number) {
    this.#factor = sampled === 0 ? 0 : total / sampled
  }

  of(count: number): number {
    const exact = count * this.#factor + this.#rest
    const whole = Math.round(exact)
    this.#rest = exact - whole
    return whole
  }
}

function heldWithoutEnd(
  rules: DialingRules,
  { place, history }: SampledContact,
  nowMs: number,
): ExclusionReason | null {
  // A number that was not checked yet counts as allowed: it is checked when its turn comes.
  const asked: NumberHistory = history.check === null ? { ...history, check: 'not_asked' } : history
  const endless = rules.history(place, asked, nowMs).find(({ untilMs }) => untilMs === null)
  return endless ? (HELD_BY[endless.rule] ?? null) : null
}

/** Without a policy only the person's time zone matters: it decides at which hours people answer. */
function firstZoneOf(place: string): string {
  return `@${place.split('@')[1]?.split(',')[0] ?? ''}`
}

/** The individual state of a waiting contact; null if the contact does not differ from others who were never dialed. */
function waitingAs(contact: SampledContact, nowMs: number): WaitingContacts | null {
  const { dials, dueMs, notAfterMs, history } = contact
  const { attemptsMs, conversationsMs, lastMs } = history
  const hasPast = attemptsMs.length + conversationsMs.length + Object.keys(lastMs).length > 0
  if (dials === 0 && !hasPast && notAfterMs === null && (dueMs === null || dueMs <= nowMs)) return null
  return {
    atMs: dueMs ?? nowMs,
    dials,
    count: 1,
    ...(hasPast ? { past: { attemptsMs, conversationsMs, lastMs } } : {}),
    ...(notAfterMs === null ? {} : { notAfterMs }),
  }
}
