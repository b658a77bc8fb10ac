/** What the ledger keeps of a dial: whom, when by the clock on their wall, by which rules, and what each had to say. */
import type { ZoneSet } from '../../addresses/rules/zones-of-contact.ts'
import type { Draft } from '../../ledger/rules/chain.ts'
import { clockIn, dateOf, timeOf } from '../../policies/rules/wall-clock.ts'

export interface DialFacts {
  nowMs: number
  callId: number
  campaignId: number | null
  contactId: number | null
  attempt: number
  phoneNumber: string
  callerNumber: string | null
  set: ZoneSet
  policyVersion: string
  /** `cap 3 in 24 h (us-fl): 1 before`: each rule that was asked and let it pass. */
  verdicts: readonly string[]
  /** Somebody took it upon himself, for a single call. */
  override?: { reason: string; against: readonly string[] }
}

export function dialRecord(facts: DialFacts): Draft {
  const { nowMs, set, override } = facts
  return {
    kind: 'dial',
    atMs: nowMs,
    actor: 'dialer',
    body: {
      attempt: facts.attempt,
      call_id: facts.callId,
      caller_number: facts.callerNumber,
      campaign_id: facts.campaignId,
      contact_id: facts.contactId,
      local_times: set.zones.map((zone) => `${localTimeIn(zone, nowMs)} ${zone}`),
      ...(override ? { override: { against: override.against, reason: override.reason } } : {}),
      phone_number: facts.phoneNumber,
      places: set.places,
      policy_version: facts.policyVersion,
      rules: facts.verdicts,
      zones_from: set.source,
    },
  }
}

/** Many are dialed in the same minute of the same zone. */
let remembered = { minute: -1, times: new Map<string, string>() }

/** `2026-11-16 09:41`. */
export function localTimeIn(zone: string, atMs: number): string {
  const minute = Math.floor(atMs / 60_000)
  if (remembered.minute !== minute) remembered = { minute, times: new Map() }
  let text = remembered.times.get(zone)
  if (text === undefined) {
    const clock = clockIn(zone, atMs)
    text = `${dateOf(clock.day)} ${timeOf(clock.minute)}`
    remembered.times.set(zone, text)
  }
  return text
}

/** A claim that went back before the carrier was asked: nobody was called. */
export function returnRecord(nowMs: number, call: { id: number; phoneNumber: string }): Draft {
  return {
    kind: 'dial_returned',
    atMs: nowMs,
    actor: 'dialer',
    body: { call_id: call.id, phone_number: call.phoneNumber },
  }
}
