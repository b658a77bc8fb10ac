import { PassThrough } from 'node:stream'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { CallMove } from './live-calls.ts'
import { newestEventId, readEvents, type StoredEvent } from './queries.ts'

/** Events read and written at once. One page waits in each half of the output: all that a stream keeps in memory. */
const PAGE = 200
/** Proxies give up on a silent connection after 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000
/** A client that reads nothing for so long is dropped; it may come back with its last id. */
const STALLED_MS = 30_000
/** What a browser waits before it comes back. */
const RECONNECT_MS = 2_000

export interface StreamPlace {
  organizationId: number
  apiKeyId: number
  sessionId: number | null
  campaignId: number | null
  cursor: number
}

/**
 * One client's stream. It reads on from its cursor only once the client has taken what was written before, so a slow
 * client makes nobody's memory grow.
 */
export class EventStream {
  readonly organizationId: number
  readonly apiKeyId: number
  readonly sessionId: number | null
  readonly output = new PassThrough()
  readonly #deps: { db: Database; clock: Clock; log: Log }
  readonly #campaignId: number | null
  #cursor: number
  #reading = false
  #wanted = false
  #heartbeat: Timer | null = null
  #stall: Timer | null = null

  constructor(deps: { db: Database; clock: Clock; log: Log }, place: StreamPlace) {
    this.#deps = deps
    this.organizationId = place.organizationId
    this.apiKeyId = place.apiKeyId
    this.sessionId = place.sessionId
    this.#campaignId = place.campaignId
    this.#cursor = place.cursor
    this.output.once('close', () => {
      this.#heartbeat?.cancel()
      this.#stall?.cancel()
    })
    // A client that goes away in mid-write is no error of ours.
    this.output.on('error', () => {})
  }

  get cursor(): number {
    return this.#cursor
  }

  /** The first message names the cursor, so that a client that loses the stream before any event misses none. */
  begin(): void {
    this.#write(
      `retry: ${RECONNECT_MS}\nid: ${this.#cursor}\nevent: ready\ndata: ${JSON.stringify({ cursor: this.#cursor })}\n\n`,
    )
    this.#beat()
    this.wake()
  }

  /** There may be something new. */
  wake(): void {
    this.#wanted = true
    if (!this.#reading) void this.#read()
  }

  /** What is not kept is not waited for: a client that has not taken the last messages misses these. */
  move(moves: readonly CallMove[]): void {
    const wanted = moves.filter((move) => this.#campaignId === null || move.campaignId === this.#campaignId)
    if (wanted.length > 0 && !this.output.writableNeedDrain) this.#write(wanted.map(liveMessage).join(''))
  }

  end(): void {
    if (this.output.writableEnded) return
    this.output.end()
    // What the client has not taken yet would keep it open.
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
      this.#deps.log.debug({ err: error }, 'an event stream could not be read; it is tried again')
    } finally {
      this.#reading = false
    }
  }

  async #readPages(): Promise<void> {
    const { db } = this.#deps
    for (;;) {
      // Read before the page: whatever is not in the page, up to this id, is not for this client.
      const newest = await newestEventId(db, this.organizationId)
      const { organizationId } = this
      const page = await readEvents(db, {
        organizationId,
        after: this.#cursor,
        campaignId: this.#campaignId,
        limit: PAGE,
      })
      if (this.#over) return
      const taken = page.length === 0 || this.#write(page.map(message).join(''))
      const last = page.at(-1)?.id ?? 0
      this.#cursor = Math.max(this.#cursor, last, page.length < PAGE ? newest : 0)
      if (!taken) await this.#drained()
      if (page.length < PAGE || this.#over) return
    }
  }

  #write(text: string): boolean {
    return this.#over ? false : this.output.write(text)
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
    this.#heartbeat = this.#deps.clock.after(HEARTBEAT_MS, () => {
      if (this.output.writableLength === 0) this.#write(': still here\n\n')
      this.#beat()
    })
  }
}

function message(event: StoredEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Without an id: it moves no cursor. */
function liveMessage({ type, atMs, campaignId, contactId, callId, data }: CallMove): string {
  const event = {
    id: null,
    at: new Date(atMs),
    type,
    campaign_id: campaignId,
    contact_id: contactId,
    call_id: callId,
    data,
  }
  return `event: live\ndata: ${JSON.stringify(event)}\n\n`
}
