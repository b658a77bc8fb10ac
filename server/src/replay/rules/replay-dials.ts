/**
 * Judges past dials, as recorded in the ledger, by a policy that was not in force then. A dial that the policy refuses does not
 * count for later limits: it would not have been made. Pure: records, rules and times are passed in.
 */
import { type ZoneSource, zoneGroupName } from '../../addresses/rules/zones-of-contact.ts'
import { type PolicyRule, RULE_OF_REASON } from '../../dialer/rules/may-dial.ts'
import { zoneSetOfNumber } from '../../dialer/rules/single-call-policy.ts'
import type { RecordedConsent } from '../../policies/rules/consent.ts'
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { CooldownCause } from '../../policies/rules/policy.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'

/** The fields of the dialer's records that a replay reads. */
export interface RecordBody {
  call_id?: number
  campaign_id?: number | null
  person?: string
  policy_version?: string
  places?: string[]
  local_times?: string[]
  zones_from?: ZoneSource
  ring_seconds?: number
  simulated?: boolean
  call_back_at?: string
  override?: unknown
  transfer_of?: number
  direction?: 'outbound' | 'inbound'
  what?: Exclude<CooldownCause, 'refusal'> | null
  seconds?: number | null
}

export interface LedgerEntry {
  atMs: number
  kind: string
  body: RecordBody
}

/** Facts about a call that other tables still have; the ledger names people only by hashes. */
export interface CallFacts {
  phoneNumber: string | null
  /** Person id from the list, the same for all numbers of one person; null: the list has none. */
  personId: string | null
  refused: boolean
  /** Consents in recording order, each with the time of recording. `unknown`: the person was erased. */
  consents: ReadonlyArray<RecordedConsent & { recordedMs: number }> | 'not_asked' | 'unknown'
  simulated: boolean
}

/** Why the policy's verdict can no longer be determined. */
export const UNJUDGED_CAUSES = [
  'place_unknown',
  'consent_unknown',
  'campaign_deleted',
  'earlier_calls_unknown',
] as const
export type UnjudgedCause = (typeof UNJUDGED_CAUSES)[number]

export interface RulesOfDial {
  rules: DialingRules
  /**
   * If left out, `rules` are complete. For a deleted campaign, the strictest rules that may have applied, because its duties and
   * its own policy may be unknown; `unknown`: not known.
   */
  strictest?: DialingRules | 'unknown'
}

/** The inputs of the rules besides the person. */
export interface DialSettings {
  atMs: number
  campaignId: number | null
  /** Version of the campaign's own policy at that time; null: the campaign had none. */
  campaignVersion: number | null
  ringMs: number
  simulated: boolean
}

export interface RefusedDials {
  rule: PolicyRule
  /** The pack that the rule comes from, `organization` or `campaign`. */
  from: string
  dials: number
}

export interface ReplayedDay {
  date: string
  dials: number
  refused: number
  byRule: RefusedDials[]
}

export interface RefusedExample {
  callId: number
  atMs: number
  rule: PolicyRule
  message: string
}

export interface ReplayResult {
  dials: number
  refused: number
  byRule: RefusedDials[]
  days: ReplayedDay[]
  examples: RefusedExample[]
  /** Single calls that overrode the rules of that time, and how many of them the policy allows. */
  overridden: { dials: number; allowed: number }
  /** Dials that can no longer be judged. They count for later limits. */
  notJudged: Record<UnjudgedCause, number>
  /** Number of dials by earlier versions, whose records lack the ring timeout. */
  withoutRing: number
}

/** Number of refused dials that are shown with their reason. */
export const EXAMPLES_MAX = 10

interface PastCall {
  atMs: number
  what: RecordBody['what']
  refused: boolean
  inbound: boolean
  /** The claim was returned before the phone rang, so it does not count as a dial. */
  isVoid: boolean
  /** False: the call is only in the ledger, so limits may not have counted it. */
  isStored: boolean
}

interface Judged {
  day: string
  verdict:
    | 'allowed'
    | 'overridden'
    | 'override_allowed'
    | { rule: PolicyRule; from: string }
    | { unjudged: UnjudgedCause }
  hasRing: boolean
}

export interface ReplayOptions {
  /** Dials before this time are not judged; they only count for later limits. */
  fromMs: number
  /** Records from this time on are left out. */
  toMs: number
  rulesOf(settings: DialSettings): RulesOfDial
  /** Facts about a call; undefined: no table has the call any more. */
  factsOf(callId: number): CallFacts | undefined
}

export class Replay {
  readonly #options: ReplayOptions
  /** Past calls by the ledger's hash of the person, and by person id. */
  readonly #past = new Map<string, PastCall[]>()
  readonly #calls = new Map<number, PastCall>()
  /** Newest person id for each person hash of the ledger. */
  readonly #personIds = new Map<string, string>()
  /** Dials without an end so far: if the claim was returned, it does not count as a dial. */
  readonly #open = new Map<number, Judged>()
  readonly #days = new Map<string, { dials: number; byRule: Map<string, RefusedDials> }>()
  readonly #examples: RefusedExample[] = []
  readonly #overridden = { dials: 0, allowed: 0 }
  readonly #notJudged = Object.fromEntries(UNJUDGED_CAUSES.map((cause) => [cause, 0])) as Record<UnjudgedCause, number>
  #withoutRing = 0
  /** Records of the same time, collected: ends of calls were settled before the next contacts were claimed. */
  #moment: LedgerEntry[] = []

  constructor(options: ReplayOptions) {
    this.#options = options
  }

  /** Adds records; they must be in the order of the ledger. */
  add(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      if (entry.atMs >= this.#options.toMs) continue
      if (this.#moment[0] && this.#moment[0].atMs !== entry.atMs) this.#settleMoment()
      this.#moment.push(entry)
    }
  }

  result(): ReplayResult {
    this.#settleMoment()
    const days = [...this.#days].map(([date, { dials, byRule }]) => {
      const rules = mostFirst(byRule.values())
      return { date, dials, refused: sumOf(rules), byRule: rules }
    })
    const all = new Map<string, RefusedDials>()
    for (const { byRule } of days) for (const one of byRule) addDials(all, one, one.dials)
    return {
      dials: days.reduce((sum, { dials }) => sum + dials, 0),
      refused: days.reduce((sum, { refused }) => sum + refused, 0),
      byRule: mostFirst(all.values()),
      days: days.filter(({ dials }) => dials > 0).sort((a, b) => (a.date < b.date ? -1 : 1)),
      examples: this.#examples,
      overridden: this.#overridden,
      notJudged: this.#notJudged,
      withoutRing: this.#withoutRing,
    }
  }

  #settleMoment(): void {
    const entries = this.#moment
    this.#moment = []
    // Determined before the first record closes its call, because a call may have two records of its end.
    const known = entries.filter((entry) => this.#isKnownEnd(entry))
    const later = entries.filter((entry) => !known.includes(entry))
    for (const entry of known) this.#end(entry)
    for (const entry of later) {
      if (entry.kind === 'dial') this.#dial(entry)
      else this.#end(entry)
    }
  }

  #isKnownEnd({ kind, body }: LedgerEntry): boolean {
    return kind !== 'dial' && body.call_id !== undefined && this.#open.has(body.call_id)
  }

  #dial({ atMs, body }: LedgerEntry): void {
    const { call_id: callId, person } = body
    // A transfer goes to a number of the operator; no rule applies to it.
    if (callId === undefined || person === undefined || body.transfer_of !== undefined) return
    const facts = this.#options.factsOf(callId)
    if (facts?.personId) this.#personIds.set(person, facts.personId)
    const keys = this.#keysOf(person)
    const isJudged = atMs >= this.#options.fromMs
    const judged = isJudged ? this.#judge(callId, atMs, body, facts, keys) : null
    if (judged) this.#count(judged, 1)
    if (judged) this.#open.set(callId, judged)
    if (typeof judged?.verdict === 'object' && 'rule' in judged.verdict) return
    const isStored = facts !== undefined
    const call: PastCall = { atMs, what: null, refused: false, inbound: false, isVoid: false, isStored }
    this.#calls.set(callId, call)
    this.#remember(keys, call)
  }

  #judge(callId: number, atMs: number, body: RecordBody, facts: CallFacts | undefined, keys: string[]): Judged {
    const day = new Date(atMs).toISOString().slice(0, 10)
    const hasRing = body.ring_seconds !== undefined
    const place = placeOf(body, facts)
    if (place === null) return { day, hasRing, verdict: { unjudged: 'place_unknown' } }
    const then = this.#options.rulesOf({
      atMs,
      campaignId: body.campaign_id ?? null,
      campaignVersion: campaignVersionOf(body.policy_version),
      ringMs: (body.ring_seconds ?? 0) * 1000,
      simulated: body.simulated ?? facts?.simulated ?? false,
    })
    const past = [...new Set(keys.flatMap((key) => this.#past.get(key) ?? []))]
    const dial = { atMs, group: place.group, consents: consentsBy(facts, atMs), callBackAt: body.call_back_at }
    const history = historyOf(
      past.filter(({ isStored }) => isStored),
      dial,
    )
    const isOverride = body.override !== undefined
    const refusal = then.rules.may(place.group, history, atMs)
      ? undefined
      : then.rules.explain(place.group, place.source, history, atMs).because[0]
    if (refusal === undefined) {
      const unjudged = doubtOn(then, dial, history, past)
      if (unjudged !== null) return { day, hasRing, verdict: { unjudged } }
      return { day, hasRing, verdict: isOverride ? 'override_allowed' : 'allowed' }
    }
    if (isOverride) return { day, hasRing, verdict: 'overridden' }
    const rule = RULE_OF_REASON[refusal.rule]
    if (this.#examples.length < EXAMPLES_MAX) this.#examples.push({ callId, atMs, rule, message: refusal.message })
    return { day, hasRing, verdict: { rule, from: refusal.from } }
  }

  #count({ day, verdict, hasRing }: Judged, by: 1 | -1): void {
    const counted = this.#days.get(day) ?? { dials: 0, byRule: new Map() }
    this.#days.set(day, counted)
    counted.dials += by
    if (!hasRing) this.#withoutRing += by
    if (typeof verdict === 'object') {
      if ('unjudged' in verdict) this.#notJudged[verdict.unjudged] += by
      else addDials(counted.byRule, verdict, by)
    } else if (verdict !== 'allowed') this.#overridden.dials += by
    if (verdict === 'override_allowed') this.#overridden.allowed += by
  }

  #end({ atMs, kind, body }: LedgerEntry): void {
    const { call_id: callId } = body
    if (callId === undefined) return
    const call = this.#calls.get(callId)
    const judged = this.#open.get(callId)
    if (kind === 'dial_returned') {
      if (judged) this.#takeBack(callId, judged)
    }
    if (kind === 'dial_returned' || kind === 'dial_not_counted') {
      if (call) call.isVoid = true
      return
    }
    if (kind !== 'call_ended') return
    this.#open.delete(callId)
    if (body.direction === 'inbound') this.#noteInbound(atMs, body)
    else if (call) {
      call.what = body.what ?? null
      call.refused = this.#options.factsOf(callId)?.refused ?? false
    }
  }

  #takeBack(callId: number, judged: Judged): void {
    this.#count(judged, -1)
    this.#open.delete(callId)
    const shown = this.#examples.findIndex((example) => example.callId === callId)
    if (shown >= 0) this.#examples.splice(shown, 1)
  }

  /** The record contains the end of the conversation and its duration; limits count from its beginning. */
  #noteInbound(atMs: number, { person, what, seconds }: RecordBody): void {
    if (what !== 'conversation' || person === undefined) return
    const beganMs = atMs - ((seconds ?? 0) + 1) * 1000
    this.#remember(this.#keysOf(person), {
      atMs: beganMs,
      what,
      refused: false,
      inbound: true,
      isVoid: false,
      isStored: true,
    })
  }

  #keysOf(person: string): string[] {
    const personId = this.#personIds.get(person)
    return personId === undefined ? [person] : [person, `person ${personId}`]
  }

  #remember(keys: readonly string[], call: PastCall): void {
    for (const key of keys) {
      const known = this.#past.get(key)
      if (known) known.push(call)
      else this.#past.set(key, [call])
    }
  }
}

interface JudgedDial {
  atMs: number
  group: string
  consents: NumberHistory['consents'] | 'unknown'
  callBackAt: string | undefined
}

function historyOf(calls: readonly PastCall[], { consents, callBackAt }: JudgedDial): NumberHistory {
  const attemptsMs: number[] = []
  const conversationsMs: number[] = []
  const lastMs: Partial<Record<CooldownCause, number>> = {}
  for (const { atMs, what, refused, inbound, isVoid } of calls) {
    if (isVoid) continue
    if (!inbound) attemptsMs.push(atMs)
    if (what === 'conversation') conversationsMs.push(atMs)
    if (what) lastMs[what] = Math.max(atMs, lastMs[what] ?? atMs)
    if (refused) lastMs.refusal = Math.max(atMs, lastMs.refusal ?? atMs)
  }
  return {
    attemptsMs,
    conversationsMs,
    lastMs,
    callBackAtMs: callBackAt === undefined ? null : Date.parse(callBackAt),
    consents: consents === 'unknown' ? 'not_asked' : consents,
    // Only the newest result of a number check is stored, so past results are unknown.
    check: 'not_asked',
  }
}

/** Why an allowed dial may have been forbidden by something unknown; null: no doubt. */
function doubtOn(
  { rules, strictest }: RulesOfDial,
  dial: JudgedDial,
  history: NumberHistory,
  past: readonly PastCall[],
): UnjudgedCause | null {
  const { atMs, group } = dial
  if (dial.consents === 'unknown' && rules.asksForConsent(group, atMs)) return 'consent_unknown'
  if (strictest === 'unknown' || strictest?.may(group, history, atMs) === false) return 'campaign_deleted'
  const isWhole = past.every(({ isStored, isVoid }) => isStored || isVoid)
  return isWhole || rules.may(group, historyOf(past, dial), atMs) ? null : 'earlier_calls_unknown'
}

/** The consents that were recorded by that time. */
function consentsBy(facts: CallFacts | undefined, nowMs: number): JudgedDial['consents'] {
  if (!facts || facts.phoneNumber === null || facts.consents === 'unknown') return 'unknown'
  if (facts.consents === 'not_asked') return 'not_asked'
  return facts.consents.filter(({ recordedMs }) => recordedMs <= nowMs)
}

/** The place as the claim recorded it; without a policy, derived from the number. */
function placeOf(body: RecordBody, facts: CallFacts | undefined): { group: string; source: ZoneSource } | null {
  if (body.places && body.local_times) {
    const zones = body.local_times.map((text) => text.slice(text.lastIndexOf(' ') + 1))
    return { group: zoneGroupName({ places: body.places, zones }), source: body.zones_from ?? 'unknown' }
  }
  return facts?.phoneNumber ? zoneSetOfNumber(facts.phoneNumber) : null
}

/** `2.5`: the fifth version of the campaign's own policy. */
function campaignVersionOf(version: string | undefined): number | null {
  const own = version?.split('.')[1]
  return own === undefined ? null : Number(own)
}

function addDials(to: Map<string, RefusedDials>, { rule, from }: { rule: PolicyRule; from: string }, by: number): void {
  const key = `${rule} ${from}`
  const known = to.get(key) ?? { rule, from, dials: 0 }
  to.set(key, { ...known, dials: known.dials + by })
}

function mostFirst(found: Iterable<RefusedDials>): RefusedDials[] {
  return [...found].filter(({ dials }) => dials > 0).sort((a, b) => b.dials - a.dials)
}

function sumOf(found: readonly RefusedDials[]): number {
  return found.reduce((sum, { dials }) => sum + dials, 0)
}
