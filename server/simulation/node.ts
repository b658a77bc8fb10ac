/** One machine: the engine unchanged, behind a gate that can crash and freeze it. */
import { Dialer } from '../src/dialer/dialer.ts'
import { noMetrics } from '../src/dialer/metrics.ts'
import type { Accounts } from '../src/dialer/place-call.ts'
import type { ClaimsAheadSettings } from '../src/dialer/rules/claims-ahead.ts'
import type { DialerStore, Signals } from '../src/dialer/store.ts'
import type { Clock } from '../src/kernel/clock.ts'
import type { Log } from '../src/kernel/log.ts'
import type { CallUpdate } from '../src/telephony/provider.ts'
import type { NodeGate } from './node-gate.ts'

export interface SimulatedNodeOptions {
  nodeId: string
  gate: NodeGate
  clock: Clock
  store: DialerStore
  signals: Signals
  accounts: Accounts
  log: Log
  agentExpected: boolean
  /** Null: the node never claims ahead of free slots. */
  claimsAhead: ClaimsAheadSettings | null
  /** Whether a conversation begins when this node learns of an answer. */
  attends(): boolean
  /** Whether the line is still open; a conversation ends with it. */
  isOnTheLine(callId: number): boolean
  /** The end of a call has been taken down, as the engine says. */
  acknowledged(callId: number): void
}

export class SimulatedNode {
  readonly nodeId: string
  readonly gate: NodeGate
  readonly dialer: Dialer
  readonly #options: SimulatedNodeOptions
  readonly #talking = new Set<number>()

  constructor(options: SimulatedNodeOptions) {
    this.#options = options
    this.nodeId = options.nodeId
    this.gate = options.gate
    this.dialer = new Dialer({
      store: options.store,
      signals: options.signals,
      clock: options.clock,
      log: options.log,
      metrics: noMetrics,
      nodeId: options.nodeId,
      accounts: options.accounts,
      remembersEndedCalls: (provider) => provider === 'remembers',
      agentExpected: () => options.agentExpected,
      claimsAhead: options.claimsAhead,
      isTalking: (callId) => this.#talking.has(callId) && options.isOnTheLine(callId),
      refer: (callId, providerCallId) => ({ callId, callKey: callKey(callId), providerCallId }),
    })
  }

  get isUp(): boolean {
    return this.gate.isAlive && !this.gate.isFrozen
  }

  start(): void {
    void this.dialer.start()
  }

  /** News from the carrier has reached this machine. */
  receive(callId: number, news: CallUpdate): void {
    void this.dialer.report(callId, news, callKey(callId)).then(() => {
      if (news.kind === 'ended') this.#options.acknowledged(callId)
    })
    if (news.kind !== 'answered' || !this.#options.agentExpected || !this.#options.attends()) return
    this.#talking.add(callId)
    void this.dialer.report(callId, { kind: 'agent' })
  }
}

export function callKey(callId: number): string {
  return `call-${callId}`
}

export function callIdOf(key: string): number {
  return Number(key.slice('call-'.length))
}
