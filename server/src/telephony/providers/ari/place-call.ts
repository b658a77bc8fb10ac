/** Requests a call from Asterisk: one request, never retried, and none while this node cannot receive its events. */
import { succeeded } from '../../carrier-kit/http.ts'
import type { DialRequest, PlaceResult } from '../../provider.ts'
import type { AriConnection } from './ari-connection.ts'
import { OUTBOUND_ARGUMENT } from './call-events.ts'
import { callerId, dialString, trunkOf } from './dial-string.ts'
import type { EventSocket } from './event-socket.ts'
import { LiveCall } from './live-call.ts'
import { AUDIOSOCKET_NOT_LISTENING } from './media-leg.ts'
import { originateVerdict } from './verdicts.ts'

/** Maximum number of concurrent dial requests; more would lower Asterisk's throughput. */
const ORIGINATES_IN_FLIGHT = 16
const TRUNK_RETRY_MS = 5_000
const RECONNECT_RETRY_MS = 1_000
/** The dialplan's limit is only a fallback for the program's own, so it is this much longer. */
const LIMIT_SLACK_SECONDS = 5

export class CallPlacer {
  readonly #link: AriConnection
  readonly #events: EventSocket
  readonly #queue: Array<() => void> = []
  #inFlight = 0

  constructor(link: AriConnection, events: EventSocket) {
    this.#link = link
    this.#events = events
  }

  async place(order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
    const target = dialString(this.#link.settings, order.to, order.toType)
    if (target.kind === 'refused') return { kind: 'rejected', reason: target.reason }
    const { callKey } = order.call
    if (this.#link.book.withRef(order.call) || this.#link.book.endOf(callKey)) {
      return { kind: 'placed', providerCallId: callKey }
    }
    // Registered before anything is sent, because events may precede the answer.
    const call = new LiveCall(order.call, callKey, planOf(this.#link, order), this.#link.context.clock)
    this.#link.book.add(call)
    await this.#enter()
    try {
      const result =
        (await this.#obstacle(call, signal)) ?? (await this.#originate(call, order, target.endpoint, signal))
      await this.#settle(call, result)
      return result
    } finally {
      this.#leave()
    }
  }

  /** Why the request must not be sent; null if it may. */
  async #obstacle(call: LiveCall, signal: AbortSignal): Promise<PlaceResult | null> {
    await this.#events.attempted()
    if (signal.aborted || call.hungUpByUs) return { kind: 'later', reason: 'the dial was given up before it was sent' }
    if (this.#link.settings.audioTransport === 'audiosocket' && !this.#link.context.audioSockets) {
      return { kind: 'halt', reason: AUDIOSOCKET_NOT_LISTENING }
    }
    if (this.#events.open) return null
    // Without the event connection, Asterisk would still ring the callee, and hang up on the answer.
    const { verdict, reason } = this.#events.fault
    return verdict === 'halt' ? { kind: 'halt', reason } : { kind: 'later', reason, retryAfterMs: RECONNECT_RETRY_MS }
  }

  async #originate(call: LiveCall, order: DialRequest, endpoint: string, signal: AbortSignal): Promise<PlaceResult> {
    const answer = await this.#link.rest.ask(
      'POST',
      `channels/${encodeURIComponent(call.channelId)}`,
      {
        endpoint,
        app: this.#link.nodeApp,
        appArgs: OUTBOUND_ARGUMENT,
        timeout: String(order.ringTimeoutSeconds),
        ...(order.from === null ? {} : { callerId: callerId(order.from) }),
      },
      { json: { variables: { 'TIMEOUT(absolute)': String(longestCallSeconds(order)) } }, signal },
    )
    const verdict = originateVerdict(answer, call.channelId)
    if (verdict.kind === 'exists') return this.#whetherItExists(call)
    return verdict.kind === 'unallocated' ? this.#whyUnallocated() : verdict
  }

  /**
   * Checks whether a channel with this id exists. The program chose the id, so such a channel is this call: it was placed before.
   * But Asterisk (22.10) keeps the last error per connection and answers 409 to *any* later failure on a connection that has seen
   * one.
   */
  async #whetherItExists(call: LiveCall): Promise<PlaceResult> {
    const answer = await this.#link.rest.ask('GET', `channels/${encodeURIComponent(call.channelId)}`)
    if (succeeded(answer)) return { kind: 'placed', providerCallId: call.channelId }
    return { kind: 'unknown', reason: 'Asterisk says the call exists, and has no such channel' }
  }

  async #settle(call: LiveCall, result: PlaceResult): Promise<void> {
    if (result.kind !== 'placed' && result.kind !== 'unknown') return this.#link.book.remove(call)
    if (call.phase === 'placing') call.phase = 'dialing'
    if (result.kind === 'placed') call.confirmed = true
    // A hang-up that was requested during the dial found no channel yet.
    if (call.hungUpByUs && call.phase !== 'ended') await this.#link.rest.hangUp(call.channelId)
  }

  /**
   * "Allocation failed" means an endpoint that Asterisk does not know, has no contact for, or considers down. If every call uses
   * one trunk, the fault is the trunk's and not this call's.
   */
  async #whyUnallocated(): Promise<PlaceResult> {
    const trunk = trunkOf(this.#link.settings)
    if (!trunk)
      return { kind: 'rejected', reason: 'Asterisk has no way to reach this address (not known or not registered)' }
    const path = `endpoints/${encodeURIComponent(trunk.technology)}/${encodeURIComponent(trunk.resource)}`
    const answer = await this.#link.rest.ask('GET', path)
    if (answer.kind === 'answered' && answer.status === 404) {
      return { kind: 'halt', reason: `Asterisk has no endpoint "${trunk.resource}": check endpoint_template` }
    }
    if (!succeeded(answer)) return { kind: 'later', reason: 'Asterisk could not make a channel' }
    return { kind: 'later', reason: `the trunk "${trunk.resource}" is not reachable`, retryAfterMs: TRUNK_RETRY_MS }
  }

  #enter(): Promise<void> | void {
    if (this.#inFlight < ORIGINATES_IN_FLIGHT) {
      this.#inFlight += 1
      return
    }
    return new Promise((resolve) => {
      this.#queue.push(resolve)
    })
  }

  /** Passes the slot directly to the next waiter, so the count stays the same. */
  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#inFlight -= 1
  }
}

function planOf(link: AriConnection, order: DialRequest): LiveCall['plan'] {
  return {
    direction: 'outbound',
    ringTimeoutMs: order.ringTimeoutSeconds * 1000,
    maxDurationMs: order.maxDurationSeconds * 1000,
    detectMachine: link.settings.amdContext !== '',
  }
}

/** The time limit for Asterisk, counted from the dial. It holds even if no node is left to hang up. */
function longestCallSeconds(order: DialRequest): number {
  return order.ringTimeoutSeconds + order.maxDurationSeconds + LIMIT_SLACK_SECONDS
}
