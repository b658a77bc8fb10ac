/**
 * Calls that the dialplan sends to `Stasis(app_name)`. One node at a time holds that application: the last to connect.
 * The others are on standby and take over when that node disconnects. An accepted call moves to the node's own application,
 * so that its events reach the node that runs the conversation.
 */

import type { Clock, Timer } from '../../../kernel/clock.ts'
import { succeeded } from '../../carrier-kit/http.ts'
import type { InboundCall, InboundDecision } from '../../provider.ts'
import type { AriConnection } from './ari-connection.ts'
import { applyEvent, INBOUND_ARGUMENT, onEnded } from './call-events.ts'
import { describeAnswer } from './client.ts'
import { EventSocket } from './event-socket.ts'
import type { AriChannel, AriEvent } from './events.ts'
import { LiveCall } from './live-call.ts'

/** Interval at which a node on standby checks whether the application is free. */
const STANDBY_INTERVAL_MS = 5_000
/** Asterisk's answers for a channel that is gone or no longer in the application. */
const GONE = new Set([404, 409, 412, 422])

export class InboundListener {
  readonly #link: AriConnection
  readonly #socket: EventSocket
  readonly #clock: Clock
  /** Callers that are being accepted; false once they have hung up. */
  readonly #deciding = new Map<string, boolean>()
  #standby: Timer | null = null
  #closed = false

  constructor(link: AriConnection, url: string) {
    this.#link = link
    this.#clock = link.context.clock
    this.#socket = new EventSocket({
      url,
      authorization: link.rest.authorization,
      socketOptions: link.context.socketOptions,
      clock: link.context.clock,
      rng: link.context.rng,
      opened: () => link.context.log.debug({}, 'this node receives the inbound calls of the PBX'),
      event: (event) => this.#event(event),
      lost: () => {},
    })
  }

  get open(): boolean {
    return this.#socket.open
  }

  /** Whether another node receives the inbound calls. */
  get standingBy(): boolean {
    return this.#standby !== null
  }

  /** Connects. May be called repeatedly: an open or waiting connection stays unchanged. */
  start(): void {
    if (!this.#closed && !this.#standby) this.#socket.start()
  }

  /** Resolves when the first attempt to connect has ended. */
  attempted(): Promise<void> {
    return this.#socket.attempted()
  }

  close(): void {
    this.#closed = true
    this.#standby?.cancel()
    this.#socket.stop()
  }

  #event(event: AriEvent): void {
    if (event.type === 'ApplicationReplaced') return this.#standBy()
    const { channel } = event
    if (event.type === 'StasisStart' && channel) return void this.#arrived(channel, event)
    // Events of a dialplan channel arrive only while it is in the application: this is the only report that it left.
    if (event.type === 'StasisEnd' && channel && this.#deciding.has(channel.id)) this.#deciding.set(channel.id, false)
    applyEvent(this.#link, event)
  }

  #standBy(): void {
    this.#link.context.log.info({}, 'another node receives the inbound calls of the PBX; this node is on standby')
    this.#socket.stop()
    this.#standby = this.#clock.after(this.#standbyDelayMs(), () => void this.#look())
  }

  /**
   * Checks whether the application is free. Asterisk removes it when its connection is lost, so 404 means that no node answers
   * inbound calls.
   */
  async #look(): Promise<void> {
    const answer = await this.#link.rest.ask('GET', `applications/${encodeURIComponent(this.#link.settings.appName)}`)
    if (this.#closed) return
    if (answer.kind === 'answered' && answer.status === 404) {
      this.#standby = null
      return this.#socket.start()
    }
    this.#standby = this.#clock.after(this.#standbyDelayMs(), () => void this.#look())
  }

  #standbyDelayMs(): number {
    return STANDBY_INTERVAL_MS * (0.5 + this.#link.context.rng.next())
  }

  async #arrived(channel: AriChannel, event: AriEvent): Promise<void> {
    this.#deciding.set(channel.id, true)
    try {
      await this.#receive(channel, event)
    } finally {
      this.#deciding.delete(channel.id)
    }
  }

  async #receive(channel: AriChannel, event: AriEvent): Promise<void> {
    const decision = await this.#decide(inboundCall(channel, event))
    if (decision.kind === 'refuse') {
      await this.#link.rest.hangUp(channel.id, 'unallocated')
      return
    }
    const call = new LiveCall(decision.call, channel.id, inboundPlan(this.#link), this.#clock)
    this.#link.book.add(call)
    await this.#take(call)
  }

  async #decide(inbound: InboundCall): Promise<InboundDecision> {
    try {
      return await this.#link.context.receive(inbound)
    } catch (error) {
      this.#link.context.log.error({ err: error }, 'failed to decide about an inbound call')
      return { kind: 'refuse', reason: 'internal error' }
    }
  }

  async #take(call: LiveCall): Promise<void> {
    const path = `channels/${encodeURIComponent(call.channelId)}`
    const steps = [
      // Subscribes to the channel: otherwise its end and cause would not be reported once it has left Stasis.
      () =>
        this.#link.rest.ask('POST', `applications/${encodeURIComponent(this.#link.nodeApp)}/subscription`, {
          eventSource: `channel:${call.channelId}`,
        }),
      () => this.#link.rest.ask('POST', `${path}/answer`),
      () => this.#link.rest.ask('POST', `${path}/move`, { app: this.#link.nodeApp, appArgs: INBOUND_ARGUMENT }),
    ]
    for (const step of steps) {
      if (this.#deciding.get(call.channelId) === false) return this.#callerGone(call)
      const answer = await step()
      if (succeeded(answer)) continue
      if (call.phase === 'ended') return
      if (answer.kind === 'answered' && GONE.has(answer.status)) {
        return this.#callerGone(call)
      }
      return this.#link.abandon(call, `the call could not be answered: ${describeAnswer(answer)}`)
    }
    // A caller who hangs up during these requests may have been answered and moved without a report of the end.
    const left = await this.#link.rest.ask('GET', path)
    if (left.kind === 'answered' && GONE.has(left.status)) this.#callerGone(call)
  }

  #callerGone(call: LiveCall): void {
    if (call.phase === 'ended') return
    const end = { cause: 16, causeText: 'the caller hung up before the answer', sipStatus: 0 }
    onEnded(this.#link, call, call.ended(end, this.#clock.now(), this.#clock), null)
  }
}

/** The called number: the argument of `Stasis(app,${EXTEN})` that contains a digit, else the extension. */
function inboundCall(channel: AriChannel, event: AriEvent): InboundCall {
  const named = event.args?.find((argument) => /\d/.test(argument))
  const context = channel.dialplan?.context ?? ''
  return {
    providerCallId: channel.id,
    from: channel.caller?.number ?? '',
    to: named ?? channel.dialplan?.exten ?? '',
    details: { channel: channel.name, context, caller_name: channel.caller?.name ?? '' },
  }
}

function inboundPlan(link: AriConnection): LiveCall['plan'] {
  const maxDurationMs = link.settings.maxCallSeconds * 1000
  return { direction: 'inbound', ringTimeoutMs: 0, maxDurationMs, detectMachine: false }
}
