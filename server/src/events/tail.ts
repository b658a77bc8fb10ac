import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { LiveCalls } from './live-calls.ts'
import { batchOfEvents, batchOfStateChanges } from './messages.ts'
import { newestEventId, readEvents } from './queries.ts'
import type { EventStream } from './stream.ts'

const PAGE = 200

export interface TailDeps {
  db: Database
  log: Log
  liveCalls: Pick<LiveCalls, 'watch'>
}

/**
 * The newest events of one organization, read and encoded once for all its streams: ten subscribers cost the database as much
 * as one.
 */
export class EventTail {
  readonly streams = new Set<EventStream>()
  readonly #deps: TailDeps
  readonly #organizationId: number
  #cursor: number
  #reading = false
  #wanted = false
  #leave: (() => void) | null = null

  /** `cursor` is the newest event when the first stream opened; streams read older events on their own. */
  constructor(deps: TailDeps, organizationId: number, cursor: number) {
    this.#deps = deps
    this.#organizationId = organizationId
    this.#cursor = cursor
  }

  add(stream: EventStream): void {
    this.streams.add(stream)
    if (stream.live) this.#leave ??= this.#deps.liveCalls.watch(this.#organizationId, (moves) => this.#move(moves))
  }

  remove(stream: EventStream): void {
    this.streams.delete(stream)
    if (![...this.streams].some(({ live }) => live)) this.#stopWatching()
  }

  /** There may be new events: reads them. */
  wake(): void {
    this.#wanted = true
    if (!this.#reading) void this.#read()
  }

  /** Events up to this id exist: streams that are behind read them. */
  reach(newest: number): void {
    if (newest > this.#cursor) this.wake()
    else for (const stream of this.streams) if (stream.cursor < newest) stream.wake()
  }

  #stopWatching(): void {
    this.#leave?.()
    this.#leave = null
  }

  #move(moves: Parameters<Parameters<LiveCalls['watch']>[1]>[0]): void {
    const batch = batchOfStateChanges(moves)
    for (const stream of this.streams) if (stream.live) stream.move(batch)
  }

  async #read(): Promise<void> {
    this.#reading = true
    try {
      while (this.#wanted && this.streams.size > 0) {
        this.#wanted = false
        while (await this.#readPage());
      }
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'failed to read the events of an organization; it is retried')
    } finally {
      this.#reading = false
    }
  }

  /** Reads one page; true if there may be more. */
  async #readPage(): Promise<boolean> {
    const { db } = this.#deps
    const organizationId = this.#organizationId
    const from = this.#cursor
    // Read before the page: events up to this id that are missing in the page do not exist.
    const newest = await newestEventId(db, organizationId)
    if (newest <= from) return false
    const page = await readEvents(db, { organizationId, after: from, campaignId: null, limit: PAGE })
    const to = Math.max(from, page.at(-1)?.id ?? 0, page.length < PAGE ? newest : 0)
    const batch = batchOfEvents(page)
    this.#cursor = to
    for (const stream of this.streams) stream.take({ from, to, batch })
    return page.length === PAGE
  }
}
