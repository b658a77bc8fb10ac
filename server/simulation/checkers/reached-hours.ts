/**
 * A retry waits for an hour in which the person was reached only where the campaign says so: not longer than promised, within
 * the calling hours, and after a conversation that took place. By a reading of its own: times by Intl, conversations as the
 * engine acknowledged them.
 */
import type { Checker, CheckerContext } from '../facts.ts'
import { wallTime } from '../wall-time.ts'
import { inForce, whyClosed, zonesOf } from './rules-reading.ts'

const HOUR_MS = 3_600_000
const PROMISED_MS = 24 * HOUR_MS
const OTHER_TIME_MS = 3 * HOUR_MS

export function reachedHours({ facts, tables, now, fail }: CheckerContext): Checker {
  /** By organization and number, and by person. */
  const conversations = new Map<string, Set<number>>()
  const note = (key: string, atMs: number) => conversations.set(key, (conversations.get(key) ?? new Set()).add(atMs))
  return {
    acknowledged(callId) {
      const call = tables.calls.get(callId)
      if (!call) return
      const { organizationId, phoneNumber, contactId } = call
      const contact = tables.contacts.get(contactId ?? -1)
      if (call.outcome === 'answered') {
        const atMs = call.direction === 'inbound' ? (call.answeredAtMs ?? call.claimedAtMs) : call.claimedAtMs
        note(`${organizationId} ${phoneNumber}`, atMs)
        if (contact?.personId) note(`${organizationId} person ${contact.personId}`, atMs)
      }
      if (contact?.state !== 'pending' || contact.nextAttemptAtMs === null) return
      const { reachedAtMs, nextAttemptAtMs, heldUntilMs } = contact
      // A rule has put it off since.
      if (!reachedAtMs || heldUntilMs === nextAttemptAtMs) return
      const retries = facts.retries.get(contact.campaignId)?.since(0) ?? []
      const what = `the retry of contact ${contact.id}`
      if (!retries.some((retry) => retry.prefer_reached_hours)) return fail(`${what} waits for an hour unasked`)
      const own = conversations.get(`${organizationId} ${contact.phoneNumber}`)
      const others = conversations.get(`${organizationId} person ${contact.personId}`)
      if (!own?.has(reachedAtMs) && !others?.has(reachedAtMs)) return fail(`${what} follows no conversation`)
      const delayMs = Math.max(...retries.map((retry) => retry.retry_delay_seconds * 1000)) + OTHER_TIME_MS
      if (nextAttemptAtMs > now() + delayMs + PROMISED_MS) return fail(`${what} waits longer than promised`)
      const hourIn = (zone: string, atMs: number) => wallTime(zone, atMs).time.slice(0, 2)
      const zones = zonesOf(contact.phoneNumber)
      if (!zones.some((zone) => hourIn(zone, nextAttemptAtMs) === hourIn(zone, reachedAtMs)))
        return fail(`${what} waits for another hour than that of the conversation`)
      const rules = facts.rules.get(organizationId)
      if (!rules) return
      const why = whyClosed(inForce(rules, contact.campaignId), contact.phoneNumber, [nextAttemptAtMs])
      if (why) fail(`${what} is planned for a time that ${why}`)
    },
  }
}
