/**
 * State changes of live calls, for current subscribers. Nothing is stored: a subscriber that misses something reads the calls
 * again. Subscribers register with all nodes; without any, nothing is collected or sent.
 */
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifications } from '../storage/notifications.ts'
import type { LiveEventType } from './types.ts'

const MOVES_CHANNEL = 'outdial_moves'
const WATCH_CHANNEL = 'outdial_watch'
/** Interval of notifications, fast enough for people; several changes within it are sent as one. */
const TELL_EVERY_MS = 100
/** Interval at which a subscription is renewed; it expires after three times as long. */
const WATCH_EVERY_MS = 5_000
const WATCHED_MS = 15_000
/** PostgreSQL limits the payload of a notification to 8,000 bytes. */
const PAYLOAD_MAX = 7_500

export interface CallStateChange {
  organizationId: number
  campaignId: number | null
  contactId: number | null
  callId: number
  type: LiveEventType
  atMs: number
  data: Readonly<Record<string, unknown>>
}

export interface LiveCalls {
  /** Whether an organization has subscribers, on this or another node. */
  watched(organizationId: number): boolean
  anybody(): boolean
  tell(moves: readonly CallStateChange[]): void
  /** Subscribes to this organization; returns a function that unsubscribes. */
  watch(organizationId: number, listener: (moves: readonly CallStateChange[]) => void): () => void
  start(): Promise<void>
  close(): Promise<void>
}

export interface LiveCallDeps {
  notifications: Pick<Notifications, 'publish' | 'subscribe'>
  clock: Clock
  log: Log
}

export function openLiveCalls(deps: LiveCallDeps): LiveCalls {
  return new Switchboard(deps)
}

class Switchboard implements LiveCalls {
  readonly #deps: LiveCallDeps
  readonly #watchedUntil = new Map<number, number>()
  readonly #listeners = new Map<number, Set<(moves: readonly CallStateChange[]) => void>>()
  /**
   * Pending changes by organization, then by call: only the newest change of a call is sent. A step of the conversation is sent
   * in addition.
   */
  readonly #waiting = new Map<number, Map<string, CallStateChange>>()
  #telling: Timer | null = null
  #watching: Timer | null = null
  #leave: Array<() => Promise<void>> = []

  constructor(deps: LiveCallDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { notifications } = this.#deps
    this.#leave = await Promise.all([
      notifications.subscribe(WATCH_CHANNEL, (payload) => this.#seen(Number(payload))),
      notifications.subscribe(MOVES_CHANNEL, (payload) => this.#hear(payload)),
    ])
  }

  async close(): Promise<void> {
    this.#telling?.cancel()
    this.#watching?.cancel()
    await Promise.all(this.#leave.map((leave) => leave()))
  }

  anybody(): boolean {
    return this.#watchedUntil.size > 0
  }

  watched(organizationId: number): boolean {
    const untilMs = this.#watchedUntil.get(organizationId)
    if (untilMs === undefined) return false
    if (untilMs > this.#deps.clock.monotonic()) return true
    this.#watchedUntil.delete(organizationId)
    return false
  }

  tell(moves: readonly CallStateChange[]): void {
    for (const move of moves) {
      if (!this.watched(move.organizationId)) continue
      const waiting = this.#waiting.get(move.organizationId) ?? new Map<string, CallStateChange>()
      this.#waiting.set(move.organizationId, waiting)
      const key = `${move.callId} ${move.type === 'call_step'}`
      // Inserted again at the end, so that the order is that of the newest changes.
      waiting.delete(key)
      waiting.set(key, move)
    }
    this.#arm()
  }

  watch(organizationId: number, listener: (moves: readonly CallStateChange[]) => void): () => void {
    const group = this.#listeners.get(organizationId) ?? new Set()
    this.#listeners.set(organizationId, group.add(listener))
    this.#say(organizationId)
    this.#watching ??= this.#deps.clock.after(WATCH_EVERY_MS, () => this.#sayAll())
    return () => {
      group.delete(listener)
      if (group.size === 0) this.#listeners.delete(organizationId)
    }
  }

  #sayAll(): void {
    for (const organizationId of this.#listeners.keys()) this.#say(organizationId)
    this.#watching = this.#listeners.size > 0 ? this.#deps.clock.after(WATCH_EVERY_MS, () => this.#sayAll()) : null
  }

  #say(organizationId: number): void {
    this.#seen(organizationId)
    void this.#publish(WATCH_CHANNEL, String(organizationId))
  }

  #seen(organizationId: number): void {
    this.#watchedUntil.set(organizationId, this.#deps.clock.monotonic() + WATCHED_MS)
  }

  #arm(): void {
    if (this.#waiting.size > 0) this.#telling ??= this.#deps.clock.after(TELL_EVERY_MS, () => void this.#send())
  }

  /**
   * Sends one message after the other, because a later one could overtake an earlier one on another connection. New changes are
   * collected in the meantime.
   */
  async #send(): Promise<void> {
    const texts = [...this.#waiting].flatMap(([organizationId, moves]) => payloads(organizationId, [...moves.values()]))
    this.#waiting.clear()
    for (const text of texts) await this.#publish(MOVES_CHANNEL, text)
    this.#telling = null
    this.#arm()
  }

  #publish(channel: string, payload: string): Promise<void> {
    return this.#deps.notifications
      .publish(channel, payload)
      .catch((error: unknown) => this.#deps.log.debug({ err: error }, 'failed to notify subscribers of live calls'))
  }

  #hear(payload: string): void {
    const [organizationId, ...packed] = JSON.parse(payload) as [number, ...Packed[]]
    const listeners = this.#listeners.get(organizationId)
    if (!listeners) return
    const moves = packed.map((one) => unpacked(organizationId, one))
    for (const listener of listeners) listener(moves)
  }
}

type Packed = [number, number | null, number | null, LiveEventType, number, Record<string, unknown>]

function payloads(organizationId: number, moves: readonly CallStateChange[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const { callId, campaignId, contactId, type, atMs, data } of moves) {
    const packed = JSON.stringify([callId, campaignId, contactId, type, Math.round(atMs), data] satisfies Packed)
    if (Buffer.byteLength(text) + Buffer.byteLength(packed) > PAYLOAD_MAX) {
      texts.push(text)
      text = ''
    }
    text += `,${packed}`
  }
  return [...texts, text].filter((each) => each !== '').map((each) => `[${organizationId}${each}]`)
}

function unpacked(organizationId: number, [callId, campaignId, contactId, type, atMs, data]: Packed): CallStateChange {
  return { organizationId, callId, campaignId, contactId, type, atMs, data }
}
