/** Shows what a policy would have done to the dials of the last days, and which waiting contacts it would release. */
import { setImmediate } from 'node:timers/promises'

import { ApiError, ValidationError } from '../kernel/errors.ts'
import { nextRecords, readHead } from '../ledger/queries.ts'
import { firstSequenceSince } from '../ledger/receipt.ts'
import { builtInPacks } from '../policies/packs/packs.ts'
import type { ConfirmedDuties } from '../policies/rules/consent.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { historyNeeded } from '../policies/rules/history-needed.ts'
import { type CompiledPolicy, compilePolicy } from '../policies/rules/merge.ts'
import { COOLDOWN_CAUSES, type Policy } from '../policies/rules/policy.ts'
import type { Database } from '../storage/database.ts'
import { campaignPolicies, confirmedDuties, declaredScrubs, factsOfCalls } from './queries.ts'
import { contactsReleasedBy, HELD_CONTACTS_MAX, type ReleasedContacts } from './released-contacts.ts'
import {
  type CallFacts,
  type DialSettings,
  type LedgerEntry,
  Replay,
  type ReplayResult,
  type RulesOfDial,
  UNJUDGED_CAUSES,
  type UnjudgedCause,
} from './rules/replay-dials.ts'

const DAY_MS = 86_400_000

export const DRY_RUN_LIMITS = {
  daysDefault: 30,
  daysMax: 90,
  /** Maximum number of ledger records in one dry run: about 11 s of CPU time without the database. */
  recordsMax: 1_000_000,
  /** Concurrent dry runs on one node; further ones are refused. */
  atOnce: 1,
} as const

const PAGE = 1_000
/** Dials judged before yielding: each takes some 30 microseconds, and live calls need the thread every 20 ms. */
const JUDGED_WITHOUT_PAUSE = 200

export interface DryRun {
  fromMs: number
  toMs: number
  /** Limits per number count calls since this time. */
  historyFromMs: number
  replay: ReplayResult
  waiting: ReleasedContacts
  notes: string[]
}

export interface DryRunRequest {
  organizationId: number
  policy: Policy
  days: number
  nowMs: number
  /** If left out, `DRY_RUN_LIMITS.recordsMax`. */
  recordsMax?: number
  /** If left out, `HELD_CONTACTS_MAX`. */
  heldMax?: number
  /** Called after each page of records, and with 0 before the first. */
  progressed?(progress: ReplayProgress): void
}

export interface ReplayProgress {
  read: number
  total: number
}

export interface RunningDryRun extends ReplayProgress {
  organizationId: number
  startedMs: number
  days: number
}

const running = new Set<RunningDryRun>()

export async function dryRun(db: Database, request: DryRunRequest): Promise<DryRun> {
  if (running.size >= DRY_RUN_LIMITS.atOnce) throw new ApiError('dry_run_busy')
  const { organizationId, days, nowMs } = request
  const mine: RunningDryRun = { organizationId, days, startedMs: nowMs, read: 0, total: 0 }
  running.add(mine)
  try {
    return await judgePastDials(db, { ...request, progressed: (progress) => Object.assign(mine, progress) })
  } finally {
    running.delete(mine)
  }
}

/** The dry run of this organization that is running on this node; null: none. */
export function runningDryRun(organizationId: number): RunningDryRun | null {
  return [...running].find((one) => one.organizationId === organizationId) ?? null
}

/** Runs without a limit on concurrent runs. */
export async function judgePastDials(db: Database, request: DryRunRequest): Promise<DryRun> {
  const { organizationId, policy, days, nowMs } = request
  const rules = await PastRules.load(db, organizationId, policy)
  const { asksForConsent } = rules
  const fromMs = nowMs - days * DAY_MS
  const range = await recordsFor(db, request, fromMs, rules.historyMs)
  // Records of the same time may be on two pages, so the facts of both pages' calls are kept.
  let facts: ReadonlyMap<number, CallFacts> = new Map()
  let factsBefore = facts
  const replay = new Replay({
    fromMs,
    toMs: nowMs,
    rulesOf: (settings) => rules.of(settings),
    factsOf: (callId) => facts.get(callId) ?? factsBefore.get(callId),
  })
  let historyFromMs: number | null = null
  const total = range.last - range.first + 1
  request.progressed?.({ read: 0, total })
  for (let after = range.first - 1; after < range.last; ) {
    const page = await nextRecords(db, organizationId, after, Math.min(PAGE, range.last - after))
    const last = page.at(-1)
    if (!last) break
    after = last.sequence
    const entries = page.flatMap(({ text }) => readEntry(text))
    historyFromMs ??= entries[0]?.atMs ?? null
    const ids = entries.flatMap(({ body }) => (body.call_id === undefined ? [] : [body.call_id]))
    // A page without calls does not change the facts of earlier calls.
    if (ids.length > 0) {
      factsBefore = facts
      facts = await factsOfCalls(db, organizationId, [...new Set(ids)], asksForConsent)
    }
    for (let from = 0; from < entries.length; from += JUDGED_WITHOUT_PAUSE) {
      replay.add(entries.slice(from, from + JUDGED_WITHOUT_PAUSE))
      await setImmediate()
    }
    request.progressed?.({ read: after - range.first + 1, total })
  }
  const result = replay.result()
  const waiting = await contactsReleasedBy(db, request)
  return {
    fromMs,
    toMs: nowMs,
    historyFromMs: Math.min(historyFromMs ?? fromMs, fromMs),
    replay: result,
    waiting,
    notes: [...notesOn(result, policy, range.isShortened), ...notesOnReleased(waiting)],
  }
}

interface RecordRange {
  first: number
  last: number
  /** The limits would need older calls than the records that may be read. */
  isShortened: boolean
}

/** The records of the requested days, and earlier ones for the limits per number, within the record limit. */
async function recordsFor(
  db: Database,
  request: DryRunRequest,
  fromMs: number,
  historyMs: number,
): Promise<RecordRange> {
  const { organizationId, recordsMax = DRY_RUN_LIMITS.recordsMax } = request
  const last = (await readHead(db, organizationId))?.sequence ?? 0
  const firstDay = await firstSequenceSince(db, organizationId, fromMs)
  if (last - firstDay + 1 > recordsMax) throw tooManyRecords(request.days, last - firstDay + 1, recordsMax)
  const wanted = Number.isFinite(historyMs) ? await firstSequenceSince(db, organizationId, fromMs - historyMs) : 1
  const first = Math.max(wanted, last - recordsMax + 1, 1)
  return { first, last, isShortened: first > wanted }
}

function tooManyRecords(days: number, records: number, recordsMax: number): ValidationError {
  const msg = `Value error, the ledger has ${records} records of these days and a dry run reads ${recordsMax} at most; ask for fewer days`
  const ctx = { records, records_max: recordsMax }
  return new ValidationError([{ loc: ['body', 'days'], msg, type: 'too_many_records', input: days, ctx }])
}

const KINDS = new Set(['dial', 'dial_returned', 'dial_not_counted', 'call_ended'])

function readEntry(text: string): LedgerEntry[] {
  const { kind, at, body } = JSON.parse(text) as { kind: string; at: string; body: LedgerEntry['body'] }
  return KINDS.has(kind) ? [{ kind, atMs: Date.parse(at), body }] : []
}

/** The drafted policy combined with each campaign's own policy at the time of a dial. */
class PastRules {
  readonly #draft: Policy
  readonly #campaigns: ReadonlyMap<string, Policy>
  readonly #vouched: ReadonlyMap<number, ConfirmedDuties>
  readonly #scrubs: ReadonlyArray<readonly [registry: string, date: string]>
  readonly #compiled = new Map<string, CompiledPolicy>()
  readonly #rules = new Map<string, DialingRules>()

  static async load(db: Database, organizationId: number, draft: Policy): Promise<PastRules> {
    const campaigns = await campaignPolicies(db, organizationId)
    const vouched = await confirmedDuties(db, organizationId)
    const scrubs = await declaredScrubs(db, organizationId)
    return new PastRules(draft, campaigns, vouched, scrubs)
  }

  private constructor(
    draft: Policy,
    campaigns: ReadonlyMap<string, Policy>,
    vouched: ReadonlyMap<number, ConfirmedDuties>,
    scrubs: ReadonlyArray<readonly [string, string]>,
  ) {
    this.#draft = draft
    this.#campaigns = campaigns
    this.#vouched = vouched
    this.#scrubs = scrubs
  }

  /** How far before a dial its limits look. `POSITIVE_INFINITY`: back to the first call. */
  get historyMs(): number {
    const all = [null, ...this.#campaigns.values()].map((own) => compilePolicy(this.#draft, own, builtInPacks()))
    const { attemptsMs, afterMs } = historyNeeded(all)
    return Math.max(attemptsMs, ...COOLDOWN_CAUSES.map((cause) => afterMs[cause]))
  }

  get asksForConsent(): boolean {
    return [null, ...this.#campaigns.values()].some((own) =>
      compilePolicy(this.#draft, own, builtInPacks()).sources.some(({ rules }) => rules.consent),
    )
  }

  /**
   * For a deleted campaign it is unknown whether its duties were confirmed or accepted; its own policy was at least as strict
   * as the draft.
   */
  of(settings: DialSettings): RulesOfDial {
    const { campaignId, campaignVersion } = settings
    const isGone = campaignId !== null && !this.#vouched.has(campaignId)
    if (!isGone) return { rules: this.#rulesOf(settings, campaignId === null ? [] : this.#vouchedBy(campaignId)) }
    const isPolicyGone = campaignVersion !== null && !this.#campaigns.has(`${campaignId}.${campaignVersion}`)
    return {
      rules: this.#rulesOf(settings, 'every'),
      strictest: isPolicyGone ? 'unknown' : this.#rulesOf(settings, []),
    }
  }

  #vouchedBy(campaignId: number): ConfirmedDuties {
    return this.#vouched.get(campaignId) ?? []
  }

  #rulesOf(
    { atMs, campaignId, campaignVersion, ringMs, simulated }: DialSettings,
    vouched: ConfirmedDuties,
  ): DialingRules {
    const campaign = campaignVersion === null ? '' : `${campaignId}.${campaignVersion}`
    const scrubbedOn = this.#scrubbedBy(atMs)
    const policyKey = `${campaign} ${JSON.stringify(scrubbedOn)}`
    const key = `${campaignId} ${ringMs} ${simulated} ${vouched === 'every'} ${policyKey}`
    const known = this.#rules.get(key)
    if (known) return known
    const rules = new DialingRules(this.#compile(policyKey, campaign, scrubbedOn), ringMs, {
      reachesNobody: simulated,
      vouchedDuties: vouched,
    })
    this.#rules.set(key, rules)
    return rules
  }

  #compile(key: string, campaign: string, scrubbed_on: Record<string, string>): CompiledPolicy {
    let compiled = this.#compiled.get(key)
    if (!compiled) {
      compiled = compilePolicy({ ...this.#draft, scrubbed_on }, this.#campaigns.get(campaign) ?? null, builtInPacks())
      this.#compiled.set(key, compiled)
    }
    return compiled
  }

  /** The date of a registry check is a fact of that time, not a rule: uses the newest date that was not in the future. */
  #scrubbedBy(atMs: number): Record<string, string> {
    const newest: Record<string, string> = { ...this.#draft.scrubbed_on }
    const draft = Object.entries(this.#draft.scrubbed_on ?? {})
    for (const [registry, date] of [...draft, ...this.#scrubs]) {
      const before = newest[registry]
      if (Date.parse(date) > atMs + EARLIEST_DAY_MS) continue
      if (before === undefined || Date.parse(before) > atMs + EARLIEST_DAY_MS || before < date) newest[registry] = date
    }
    return newest
  }
}

/** A date begins somewhere on earth this long before it begins in UTC. */
const EARLIEST_DAY_MS = 14 * 3_600_000

const WHY_UNJUDGED: Readonly<Record<UnjudgedCause, string>> = {
  place_unknown: 'no policy was set then, and the number is no longer known.',
  consent_unknown:
    'the policy asks for consent, and the consents of these people are gone (erased, or the number is no longer known).',
  campaign_deleted: 'their campaign was deleted, and with it the duties or rules that decide.',
  earlier_calls_unknown: 'whether earlier calls count for a limit is no longer known; only the ledger has these calls.',
}

function notesOn({ notJudged, withoutRing }: ReplayResult, policy: Policy, isShortened: boolean): string[] {
  const notes: string[] = []
  if (policy.number_check) {
    notes.push('Only the newest answer of the number check is kept, so number_check was not judged.')
  }
  for (const cause of UNJUDGED_CAUSES) {
    if (notJudged[cause] > 0) notes.push(`${notJudged[cause]} dials were not judged: ${WHY_UNJUDGED[cause]}`)
  }
  if (withoutRing > 0) {
    notes.push(
      `${withoutRing} dials were recorded by an earlier version without their ring time-out. They were judged as if they did not ring after the close.`,
    )
  }
  if (isShortened) notes.push('The ledger is too long: limits per number count calls since history_from only.')
  return notes
}

function notesOnReleased({ precision }: ReleasedContacts): string[] {
  if (precision === 'exact') return []
  if (precision === 'at_most') {
    return [
      'released is at most so many: limits and consents of the policy were judged for people who are held for their own past, not for all who wait.',
    ]
  }
  return [
    `released is not exact: more than ${HELD_CONTACTS_MAX.toLocaleString('en')} contacts are held for their own past, and only so many were judged.`,
  ]
}
