/** A person who called back and talked with us is not called again by that campaign, from the commit that counted it on. */
import { type Checker, type CheckerContext, isMember } from '../facts.ts'

export function returnedCalls({ tables, fail }: CheckerContext): Checker {
  const counted = new Set<number>()
  let seenEvents = 0
  return {
    began({ call, person, isInbound }) {
      if (isInbound || !isMember(person) || !counted.has(person.contactId)) return
      fail(`${call.key} rings contact ${person.contactId}, who had called back before`)
    },
    committed() {
      for (const { type, contactId } of tables.events.slice(seenEvents)) {
        if (type === 'contact_called_back' && contactId !== null) counted.add(contactId)
      }
      seenEvents = tables.events.length
    },
  }
}
