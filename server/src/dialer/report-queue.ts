/**
 * Reports that wait to be settled. Each organization has its own queue, so that one whose reports cannot be written, or
 * whose lock is held elsewhere, does not delay the others.
 */
import { isDeferrable, type ReportedCall } from './rules/call-report.ts'
import type { CallOwner } from './store.ts'

/** Number of reports settled in one transaction over all its organizations: about a hundred calls from ringing to their end. */
export const SETTLE_BATCH = 400
/** A report that fails this often alone, while others succeed, is given up; the stale-call job ends its call. */
const PATIENCE_MAX = 20

/** Number of recent ends that counts as a high rate: more than three hundred ended calls a second. */
const BRISK_ENDS = 16
const BRISK_WITHIN_MS = 50
/** Weight in a transaction of an organization that looks for all due contacts. */
const HEAVY_WEIGHT = 4

/** Measures whether calls end at a high rate, in one organization or on the whole node. */
export class EndRate {
  /** Arrival times of the last ends, oldest first. */
  readonly #atMs: number[] = []
  readonly #ends: number
  readonly #withinMs: number

  constructor(ends = BRISK_ENDS, withinMs = BRISK_WITHIN_MS) {
    this.#ends = ends
    this.#withinMs = withinMs
  }

  add(atMs: number): void {
    this.#atMs.push(atMs)
    if (this.#atMs.length > this.#ends) this.#atMs.shift()
  }

  get isHigh(): boolean {
    const ends = this.#atMs
    return ends.length === this.#ends && (ends.at(-1) as number) - (ends[0] as number) <= this.#withinMs
  }

  isOver(nowMs: number): boolean {
    return (this.#atMs.at(-1) ?? Number.NEGATIVE_INFINITY) + this.#withinMs < nowMs
  }
}

export interface QueuedReport extends ReportedCall {
  owner: CallOwner
  arrivedAtMs: number
  /** Whether the report frees a slot, for which the next contact waits. */
  urgent: boolean
  /** How often the report failed alone while other transactions succeeded. */
  failures: number
  /** Number of successful transactions when the report last failed alone. */
  failedAfter: number | null
  done(): void
}

export function toQueuedReport(
  reported: ReportedCall,
  owner: CallOwner,
  arrivedAtMs: number,
  done: () => void,
): QueuedReport {
  const { callId, report, providerCallId } = reported
  const urgent = !isDeferrable(report)
  return { callId, report, providerCallId, owner, arrivedAtMs, urgent, failures: 0, failedAfter: null, done }
}

export class OrganizationQueue {
  readonly organizationId: number
  #reports: QueuedReport[] = []
  #urgent = 0
  readonly #ends = new EndRate()
  /** Whether the next transaction should look for due contacts. */
  wanted = false
  /** Whether a transaction is serving this queue. */
  busy = false
  /** The queue is not served until this time of the monotonic clock. */
  restUntilMs = Number.NEGATIVE_INFINITY
  /** Whether the queue only waits to batch several ends into one transaction. */
  isBatching = false
  /** Whether the queue only waits because the deck covers the ended calls. */
  isCovered = false
  /** Number of transactions after a failure that take one report each, so that one bad report cannot block the rest. */
  isolatedReports = 0
  /** Number of consecutive failures. */
  failures = 0
  /** Number of campaigns that had a due contact at the last claim. */
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

  get isHighRate(): boolean {
    return this.#ends.isHigh
  }

  /** The organization's weight in a transaction; one that only settles ends and claims for them is light. */
  get weight(): number {
    return this.wanted ? HEAVY_WEIGHT : Math.min(HEAVY_WEIGHT, this.dueCampaigns)
  }

  /** Whether the queue holds no state, so that it can be dropped. */
  isIdle(nowMs: number): boolean {
    return this.isEmpty && !this.wanted && this.restUntilMs <= nowMs && this.#ends.isOver(nowMs)
  }

  add(report: QueuedReport): void {
    this.#reports.push(report)
    if (!report.urgent) return
    this.#urgent++
    this.#ends.add(report.arrivedAtMs)
  }

  /**
   * Takes the reports that end calls, together with all other reports about those calls, and everything that arrived by
   * `untilMs`. Other reports wait for the end of their call and share its single write.
   */
  take(untilMs: number, limit: number): QueuedReport[] {
    if (this.isolatedReports > 0) return this.#removed(this.#reports.slice(0, 1))
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

  /** Puts a report that failed alone behind the others. Returns the report if it is given up. */
  putLast(report: QueuedReport, successes: number): QueuedReport | null {
    // Only a report that fails while others succeed is faulty; if the database is unreachable, all fail.
    if (report.failedAfter !== null && successes > report.failedAfter) report.failures++
    report.failedAfter = successes
    if (report.failures > PATIENCE_MAX) return report
    this.add(report)
    return null
  }

  /** From now on reports and claims use separate transactions, so that a faulty one fails alone. */
  beCareful(): void {
    this.isolatedReports = this.#reports.length + 1
  }
}
