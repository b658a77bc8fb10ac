/** A live PBX: two event connections, the calls of this node, and the provider's operations on them. */

import type { WebSocket } from 'ws'
import { sleep, type Timer } from '../../../kernel/clock.ts'
import { succeeded } from '../../carrier-kit/http.ts'
import type { MediaStream } from '../../media.ts'
import type {
  AccountContext,
  CallRef,
  CarrierAccount,
  CheckResult,
  HttpReply,
  LookUp,
  SyncResult,
  WebhookResult,
} from '../../provider.ts'
import { type AriConnection, ChannelStartWaiter } from './ari-connection.ts'
import { applyEvent, reportCallEvent } from './call-events.ts'
import { checkAsterisk } from './check.ts'
import { AriRest, describeAnswer } from './client.ts'
import { type ConnectionFault, EventSocket } from './event-socket.ts'
import { type AriEvent, readChannel } from './events.ts'
import { InboundListener } from './inbound.ts'
import { joinCalls } from './join.ts'
import { LeftoverSweeper } from './leftovers.ts'
import { CallRegistry, type LiveCall } from './live-call.ts'
import { acceptMedia } from './media-leg.ts'
import { CallPlacer } from './place-call.ts'
import { reconcileCalls } from './reconcile.ts'
import { readSettings } from './settings.ts'

const RECONCILE_RETRY_MS = 500
const HANG_UP_ATTEMPTS = 3
const HANG_UP_RETRY_MS = 500
const EVENT_GRACE_MS = 500
const REPLACED_RETRY_MS = 5_000
const RETIRE_LOOK_MS = 1_000

/** Events come over the account's own connection; a webhook cannot be from Asterisk. */
const NO_WEBHOOKS: HttpReply = { status: 404, contentType: 'text/plain; charset=utf-8', body: 'not found' }

/** Number of accounts in this process: an account that replaces another must not use the same application name. */
let opened = 0

export function openAri(context: AccountContext): CarrierAccount {
  return new AriAccount(context)
}

class AriAccount implements CarrierAccount {
  readonly #context: AccountContext
  readonly #link: AriConnection
  readonly #events: EventSocket
  readonly #door: InboundListener
  readonly #placer: CallPlacer
  readonly #sweeper: LeftoverSweeper
  #closed = false
  #retiring = false
  #toldFault = ''
  #retry: Timer | null = null

  constructor(context: AccountContext) {
    this.#context = context
    const settings = readSettings(context.credentials)
    const rest = new AriRest(settings, context.fetch)
    // One application per node, start and account: a second connection under the same name disconnects the first.
    opened += 1
    const nodeApp = `${settings.appName}-${context.nodeName}-${context.configurationId}-${opened}`.replace(
      /[^\w.-]/g,
      '_',
    )
    this.#link = {
      context,
      settings,
      rest,
      nodeApp,
      book: new CallRegistry(),
      starts: new ChannelStartWaiter(context.clock),
      hangUp: (call) => void this.hangUp(call.ref),
      abandon: (call, fault) => this.#abandon(call, fault),
    }
    this.#events = new EventSocket({
      url: eventsUrl(settings.socketBase, nodeApp),
      authorization: rest.authorization,
      socketOptions: context.socketOptions,
      clock: context.clock,
      rng: context.rng,
      opened: () => this.#connected(),
      event: (event) => this.#event(event),
      lost: (fault) => this.#lost(fault),
    })
    this.#door = new InboundListener(this.#link, eventsUrl(settings.socketBase, settings.appName))
    this.#placer = new CallPlacer(this.#link, this.#events)
    this.#sweeper = new LeftoverSweeper(this.#link)
    this.#events.start()
    this.#sweeper.start()
  }

  place(...order: Parameters<CarrierAccount['place']>): ReturnType<CarrierAccount['place']> {
    return this.#placer.place(...order)
  }

  async hangUp(call: CallRef): Promise<void> {
    const known = this.#link.book.withRef(call)
    const channelId = this.#link.book.channelOf(call)
    if (known) known.hungUpByUs = true
    else await reportCallEvent(this.#link, channelId)
    for (let attempt = 1; attempt <= HANG_UP_ATTEMPTS && !this.#closed; attempt++) {
      const answer = await this.#link.rest.hangUp(channelId)
      if (answer.kind === 'answered' && answer.status < 500) return
      await sleep(this.#context.clock, HANG_UP_RETRY_MS)
    }
    this.#context.log.warn({ call_id: call.callId }, 'failed to hang up a call at Asterisk')
  }

  async lookUp(call: CallRef): Promise<LookUp> {
    const channelId = this.#link.book.channelOf(call)
    const known = this.#link.book.withRef(call)
    if (known?.phase === 'placing') return { kind: 'unsure', reason: 'the dial is still on its way' }
    const answer = await this.#link.rest.ask('GET', `channels/${encodeURIComponent(channelId)}`)
    const end = this.#link.book.endOf(channelId)
    if (end) return { kind: 'ended', providerCallId: channelId, news: end }
    const channel = succeeded(answer) ? readChannel(answer.json) : null
    if (channel) return { kind: 'live', providerCallId: channelId, news: newsOf(channel.state) }
    if (answer.kind !== 'answered' || answer.status !== 404) return { kind: 'unsure', reason: describeAnswer(answer) }
    if (known?.confirmed) return this.#lookUpEnded(known)
    if (known) this.#link.book.remove(known)
    return { kind: 'absent' }
  }

  /** The channel is gone and its end was not reported. The event may still arrive, unless it was lost. */
  async #lookUpEnded(call: LiveCall): Promise<LookUp> {
    await sleep(this.#context.clock, EVENT_GRACE_MS)
    if (call.phase !== 'ended' && this.#events.open) await reconcileCalls(this.#link)
    const news = this.#link.book.endOf(call.channelId)
    if (!news) return { kind: 'unsure', reason: 'the end of the call has not been reported' }
    return { kind: 'ended', providerCallId: call.channelId, news }
  }

  join(call: CallRef, other: CallRef): Promise<SyncResult> {
    return joinCalls(this.#link, call, other)
  }

  /**
   * Starts receiving the PBX's inbound calls. Only an account with bound numbers does: a check must not take calls from a live
   * node.
   */
  takeInbound(): void {
    if (!this.#retiring && !this.#closed) this.#door.start()
  }

  holds(call: CallRef): boolean {
    return this.#link.book.withRef(call) !== undefined
  }

  /** Stops receiving inbound calls, which the successor now receives; current calls stay until they end. */
  async retire(): Promise<void> {
    this.#retiring = true
    this.#door.close()
    this.#sweeper.close()
    while (!this.#closed && this.#link.book.all().length > 0) await sleep(this.#context.clock, RETIRE_LOOK_MS)
    await this.close()
  }

  /** Does nothing at the PBX: the dialplan decides which calls reach this program, and ARI cannot change it. */
  async bindInbound(_address: string, bind: boolean): Promise<SyncResult> {
    if (!bind)
      return { ok: true, message: 'Calls to this number are refused from now on. The dialplan stays as it is.' }
    this.takeInbound()
    await this.#door.attempted()
    if (!this.#door.open && !this.#door.standingBy) {
      return { ok: false, message: `Not connected to Asterisk: ${this.#events.fault.reason}.` }
    }
    const line = `Stasis(${this.#link.settings.appName},\${EXTEN})`
    return { ok: true, message: `Connected. The dialplan must send calls to this number to ${line}.` }
  }

  async check(): Promise<CheckResult> {
    await this.#events.attempted()
    return checkAsterisk(this.#link, this.#events)
  }

  async readWebhook(): Promise<WebhookResult> {
    return { kind: 'refused', reason: 'Asterisk sends no webhooks', status: 404 }
  }

  async answer(): Promise<HttpReply> {
    return NO_WEBHOOKS
  }

  async refuse(): Promise<HttpReply> {
    return NO_WEBHOOKS
  }

  async openMedia(socket: WebSocket, call: CallRef): Promise<MediaStream | null> {
    const media = acceptMedia(this.#link, call, socket)
    return (await media.started) ? media : null
  }

  /** Closes the connections. Calls continue at the PBX; ending them is the caller's decision. */
  async close(): Promise<void> {
    this.#closed = true
    this.#sweeper.close()
    this.#door.close()
    this.#events.stop()
    this.#retry?.cancel()
    this.#link.starts.close()
    for (const call of this.#link.book.all()) call.durationTimer?.cancel()
  }

  #connected(): void {
    this.#toldFault = ''
    this.#context.log.info({ application: this.#link.nodeApp }, 'connected to Asterisk')
    void this.#reconcile()
  }

  async #reconcile(): Promise<void> {
    if (this.#closed || !this.#events.open) return
    if (await reconcileCalls(this.#link)) return
    this.#retry = this.#context.clock.after(RECONCILE_RETRY_MS, () => void this.#reconcile())
  }

  #event(event: AriEvent): void {
    if (event.type === 'ApplicationReplaced') {
      this.#context.log.error(
        { application: this.#link.nodeApp },
        'another program uses the Stasis application of this node',
      )
      // No further events come over this connection.
      this.#events.stop()
      this.#retry = this.#context.clock.after(REPLACED_RETRY_MS, () => {
        if (!this.#closed) this.#events.start()
      })
      return
    }
    applyEvent(this.#link, event)
  }

  /** Logs a lost connection once per reason, not at every attempt. */
  #lost(fault: ConnectionFault): void {
    if (this.#toldFault === fault.reason) return
    this.#toldFault = fault.reason
    this.#context.log.warn({ application: this.#link.nodeApp, reason: fault.reason }, 'not connected to Asterisk')
  }

  #abandon(call: LiveCall, fault: string): void {
    this.#context.log.error({ call_id: call.ref.callId, reason: fault }, 'ending an answered call after a fault')
    call.fault = fault
    void this.hangUp(call.ref)
  }
}

function eventsUrl(socketBase: string, application: string): string {
  return `${socketBase}/ari/events?${new URLSearchParams({ app: application, subscribeAll: 'false' })}`
}

function newsOf(channelState: string): 'queued' | 'ringing' | 'answered' {
  if (channelState === 'Up') return 'answered'
  return channelState === 'Ringing' ? 'ringing' : 'queued'
}
