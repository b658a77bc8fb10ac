/**
 * Nobody is dialed more often than the retries allow, nor sooner than the delay: as the carrier saw it. Whoever answered
 * and found no agent is called once more whatever the retries say: that was our fault, not theirs.
 */
import { WITHDRAWN_CAUSE } from '../../src/dialer/rules/advance-call.ts'
import { IN_ANOTHER_CALL } from '../../src/dialer/rules/may-dial.ts'
import { type Checker, type CheckerContext, isMember } from '../facts.ts'

interface Moment {
  atMs: number
  elapsedMs: number
}

interface LastEnd extends Moment {
  callId: number
  clockIsSettling: boolean
  /** When the engine wrote the end down; the retry counts from then. */
  settledAtMs: number | null
}

export function retryBudget({ facts, tables, now, elapsedMs, fail }: CheckerContext): Checker {
  const foundNobody = (contactId: number) =>
    [...tables.calls.values()].some((call) => call.contactId === contactId && call.cause === 'no_agent')
  /** Neither a dial that was taken back because the person called us nor one that was turned away spends anything. */
  const isSpent = (callId: number) => tables.calls.get(callId)?.cause !== WITHDRAWN_CAUSE && !neverRang.has(callId)
  const neverRang = new Set<number>()
  /** When a claim last found the contact due and its number in another call: the end of that call makes it due. */
  const heldSince = new Map<number, Moment>()
  /**
   * Whether the contact was claimed before, and the claim was returned without a dial, or waits for the end of another call since
   * then: the contact stays due. It had come due before the database's clock was put back, or was claimed by a node that had not
   * noticed yet that the clock was put back.
   */
  const cameDueBefore = (contactId: number, ended: Moment, delayMs: number) => {
    const held = heldSince.get(contactId)
    const claims = [...facts.claims.values()].filter((claim) => claim.contactId === contactId)
    return [...claims, ...(held ? [{ ...held, clockIsSettling: false }] : [])].some(
      (due) =>
        due.elapsedMs >= ended.elapsedMs &&
        (due.clockIsSettling || due.atMs - ended.atMs >= delayMs - facts.clockDoubtMs),
    )
  }
  const dials = new Map<number, number[]>()
  const lastEnd = new Map<number, LastEnd>()
  return {
    committed() {
      for (const id of tables.contacts.changed) {
        const ended = lastEnd.get(id)
        const contact = tables.contacts.get(id)
        if (contact?.state !== 'pending') continue
        const isHeld = contact.heldBy === IN_ANOTHER_CALL && (contact.nextAttemptAtMs ?? 0) > now()
        if (isHeld) heldSince.set(id, { atMs: now(), elapsedMs: elapsedMs() })
        if (ended?.settledAtMs === null) ended.settledAtMs = now()
      }
    },
    began({ call, callId, person, claim, atMs, elapsedMs }) {
      if (!isMember(person)) return
      const before = (dials.get(person.contactId) ?? []).filter(isSpent)
      dials.set(person.contactId, [...before, callId])
      const count = before.length + 1
      if (count === 1) return
      const ended = lastEnd.get(person.contactId)
      if (ended === undefined || !isSpent(ended.callId)) return
      const rules = facts.retries.get(person.campaignId)
      const ordered = Math.max(...(rules?.since(0) ?? []).map((retry) => (retry.enabled ? retry.max_retries : 0)))
      const allowed = ordered === 0 && foundNobody(person.contactId) ? 1 : ordered
      if (count > 1 + allowed) fail(`${call.key} is dial ${count} of a contact that may have ${1 + allowed}`)
      const delayMs = Math.min(
        ...(rules?.since(ended.elapsedMs) ?? []).map((retry) => retry.retry_delay_seconds * 1000),
      )
      // The longest of three readings counts: the database's clock, true time if that clock was put back, and the clock from
      // when the end was written if it was put back before that and forward afterwards.
      const sinceMs = Math.min(ended.atMs, ended.settledAtMs ?? ended.atMs)
      const waitedMs = Math.max(atMs - sinceMs, elapsedMs - ended.elapsedMs)
      // A node that did not know of the step yet settled the last call, or claimed this one, by the old time.
      const wasSettling = facts.clockIsSettling || ended.clockIsSettling || claim.clockIsSettling
      if (wasSettling || waitedMs >= delayMs - facts.clockDoubtMs) return
      if (!cameDueBefore(person.contactId, ended, delayMs)) {
        fail(`${call.key} comes ${Math.round(waitedMs)} ms after the last call, ${delayMs} were ordered`)
      }
    },
    ended({ call, person, callId, atMs, elapsedMs }) {
      if (!isMember(person)) return
      // Many in a row that fail so are given back.
      if (['dead', 'failed', 'turned_away'].includes(call.ending)) neverRang.add(callId)
      const { clockIsSettling } = facts
      lastEnd.set(person.contactId, { callId, atMs, elapsedMs, clockIsSettling, settledAtMs: null })
    },
  }
}
