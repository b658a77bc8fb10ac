/**
 * Nobody is dialed more often than the retries allow, nor sooner than the delay: as the carrier saw it. Whoever answered
 * and found no agent is called once more whatever the retries say: that was our fault, not theirs.
 */
import type { Checker, CheckerContext } from '../facts.ts'

export function retryBudget({ facts, tables, fail }: CheckerContext): Checker {
  const foundNobody = (contactId: number) =>
    [...tables.calls.values()].some((call) => call.contactId === contactId && call.cause === 'no_agent')
  const dials = new Map<number, number>()
  const lastEndMs = new Map<number, number>()
  return {
    began({ call, person, atMs }) {
      const count = (dials.get(person.contactId) ?? 0) + 1
      dials.set(person.contactId, count)
      if (count === 1) return
      const endedMs = lastEndMs.get(person.contactId)
      if (endedMs === undefined) return
      const rules = facts.retries.get(person.campaignId)
      const ordered = Math.max(...(rules?.since(0) ?? []).map((retry) => (retry.enabled ? retry.max_retries : 0)))
      const allowed = ordered === 0 && foundNobody(person.contactId) ? 1 : ordered
      if (count > 1 + allowed) fail(`${call.key} is dial ${count} of a contact that may have ${1 + allowed}`)
      const delayMs = Math.min(...(rules?.since(endedMs) ?? []).map((retry) => retry.retry_delay_seconds * 1000))
      if (atMs < endedMs + delayMs - facts.clockDoubtMs) {
        fail(`${call.key} comes ${Math.round(atMs - endedMs)} ms after the last call, ${delayMs} were ordered`)
      }
    },
    ended({ person, atMs }) {
      lastEndMs.set(person.contactId, atMs)
    },
  }
}
