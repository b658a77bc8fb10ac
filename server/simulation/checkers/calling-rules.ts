/**
 * Under a policy: nobody is rung outside the hours of any zone they may be in, nor more often than the limits allow, over
 * all campaigns; and the ledger has every dial. By a reading of its own (`rules-reading.ts`), not by the rules the engine asks.
 */
import { CHAIN_START, ChainVerifier } from '../../src/ledger/rules/chain.ts'
import { type Checker, type CheckerContext, isMember, type SeenCall } from '../facts.ts'
import { wallTime } from '../wall-time.ts'
import { inForce, notAgreed, tooMany, whyClosed } from './rules-reading.ts'

/** Slots and pace may keep somebody waiting, but not for so long on the last day. */
const PATIENCE_MS = 15 * 60_000
const RING_MS = 30_000
/** A claim that began before the end of a call was written may not know of it. */
const SETTLED_MS = 5000

export function callingRules(context: CheckerContext): Checker {
  const { facts, tables, now, fail } = context
  const dials = new Map<string, SeenCall[]>()
  const seen: SeenCall[] = []
  /** By organization and number: conversations of either direction whose end the engine has acknowledged. */
  const conversations = new Map<string, Array<{ callId: number; atMs: number; knownMs: number }>>()
  return {
    acknowledged(callId) {
      const call = tables.calls.get(callId)
      if (call?.outcome !== 'answered') return
      const key = `${call.organizationId} ${call.phoneNumber}`
      const atMs = call.direction === 'inbound' ? (call.answeredAtMs ?? call.claimedAtMs) : call.claimedAtMs
      conversations.set(key, [...(conversations.get(key) ?? []), { callId, atMs, knownMs: now() }])
    },
    began(call) {
      const { person, claim, isInbound } = call
      // By what time a node dials while that clock is being set, nobody knows.
      if (isInbound || claim.clockIsSettling) return
      const key = `${person.organizationId} ${call.call.to}`
      const keys = [
        key,
        ...(person.personId === undefined ? [] : [`${person.organizationId} person ${person.personId}`]),
      ]
      for (const one of keys) dials.set(one, [...(dials.get(one) ?? []), call])
      // Dials to this number count, and dials to the other numbers of the person.
      const own = [...new Set(keys.flatMap((one) => dials.get(one) ?? []))]
      if (claim.rules === null) return
      seen.push(call)
      checkHours(context, call)
      checkConsent(context, call)
      const known = (conversations.get(key) ?? []).filter(
        ({ callId, knownMs }) => knownMs < claim.atMs - SETTLED_MS && !tables.erasedCalls.has(callId),
      )
      if (!facts.clockWasPutBack) checkCooldowns(context, call, Math.max(0, ...known.map(({ atMs }) => atMs)))
      // A request may be overtaken by a later one: whoever came after this one had to know of it.
      for (const dial of own) {
        if (dial.claim.elapsedMs < claim.elapsedMs) continue
        const known = dial.person.personId === person.personId ? own : (dials.get(key) ?? [])
        if (known.includes(dial)) checkLimits(context, dial, known)
      }
    },
    stopped() {
      for (const contact of tables.contacts.values()) {
        const overdue = contact.state === 'pending' && (contact.nextAttemptAtMs ?? 0) < now() - PATIENCE_MS
        const rules = facts.rules.get(contact.organizationId)
        const campaign = tables.campaigns.get(contact.campaignId)
        if (!overdue || !rules || campaign?.state !== 'running') continue
        const policies = inForce(rules, contact.campaignId)
        if (whyClosed(policies, contact.phoneNumber, [now() - PATIENCE_MS, now() - PATIENCE_MS + RING_MS]) !== null)
          continue
        return fail(`contact ${contact.id} could have been called and was not`)
      }
      for (const [organizationId, records] of tables.ledger) {
        const walk = new ChainVerifier(organizationId, CHAIN_START)
        for (const record of records) if (!walk.step(record)) return fail(`the ledger: ${walk.fault?.message}`)
        checkRecords(
          records,
          seen.filter(({ person }) => person.organizationId === organizationId),
          fail,
        )
      }
    },
  }
}

/** The moment of the claim, and as long as it may ring. */
function checkHours({ facts, tables, fail }: CheckerContext, { call, claim, person }: SeenCall): void {
  if (!claim.rules) return
  const ringMs = (tables.configurations.get(person.configurationId)?.ringTimeoutSeconds ?? 0) * 1000
  const policies = inForce(claim.rules, person.campaignId)
  const doubtMs = facts.clockDoubtMs
  const why = whyClosed(policies, call.to, [claim.atMs - doubtMs, claim.atMs - doubtMs + ringMs])
  // Where the doubt is about an edge, one of both sides must do.
  const orElse = why && whyClosed(policies, call.to, [claim.atMs + doubtMs, claim.atMs - doubtMs + ringMs])
  if (orElse) fail(`${call.key} ${orElse}`)
}

/** At the moment of the claim, on either side of what its clock may be wrong by. */
function checkConsent({ facts, tables, fail }: CheckerContext, { call, claim, person }: SeenCall): void {
  if (!claim.rules) return
  const policies = inForce(claim.rules, person.campaignId)
  const said = tables.consents.get(`${person.organizationId} ${call.to}`) ?? []
  const about = { number: call.to, said, isOnList: isMember(person) }
  const [why, orElse] = [-1, 1].map((side) => notAgreed(policies, about, claim.atMs + side * facts.clockDoubtMs))
  if (why && orElse) fail(`${call.key} ${why}`)
}

/** A pause after a conversation counts whoever called. */
function checkCooldowns({ facts, fail }: CheckerContext, { call, claim, person }: SeenCall, talkedMs: number): void {
  if (!claim.rules || talkedMs === 0) return
  for (const { cooldowns } of inForce(claim.rules, person.campaignId)) {
    for (const { after, hours } of cooldowns ?? []) {
      if (after !== 'conversation') continue
      const untilMs = hours === 'forever' ? Number.POSITIVE_INFINITY : talkedMs + hours * 3_600_000
      if (claim.atMs < untilMs - facts.clockDoubtMs) fail(`${call.key} comes in the pause after a conversation`)
    }
  }
}

/** Calls before anybody had set rules, and erased since, count no more; nor need those that the network refused before it rang. */
function checkLimits({ facts, tables, fail }: CheckerContext, dial: SeenCall, own: readonly SeenCall[]): void {
  const { claim, person, call } = dial
  if (!claim.rules) return
  const rang = ({ call: { ending } }: SeenCall) => !['dead', 'failed', 'turned_away'].includes(ending)
  const counts = (one: SeenCall) => rang(one) && (one.claim.rules !== null || !tables.erasedCalls.has(one.callId))
  // One claim may take the same number for two campaigns, each under its own rules: then their ids tell which came first.
  const isEarlier = (one: SeenCall) =>
    one.claim.elapsedMs === claim.elapsedMs ? one.callId < dial.callId : one.claim.elapsedMs < claim.elapsedMs
  const before = own.filter((one) => isEarlier(one) && counts(one))
  const beforeMs = before.map((one) => one.claim.atMs)
  const why = tooMany(inForce(claim.rules, person.campaignId), call.to, beforeMs, claim.atMs, facts.clockDoubtMs)
  if (why !== null) fail(`${call.key} ${why}`)
}

/** Each call that the carrier saw has its record, with the clock on the wall as it was. */
function checkRecords(
  records: ReadonlyArray<{ text: string }>,
  calls: readonly SeenCall[],
  fail: (sentence: string) => void,
): void {
  interface DialRecord {
    kind: string
    body: { call_id: number; local_times: string[] }
  }
  const parsed = records.map(({ text }) => JSON.parse(text) as DialRecord)
  const byCall = new Map(parsed.filter(({ kind }) => kind === 'dial').map(({ body }) => [body.call_id, body]))
  for (const { callId, claim, call } of calls) {
    const record = byCall.get(callId)
    if (!record) return fail(`${call.key} is not in the ledger`)
    for (const text of record.local_times) {
      const [, time, zone] = text.split(' ') as [string, string, string]
      const shown = [0, -60_000, 60_000].map((shiftMs) => wallTime(zone, claim.atMs + shiftMs).time)
      if (!shown.includes(time))
        return fail(`the ledger says that ${call.key} was at ${time} in ${zone}, not ${shown[0]}`)
    }
  }
}
