/**
 * In calm weather the calling rules also hold at the moment of the dial, however long the claim waited on deck: as if the claim had
 * been made just before.
 */
import type { Policy } from '../../src/policies/rules/policy.ts'
import { type AskedCall, type Checker, type CheckerContext, type Claim, isMember } from '../facts.ts'
import { inForce, notAgreed, whyClosed } from './rules-reading.ts'

/** From then on leases, look-ups and back-offs that earlier faults caused have ended. */
const CALM_FOR_MS = 10_000
/** A change, or the end of a conversation, is known to a node then, and a claim from before it has left. */
const KNOWN_AFTER_MS = 250

interface Conversation {
  organizationId: number
  personId: string
  knownMs: number
  atMs: number
}

export function rulesAtTheDial(context: CheckerContext): Checker {
  const { facts, tables, now, fail } = context
  const conversations: Conversation[] = []

  const isCalm = () =>
    facts.calmSinceMs !== null &&
    now() - facts.calmSinceMs > CALM_FOR_MS &&
    facts.requestsAreQuick &&
    !facts.clockIsSettling &&
    !facts.clockWasPutBack

  function policiesNow({ elapsedMs, rules }: Claim, { person }: AskedCall, calledMs: number): Policy[] {
    const current = facts.rules.get(person.organizationId) ?? null
    const wasKnown = current !== null && current.sinceMs < elapsedMs + calledMs - KNOWN_AFTER_MS
    const held = wasKnown ? current : rules
    return held === null ? [] : inForce(held, person.campaignId)
  }

  function hasTalked({ person }: AskedCall, policies: readonly Policy[]): boolean {
    const { organizationId, personId } = person
    return policies.some(({ cooldowns = [] }) =>
      (cooldowns ?? []).some(({ after, hours }) => {
        const sinceMs = hours === 'forever' ? Number.NEGATIVE_INFINITY : now() - hours * 3_600_000
        return (
          after === 'conversation' &&
          conversations.some(
            (talk) =>
              talk.organizationId === organizationId &&
              talk.personId === personId &&
              talk.atMs > sinceMs + facts.clockDoubtMs &&
              talk.knownMs < now() - KNOWN_AFTER_MS,
          )
        )
      }),
    )
  }

  return {
    acknowledged(callId) {
      const call = tables.calls.get(callId)
      const personId = facts.people.get(call?.contactId ?? -1)?.personId
      if (call?.outcome !== 'answered' || personId === undefined || tables.erasedCalls.has(callId)) return
      const { organizationId, claimedAtMs: atMs } = call
      conversations.push({ organizationId, personId, atMs, knownMs: now() })
    },
    asked(asked) {
      const { callId, person, to } = asked
      const claim = facts.claims.get(callId)
      if (!claim || claim.rules === null || claim.clockIsSettling || !isMember(person) || !isCalm()) return
      // Until then the claim itself is judged, by the checker of the calling rules.
      const waitedMs = now() - claim.atMs
      if (waitedMs <= KNOWN_AFTER_MS) return
      const policies = policiesNow(claim, asked, waitedMs)
      const atMs = now() - KNOWN_AFTER_MS
      const why = whyClosed(policies, to, [atMs, atMs + claim.ringMs])
      if (why) fail(`call ${callId} waited ${waitedMs} ms and ${why}`)
      const said = tables.consents.get(`${person.organizationId} ${to}`) ?? []
      const known = said.filter((one) => one.kind !== 'revoked' || one.atMs <= atMs)
      const unagreed = notAgreed(policies, { number: to, said: known, isOnList: true }, atMs)
      if (unagreed) fail(`call ${callId} waited ${waitedMs} ms and ${unagreed}`)
      if (hasTalked(asked, policies)) fail(`call ${callId} waited ${waitedMs} ms and comes after a conversation`)
    },
  }
}
