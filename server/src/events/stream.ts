import { PassThrough } from 'node:stream'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { type Batch, eventMessage } from './messages.ts'
import { countEventsAfter, newestEventId, readEvents } from './queries.ts'

/** Events read and written per page. A stream keeps at most one page in memory in each half of its output. */
const PAGE = 200
/** Proxies close a silent connection after 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000
/** Live subscribers must notice within seconds that the stream has stopped. */
const LIVE_HEARTBEAT_MS = 1_000
/** A client that reads nothing for this long is disconnected; it may reconnect with its last id. */
const STALLED_MS = 30_000
/** Reconnect delay of a browser. */
const RECONNECT_MS = 2_000
/** More missed events than this are not counted, because counting would cost too much. */
const BEHIND_MAX = 10_001

export interface StreamPosition {
  organizationId: number
  apiKeyId: number | null
  sessionId: number | null
  campaignId: number | null
  cursor: number
  /** Whether live state changes of calls are included. */
  live: boolean
}

/**
 * One client's stream. While the client is up to date, the stream receives the events that the organization's tail reads for all
 * streams. If the client is behind, the stream reads from its own cursor, and only after the client has taken the earlier data,
 * so that a slow client uses no more memory.
 */
export class EventStream {
  readonly organizationId: number
  readonly apiKeyId: number | null
  readonly sessionId: number | null
  readonly live: boolean
  readonly output = new PassThrough()
  readonly #deps: { db: Database; clock: Clock; log: Log }
  readonly #campaignId: number | null
  #cursor: number
  #begun = false
  #reading = false
  #wanted = false
  /** Whether data was sent since the last heartbeat; such data replaces the heartbeat. */
  #spoke = false
  #heartbeat: Timer | null = null
  #stall: Timer | null = null

  constructor(deps: { db: Database; clock: Clock; log: Log }, place: StreamPosition) {
    this.#deps = deps
    this.organizationId = place.organizationId
    this.apiKeyId = place.apiKeyId
    this.sessionId = place.sessionId
    this.live = place.live
    this.#campaignId = place.campaignId
    this.#cursor = place.cursor
    this.output.once('close', () => {
      this.#heartbeat?.cancel()
      this.#stall?.cancel()
    })
    // A client that disconnects during a write is not an error.
    this.output.on('error', () => {})
  }

  get cursor(): number {
    return this.#cursor
  }

  /**
   * Sends the first message: the cursor, so that a client which loses the stream before any event misses none, and the number of
   * past events that follow.
   */
  async begin(): Promise<void> {
    const { organizationId } = this
    const wanted = { organizationId, after: this.#cursor, campaignId: this.#campaignId, limit: BEHIND_MAX }
    const ready = { cursor: this.#cursor, behind: await countEventsAfter(this.#deps.db, wanted) }
    this.#write(`retry: ${RECONNECT_MS}\nid: ${this.#cursor}\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n`)
    this.#beat()
    this.#begun = true
    this.wake()
  }

  /** There may be new events: reads them. */
  wake(): void {
    this.#wanted = true
    if (!this.#reading && this.#begun) void this.#read()
  }

  /** Takes a broadcast batch if the stream is up to date. A stream that is behind reads from its own cursor. */
  take({ from, to, batch }: { from: number; to: number; batch: Batch }): void {
    if (!this.#begun || this.#reading || this.#cursor < from) return this.wake()
    const messages = batch.after(this.#cursor, this.#campaignId)
    this.#cursor = Math.max(this.#cursor, to)
    if (messages !== null && !this.#write(messages)) void this.#waitAndRead()
  }

  /** Live changes are neither stored nor repeated: a client that has not taken the last messages misses them. */
  move(batch: Batch): void {
    const messages = batch.after(null, this.#campaignId)
    if (this.#begun && messages !== null && !this.output.writableNeedDrain) this.#write(messages)
  }

  end(): void {
    if (this.output.writableEnded) return
    this.output.end()
    // Unread data would keep the stream open, so it is closed if the client does not take it in time.
    this.#expectDrain()
  }

  get #over(): boolean {
    return this.output.writableEnded || this.output.destroyed
  }

  async #read(): Promise<void> {
    this.#reading = true
    try {
      while (this.#wanted && !this.#over) {
        this.#wanted = false
        await this.#readPages()
      }
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'failed to read an event stream; it is retried')
    } finally {
      this.#reading = false
    }
  }

  /** The client is slow: reads more events only after it has taken the current data. */
  async #waitAndRead(): Promise<void> {
    this.#reading = true
    await this.#drained()
    await this.#read()
  }

  async #readPages(): Promise<void> {
    const { db } = this.#deps
    for (;;) {
      // Read before the page: events up to this id that are missing in the page do not concern this client.
      const newest = await newestEventId(db, this.organizationId)
      const { organizationId } = this
      const page = await readEvents(db, {
        organizationId,
        after: this.#cursor,
        campaignId: this.#campaignId,
        limit: PAGE,
      })
      if (this.#over) return
      const taken = page.length === 0 || this.#write(page.map(eventMessage).join(''))
      const last = page.at(-1)?.id ?? 0
      this.#cursor = Math.max(this.#cursor, last, page.length < PAGE ? newest : 0)
      if (!taken) await this.#drained()
      if (page.length < PAGE || this.#over) return
    }
  }

  #write(text: string | Buffer): boolean {
    if (this.#over) return false
    this.#spoke = true
    return this.output.write(text)
  }

  #drained(): Promise<void> {
    this.#expectDrain()
    return new Promise((resolve) => {
      const done = () => {
        this.#stall?.cancel()
        this.output.off('drain', done).off('close', done)
        resolve()
      }
      this.output.on('drain', done).on('close', done)
    })
  }

  #expectDrain(): void {
    this.#stall?.cancel()
    this.#stall = this.#deps.clock.after(STALLED_MS, () => this.output.destroy())
  }

  #beat(): void {
    this.#spoke = false
    this.#heartbeat = this.#deps.clock.after(this.live ? LIVE_HEARTBEAT_MS : HEARTBEAT_MS, () => {
      if (!this.#spoke && this.output.writableLength === 0) this.#write(': still here\n\n')
      this.#beat()
    })
  }
}
