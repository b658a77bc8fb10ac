/**
 * Connects the calls with the agents: passes events to them and serves their requests. Agents are loaded once the program
 * serves.
 */
import type { CallReport } from '../dialer/rules/call-report.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { CallRef, CallUpdate, SyncResult } from '../telephony/provider.ts'
import type { LiveConversations } from './live-requests.ts'
import { findCallForCallback } from './queries.ts'
import type { TransferRequest } from './transfer.ts'

/** If no audio of an answered call reaches this node within this time, the call is hung up. */
const AUDIO_WITHIN_MS = 8_000
/** A carrier that reports the end of calls has done so within this time after our hang-up. */
const END_TOLD_WITHIN_MS = 10_000
/** Maximum number of hang-up requests for a call that the carrier still shows as live. */
const HANG_UPS_MAX = 3

/** The agents of this node as the call code sees them; implemented in `agent/`. */
export interface Agents {
  host: LiveConversations & {
    readonly liveSessions: number
    /** `attachedAtMs`: when the audio came, on the monotonic clock. */
    attach(call: CallRef, media: MediaStream, attachedAtMs?: number): void
    /** The phone rings: the first prompt may be synthesized now. */
    prepare(call: CallRef): void
    news(call: CallRef, news: CallUpdate): void
    drain(graceMs: number, leaving: DrainConditions): Promise<unknown>
  }
  /** How many conversations this node can hold at the moment. */
  readonly capacity: number
  readonly recognizer: { waitMs: number; replaced: number }
  /** Prepares what the first calls with these workflow versions need. */
  warm?(definitionIds: readonly number[]): Promise<void>
  close(): Promise<void>
}

/** Conditions that delay the shutdown of a node. */
export interface DrainConditions {
  /** Whether a call may still be answered whose conversation would run on this node. */
  isExpected(): Promise<boolean>
  /** From now on new connections go to other nodes. */
  closeDoor(): void
}

/** Requests that agents send to the call code. */
export interface AgentRequests {
  report(call: CallRef, report: CallReport): Promise<void>
  hangUp(call: CallRef): Promise<void>
  transfer(call: CallRef, input: TransferRequest): Promise<SyncResult>
}

export interface AgentLinkDeps {
  db: Database
  clock: Clock
  log: Log
  accounts: Pick<AccountPool, 'get'>
  /** Expected number of concurrent conversations, used before the agents are loaded and know it exactly. */
  capacityBefore: number
  /** Loads the agents: brains and speech use more memory than everything else together. */
  openAgents(requests: AgentRequests): Promise<Agents>
  /** Workflow versions whose calls may begin at any moment. */
  nearDefinitions(): Promise<number[]>
  report(callId: number, report: CallReport): Promise<void>
  transfer(call: CallRef, input: TransferRequest): Promise<SyncResult>
  /** Notifies `onRemoteVerdict` of every other node. */
  notifyOtherNodes(payload: string): Promise<void>
}

const LOAD_AGAIN_MS = 10_000
/** Voices that take longer to load are loaded during the first calls: one slow voice must not delay all others. */
const WARM_WITHIN_MS = 30_000

export class AgentLink {
  readonly #deps: AgentLinkDeps
  readonly #log: Log
  #agents: Agents | null = null
  #opening: Promise<Agents> | null = null
  readonly #unconfirmed = new Map<number, Timer>()
  readonly #awaitingAudio = new Map<number, Timer>()

  constructor(deps: AgentLinkDeps) {
    this.#deps = deps
    this.#log = deps.log
  }

  get conversations(): number {
    return this.#agents?.host.liveSessions ?? 0
  }

  /** Number of concurrent conversations of this node: known, or expected before the agents are loaded. */
  get capacity(): number {
    return this.#agents?.capacity ?? this.#deps.capacityBefore
  }

  /** Number of further conversations that this node can hold now; 0 before the agents are loaded. */
  get room(): number {
    return this.#agents?.capacity ?? 0
  }

  get isLoaded(): boolean {
    return this.#agents !== null
  }

  get recognizer(): Agents['recognizer'] {
    return this.#agents?.recognizer ?? { waitMs: 0, replaced: 0 }
  }

  isTalking(callId: number): boolean {
    return this.#agents?.host.isTalking(callId) ?? false
  }

  /** The conversations of this node, for operators. */
  get conversationsHere(): LiveConversations {
    return {
      isTalking: (callId) => this.isTalking(callId),
      listen: (callId, by, sink) => this.#agents?.host.listen(callId, by, sink) ?? null,
      takeOver: (callId, request) =>
        this.#agents === null ? 'not_talking' : this.#agents.host.takeOver(callId, request),
    }
  }

  open(): Promise<Agents> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#log.error({ err: error }, 'failed to load the voice agents; it is retried')
      // Retried after a delay, because this method is called several times a second.
      this.#deps.clock.after(LOAD_AGAIN_MS, () => {
        this.#opening = null
      })
      throw error
    })
    return this.#opening
  }

  /** A conversation will begin soon: loads the agents. */
  prepare(): void {
    this.open().catch(() => {})
  }

  /** Prepares workflows that will be used soon for their first call. Does nothing before the agents are loaded. */
  async warmNear(): Promise<void> {
    if (this.#agents) await this.#warm(this.#agents)
  }

  /** An inbound call was announced and its audio follows: synthesizes the first prompt in the meantime. */
  expect(call: CallRef): void {
    this.open().then(
      ({ host }) => host.prepare(call),
      () => {},
    )
  }

  attach(call: CallRef, media: MediaStream): void {
    const attachedAtMs = this.#deps.clock.monotonic()
    this.open().then(
      ({ host }) => host.attach(call, media, attachedAtMs),
      (error: unknown) => {
        this.#log.error({ err: error, call_id: call.callId }, 'no voice agent is available for a call')
        media.close()
        this.#hangUp(call).catch((reason: unknown) =>
          this.#log.warn({ err: reason, call_id: call.callId }, 'failed to hang up a call that has no agent'),
        )
      },
    )
  }

  /** Synthesizes the first prompt while the phone rings. */
  news(call: CallRef, news: CallUpdate): void {
    if (news.kind === 'answered') this.#expectAudio(call)
    if (news.kind === 'machine' && !this.isTalking(call.callId)) this.#forwardVerdict(call, news.verdict)
    const tell = ({ host }: Agents) => {
      if (news.kind === 'ringing') host.prepare(call)
      host.news(call, news)
    }
    if (this.#agents) tell(this.#agents)
    // The agents are being loaded: events are delivered in order, before the audio.
    else this.#opening?.then(tell, () => {})
  }

  /** Another node received the carrier's verdict on who answered; the conversation may be on this one. */
  onRemoteVerdict(payload: string): void {
    const [id, verdict] = payload.split(' ')
    const callId = Number(id)
    if (!this.isTalking(callId) || !isVerdict(verdict)) return
    this.#agents?.host.news({ callId, callKey: '', providerCallId: null }, { kind: 'machine', verdict })
  }

  /** The node with the audio holds the conversation; the carrier may report to another node. */
  #forwardVerdict(call: CallRef, verdict: Verdict): void {
    this.#deps
      .notifyOtherNodes(`${call.callId} ${verdict}`)
      .catch((error: unknown) =>
        this.#log.warn({ err: error, call_id: call.callId }, 'failed to report who answered a call'),
      )
  }

  async drain(graceMs: number, leaving: DrainConditions): Promise<void> {
    const agents = await this.#opening?.catch(() => null)
    await agents?.host.drain(graceMs, leaving)
    await agents?.close()
    for (const timer of [...this.#unconfirmed.values(), ...this.#awaitingAudio.values()]) timer.cancel()
  }

  async #load(): Promise<Agents> {
    const agents = await this.#deps.openAgents({
      report: (call, news) => this.#deps.report(call.callId, news),
      hangUp: (call) => this.#conversationOver(call),
      transfer: (call, input) => this.#deps.transfer(call, input),
    })
    await withTimeLimit(this.#deps.clock, WARM_WITHIN_MS, this.#warm(agents)).catch(() =>
      this.#log.warn({}, 'preparing the workflows for their first calls takes long; calls begin meanwhile'),
    )
    this.#agents = agents
    return agents
  }

  async #warm(agents: Agents): Promise<void> {
    try {
      await agents.warm?.(await this.#deps.nearDefinitions())
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to prepare the workflows for their first calls; it is retried')
    }
  }

  /**
   * Callbacks get lost, and not every carrier reports the end of an inbound call (Cloudonix only by records that an operator
   * may not have set up); the slot would stay taken for the longest possible call time. The audio has ended and we have hung
   * up: unless the carrier still shows the call, it is over.
   */
  async #conversationOver(call: CallRef, asked = 0): Promise<void> {
    await this.#hangUp(call)
    const timer = this.#deps.clock.after(END_TOLD_WITHIN_MS, () => {
      this.#unconfirmed.delete(call.callId)
      this.#confirmEnd(call, asked).catch((error: unknown) =>
        this.#log.warn({ err: error, call_id: call.callId }, 'failed to confirm the end of a call'),
      )
    })
    this.#unconfirmed.set(call.callId, timer)
  }

  /** Hangs up if no audio arrives. The audio may reach another node; the call record shows whether it reached any. */
  #expectAudio(call: CallRef): void {
    if (this.#awaitingAudio.has(call.callId)) return
    const timer = this.#deps.clock.after(AUDIO_WITHIN_MS, () => {
      this.#awaitingAudio.delete(call.callId)
      this.#endSilence(call).catch((error: unknown) =>
        this.#log.warn({ err: error, call_id: call.callId }, 'failed to end a call without audio'),
      )
    })
    this.#awaitingAudio.set(call.callId, timer)
  }

  async #endSilence(call: CallRef): Promise<void> {
    const found = await findCallForCallback(this.#deps.db, call.callId)
    if (!found?.live || found.agent_at !== null || this.isTalking(call.callId)) return
    const named = { ...call, providerCallId: found.provider_call_id }
    this.#log.warn(
      { call_id: call.callId, configuration_id: found.telephony_configuration_id },
      'an answered call brought no audio for 8 s and was hung up: check PUBLIC_URL and the websocket through it',
    )
    await this.#deps.report(call.callId, { kind: 'agent_failed', reason: 'no audio within 8 s of the answer' })
    await this.#conversationOver(named)
  }

  async #confirmEnd(call: CallRef, asked: number): Promise<void> {
    const { db, report } = this.#deps
    const found = await findCallForCallback(db, call.callId)
    if (!found?.live) return
    const shown = await (await this.#accountOf(call))?.lookUp(call)
    if (shown?.kind === 'live' && asked < HANG_UPS_MAX) return this.#conversationOver(call, asked + 1)
    const told = shown?.kind === 'ended' ? shown.news : null
    await report(call.callId, {
      kind: 'ended',
      as: 'completed',
      permanent: false,
      durationSeconds: told?.durationSeconds ?? null,
      cause: told?.cause ?? 'the conversation is over',
      endedBy: null,
    })
  }

  async #hangUp(call: CallRef): Promise<void> {
    await (await this.#accountOf(call))?.hangUp(call)
  }

  async #accountOf(call: CallRef) {
    const found = await findCallForCallback(this.#deps.db, call.callId)
    return found ? (await this.#deps.accounts.get(found.telephony_configuration_id, call)).account : null
  }
}

type Verdict = Extract<CallUpdate, { kind: 'machine' }>['verdict']

function isVerdict(text: string | undefined): text is Verdict {
  return text === 'human' || text === 'machine' || text === 'fax' || text === 'unknown'
}
