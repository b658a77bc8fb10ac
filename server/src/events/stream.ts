import { PassThrough } from 'node:stream'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { type Batch, eventMessage } from './messages.ts'
import { eventsBehind, newestEventId, readEvents } from './queries.ts'

/** Events read and written per page. One page waits in each half of the output: all that a stream keeps in memory. */
const PAGE = 200
/** Proxies close a silent connection after 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000
/** Live subscribers must notice within seconds that the stream has stopped. */
const LIVE_HEARTBEAT_MS = 1_000
/** A client that reads nothing for this long is disconnected; it may return with its last id. */
const STALLED_MS = 30_000
/** Reconnect delay of a browser. */
const RECONNECT_MS = 2_000
/** Beyond this the number of missed events is not reported: counting them would cost too much. */
const BEHIND_MAX = 10_001

export interface StreamPosition {
  organizationId: number
  apiKeyId: number | null
  sessionId: number | null
  campaignId: number | null
  cursor: number
  /** Includes live changes of calls. */
  live: boolean
}

/**
 * One client's stream. While it is up to date it receives what the organization's tail reads for all streams; when behind, it
 * reads by itself from its cursor, and only once the client has taken what was written before, so a slow client uses no more
 * memory.
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
  /** Something was sent since the last heartbeat, which counts as one. */
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
    // A client that disconnects during a write is not an error of ours.
    this.output.on('error', () => {})
  }

  get cursor(): number {
    return this.#cursor
  }

  /**
   * The first message contains the cursor, so that a client that loses the stream before any event misses none, and the number
   * of past events that follow.
   */
  async begin(): Promise<void> {
    const { organizationId } = this
    const wanted = { organizationId, after: this.#cursor, campaignId: this.#campaignId, limit: BEHIND_MAX }
    const ready = { cursor: this.#cursor, behind: await eventsBehind(this.#deps.db, wanted) }
    this.#write(`retry: ${RECONNECT_MS}\nid: ${this.#cursor}\nevent: ready\ndata: ${JSON.stringify(ready)}\n\n`)
    this.#beat()
    this.#begun = true
    this.wake()
  }

  /** There may be new events. */
  wake(): void {
    this.#wanted = true
    if (!this.#reading && this.#begun) void this.#read()
  }

  /** Broadcast to streams that are up to date. Others read by themselves. */
  take({ from, to, batch }: { from: number; to: number; batch: Batch }): void {
    if (!this.#begun || this.#reading || this.#cursor < from) return this.wake()
    const messages = batch.after(this.#cursor, this.#campaignId)
    this.#cursor = Math.max(this.#cursor, to)
    if (messages !== null && !this.#write(messages)) void this.#waitAndRead()
  }

  /** Live changes are not stored and not awaited: a client that has not taken the last messages misses these. */
  move(batch: Batch): void {
    const messages = batch.after(null, this.#campaignId)
    if (this.#begun && messages !== null && !this.output.writableNeedDrain) this.#write(messages)
  }

  end(): void {
    if (this.output.writableEnded) return
    this.output.end()
    // Data that the client has not taken yet would keep it open.
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

  /** The client is slow: events are read once it has taken the current data. */
  async #waitAndRead(): Promise<void> {
    this.#reading = true
    await this.#drained()
    await this.#read()
  }

  async #readPages(): Promise<void> {
    const { db } = this.#deps
    for (;;) {
      // Read before the page: events up to this id that are not in the page are not for this client.
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
