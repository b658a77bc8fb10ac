/** Between the calls and the agents: what is told them, what they ask for. Agents are loaded once the program serves. */
import type { CallReport } from '../dialer/rules/call-report.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { within } from '../kernel/time-limit.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { MediaStream } from '../telephony/media.ts'
import type { CallRef, CarrierNews, SyncResult } from '../telephony/provider.ts'
import { callForHook } from './queries.ts'
import type { TransferWish } from './transfer.ts'

/** Who answered and hears nobody for this long is let go: the audio did not find its way here. */
const AUDIO_WITHIN_MS = 8_000
/** After hanging up, a carrier that tells of the end at all has told it by then. */
const END_TOLD_WITHIN_MS = 10_000
/** A call that the carrier still shows is hung up again, so many times. */
const HANG_UPS_MAX = 3

/** The agents of this node, as the calls see them; the agent room fills it in. */
export interface Agents {
  host: {
    readonly liveSessions: number
    isTalking(callId: number): boolean
    /** `attachedAtMs`: when the audio came, on the monotonic clock. */
    attach(call: CallRef, media: MediaStream, attachedAtMs?: number): void
    /** It rings: what will be said first may be made. */
    prepare(call: CallRef): void
    news(call: CallRef, news: CarrierNews): void
    drain(graceMs: number, leaving: Leaving): Promise<unknown>
  }
  /** How many conversations this node can hold at the moment. */
  readonly capacity: number
  readonly recognizer: { waitMs: number; replaced: number }
  /** Makes ready what the first calls with these versions of workflows need. */
  warm?(definitionIds: readonly number[]): Promise<void>
  close(): Promise<void>
}

/** What a node that leaves still waits for. */
export interface Leaving {
  /** Whether somebody may still pick up who would be talked with here. */
  isExpected(): Promise<boolean>
  /** From now on new connections go to other nodes. */
  closeDoor(): void
}

/** What agents ask of the calls. */
export interface AgentRequests {
  report(call: CallRef, report: CallReport): Promise<void>
  hangUp(call: CallRef): Promise<void>
  transfer(call: CallRef, wish: TransferWish): Promise<SyncResult>
}

export interface AgentLinkDeps {
  db: Database
  clock: Clock
  log: Log
  accounts: Pick<AccountPool, 'get'>
  /** How many conversations this node is believed to bear before its agents are loaded and know better. */
  capacityBefore: number
  /** Loads the agents: brains and speech weigh more than all the rest together. */
  openAgents(requests: AgentRequests): Promise<Agents>
  /** Versions of workflows whose calls may begin any moment. */
  nearDefinitions(): Promise<number[]>
  report(callId: number, report: CallReport): Promise<void>
  transfer(call: CallRef, wish: TransferWish): Promise<SyncResult>
  /** Reaches `verdictElsewhere` of every other node. */
  tellOthers(payload: string): Promise<void>
}

const LOAD_AGAIN_MS = 10_000
/** Voices of workflows that take longer are loaded beside the first calls: one of them must not hold up all others. */
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

  /** How many conversations this node bears, or is believed to. */
  get capacity(): number {
    return this.#agents?.capacity ?? this.#deps.capacityBefore
  }

  /** How many it can hold at this moment: none before the agents are loaded. */
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

  open(): Promise<Agents> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#log.error({ err: error }, 'failed to load the voice agents; it is retried')
      // Not at once: whoever waits for them asks several times a second.
      this.#deps.clock.after(LOAD_AGAIN_MS, () => {
        this.#opening = null
      })
      throw error
    })
    return this.#opening
  }

  /** A conversation is near. */
  prepare(): void {
    this.open().catch(() => {})
  }

  /** Workflows that have come near are made ready for their first call. Before the agents are loaded there is nothing to do. */
  async warmNear(): Promise<void> {
    if (this.#agents) await this.#warm(this.#agents)
  }

  /** A call has come in and its audio follows: what will be said first is made meanwhile. */
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

  /** While it rings, what will be said first is made. */
  news(call: CallRef, news: CarrierNews): void {
    if (news.kind === 'answered') this.#expectAudio(call)
    if (news.kind === 'machine' && !this.isTalking(call.callId)) this.#tellVerdict(call, news.verdict)
    const tell = ({ host }: Agents) => {
      if (news.kind === 'ringing') host.prepare(call)
      host.news(call, news)
    }
    if (this.#agents) tell(this.#agents)
    // They are being loaded: what comes meanwhile is told in its order, before the audio.
    else this.#opening?.then(tell, () => {})
  }

  /** A carrier said on another node who answered; it may be a conversation of this one. */
  verdictElsewhere(payload: string): void {
    const [id, verdict] = payload.split(' ')
    const callId = Number(id)
    if (!this.isTalking(callId) || !isVerdict(verdict)) return
    this.#agents?.host.news({ callId, callKey: '', providerCallId: null }, { kind: 'machine', verdict })
  }

  /** The conversation is held where its audio came in, which need not be where the carrier reports. */
  #tellVerdict(call: CallRef, verdict: Verdict): void {
    this.#deps
      .tellOthers(`${call.callId} ${verdict}`)
      .catch((error: unknown) =>
        this.#log.warn({ err: error, call_id: call.callId }, 'failed to report who answered a call'),
      )
  }

  async drain(graceMs: number, leaving: Leaving): Promise<void> {
    const agents = await this.#opening?.catch(() => null)
    await agents?.host.drain(graceMs, leaving)
    await agents?.close()
    for (const timer of [...this.#unconfirmed.values(), ...this.#awaitingAudio.values()]) timer.cancel()
  }

  async #load(): Promise<Agents> {
    const agents = await this.#deps.openAgents({
      report: (call, news) => this.#deps.report(call.callId, news),
      hangUp: (call) => this.#conversationOver(call),
      transfer: (call, wish) => this.#deps.transfer(call, wish),
    })
    await within(this.#deps.clock, WARM_WITHIN_MS, this.#warm(agents)).catch(() =>
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
   * may not have set up); none would free the slot before the longest possible call. The audio is over and we have hung
   * up: unless the carrier still shows the call, that is its end.
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

  /** The audio may come to another node; whether it came anywhere, the call itself says. */
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
    const found = await callForHook(this.#deps.db, call.callId)
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
    const found = await callForHook(db, call.callId)
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
    const found = await callForHook(this.#deps.db, call.callId)
    return found ? (await this.#deps.accounts.get(found.telephony_configuration_id, call)).account : null
  }
}

type Verdict = Extract<CarrierNews, { kind: 'machine' }>['verdict']

function isVerdict(text: string | undefined): text is Verdict {
  return text === 'human' || text === 'machine' || text === 'fax' || text === 'unknown'
}
