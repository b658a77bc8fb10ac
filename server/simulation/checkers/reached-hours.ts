/**
 * A retry waits for an hour in which the person was reached only where the campaign says so: not longer than promised, within
 * the calling hours, and after a conversation that took place. By a reading of its own: times by Intl, conversations as their
 * ends were written.
 */
import type { LiveCall } from '../../src/dialer/store.ts'
import type { Checker, CheckerContext, RulesInForce } from '../facts.ts'
import type { MemoryContact } from '../memory-tables.ts'
import { wallTime } from '../wall-time.ts'
import { inForce, whyClosed, zonesOf } from './rules-reading.ts'

const HOUR_MS = 3_600_000
const PROMISED_MS = 24 * HOUR_MS
const OTHER_TIME_MS = 3 * HOUR_MS

/** A number of no known place is somewhere in North America; the clocks there change at their own times. */
const SOMEWHERE = ['UTC', 'America/Adak']

export function reachedHours({ facts, tables, now, fail }: CheckerContext): Checker {
  /** By organization and number: the calls of a campaign may be deleted since. */
  const conversations = new Map<string, Set<number>>()
  let endsRead = 0
  /** By contact: the retry as planned, and the rules of that moment. They may be edited before the end is reported once more. */
  const planned = new Map<number, { atMs: number; rules: RulesInForce | null }>()

  /** All numbers of the person: those of the contact, and of every contact that the lists call the same person. */
  function numbersOf({ organizationId, personId, phoneNumber, numbers }: MemoryContact): Set<string> {
    const same = personId ? [...facts.people.ofPerson(organizationId, personId)] : []
    return new Set([phoneNumber, ...(numbers?.all ?? []), ...same.flatMap(({ all }) => all)])
  }

  /** The carrier's last report may never be acknowledged: a node that wrote the end is gone, and the campaign is deleted. */
  function noteConversation(call: LiveCall | undefined): void {
    if (call?.outcome !== 'answered') return
    const key = `${call.organizationId} ${call.phoneNumber}`
    conversations.set(key, (conversations.get(key) ?? new Set()).add(talkedAt(call)))
  }

  function hasTalkedAt(contact: MemoryContact, atMs: number): boolean {
    const { organizationId } = contact
    const numbers = numbersOf(contact)
    for (const number of numbers) {
      const key = `${organizationId} ${number}`
      if (conversations.get(key)?.has(atMs) || facts.talkedBeforeMs.get(key)?.includes(atMs)) return true
    }
    return [...tables.calls.values()].some(
      (call) =>
        call.organizationId === organizationId &&
        call.outcome === 'answered' &&
        numbers.has(call.phoneNumber) &&
        talkedAt(call) === atMs,
    )
  }

  return {
    committed() {
      for (; endsRead < tables.endedCallIds.length; endsRead++)
        noteConversation(tables.calls.get(tables.endedCallIds[endsRead] as number))
      for (const id of tables.contacts.changed) {
        const { reachedAtMs, nextAttemptAtMs: atMs, organizationId } = tables.contacts.get(id) ?? {}
        if (!reachedAtMs || !atMs || organizationId === undefined) planned.delete(id)
        else if (planned.get(id)?.atMs !== atMs)
          planned.set(id, { atMs, rules: facts.rules.get(organizationId) ?? null })
      }
    },
    acknowledged(callId) {
      const call = tables.calls.get(callId)
      if (!call) return
      const contact = tables.contacts.get(call.contactId ?? -1)
      noteConversation(call)
      if (contact?.state !== 'pending' || contact.nextAttemptAtMs === null) return
      const { reachedAtMs, nextAttemptAtMs, heldUntilMs } = contact
      const rules = planned.get(contact.id)?.rules
      // A rule has put it off since.
      if (!reachedAtMs || heldUntilMs === nextAttemptAtMs) return
      const retries = facts.retries.get(contact.campaignId)?.since(0) ?? []
      const what = `the retry of contact ${contact.id}`
      if (!retries.some((retry) => retry.prefer_reached_hours)) return fail(`${what} waits for an hour unasked`)
      // The operator has switched the option off: the hour of an earlier retry stays stored and has no effect.
      if (!retries.at(-1)?.prefer_reached_hours) return
      if (!hasTalkedAt(contact, reachedAtMs)) return fail(`${what} follows no conversation`)
      const delayMs = Math.max(...retries.map((retry) => retry.retry_delay_seconds * 1000)) + OTHER_TIME_MS
      if (nextAttemptAtMs > now() + delayMs + PROMISED_MS) return fail(`${what} waits longer than promised`)
      const hourIn = (zone: string, atMs: number) => wallTime(zone, atMs).time.slice(0, 2)
      const known = zonesOf(contact.phoneNumber)
      const zones = known.length > 0 ? known : SOMEWHERE
      if (!zones.some((zone) => hourIn(zone, nextAttemptAtMs) === hourIn(zone, reachedAtMs)))
        return fail(`${what} waits for another hour than that of the conversation`)
      if (!rules) return
      const why = whyClosed(inForce(rules, contact.campaignId), contact.phoneNumber, [nextAttemptAtMs])
      if (why) fail(`${what} is planned for a time that ${why}`)
    },
  }
}

function talkedAt({ direction, answeredAtMs, claimedAtMs }: LiveCall): number {
  return direction === 'inbound' ? (answeredAtMs ?? claimedAtMs) : claimedAtMs
}
