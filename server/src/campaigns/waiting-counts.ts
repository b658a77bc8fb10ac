/**
 * Counts of the waiting contacts of large campaigns. Counting reads all of them, seconds for two million and minutes for a hundred
 * million. So the counts are kept on this node and made again in the background; the answer says when they were made. The first
 * answers after the start of the node do not wait for a long count: they say that the contacts are not counted yet.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { countWaiting, type WaitingCounts } from './view-queries.ts'

export const WAITING_COUNTS_LIMITS = {
  /** With more pending contacts a campaign is not counted for each request. */
  directRowsMax: 200_000,
  /** Answers wait for the first count until this long after its begin. */
  firstMsMax: 2_000,
  /** Kept counts are used for at least this time. */
  freshMs: 10_000,
  /** And for this many times as long as counting took, so that counting takes a small part of the time. */
  restFactor: 20,
  /** Older counts are not shown if counting again has failed. */
  shownMsMax: 60 * 60_000,
  /** Number of campaigns whose counts are kept on a node. */
  campaignsMax: 200,
} as const

export type Kept<Counts> = Counts & {
  /** When they were counted, in the time of the caller. */
  atMs: number
}

export type CountState<Counts> =
  /** The campaign has few pending contacts: the caller counts them for the answer. */
  | { kind: 'small' }
  /** The first count is in progress. */
  | { kind: 'counting' }
  | { kind: 'counted'; counts: Kept<Counts> }

interface Counting<Counts> {
  about: string
  /** Monotonic time. */
  beganMs: number
  /** Null: the count has failed. */
  counts: Promise<Kept<Counts> | null>
}

interface Entry<Counts> {
  counts: Kept<Counts>
  about: string
  /** Monotonic times. */
  countedMs: number
  freshUntilMs: number
}

type Counted = Pick<StoredCampaign, 'id' | 'organization_id' | 'total_rows' | 'processed_rows'>

/** Whether a campaign has too many pending contacts to be counted for each request. */
export function isLarge({ total_rows, processed_rows }: Pick<Counted, 'total_rows' | 'processed_rows'>): boolean {
  return total_rows - processed_rows > WAITING_COUNTS_LIMITS.directRowsMax
}

export type CountOf<Counts, Campaign extends Counted> = (db: Queries, campaign: Campaign, now: Date) => Promise<Counts>

export class WaitingContactCounts<Counts extends object = WaitingCounts, Campaign extends Counted = Counted> {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>
  readonly #log: Log
  readonly #count: CountOf<Counts, Campaign>
  readonly #kept = new Map<number, Entry<Counts>>()
  readonly #counting = new Map<number, Counting<Counts>>()
  /** The last count of each organization: its campaigns are counted one after the other. */
  readonly #queues = new Map<number, Promise<unknown>>()

  constructor(
    { clock, log }: { clock: Pick<Clock, 'monotonic' | 'after'>; log: Log },
    count: CountOf<Counts, Campaign>,
  ) {
    this.#clock = clock
    this.#log = log
    this.#count = count
  }

  /**
   * Waits for a count only if there is none yet, and not longer than `firstMsMax`. `about`: settings that decide what is counted;
   * counts made with other settings are of no use.
   */
  async of(db: Queries, campaign: Campaign, nowMs: number, about = ''): Promise<CountState<Counts>> {
    if (!isLarge(campaign)) return { kind: 'small' }
    const elapsedMs = this.#clock.monotonic()
    const last = this.#kept.get(campaign.id)
    const kept = last?.about === about ? last : undefined
    if (kept && elapsedMs < kept.freshUntilMs) return { kind: 'counted', counts: kept.counts }
    const underWay = this.#counting.get(campaign.id)
    const counting = underWay?.about === about ? underWay : this.#countAgain(db, campaign, nowMs, about)
    const isShown = kept && elapsedMs <= kept.countedMs + WAITING_COUNTS_LIMITS.shownMsMax
    const counts = isShown ? kept.counts : await this.#orLate(counting)
    return counts ? { kind: 'counted', counts } : { kind: 'counting' }
  }

  /** Null: the count has failed, or takes longer than an answer waits. */
  async #orLate({ beganMs, counts }: Counting<Counts>): Promise<Kept<Counts> | null> {
    const leftMs = beganMs + WAITING_COUNTS_LIMITS.firstMsMax - this.#clock.monotonic()
    if (leftMs <= 0) return null
    return new Promise((resolve) => {
      const timer = this.#clock.after(leftMs, () => resolve(null))
      void counts.then((found) => {
        timer.cancel()
        resolve(found)
      })
    })
  }

  /** A failed count is logged here, because no request may wait for it any more. The next request counts again. */
  #countAgain(db: Queries, campaign: Campaign, nowMs: number, about: string): Counting<Counts> {
    const { id, organization_id: organizationId } = campaign
    const before = this.#queues.get(organizationId) ?? Promise.resolve()
    const counts = before
      .then(() => this.#read(db, campaign, nowMs, about))
      .catch((error: unknown) => {
        const fields = { organization_id: organizationId, campaign_id: id, err: error }
        this.#log.warn(fields, 'failed to count the waiting contacts of a campaign; the next request counts again')
        return null
      })
      .finally(() => {
        if (this.#counting.get(id)?.counts === counts) this.#counting.delete(id)
        if (this.#queues.get(organizationId) === counts) this.#queues.delete(organizationId)
      })
    const counting = { about, beganMs: this.#clock.monotonic(), counts }
    this.#counting.set(id, counting)
    this.#queues.set(organizationId, counts)
    return counting
  }

  async #read(db: Queries, campaign: Campaign, nowMs: number, about: string): Promise<Kept<Counts>> {
    const { id } = campaign
    const beganMs = this.#clock.monotonic()
    const counts = { ...(await this.#count(db, campaign, new Date(nowMs))), atMs: nowMs }
    const countedMs = this.#clock.monotonic()
    const { freshMs, restFactor, campaignsMax } = WAITING_COUNTS_LIMITS
    const freshUntilMs = countedMs + Math.max(freshMs, restFactor * (countedMs - beganMs))
    this.#kept.delete(id)
    this.#kept.set(id, { counts, about, countedMs, freshUntilMs })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > campaignsMax && oldest !== undefined) this.#kept.delete(oldest)
    return counts
  }
}

/** The counts that the progress of a campaign and its explanation share. */
export function openWaitingCounts(deps: { clock: Pick<Clock, 'monotonic' | 'after'>; log: Log }): WaitingContactCounts {
  return new WaitingContactCounts(deps, (db, { id }, now) => countWaiting(db, id, now))
}
