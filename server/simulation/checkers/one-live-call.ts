/** Promise 1: at most one live call per contact, whatever crashes, times out or arrives twice. */
import type { Checker, CheckerContext } from '../facts.ts'

export function oneLiveCall({ fail }: CheckerContext): Checker {
  const live = new Map<number, string>()
  return {
    began({ call, person: { contactId } }) {
      if (contactId === null) return
      const other = live.get(contactId)
      if (other) fail(`a contact rings twice: ${other} is live and ${call.key} begins`)
      live.set(contactId, call.key)
    },
    ended({ call, person: { contactId } }) {
      if (contactId !== null && live.get(contactId) === call.key) live.delete(contactId)
    },
  }
}
