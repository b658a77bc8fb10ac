/**
 * The simulated carrier. Its calls ring, are answered and end by the clock. It knows the true state of every call; its reports
 * may be late, doubled or lost, if faults are configured.
 */
import type { Clock, Timer } from '../../../kernel/clock.ts'
import type { Rng } from '../../../kernel/rng.ts'
import type { CallUpdate, CarrierEndReason, InboundCall, LookUp } from '../../provider.ts'
import {
  type CallDurations,
  type DrawnFaults,
  drawFaults,
  drawFromRange,
  endingFor,
  type Faults,
  type OutcomeRates,
  type SimulatedEnding,
} from './behaviour.ts'
import type { SimulatedPersonName } from './people.ts'
import { type SimulatedRefusals, simulatedEndOf } from './simulated-refusals.ts'

export interface CarrierSettings {
  rates: OutcomeRates
  durations: CallDurations
  faults: Faults
  /** Factor by which people ring and talk faster than real time. */
  speed: number
  /** The refusal of every call; if left out, calls are accepted. */
  refusesAll?: SimulatedRefusals | null
}

export interface SimulatedDialRequest {
  key: string
  to: string
  from: string | null
  ringTimeoutMs: number
  maxDurationMs: number
  settings: CarrierSettings
  tell(news: CallUpdate): void
  /** The carrier's id of the call, if it differs from the key. */
  providerCallId?: string
  /** If given, an answered call has audio and lasts until one side hangs up; otherwise it lasts a random time. */
  converse?: (call: SimulatedCall) => Conversation
  /** With audio: the carrier detects machines and reports them. Without audio it always reports machines. */
  detectsMachines?: boolean
}

export interface Conversation {
  /** The call has ended, or continues without the agent: the audio ends. */
  ended(): void
}

/** An account that may accept inbound calls; null: it does not accept this one. */
export type InboundReceiver = (
  inbound: InboundCall,
  caller: SimulatedPersonName | undefined,
) => Promise<SimulatedCall | null>

export interface SimulatedCall {
  readonly key: string
  readonly to: string
  readonly from: string | null
  readonly ending: SimulatedEnding
  state: 'queued' | 'ringing' | 'answered' | 'ended'
  startedAtMs: number
  endedAtMs: number | null
  endedNews: Extract<CallUpdate, { kind: 'ended' }> | null
  /** Ends the call as the person at the far end. */
  hangUp(): void
}

/** `turned_away`: refused because of the configured fault. */
export type PlacementResult = 'placed' | 'duplicate' | 'refused' | 'turned_away' | 'lost'

interface Running extends SimulatedCall {
  order: SimulatedDialRequest
  dice: DrawnFaults
  timer: Timer | null
  answeredAtMs: number | null
  held: CallUpdate[]
  conversation: Conversation | null
  /** The call that was joined with this one and ends with it. */
  joined: Running | null
}

/** Number of ended calls remembered for look-ups; the oldest are dropped. */
const REMEMBERED_CALLS = 50_000
/** Number of calls dropped together: each search for the oldest steps over the places of those dropped before. */
const DROPPED_TOGETHER = 1000
/** Detection takes this long, because carriers need a few words to distinguish a machine from a person. */
const MACHINE_DETECTION_MS = 3000
/** Delay before the audio of joined calls ends, so that the answer to the request comes first. */
const JOIN_MS = 200

export class SimulatedCarrier {
  readonly #clock: Clock
  readonly #rng: Rng
  readonly #calls = new Map<string, Running>()
  #live = 0
  #inbound = 0
  /** Observes the true begin and end of every call; for checkers. */
  observer: { began(call: SimulatedCall): void; ended(call: SimulatedCall): void } | null = null
  /** The open accounts, which receive inbound calls. */
  readonly receivers = new Set<InboundReceiver>()

  constructor({ clock, rng }: { clock: Clock; rng: Rng }) {
    this.#clock = clock
    this.#rng = rng
  }

  get liveCalls(): number {
    return this.#live
  }

  place(order: SimulatedDialRequest): PlacementResult {
    if (this.#calls.has(order.key)) return 'duplicate'
    const dice = drawFaults(order.settings.faults, this.#rng)
    if (dice.refused) return 'refused'
    const { rates, refusesAll } = order.settings
    if (refusesAll && !refusesAll.late) return 'turned_away'
    const ending = endingFor(order.to, rates, this.#rng)
    const call = this.#open(order, refusesAll ? 'turned_away' : ending, dice)
    this.#begin(call)
    return dice.timeoutAfterAccepting ? 'lost' : 'placed'
  }

  /** A simulated person calls one of the program's numbers. The first account that accepts the call gets it; null: none did. */
  async simulateInbound(from: string, to: string, caller?: SimulatedPersonName): Promise<SimulatedCall | null> {
    const providerCallId = `in-${this.#clock.now()}-${++this.#inbound}`
    for (const receive of [...this.receivers]) {
      const call = await receive({ providerCallId, from, to, details: {} }, caller)
      if (call) return call
    }
    return null
  }

  /** Connects an accepted inbound call, without ringing. */
  connect(order: SimulatedDialRequest): SimulatedCall {
    const known = this.#calls.get(order.key)
    if (known) return known
    const call = this.#open(order, 'answered', drawFaults(order.settings.faults, this.#rng))
    this.#answer(call)
    return call
  }

  hangUp(key: string): void {
    const call = this.#calls.get(key)
    if (call && call.state !== 'ended')
      this.#end(call, call.answeredAtMs === null ? 'canceled' : 'completed', 'hung up', 'us')
  }

  lookUp(key: string): LookUp {
    const call = this.#calls.get(key)
    if (!call) return { kind: 'absent' }
    const providerCallId = call.order.providerCallId ?? key
    if (call.state === 'ended')
      return { kind: 'ended', providerCallId, news: call.endedNews as NonNullable<Running['endedNews']> }
    return { kind: 'live', providerCallId, news: call.state }
  }

  /** Joins two answered calls; they talk for a random time, and end together. False: one of them does not exist. */
  join(key: string, otherKey: string): boolean {
    const pair = [this.#calls.get(key), this.#calls.get(otherKey)] as const
    const [one, other] = pair
    if (one?.state !== 'answered' || other?.state !== 'answered') return false
    one.joined = other
    other.joined = one
    for (const { conversation } of [one, other])
      if (conversation) this.#clock.after(JOIN_MS, () => conversation.ended())
    one.conversation = null
    other.conversation = null
    other.timer?.cancel()
    const talkMs = this.#scaled(one, drawFromRange(one.order.settings.durations.talkMs, this.#rng))
    this.#after(one, Math.max(talkMs, JOIN_MS), () => this.#end(one, 'completed', 'hung up', 'callee'))
    return true
  }

  /** Ends every call, as a restart of a carrier's switch would. */
  dropAll(): void {
    for (const call of this.#calls.values())
      if (call.state !== 'ended') this.#end(call, 'failed', 'switch restarted', 'carrier')
  }

  #open(order: SimulatedDialRequest, ending: SimulatedEnding, dice: DrawnFaults): Running {
    const call: Running = {
      key: order.key,
      to: order.to,
      from: order.from,
      ending,
      state: 'queued',
      startedAtMs: this.#clock.now(),
      answeredAtMs: null,
      endedAtMs: null,
      endedNews: null,
      order,
      dice,
      timer: null,
      held: [],
      conversation: null,
      joined: null,
      hangUp: () => this.#end(call, 'completed', 'callee hung up', 'callee'),
    }
    this.#remember(call)
    this.#live++
    this.observer?.began(call)
    return call
  }

  #begin(call: Running): void {
    const { durations } = call.order.settings
    const ringMs = this.#scaled(call, drawFromRange(durations.ringMs, this.#rng))
    switch (call.ending) {
      case 'busy':
        return this.#after(call, ringMs / 2, () => this.#end(call, 'busy', 'user busy', 'callee'))
      case 'declined':
        return this.#ring(call, ringMs, () => this.#end(call, 'declined', 'declined', 'callee'))
      case 'dead':
        return this.#after(call, ringMs / 4, () => this.#end(call, 'failed', 'unallocated number', 'carrier'))
      case 'turned_away':
        return this.#after(call, ringMs / 4, () => this.#end(call, 'failed', 'turned away', 'carrier'))
      case 'failed':
        return this.#after(call, ringMs / 4, () => this.#end(call, 'failed', 'network error', 'carrier'))
      case 'no_answer':
        return this.#ring(call, this.#scaled(call, call.order.ringTimeoutMs), () =>
          this.#end(call, 'no_answer', 'no answer', null),
        )
      case 'endless':
        return this.#ring(call, call.order.ringTimeoutMs, () => this.#end(call, 'no_answer', 'no answer', null))
      case 'silent':
        // The call rings and ends without any event.
        call.dice.lostEvents = true
        return this.#ring(call, this.#scaled(call, call.order.ringTimeoutMs), () =>
          this.#end(call, 'no_answer', 'no answer', null),
        )
      case 'answered':
      case 'voicemail':
        return this.#ring(call, ringMs, () => this.#answer(call))
    }
  }

  #ring(call: Running, ringMs: number, then: () => void): void {
    call.state = 'ringing'
    this.#tell(call, { kind: 'ringing' })
    this.#after(call, ringMs, then)
  }

  #answer(call: Running): void {
    call.state = 'answered'
    call.answeredAtMs = this.#clock.now()
    this.#tell(call, { kind: 'answered' })
    if (call.order.converse) return this.#converse(call, call.order.converse)
    if (call.ending === 'voicemail') this.#tell(call, { kind: 'machine', verdict: 'machine' })
    const talkMs = this.#scaled(call, drawFromRange(call.order.settings.durations.talkMs, this.#rng))
    this.#after(call, Math.min(talkMs, call.order.maxDurationMs), () =>
      this.#end(call, 'completed', 'hung up', 'callee'),
    )
  }

  #converse(call: Running, converse: NonNullable<SimulatedDialRequest['converse']>): void {
    this.#after(call, call.order.maxDurationMs, () => this.#end(call, 'completed', 'longest duration', 'carrier'))
    if (call.order.detectsMachines) {
      const verdict = call.ending === 'voicemail' ? 'machine' : 'human'
      this.#clock.after(MACHINE_DETECTION_MS, () => {
        if (call.state === 'answered') this.#tell(call, { kind: 'machine', verdict })
      })
    }
    const conversation = converse(call)
    // The agent may have hung up immediately on receiving the audio.
    if (call.endedAtMs !== null) conversation.ended()
    else call.conversation = conversation
  }

  #end(call: Running, as: CarrierEndReason, cause: string, endedBy: 'callee' | 'us' | 'carrier' | null): void {
    if (call.state === 'ended') return
    call.timer?.cancel()
    call.state = 'ended'
    call.endedAtMs = this.#clock.now()
    const durationSeconds = call.answeredAtMs === null ? 0 : Math.round((call.endedAtMs - call.answeredAtMs) / 1000)
    const { refusesAll } = call.order.settings
    call.endedNews =
      refusesAll && call.ending === 'turned_away' && endedBy === 'carrier'
        ? simulatedEndOf(refusesAll.fault)
        : { kind: 'ended', as, permanent: call.ending === 'dead', durationSeconds, cause, endedBy }
    this.#live--
    this.observer?.ended(call)
    call.conversation?.ended()
    // Ended calls are remembered. Their conversations, which hold the agent and its audio, are not.
    call.conversation = null
    this.#tell(call, call.endedNews)
    if (call.joined) this.#end(call.joined, 'completed', 'hung up', 'callee')
  }

  /** Reports the event, with the faults that were drawn for this call. */
  #tell(call: Running, news: CallUpdate): void {
    const { dice, order } = call
    if (dice.lostEvents) return
    if (dice.reordered && news.kind !== 'ended') {
      call.held.push(news)
      return
    }
    const tell = () => {
      order.tell(news)
      if (dice.doubledEvents) order.tell(news)
      for (const late of call.held.splice(0)) order.tell(late)
    }
    if (dice.lateEvents) this.#clock.after(order.settings.faults.lateByMs, tell)
    else tell()
  }

  #after(call: Running, delayMs: number, work: () => void): void {
    call.timer?.cancel()
    if (delayMs <= 0) return work()
    call.timer = this.#clock.after(delayMs, work)
  }

  #scaled(call: Running, durationMs: number): number {
    return durationMs / call.order.settings.speed
  }

  #remember(call: Running): void {
    this.#calls.set(call.key, call)
    if (this.#calls.size <= REMEMBERED_CALLS + DROPPED_TOGETHER) return
    for (const [key, old] of this.#calls) {
      if (old.state === 'ended') this.#calls.delete(key)
      if (this.#calls.size <= REMEMBERED_CALLS) return
    }
  }
}
