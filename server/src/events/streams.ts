/**
 * Pushes events to subscribers. The table is authoritative: a notification only says that polling is worthwhile now, and a poll
 * every second finds what no notification announced.
 */
import type { PassThrough } from 'node:stream'
import type { Principal } from '../http/route.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { activeKeys } from '../organizations/queries.ts'
import { activeSessions } from '../organizations/session-queries.ts'
import type { Database } from '../storage/database.ts'
import type { Notifications } from '../storage/notifications.ts'
import type { LiveCalls } from './live-calls.ts'
import { EVENTS_CHANNEL, newestEventId, newestEventIds } from './queries.ts'
import { EventStream } from './stream.ts'
import { EventTail } from './tail.ts'

/** Open streams of one organization at one node; a browser needs one per tab. */
export const STREAMS_PER_ORGANIZATION = 100
const LOOK_EVERY_MS = 1_000

export interface StreamRequest {
  principal: Principal
  /** Id of the last event that the client has; null: only new events. */
  after: number | null
  campaignId: number | null
  /** Whether live state changes of calls are included. */
  live: boolean
}

export interface EventStreams {
  /** A stream of server-sent events; the caller hands it to the client. */
  open(request: StreamRequest): Promise<PassThrough>
  /** Ends every stream; clients may continue at another node with their last id. */
  close(): Promise<void>
}

export interface StreamDeps {
  db: Database
  clock: Clock
  log: Log
  notifications: Pick<Notifications, 'subscribe'>
  liveCalls: Pick<LiveCalls, 'watch'>
}

export function openEventStreams(deps: StreamDeps): EventStreams {
  return new Streams(deps)
}

class Streams implements EventStreams {
  readonly #deps: StreamDeps
  readonly #open = new Set<EventStream>()
  readonly #tails = new Map<number, EventTail>()
  /** Streams that are being opened count too; otherwise many concurrent requests would pass the limit. */
  readonly #opening = new Map<number, number>()
  #unsubscribe: Promise<() => Promise<void>> | null = null
  #timer: Timer | null = null
  #closed = false

  constructor(deps: StreamDeps) {
    this.#deps = deps
  }

  async open({ principal, after, campaignId, live }: StreamRequest): Promise<PassThrough> {
    const { apiKeyId, organizationId, sessionId } = principal
    if (this.#closed) throw new ApiError('unavailable', { message: 'The server is shutting down.' })
    const opening = this.#opening.get(organizationId) ?? 0
    const open = [...this.#open].filter((stream) => stream.organizationId === organizationId).length
    if (open + opening >= STREAMS_PER_ORGANIZATION) throw new ApiError('too_many_streams')
    this.#opening.set(organizationId, opening + 1)
    try {
      const newest = await newestEventId(this.#deps.db, organizationId)
      const place = { organizationId, apiKeyId, sessionId, campaignId, cursor: after ?? newest, live }
      return this.#start(new EventStream(this.#deps, place), newest)
    } finally {
      const left = (this.#opening.get(organizationId) ?? 1) - 1
      if (left === 0) this.#opening.delete(organizationId)
      else this.#opening.set(organizationId, left)
    }
  }

  #start(stream: EventStream, newest: number): PassThrough {
    // The server may have begun to shut down while the newest event was read.
    if (this.#closed) throw new ApiError('unavailable', { message: 'The server is shutting down.' })
    const { organizationId } = stream
    const tail = this.#tails.get(organizationId) ?? new EventTail(this.#deps, organizationId, newest)
    this.#tails.set(organizationId, tail)
    this.#open.add(stream)
    tail.add(stream)
    stream.output.once('close', () => {
      this.#open.delete(stream)
      tail.remove(stream)
      if (tail.streams.size === 0 && this.#tails.get(organizationId) === tail) this.#tails.delete(organizationId)
    })
    this.#listen()
    this.#timer ??= this.#deps.clock.after(LOOK_EVERY_MS, () => void this.#look())
    stream.begin().catch((error: unknown) => {
      this.#deps.log.debug({ err: error }, 'failed to open an event stream; the client can reconnect')
      stream.output.destroy()
    })
    return stream.output
  }

  #listen(): void {
    this.#unsubscribe ??= this.#deps.notifications.subscribe(EVENTS_CHANNEL, (payload) => {
      this.#tails.get(Number(payload))?.wake()
    })
    // A failure is only logged: without notifications the poll every second finds the events.
    this.#unsubscribe.catch((error: unknown) => {
      this.#unsubscribe = null
      this.#deps.log.debug({ err: error }, 'event streams get no notifications; falling back to polling')
    })
  }

  async #look(): Promise<void> {
    const { db, clock, log } = this.#deps
    try {
      const streams = [...this.#open]
      const active = await activeKeys(
        db,
        [...new Set(streams.map((stream) => stream.apiKeyId).filter((id) => id !== null))],
        clock.now(),
      )
      const newest = await newestEventIds(db, [...new Set(streams.map((stream) => stream.organizationId))])
      const sessions = streams.map((stream) => stream.sessionId).filter((id) => id !== null)
      const living = await activeSessions(db, [...new Set(sessions)], clock.now())
      for (const stream of streams) {
        const signedOut = stream.sessionId !== null && !living.has(stream.sessionId)
        const keyEnded = stream.apiKeyId !== null && !active.has(stream.apiKeyId)
        if (signedOut || keyEnded) stream.end()
      }
      for (const [organizationId, tail] of this.#tails) tail.reach(newest.get(organizationId) ?? 0)
    } catch (error) {
      log.debug({ err: error }, 'failed to poll for events; it is retried')
    }
    const goOn = this.#open.size > 0 && !this.#closed
    this.#timer = goOn ? clock.after(LOOK_EVERY_MS, () => void this.#look()) : null
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    for (const stream of this.#open) stream.end()
    const unsubscribe = await this.#unsubscribe?.catch(() => null)
    await unsubscribe?.()
  }
}
