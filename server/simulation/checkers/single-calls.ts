/** Calls without a campaign: what was answered is so, one caller is one call, and nobody is turned away while a slot is free. */
import type { Answer, Checker, CheckerContext } from '../facts.ts'

/** Between the look at the slots and its answer: a transaction that hung, at the longest. */
const LATE_ANSWER_MS = 20_000

export function singleCalls({ tables, now, fail }: CheckerContext): Checker {
  const full = new Set<number>()
  const lastFullMs = new Map<number, number>()
  const inbound = new Map<string, number>()

  function turnedAway(organizationId: number, whom: string): void {
    const fullMs = lastFullMs.get(organizationId) ?? Number.NEGATIVE_INFINITY
    if (!full.has(organizationId) && now() - fullMs > LATE_ANSWER_MS)
      fail(`${whom} of organization ${organizationId} was turned away, and slots were free`)
  }

  function received({ organizationId, inboundId, callId }: Extract<Answer, { kind: 'inbound' }>): void {
    if (callId === null) return turnedAway(organizationId, 'a caller')
    const before = inbound.get(inboundId) ?? callId
    inbound.set(inboundId, callId)
    if (before !== callId) fail(`caller ${inboundId} is call ${before} and call ${callId}`)
    if (!tables.calls.has(callId)) fail(`caller ${inboundId} was answered as call ${callId}, which is not written down`)
  }

  return {
    answered(answer) {
      if (answer.kind === 'inbound') received(answer)
      else if (answer.kind === 'no_free_slot') turnedAway(answer.organizationId, 'a single call')
      else if (!tables.calls.has(answer.callId))
        fail(`single call ${answer.callId} was promised and is not written down`)
    },
    committed() {
      for (const { id, liveCalls, maxConcurrency } of tables.organizations.values()) {
        // It was full until this very commit.
        if (full.has(id)) lastFullMs.set(id, now())
        if (liveCalls >= maxConcurrency) full.add(id)
        else full.delete(id)
      }
    },
    finished() {
      for (const { id, direction } of tables.liveCalls.values()) fail(`call ${id} (${direction}) never ended`)
    },
  }
}
