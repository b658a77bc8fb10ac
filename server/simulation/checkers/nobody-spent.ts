/** Whoever the carrier turned away for the account's or the network's sake is not finished by it. */
import { type Checker, type CheckerContext, isMember } from '../facts.ts'

export function nobodySpent({ tables, facts, fail }: CheckerContext): Checker {
  /** By contact: its last call, where that was turned away. */
  const turnedAway = new Map<number, number>()
  /** Contacts of these that were turned away since the last commit. */
  const fresh = new Set<number>()

  /** A later dial may have been refused for the number's own sake, without beginning at the carrier. */
  function isLastCall(contactId: number, callId: number): boolean {
    for (const call of tables.calls.values()) if (call.contactId === contactId && call.id > callId) return false
    return true
  }

  function judge(contactId: number): void {
    const callId = turnedAway.get(contactId)
    if (callId === undefined) return
    const contact = tables.contacts.get(contactId)
    if (contact?.state !== 'done' || contact.outcome !== 'failed') return
    if (!isLastCall(contactId, callId)) {
      // The deletion of a campaign removes its calls before its contacts.
      turnedAway.delete(contactId)
      return
    }
    fail(`contact ${contactId} is finished by call ${callId}, which was turned away`)
  }

  function note(contactId: number, callId: number): void {
    turnedAway.set(contactId, callId)
    fresh.add(contactId)
  }

  return {
    began({ callId, person }) {
      if (!isMember(person)) return
      if (facts.turnedAway.has(callId)) note(person.contactId, callId)
      else turnedAway.delete(person.contactId)
    },
    ended({ callId, person }) {
      if (isMember(person) && facts.turnedAway.has(callId)) note(person.contactId, callId)
    },
    committed() {
      // A contact is among the changed ones also when one of its calls has changed.
      for (const contactId of tables.contacts.changed) judge(contactId)
      for (const contactId of fresh) judge(contactId)
      fresh.clear()
    },
  }
}
