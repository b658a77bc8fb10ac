/**
 * The ledger record of a call: the person, the local time, the rules that applied and their decisions, and the end of the call.
 */
import type { ZoneSet } from '../../addresses/rules/zones-of-contact.ts'
import type { RecordDraft } from '../../ledger/rules/chain.ts'
import { dateOfEpochDay, formatMinuteOfDay, wallClockIn } from '../../policies/rules/wall-clock.ts'

export interface DialFacts {
  nowMs: number
  callId: number
  campaignId: number | null
  contactId: number | null
  attempt: number
  phoneNumber: string
  callerNumber: string | null
  /** Zones of the person; null: no policy is set, so they were not determined. */
  set: ZoneSet | null
  policyVersion: string
  /** Each rule that was checked and allowed the call, for example `cap 3 in 24 h (us-fl): 1 before`. */
  verdicts: readonly string[]
  /** An operator overrode the rules for a single call. */
  override?: { reason: string; against: readonly string[] }
  /** The call whose person this call to a transfer target is for. */
  transferOf?: number
  /** Ring timeout and further inputs of the rules, so that the dial can be judged again by other rules. */
  ringSeconds: number
  /** Whether the call goes through the simulated carrier, so that no phone rang. */
  simulated: boolean
  /** Time at which the person asked to be called back. */
  callBackAtMs?: number | null
}

export function dialRecord(facts: DialFacts): RecordDraft {
  const { nowMs, set, override } = facts
  return {
    kind: 'dial',
    atMs: nowMs,
    actor: 'dialer',
    body: {
      attempt: facts.attempt,
      ...(facts.callBackAtMs ? { call_back_at: new Date(facts.callBackAtMs).toISOString() } : {}),
      call_id: facts.callId,
      caller_number: facts.callerNumber,
      campaign_id: facts.campaignId,
      contact_id: facts.contactId,
      ...(set ? placeOf(set, nowMs) : {}),
      ...(override ? { override: { against: override.against, reason: override.reason } } : {}),
      phone_number: facts.phoneNumber,
      policy_version: facts.policyVersion,
      ring_seconds: facts.ringSeconds,
      rules: facts.verdicts,
      ...(facts.simulated ? { simulated: true } : {}),
      ...(facts.transferOf === undefined ? {} : { transfer_of: facts.transferOf }),
    },
  }
}

function placeOf(set: ZoneSet, nowMs: number) {
  const localTimes = set.zones.map((zone) => `${localTimeIn(zone, nowMs)} ${zone}`)
  return { local_times: localTimes, places: set.places, zones_from: set.source }
}

/** Rule version if no policy was ever set. */
export const NO_POLICY = '0'

/** Cache: many calls are dialed in the same minute and zone. */
let remembered = { minute: -1, times: new Map<string, string>() }

/** Formats a local time: `2026-11-16 09:41`. */
export function localTimeIn(zone: string, atMs: number): string {
  const minute = Math.floor(atMs / 60_000)
  if (remembered.minute !== minute) remembered = { minute, times: new Map() }
  let text = remembered.times.get(zone)
  if (text === undefined) {
    const clock = wallClockIn(zone, atMs)
    text = `${dateOfEpochDay(clock.day)} ${formatMinuteOfDay(clock.minute)}`
    remembered.times.set(zone, text)
  }
  return text
}

/** A ledger record for a claim that was returned before the request was sent: the person was not called. */
export function returnRecord(nowMs: number, call: { id: number }): RecordDraft {
  return {
    kind: 'dial_returned',
    atMs: nowMs,
    actor: 'dialer',
    body: { call_id: call.id },
  }
}

/** A ledger record for a call that the network or the account refused before it rang: no limit per number counts it. */
export function uncountedRecord(nowMs: number, call: { id: number }): RecordDraft {
  return { kind: 'dial_not_counted', atMs: nowMs, actor: 'dialer', body: { call_id: call.id } }
}

export interface EndFacts {
  id: number
  campaignId: number | null
  attempt: number
  direction: 'outbound' | 'inbound'
  phoneNumber: string
  cause: string | null
  endedBy: string | null
  machine: 'human' | 'machine' | null
  durationSeconds: number | null
}

/** A ledger record for the end of a call. A dial is identified by its own record; an inbound call has none. */
export function endRecord(nowMs: number, call: EndFacts, outcome: string, what: string | null): RecordDraft {
  return {
    kind: 'call_ended',
    atMs: nowMs,
    actor: 'dialer',
    body: {
      attempt: call.attempt,
      call_id: call.id,
      campaign_id: call.campaignId,
      cause: causeWord(call.cause),
      direction: call.direction,
      ended_by: call.endedBy,
      machine: call.machine,
      outcome,
      ...(call.direction === 'inbound' ? { phone_number: call.phoneNumber } : {}),
      seconds: call.durationSeconds,
      what,
    },
  }
}

/** The cause up to the colon: the rest may be text of an external endpoint, which must not be in the ledger for years. */
function causeWord(cause: string | null): string | null {
  return cause === null ? null : (cause.split(':')[0] as string).slice(0, 60)
}
