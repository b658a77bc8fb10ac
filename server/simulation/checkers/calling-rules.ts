/**
 * Under a policy: nobody is rung outside the hours of any zone they may be in, nor more often than the limits allow, over
 * all campaigns; and the ledger has every dial. By a reading of its own (`rules-reading.ts`), not by the rules the engine asks.
 */
import { CHAIN_START, ChainVerifier } from '../../src/ledger/rules/chain.ts'
import { type Checker, type CheckerContext, isMember, type Person, type SeenCall } from '../facts.ts'
import { wallTime } from '../wall-time.ts'
import { inForce, notAgreed, tooMany, whyClosed } from './rules-reading.ts'

/** Slots and pace may keep somebody waiting, but not for so long on the last day. */
const PATIENCE_MS = 15 * 60_000
const RING_MS = 30_000
/** The persons of a call and all their numbers, as the lists had them when it was claimed. */
interface Known {
  persons: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** The transaction that claimed it, counted from the beginning of the day. */
  commit: number
}

/** A call that limits count: of a person named by a list, else of everybody who has the number. */
interface Counted {
  organizationId: number
  number: string
  personId: string | undefined
}

interface Dial {
  call: SeenCall
  /** Of the claim, for a look at every dial of the day. */
  elapsedMs: number
  counted: Counted
  known: Known
}

interface Conversation extends Counted {
  callId: number
  atMs: number
  /** The transaction that wrote its end. Transactions of an organization come one after the other: later claims know of it. */
  commit: number
}

export function callingRules(context: CheckerContext): Checker {
  const { facts, tables, now, fail } = context
  /** By organization: all dials. */
  const dials = new Map<number, Dial[]>()
  const seen: SeenCall[] = []
  const known = new Map<number, Known>()
  /** Conversations of either direction whose end is written. */
  const conversations: Conversation[] = []
  let commits = 0
  let endsRead = 0
  /** Whether limits of this dial count another call. */
  const concerns = ({ counted, known: { persons, numbers } }: Dial, other: Counted) => {
    if (other.organizationId !== counted.organizationId) return false
    if (other.number === counted.number) return true
    return other.personId === undefined ? numbers.has(other.number) : persons.has(other.personId)
  }
  /** Start of the latest conversation whose end was stored by the transaction that claimed this dial, or earlier; 0: none. */
  function lastTalkBefore(dial: Dial): number {
    let lastMs = 0
    for (const talk of conversations) {
      if (talk.atMs <= lastMs || talk.commit > dial.known.commit || !concerns(dial, talk)) continue
      if (!tables.erasedCalls.has(talk.callId)) lastMs = talk.atMs
    }
    return lastMs
  }

  function noteConversations(): void {
    for (; endsRead < tables.endedCallIds.length; endsRead++) {
      const callId = tables.endedCallIds[endsRead] as number
      const call = tables.calls.get(callId)
      if (call?.outcome !== 'answered') continue
      const { organizationId, phoneNumber: number, contactId } = call
      const personId = facts.people.get(contactId ?? -1)?.personId
      const atMs = call.direction === 'inbound' ? (call.answeredAtMs ?? call.claimedAtMs) : call.claimedAtMs
      conversations.push({ callId, organizationId, number, personId, atMs, commit: commits })
    }
  }

  return {
    committed() {
      commits++
      noteConversations()
      for (const id of tables.liveCalls.changed) {
        const call = tables.liveCalls.get(id)
        if (!call || known.has(id)) continue
        const { organizationId, phoneNumber, contactId } = call
        const own = facts.people.get(contactId ?? -1)
        const who = contactId === null ? phoneNumber : own
        known.set(id, { ...knownOf(context, organizationId, who), commit: commits })
      }
    },
    began(call) {
      const { person, claim, isInbound } = call
      // By what time a node dials while that clock is being set, nobody knows.
      if (isInbound || claim.clockIsSettling) return
      const all = dials.get(person.organizationId) ?? []
      dials.set(person.organizationId, all)
      const { elapsedMs } = claim
      const dial = { call, elapsedMs, counted: countedOf(call), known: known.get(call.callId) as Known }
      all.push(dial)
      if (claim.rules === null) return
      seen.push(call)
      checkHours(context, call)
      checkConsent(context, call)
      if (!facts.clockWasPutBack) checkCooldowns(context, call, lastTalkBefore(dial))
      // A request may be overtaken by a later one: whoever came after this one had to know of it.
      for (const later of all) {
        if (later.elapsedMs < elapsedMs || !concerns(later, dial.counted)) continue
        const before = all.filter(({ counted }) => concerns(later, counted)).map((one) => one.call)
        checkLimits(context, later.call, before)
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

/** A number without a person may be the number of several persons of the lists that are there. */
function knownOf(
  { facts, tables }: CheckerContext,
  organizationId: number,
  who: string | Person | undefined,
): Omit<Known, 'commit'> {
  const persons = new Set<string>()
  const numbers = new Set<string>()
  if (typeof who === 'string') {
    for (const { contactId, personId } of facts.people.ofNumber(organizationId, who))
      if (personId !== undefined && tables.contacts.has(contactId)) persons.add(personId)
  } else if (who?.personId !== undefined) persons.add(who.personId)
  for (const id of persons) {
    for (const { contactId, all } of facts.people.ofPerson(organizationId, id))
      if (tables.contacts.has(contactId)) for (const number of all) numbers.add(number)
  }
  return { persons, numbers }
}

function countedOf({ person: { organizationId, personId }, call }: SeenCall): Counted {
  return { organizationId, number: call.to, personId }
}

/** The moment of the claim, and as long as it may ring. */
function checkHours({ facts, tables, fail }: CheckerContext, { call, claim, person }: SeenCall): void {
  if (!claim.rules) return
  const ringMs = (tables.configurations.get(person.configurationId)?.ringTimeoutSeconds ?? 0) * 1000
  const policies = inForce(claim.rules, person.campaignId)
  const doubtMs = facts.clockDoubtMs
  const closedAt = (atMs: number) => whyClosed(policies, call.to, [atMs, claim.atMs - doubtMs + ringMs])
  // Where the doubt is about an edge, one of both sides must do; between two edges the moment itself.
  const why = closedAt(claim.atMs - doubtMs) && closedAt(claim.atMs + doubtMs) && closedAt(claim.atMs)
  if (why) fail(`${call.key} ${why}`)
}

/** At the moment of the claim, on either side of what its clock may be wrong by. */
function checkConsent({ facts, tables, fail }: CheckerContext, { call, claim, person }: SeenCall): void {
  if (!claim.rules) return
  const policies = inForce(claim.rules, person.campaignId)
  const all = tables.consents.get(`${person.organizationId} ${call.to}`) ?? []
  // What the person took back after the claim is held against the dial by another checker.
  const said = all.filter(({ kind, atMs }) => kind !== 'revoked' || atMs <= claim.atMs)
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
