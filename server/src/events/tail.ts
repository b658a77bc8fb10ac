import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { LiveCalls } from './live-calls.ts'
import { batchOfEvents, batchOfMoves } from './messages.ts'
import { newestEventId, readEvents } from './queries.ts'
import type { EventStream } from './stream.ts'

const PAGE = 200

export interface TailDeps {
  db: Database
  log: Log
  liveCalls: Pick<LiveCalls, 'watch'>
}

/**
 * The newest events of one organization, read and written out once for all its streams: ten people who look on cost the
 * database what one does.
 */
export class Tail {
  readonly streams = new Set<EventStream>()
  readonly #deps: TailDeps
  readonly #organizationId: number
  #cursor: number
  #reading = false
  #wanted = false
  #leave: (() => void) | null = null

  /** `cursor` is the newest event there was when the first stream came: what is older, a stream reads by itself. */
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

  /** There may be something new. */
  wake(): void {
    this.#wanted = true
    if (!this.#reading) void this.#read()
  }

  /** There is something new up to this id: whoever has not got that far reads. */
  reach(newest: number): void {
    if (newest > this.#cursor) this.wake()
    else for (const stream of this.streams) if (stream.cursor < newest) stream.wake()
  }

  #stopWatching(): void {
    this.#leave?.()
    this.#leave = null
  }

  #move(moves: Parameters<Parameters<LiveCalls['watch']>[1]>[0]): void {
    const batch = batchOfMoves(moves)
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

  /** Whether there may be more. */
  async #readPage(): Promise<boolean> {
    const { db } = this.#deps
    const organizationId = this.#organizationId
    const from = this.#cursor
    // Read before the page: whatever is not in the page, up to this id, is not there.
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
