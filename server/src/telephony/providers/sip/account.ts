/** A SIP trunk through this node's Asterisk. The account of that Asterisk dials; this one decides whether it may dial. */
import type { WebSocket } from 'ws'
import { type Clock, sleep } from '../../../kernel/clock.ts'
import { textField } from '../../fields.ts'
import type { MediaStream } from '../../media.ts'
import type {
  AccountContext,
  CallRef,
  CarrierAccount,
  CheckResult,
  DialRequest,
  HttpReply,
  LookUp,
  OpenTrunk,
  PlaceResult,
  SyncResult,
  TrunkState,
  WebhookResult,
} from '../../provider.ts'
import { trunkOf } from './trunk.ts'

const CHECK_TIMEOUT_MS = 20_000
const RETRY_MS = 2_000
const PROBE_ATTEMPTS = 10
const PROBE_RETRY_MS = 500
const NO_PBX = 'this server runs no Asterisk of its own: set SIP_TRUNKS=on where one is installed'
const NO_WEBHOOKS: HttpReply = { status: 404, contentType: 'text/plain; charset=utf-8', body: 'not found' }

export function openSip(context: AccountContext): CarrierAccount {
  const dials = textField(context.credentials, 'number_format') === 'digits' ? 'digits' : 'number'
  const trunk = trunkOf(context.configurationId, context.credentials)
  return new SipAccount(context.pbx?.openTrunk(context, trunk, dials) ?? null, context.clock)
}

class SipAccount implements CarrierAccount {
  readonly #trunk: OpenTrunk | null
  readonly #clock: Clock

  constructor(trunk: OpenTrunk | null, clock: Clock) {
    this.#trunk = trunk
    this.#clock = clock
  }

  /** Requests a call, unless the trunk is not registered: the carrier would refuse it. */
  async place(order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
    if (!this.#trunk) return { kind: 'halt', reason: NO_PBX }
    return notReadyResult(this.#trunk.state()) ?? this.#trunk.account.place(order, signal)
  }

  async hangUp(call: CallRef): Promise<void> {
    await this.#trunk?.account.hangUp(call)
  }

  async lookUp(call: CallRef): Promise<LookUp> {
    return this.#trunk?.account.lookUp(call) ?? { kind: 'unsure', reason: NO_PBX }
  }

  async join(call: CallRef, other: CallRef): Promise<SyncResult> {
    return this.#trunk?.account.join(call, other) ?? { ok: false, message: `Not connected: ${NO_PBX}.` }
  }

  async bindInbound(_address: string, bind: boolean): Promise<SyncResult> {
    if (!bind) return { ok: true, message: 'Calls to this number are refused from now on.' }
    const state = await this.#settled()
    this.takeInbound()
    if (state.kind === 'registered') {
      return {
        ok: true,
        message:
          'The trunk is registered. Inbound calls arrive here as calls to its own_number, or to its user name if that is empty.',
      }
    }
    return { ok: false, message: sentence(state) }
  }

  async check(): Promise<CheckResult> {
    const state = await this.#settled()
    const details = { registration: state.kind }
    if (state.kind !== 'registered' || !this.#trunk) return { ok: false, message: sentence(state), details }
    const pbx = await this.#checkPbx(this.#trunk.account)
    if (!pbx.ok) return { ...pbx, details: { ...pbx.details, ...details } }
    return { ok: true, message: 'The trunk is registered.', details: { ...pbx.details, ...details } }
  }

  /** Checks the PBX. Right after its registration, a trunk counts as offline until the carrier has answered the first probe. */
  async #checkPbx(account: CarrierAccount): Promise<CheckResult> {
    for (let attempt = 1; ; attempt++) {
      const checked = await account.check()
      if (checked.ok || attempt === PROBE_ATTEMPTS) return checked
      await sleep(this.#clock, PROBE_RETRY_MS)
    }
  }

  takeInbound(): void {
    this.#trunk?.account.takeInbound?.()
  }

  holds(call: CallRef): boolean {
    return this.#trunk?.account.holds?.(call) ?? false
  }

  async retire(): Promise<void> {
    await this.#trunk?.account.retire?.()
    this.#trunk?.close()
  }

  async readWebhook(): Promise<WebhookResult> {
    return { kind: 'refused', reason: 'a SIP trunk sends no webhooks', status: 404 }
  }

  async answer(): Promise<HttpReply> {
    return NO_WEBHOOKS
  }

  async refuse(): Promise<HttpReply> {
    return NO_WEBHOOKS
  }

  async openMedia(socket: WebSocket, call: CallRef): Promise<MediaStream | null> {
    return this.#trunk?.account.openMedia(socket, call) ?? null
  }

  async close(): Promise<void> {
    await this.#trunk?.account.close()
    this.#trunk?.close()
  }

  async #settled(): Promise<TrunkState> {
    return (await this.#trunk?.settled(CHECK_TIMEOUT_MS)) ?? { kind: 'refused', reason: NO_PBX }
  }
}

/** Why no call may be placed in this state; null if it may. */
export function notReadyResult(state: TrunkState): PlaceResult | null {
  switch (state.kind) {
    case 'registered':
      return null
    case 'refused':
      return { kind: 'halt', reason: state.reason }
    case 'unreachable':
      return { kind: 'later', reason: state.reason, retryAfterMs: RETRY_MS }
    case 'starting':
      return { kind: 'later', reason: 'the trunk is not registered yet', retryAfterMs: RETRY_MS }
  }
}

function sentence(state: TrunkState): string {
  const reason = 'reason' in state ? state.reason : 'the registrar has not answered yet'
  return `The trunk is not registered: ${reason}.`
}
