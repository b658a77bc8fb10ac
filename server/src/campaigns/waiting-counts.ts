/**
 * Counts of the waiting contacts of large campaigns for pages that ask every few seconds. Counting reads all of them, seconds for
 * two million. So the counts are kept on this node and made again in the background; the answer says when they were made.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { countWaiting, type WaitingCounts } from './view-queries.ts'

export const WAITING_COUNTS_LIMITS = {
  /** With more pending contacts a campaign is not counted for each request. */
  directRowsMax: 200_000,
  /** Kept counts are used for at least this time. */
  freshMs: 10_000,
  /** And for this many times as long as counting took, so that counting takes a small part of the time. */
  restFactor: 20,
  /** Older counts are not shown, even if counting again has failed. */
  shownMsMax: 60 * 60_000,
  /** Number of campaigns whose counts are kept on a node. */
  campaignsMax: 200,
} as const

export interface KeptWaitingCounts extends WaitingCounts {
  /** When they were counted, in the time of the caller. */
  atMs: number
}

interface Entry extends KeptWaitingCounts {
  /** Monotonic times. */
  countedMs: number
  freshUntilMs: number
}

export class WaitingContactCounts {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #log: Log
  readonly #count: typeof countWaiting
  readonly #kept = new Map<number, Entry>()
  readonly #counting = new Map<number, Promise<Entry>>()

  constructor({ clock, log }: { clock: Pick<Clock, 'monotonic'>; log: Log }, count = countWaiting) {
    this.#clock = clock
    this.#log = log
    this.#count = count
  }

  /** Waits for a count only if there is none yet. */
  of(db: Queries, campaignId: number, nowMs: number): Promise<KeptWaitingCounts> {
    const elapsedMs = this.#clock.monotonic()
    const kept = this.#kept.get(campaignId)
    if (kept && elapsedMs < kept.freshUntilMs) return Promise.resolve(kept)
    const underWay = this.#counting.get(campaignId)
    const counting = underWay ?? this.#countAgain(db, campaignId, nowMs)
    if (!kept || elapsedMs > kept.countedMs + WAITING_COUNTS_LIMITS.shownMsMax) return counting
    // No request waits for this count, so its failure is logged here. The next request counts again.
    if (!underWay)
      counting.catch((error: unknown) =>
        this.#log.warn(
          { campaign_id: campaignId, err: error },
          'failed to count the waiting contacts of a campaign; the last count is shown',
        ),
      )
    return Promise.resolve(kept)
  }

  /** Null: the campaign has few pending contacts, and is counted for the answer. */
  async ofLarge(
    db: Queries,
    { id, total_rows, processed_rows }: Pick<StoredCampaign, 'id' | 'total_rows' | 'processed_rows'>,
    nowMs: number,
  ): Promise<KeptWaitingCounts | null> {
    return total_rows - processed_rows > WAITING_COUNTS_LIMITS.directRowsMax ? this.of(db, id, nowMs) : null
  }

  #countAgain(db: Queries, campaignId: number, nowMs: number): Promise<Entry> {
    const counting = this.#read(db, campaignId, nowMs).finally(() => this.#counting.delete(campaignId))
    this.#counting.set(campaignId, counting)
    return counting
  }

  async #read(db: Queries, campaignId: number, nowMs: number): Promise<Entry> {
    const beganMs = this.#clock.monotonic()
    const counts = await this.#count(db, campaignId, new Date(nowMs))
    const countedMs = this.#clock.monotonic()
    const { freshMs, restFactor, campaignsMax } = WAITING_COUNTS_LIMITS
    const freshUntilMs = countedMs + Math.max(freshMs, restFactor * (countedMs - beganMs))
    const entry = { ...counts, atMs: nowMs, countedMs, freshUntilMs }
    this.#kept.delete(campaignId)
    this.#kept.set(campaignId, entry)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > campaignsMax && oldest !== undefined) this.#kept.delete(oldest)
    return entry
  }
}
