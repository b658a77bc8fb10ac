/**
 * Promise 1: at most one live call per contact and per phone number of an organization, whatever crashes, times out or
 * arrives twice. Held against the carrier's calls. A person who calls us is served; from the moment that call is written
 * down, no dial to that number is decided.
 */
import type { Checker, CheckerContext, SeenCall } from '../facts.ts'

export function oneLiveCall({ fail }: CheckerContext): Checker {
  const live = new Map<number, string>()
  const byNumber = new Map<string, Map<string, SeenCall>>()

  function callsWith({ person }: SeenCall): Map<string, SeenCall> {
    const key = `${person.organizationId} ${person.phoneNumber}`
    const calls = byNumber.get(key) ?? new Map<string, SeenCall>()
    byNumber.set(key, calls)
    return calls
  }

  function judgeNumber(seen: SeenCall): void {
    for (const other of callsWith(seen).values()) {
      if (!other.isInbound) fail(`a phone rings twice: ${other.call.key} is live and ${seen.call.key} begins`)
      else if (seen.claim.elapsedMs > other.claim.elapsedMs)
        fail(`${seen.call.key} rings somebody who is on the line with us as ${other.call.key}`)
    }
  }

  return {
    began(seen) {
      const { call, person, isInbound } = seen
      if (!isInbound) judgeNumber(seen)
      callsWith(seen).set(call.key, seen)
      const { contactId } = person
      if (contactId === null) return
      const other = live.get(contactId)
      if (other) fail(`a contact rings twice: ${other} is live and ${call.key} begins`)
      live.set(contactId, call.key)
    },
    ended(seen) {
      const { call, person } = seen
      callsWith(seen).delete(call.key)
      const { contactId } = person
      if (contactId !== null && live.get(contactId) === call.key) live.delete(contactId)
    },
  }
}
