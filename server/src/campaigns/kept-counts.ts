/**
 * Counts of an experiment for pages that ask every few seconds. Counting reads every contact of the campaign, so that the counts of a
 * large campaign are kept on this node and counted again in the background; the answer says when they were counted.
 */
import { sql } from 'kysely'
import type { Experiment } from '../dialer/rules/experiment.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { type CountedArm, countArms } from './experiment-queries.ts'
import type { StoredCampaign } from './queries.ts'

export const KEPT_COUNTS_LIMITS = {
  /** Campaigns with more contacts are not counted for each request. */
  directRowsMax: 5_000,
  /** Kept counts are used for at least this time. */
  freshMs: 30_000,
  /** And for at least this many times as long as counting took, so that counting takes a small part of the time. */
  restFactor: 20,
  /** A count that takes longer is cancelled. */
  countMsMax: 60_000,
  /** Number of campaigns whose counts are kept on a node. */
  campaignsMax: 200,
} as const

export interface KeptCounts {
  arms: readonly CountedArm[]
  /** When they were counted, in the time of the caller. */
  atMs: number
}

interface Entry extends KeptCounts {
  /** Counts of another experiment, or from before its end, are of no use. */
  about: string
  /** Monotonic time until which they are fresh. */
  freshUntilMs: number
}

export class ExperimentCounts {
  readonly #db: Database
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #kept = new Map<number, Entry>()
  readonly #counting = new Map<number, { about: string; result: Promise<Entry> }>()

  constructor(db: Database, clock: Pick<Clock, 'monotonic'>) {
    this.#db = db
    this.#clock = clock
  }

  /** Waits for a count only if there are no counts of this experiment yet. */
  async of(campaign: StoredCampaign, now: () => number): Promise<KeptCounts> {
    const { experiment } = campaign
    if (experiment === null) return { arms: [], atMs: now() }
    if (campaign.total_rows <= KEPT_COUNTS_LIMITS.directRowsMax)
      return { arms: await countArms(this.#db, campaign, experiment), atMs: now() }
    const about = JSON.stringify([experiment, campaign.state === 'completed'])
    const kept = this.#kept.get(campaign.id)
    const isUsable = kept?.about === about
    if (isUsable && this.#clock.monotonic() < kept.freshUntilMs) return kept
    const result = this.#count(campaign, about, now)
    if (!isUsable) return result
    // The older counts are the answer. After a failure they are dropped, so that the next request counts itself and reports it.
    result.catch(() => this.#kept.delete(campaign.id))
    return kept
  }

  #count(campaign: StoredCampaign, about: string, now: () => number): Promise<Entry> {
    const { id } = campaign
    const counting = this.#counting.get(id)
    if (counting?.about === about) return counting.result
    const result = this.#read(campaign, about, now)
    this.#counting.set(id, { about, result })
    const done = () => {
      if (this.#counting.get(id)?.result === result) this.#counting.delete(id)
    }
    result.then(done, done)
    return result
  }

  async #read(campaign: StoredCampaign, about: string, now: () => number): Promise<Entry> {
    const { experiment, id } = campaign
    const beganMs = this.#clock.monotonic()
    const atMs = now()
    const arms = await this.#db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(KEPT_COUNTS_LIMITS.countMsMax)}`.execute(tx)
      return countArms(tx, campaign, experiment as Experiment)
    })
    const endedMs = this.#clock.monotonic()
    const restMs = Math.max(KEPT_COUNTS_LIMITS.freshMs, KEPT_COUNTS_LIMITS.restFactor * (endedMs - beganMs))
    const entry = { arms, atMs, about, freshUntilMs: endedMs + restMs }
    this.#kept.delete(id)
    this.#kept.set(id, entry)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_COUNTS_LIMITS.campaignsMax && oldest !== undefined) this.#kept.delete(oldest)
    return entry
  }
}
