/** Whoever the carrier turned away for the account's or the network's sake is not finished by it. */
import { type Checker, type CheckerContext, isMember } from '../facts.ts'

export function nobodySpent({ tables, facts, fail }: CheckerContext): Checker {
  /** By contact: its last call, where that was turned away. */
  const turnedAway = new Map<number, number>()
  return {
    began({ callId, person }) {
      if (!isMember(person)) return
      if (facts.turnedAway.has(callId)) turnedAway.set(person.contactId, callId)
      else turnedAway.delete(person.contactId)
    },
    ended({ callId, person }) {
      if (isMember(person) && facts.turnedAway.has(callId)) turnedAway.set(person.contactId, callId)
    },
    committed() {
      for (const [contactId, callId] of turnedAway) {
        const contact = tables.contacts.get(contactId)
        // A later dial may have been refused for the number's own sake, without beginning at the carrier.
        const finishes = () => ![...tables.calls.values()].some((one) => one.contactId === contactId && one.id > callId)
        if (contact?.state === 'done' && contact.outcome === 'failed' && finishes()) {
          fail(`contact ${contactId} is finished by call ${callId}, which was turned away`)
        }
      }
    },
  }
}
