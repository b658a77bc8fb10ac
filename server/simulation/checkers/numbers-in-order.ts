/**
 * A person with several numbers is dialed at one after the other, in their order; a number that is passed over for good is never
 * dialed again. The other checkers see that no person is dialed at two numbers at a time, or more often than the retries allow, by
 * contact.
 */
import { isForGood, type NumbersOfContact } from '../../src/dialer/rules/numbers-of-contact.ts'
import type { LiveCall } from '../../src/dialer/store.ts'
import type { Checker, CheckerContext } from '../facts.ts'

const NOT_REACHED = ['busy', 'declined', 'no_answer', 'lost', 'voicemail']

export function numbersInOrder({ tables, fail }: CheckerContext): Checker {
  const lastDials = new Map<number, number>()
  /** Calls that the network ended because there is no such number, by contact and number. */
  const dead = new Map<string, number>()

  /** A person who called us meanwhile is dialed where they called from. */
  const calledUs = (contactId: number, since: LiveCall) =>
    [...tables.calls.values()].some((call) => call.returnsContactId === contactId && call.id > since.id)

  /** The next one that was not passed over, else the same again. Written down here once more, by hand. */
  function expected({ all, passed }: NumbersOfContact, last: string): string {
    const from = all.indexOf(last)
    for (let step = 1; step < all.length; step++) {
      const number = all[(from + step) % all.length] as string
      if (passed[number] === undefined) return number
    }
    return last
  }

  function judge(call: LiveCall, numbers: NumbersOfContact, contactId: number): void {
    const reason = numbers.passed[call.phoneNumber]
    if (!numbers.all.includes(call.phoneNumber))
      fail(`call ${call.id} rings at a number that the contact does not have`)
    if (reason && isForGood(reason)) fail(`call ${call.id} rings at a number that was passed over: ${reason}`)
    const last = tables.calls.get(dead.get(`${contactId} ${call.phoneNumber}`) ?? -1)
    // A contact whose attempt was given back, because many calls failed so, has it once more.
    if (last?.outcome === 'failed' && call.attempt > last.attempt) fail(`call ${call.id} rings at a dead number again`)
    dead.delete(`${contactId} ${call.phoneNumber}`)
    const before = tables.calls.get(lastDials.get(contactId) ?? -1)
    lastDials.set(contactId, call.id)
    if (!before || call.attempt !== before.attempt + 1 || !NOT_REACHED.includes(String(before.outcome))) return
    // Rules about consent and routes may pass numbers over, and ask again.
    const { policyVersion = 0 } = tables.organizations.get(call.organizationId) ?? {}
    if (policyVersion > 0 || tables.campaigns.get(call.campaignId ?? -1)?.route || calledUs(contactId, before)) return
    const next = expected(numbers, before.phoneNumber)
    if (call.phoneNumber !== next) fail(`call ${call.id} is not at the next number of contact ${contactId}`)
  }

  return {
    began({ callId }) {
      const call = tables.calls.get(callId)
      if (call?.numbers && call.contactId !== null) judge(call, call.numbers, call.contactId)
    },
    ended({ call, callId, person }) {
      if (call.ending === 'dead' && person.contactId !== null) dead.set(`${person.contactId} ${call.to}`, callId)
    },
  }
}
