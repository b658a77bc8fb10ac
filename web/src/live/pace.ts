/**
 * Decides how often displayed data is read again: a second after an event with few campaigns. The more campaigns run, the rarer
 * the reads, so that an open page beside 300 running campaigns causes at most 0.2 requests and 20 KB a second (`npm run bench --
 * console` measures it).
 */

/** Events within this time are combined into one read. */
const GATHER_MS = 1_000
const PER_RUNNING_CAMPAIGN_MS = 200

/** Longest delays by kind of change: an action of this user, the state of a campaign, the list of live calls, figures. */
const AT_MOST_MS = { act: GATHER_MS, state: 10_000, live: 20_000, figures: 60_000 }
export type RefetchKind = keyof typeof AT_MOST_MS

/** Minimum interval between two reads of the same data. */
export const minIntervalMs = (touched: RefetchKind, running: number): number =>
  Math.min(AT_MOST_MS[touched], Math.max(GATHER_MS, running * PER_RUNNING_CAMPAIGN_MS))

/** When to read data that an event has just made stale. After a quiet time, the read follows a second after the first event. */
export const nextReadAtMs = (now: number, lastRead: number | undefined, least: number): number =>
  Math.max(now + GATHER_MS, (lastRead ?? Number.NEGATIVE_INFINITY) + least)

/** Whether a key is below another; reading a key also reads everything below it. */
const isBelow = (name: string, above: string): boolean => name === above || name.startsWith(`${above.slice(0, -1)},`)

/** Stale keys and the times at which they are read; names are keys as JSON. */
export class PendingRefetches {
  readonly #stale = new Map<string, number>()
  readonly #lastRead = new Map<string, number>()

  /** Notes a stale key; returns when to call `take`. */
  note(key: readonly unknown[], nowMs: number, least: number): number {
    const name = JSON.stringify(key)
    const above = key.map((_, at) => this.#lastRead.get(JSON.stringify(key.slice(0, at + 1))))
    const last = above.filter((at) => at !== undefined)
    const due = nextReadAtMs(nowMs, last.length === 0 ? undefined : Math.max(...last), least)
    this.#stale.set(name, Math.min(due, this.#stale.get(name) ?? due))
    return due
  }

  /** The keys to read now. Keys below one of them are read with it and removed. */
  take(nowMs: number): string[] {
    const due = [...this.#stale].filter(([, at]) => at <= nowMs).map(([name]) => name)
    const read = due.filter((name) => !due.some((above) => above !== name && isBelow(name, above)))
    for (const name of [...this.#stale.keys()]) if (read.some((above) => isBelow(name, above))) this.#stale.delete(name)
    for (const name of read) this.#lastRead.set(name, nowMs)
    return read
  }

  /** When the next read is due; null: nothing is stale. */
  nextMs(): number | null {
    return this.#stale.size === 0 ? null : Math.min(...this.#stale.values())
  }
}

const CHARTS_MS = 5_000

/** Interval for charts, which users do not watch continuously. */
export const chartIntervalMs = (running: number): number => Math.max(CHARTS_MS, minIntervalMs('figures', running))
