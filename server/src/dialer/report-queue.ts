/**
 * What has been reported and waits to be written down, organization by organization: each has a queue of its own, so that
 * one whose reports cannot be written, or whose lock somebody holds, keeps nobody else waiting.
 */
import { mayWait, type ReportedCall } from './rules/call-report.ts'
import type { CallOwner } from './store.ts'

/** Reports settled in one transaction, of all its organizations together: about a hundred calls from ringing to their end. */
export const SETTLE_BATCH = 400
/** A report that fails so many times on its own, while others go through, is given up; the stale-call duty ends its call. */
const PATIENCE_MAX = 20

/** The high-rate mode: more than three hundred ended calls a second. */
const BRISK_ENDS = 16
const BRISK_WITHIN_MS = 50

export interface QueuedReport extends ReportedCall {
  owner: CallOwner
  arrivedAtMs: number
  /** It frees a slot: the next person waits for it. */
  urgent: boolean
  /** How often it failed on its own while other transactions went through. */
  failures: number
  /** How many transactions had gone through when it last failed on its own. */
  failedAfter: number | null
  done(): void
}

export function queued(reported: ReportedCall, owner: CallOwner, arrivedAtMs: number, done: () => void): QueuedReport {
  const { callId, report, providerCallId } = reported
  const urgent = !mayWait(report)
  return { callId, report, providerCallId, owner, arrivedAtMs, urgent, failures: 0, failedAfter: null, done }
}

export class OrganizationQueue {
  readonly organizationId: number
  #reports: QueuedReport[] = []
  #urgent = 0
  /** When the last ends came, the oldest first. */
  readonly #endsAtMs: number[] = []
  /** People to call are looked for at the next turn. */
  wanted = false
  /** A transaction serves it right now. */
  busy = false
  /** Left alone until then, by the monotonic clock. */
  restUntilMs = Number.NEGATIVE_INFINITY
  /** It rests only so that one transaction serves many ends. */
  awaitsCompany = false
  /** After a failure so many turns are taken one report at a time, so that one bad report cannot hold up the rest. */
  careful = 0
  /** Failures in a row. */
  failures = 0
  /** Number of campaigns that had a contact due at the last look. */
  dueCampaigns = 1

  constructor(organizationId: number) {
    this.organizationId = organizationId
  }

  get urgent(): number {
    return this.#urgent
  }

  get isEmpty(): boolean {
    return this.#reports.length === 0
  }

  get oldestMs(): number {
    return this.#reports[0]?.arrivedAtMs ?? Number.POSITIVE_INFINITY
  }

  get isBrisk(): boolean {
    const ends = this.#endsAtMs
    return ends.length === BRISK_ENDS && (ends.at(-1) as number) - (ends[0] as number) <= BRISK_WITHIN_MS
  }

  /** Nothing would be lost with it. */
  isForgettable(nowMs: number): boolean {
    const lastEndMs = this.#endsAtMs.at(-1) ?? Number.NEGATIVE_INFINITY
    return this.isEmpty && !this.wanted && this.restUntilMs <= nowMs && lastEndMs + BRISK_WITHIN_MS < nowMs
  }

  add(report: QueuedReport): void {
    this.#reports.push(report)
    if (!report.urgent) return
    this.#urgent++
    this.#endsAtMs.push(report.arrivedAtMs)
    if (this.#endsAtMs.length > BRISK_ENDS) this.#endsAtMs.shift()
  }

  /**
   * What ends a call, with everything else about that call; and what arrived by `untilMs`. The rest waits for its own call
   * to end, and then shares its one write.
   */
  take(untilMs: number, limit: number): QueuedReport[] {
    if (this.careful > 0) return this.#removed(this.#reports.slice(0, 1))
    const ending = new Set<number>()
    if (this.#urgent > 0) for (const report of this.#reports) if (report.urgent) ending.add(report.callId)
    const ripe = this.#reports.filter((report) => report.arrivedAtMs <= untilMs || ending.has(report.callId))
    return this.#removed(ripe.length > limit ? ripe.slice(0, limit) : ripe)
  }

  #removed(taken: QueuedReport[]): QueuedReport[] {
    if (taken.length === this.#reports.length) this.#reports = []
    else {
      const gone = new Set(taken)
      this.#reports = this.#reports.filter((report) => !gone.has(report))
    }
    for (const report of taken) if (report.urgent) this.#urgent--
    return taken
  }

  putBack(reports: readonly QueuedReport[]): void {
    this.#reports.unshift(...reports)
    for (const report of reports) if (report.urgent) this.#urgent++
  }

  /** Behind the others: it failed on its own. Answers with it when it is given up. */
  putLast(report: QueuedReport, successes: number): QueuedReport | null {
    // Only a report that fails while others go through is to blame itself; when the database is away, all of them fail.
    if (report.failedAfter !== null && successes > report.failedAfter) report.failures++
    report.failedAfter = successes
    if (report.failures > PATIENCE_MAX) return report
    this.add(report)
    return null
  }

  /** From here on one thing at a time: reports without claims, claims without reports. Whatever is at fault then fails alone. */
  beCareful(): void {
    this.careful = this.#reports.length + 1
  }
}
