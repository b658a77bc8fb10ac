/** The calls of this node, and the known state of each. */
import type { Clock, Timer } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { CallRef, CallUpdate, CarrierEvent } from '../../provider.ts'
import type { AudioSocketMedia } from './audio-socket-media.ts'
import type { AriMedia } from './media.ts'
import type { ChannelEnd } from './outcomes.ts'
import { endedEvent } from './outcomes.ts'

export type EndedEvent = Extract<CallUpdate, { kind: 'ended' }>

/**
 * placing: the dial request is under way → dialing: Asterisk has the channel → ringing → up → ended. Events may precede the
 * answer to the dial, so any step may be skipped; none is reversed.
 */
export type LiveCallPhase = 'placing' | 'dialing' | 'ringing' | 'up' | 'ended'

export interface CallPlan {
  direction: 'outbound' | 'inbound'
  ringTimeoutMs: number
  maxDurationMs: number
  detectMachine: boolean
}

export class LiveCall {
  readonly ref: CallRef
  readonly channelId: string
  readonly plan: CallPlan
  phase: LiveCallPhase
  /** Whether Asterisk reported the channel. False after a dial whose answer was lost. */
  confirmed = false
  rang = false
  hungUpByUs = false
  /** Whether the conversation (audio, detection) has begun; the event that begins it can come twice. */
  conversing = false
  /** Why this program ended the call, if the fault is its own or Asterisk's. */
  fault: string | null = null
  /** The audio, if Asterisk connected to this server and the channel is not bridged yet. */
  unbridgedMedia: AriMedia | null = null
  /** The audio, if it comes over AudioSocket. */
  audioSocketMedia: AudioSocketMedia | null = null
  bridged = false
  /** The channel that the call was joined with, possibly of a call that another node dialed; the agent has left both. */
  joinedWith: string | null = null
  durationTimer: Timer | null = null
  readonly #placedAt: number
  #answeredAtMs: number | null = null
  #reports: Promise<void> = Promise.resolve()

  constructor(ref: CallRef, channelId: string, plan: CallPlan, clock: Clock) {
    this.ref = { ...ref, providerCallId: channelId }
    this.channelId = channelId
    this.plan = plan
    this.phase = plan.direction === 'outbound' ? 'placing' : 'dialing'
    this.confirmed = plan.direction === 'inbound'
    this.#placedAt = clock.monotonic()
  }

  answered(atMs: number): void {
    this.#answeredAtMs = atMs
    this.phase = 'up'
  }

  ended(end: ChannelEnd, atMs: number, clock: Clock): EndedEvent {
    const answered = this.#answeredAtMs !== null
    const talkedMs = this.#answeredAtMs === null ? null : Math.max(0, atMs - this.#answeredAtMs)
    this.phase = 'ended'
    this.durationTimer?.cancel()
    const news = endedEvent(end, {
      answered,
      rang: this.rang,
      hungUpByUs: this.hungUpByUs,
      dialingMs: clock.monotonic() - this.#placedAt,
      ringTimeoutMs: this.plan.ringTimeoutMs,
      durationSeconds: talkedMs === null ? null : Math.round(talkedMs / 1000),
    })
    if (this.fault !== null) return { ...news, as: 'failed', permanent: false, cause: this.fault, endedBy: 'carrier' }
    const callerGaveUp = this.plan.direction === 'inbound' && !answered
    return callerGaveUp ? { ...news, as: 'canceled', permanent: false, endedBy: 'callee' } : news
  }

  /** Applies the events of one call in order of arrival, each after the previous one is durable. */
  report(
    report: (event: CarrierEvent) => Promise<void>,
    log: Log,
    news: CallUpdate,
    atMs: number | null,
  ): Promise<void> {
    this.#reports = this.#reports.then(async () => {
      try {
        await report({ call: this.ref, atMs, ...news })
      } catch (error) {
        log.error({ err: error, call_id: this.ref.callId, news: news.kind }, 'failed to record an event of a call')
      }
    })
    return this.#reports
  }
}

/** Number of ended calls remembered for later look-ups. */
const REMEMBERED_ENDS = 2_000

export class CallRegistry {
  readonly #byChannel = new Map<string, LiveCall>()
  readonly #byKey = new Map<string, LiveCall>()
  readonly #ends = new Map<string, EndedEvent>()

  add(call: LiveCall): void {
    this.#byChannel.set(call.channelId, call)
    this.#byKey.set(call.ref.callKey, call)
  }

  remove(call: LiveCall): void {
    this.#byChannel.delete(call.channelId)
    this.#byKey.delete(call.ref.callKey)
  }

  removeEnded(call: LiveCall, news: EndedEvent): void {
    this.remove(call)
    this.#ends.set(call.channelId, news)
    if (this.#ends.size > REMEMBERED_ENDS) this.#ends.delete(this.#ends.keys().next().value as string)
  }

  withChannel(channelId: string): LiveCall | undefined {
    return this.#byChannel.get(channelId)
  }

  withRef(ref: CallRef): LiveCall | undefined {
    return this.#byKey.get(ref.callKey)
  }

  /** The channel of a call placed by any node. */
  channelOf(ref: CallRef): string {
    return this.withRef(ref)?.channelId ?? ref.providerCallId ?? ref.callKey
  }

  endOf(channelId: string): EndedEvent | undefined {
    return this.#ends.get(channelId)
  }

  all(): LiveCall[] {
    return [...this.#byChannel.values()]
  }
}
