import type { WebSocket } from 'ws'
import { askCarrier, type CarrierRequest, textAt } from '../../carrier-kit/http.ts'
import { SocketMedia } from '../../carrier-kit/media-socket.ts'
import {
  applicationIn,
  applicationName,
  asRecord,
  dialBody,
  foundCall,
  inboundAddresses,
  isOk,
  isOneDestination,
  isStatus,
  scalar,
  told,
} from '../../carrier-kit/plivo-api.ts'
import { refusalReply, streamReply, transferUrl } from '../../carrier-kit/plivo-dialect.ts'
import { numberField, textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CarrierAccount,
  CheckResult,
  DialOrder,
  LookUp,
  PlaceResult,
  SyncResult,
  WebhookRequest,
} from '../../provider.ts'
import { vobizMedia } from './media.ts'
import { readDial } from './verdicts.ts'
import { VobizWebhooks } from './webhook.ts'

/** The largest page of applications (vobiz.ai/docs/applications/list-all-applications). */
const APPLICATIONS_PER_PAGE = 100

export function openVobiz(context: AccountContext): CarrierAccount {
  return new VobizAccount(context)
}

class VobizAccount implements CarrierAccount {
  readonly #context: AccountContext
  readonly #authToken: string
  readonly #applicationId: string
  readonly #webhooks: VobizWebhooks
  readonly #headers: Record<string, string>
  readonly #api: string
  /** Case and slashes decide: `/account/` or a missing slash is answered with 401. Only numbers want it in lower case. */
  readonly #account: string
  readonly #numbers: string

  constructor(context: AccountContext) {
    this.#context = context
    const authId = textField(context.credentials, 'auth_id')
    this.#authToken = textField(context.credentials, 'auth_token')
    this.#applicationId = textField(context.credentials, 'application_id').trim()
    this.#webhooks = new VobizWebhooks(this.#authToken)
    this.#headers = { 'x-auth-id': authId, 'x-auth-token': this.#authToken }
    this.#api = `${textField(context.credentials, 'api_base_url').replace(/\/+$/, '')}/api/v1`
    this.#account = `/Account/${encodeURIComponent(authId)}`
    this.#numbers = `/account/${encodeURIComponent(authId)}/numbers`
  }

  async place(order: DialOrder, signal: AbortSignal): Promise<PlaceResult> {
    if (!isOneDestination(order.to)) {
      return { kind: 'rejected', reason: 'Vobiz calls full numbers and SIP addresses only' }
    }
    if (!order.from) return { kind: 'rejected', reason: 'Vobiz needs a caller ID' }
    const json = dialBody(this.#context.urls, order, order.from)
    return readDial(await this.#ask('POST', `${this.#account}/Call/`, { json, signal }))
  }

  async hangUp(call: CallRef): Promise<void> {
    if (!call.providerCallId) return
    const answer = await this.#ask('DELETE', `${this.#call(call.providerCallId)}/`)
    if (!isOk(answer) && !isStatus(answer, 404)) {
      this.#context.log.warn({ call_id: call.callId, answer: told(answer) }, 'Vobiz did not take the hang-up')
    }
  }

  /**
   * `status` is required, and the path of a live call has no slash where that of a queued one has. A record is written
   * after the end, so that nothing found never means that there is no such call.
   */
  async lookUp(call: CallRef): Promise<LookUp> {
    const { providerCallId } = call
    if (!providerCallId) return { kind: 'unsure', reason: 'Vobiz finds calls by its own id only' }
    const path = this.#call(providerCallId)
    const record = `${this.#account}/cdr/${encodeURIComponent(providerCallId)}`
    for (const url of [`${path}?status=live`, `${path}/?status=queued`, record]) {
      const answer = await this.#ask('GET', url)
      if (isOk(answer)) return foundCall(shownCall(answer.json), providerCallId)
      if (!isStatus(answer, 404)) return { kind: 'unsure', reason: `Vobiz could not be asked (${told(answer)})` }
    }
    return { kind: 'unsure', reason: 'Vobiz shows no such call' }
  }

  async transfer(call: CallRef, destination: string): Promise<SyncResult> {
    if (!isOneDestination(destination)) {
      return { ok: false, message: 'Vobiz transfers to full numbers and SIP addresses only.' }
    }
    if (!call.providerCallId) return { ok: false, message: 'Vobiz has not yet named the call.' }
    const answer = await this.#ask('POST', `${this.#call(call.providerCallId)}/`, {
      json: {
        // Dialed through the API or inbound, the call has one leg, the person's.
        legs: 'aleg',
        aleg_url: transferUrl(this.#context.urls.call(call, 'transfer'), this.#authToken, call, destination),
        aleg_method: 'POST',
      },
    })
    if (isOk(answer)) return { ok: true, message: 'Vobiz is connecting the call.' }
    return { ok: false, message: `Vobiz did not transfer the call (${told(answer)}).` }
  }

  async bindInbound(address: string, bind: boolean): Promise<SyncResult> {
    const path = `${this.#numbers}/${encodeURIComponent(address)}/application`
    const application = bind ? await this.#readyApplication() : null
    if (application && 'ok' in application) return application
    const answer = application
      ? await this.#ask('POST', path, { json: { application_id: application.id } })
      : await this.#ask('DELETE', path)
    if (isStatus(answer, 404)) return { ok: false, message: 'The number does not belong to this Vobiz account.' }
    if (!isOk(answer)) return { ok: false, message: `Vobiz did not change the number (${told(answer)}).` }
    return bind
      ? { ok: true, message: 'Vobiz sends the number’s inbound calls here.' }
      : { ok: true, message: 'The number’s inbound calls no longer come here.' }
  }

  /** The configured application, else one of our own, made when needed; its addresses point here. */
  async #readyApplication(): Promise<{ id: string } | SyncResult> {
    const { urls } = this.#context
    const name = applicationName(urls)
    const list = `${this.#account}/Application/`
    let id = this.#applicationId
    if (!id) {
      const page = await this.#ask('GET', `${list}?limit=${APPLICATIONS_PER_PAGE}`)
      if (!isOk(page)) return { ok: false, message: `Vobiz did not show its applications (${told(page)}).` }
      id = applicationIn(page.json, name)
    }
    const json = inboundAddresses(urls)
    const answer = id
      ? await this.#ask('POST', `${list}${encodeURIComponent(id)}/`, { json })
      : await this.#ask('POST', list, { json: { app_name: name, ...json } })
    const ready = id || (isOk(answer) ? (textAt(answer.json, 'app_id') ?? '') : '')
    if (isOk(answer) && ready) return { id: ready }
    return { ok: false, message: `Vobiz did not take the addresses for inbound calls (${told(answer)}).` }
  }

  async check(): Promise<CheckResult> {
    const answer = await this.#ask('GET', '/auth/me')
    if (isStatus(answer, 401)) {
      return { ok: false, message: 'Vobiz does not accept the Auth ID and token.', details: {} }
    }
    if (!isOk(answer)) return { ok: false, message: `Vobiz could not be asked (${told(answer)}).`, details: {} }
    // Chosen one by one: the answer also holds a secret of the account.
    const { account_type, is_active, is_trial_account, cps_limit, concurrent_calls_limit } = asRecord(answer.json)
    const details = {
      account_type: scalar(account_type),
      is_active: scalar(is_active),
      is_trial_account: scalar(is_trial_account),
      cps_limit: scalar(cps_limit),
      concurrent_calls_limit: scalar(concurrent_calls_limit),
    }
    if (is_active === false) return { ok: false, message: 'Vobiz has deactivated the account.', details }
    if (typeof cps_limit === 'number' && numberField(this.#context.credentials, 'calls_per_second') > cps_limit) {
      const message = `Vobiz accepts the credentials, but allows ${cps_limit} calls per second, less than configured.`
      return { ok: false, message, details }
    }
    return { ok: true, message: 'Vobiz accepts the credentials.', details }
  }

  async readWebhook(request: WebhookRequest) {
    return this.#webhooks.read(request)
  }

  async answer(call: CallRef) {
    return streamReply(this.#context.urls.media(call))
  }

  async refuse() {
    return refusalReply()
  }

  openMedia(socket: WebSocket) {
    return new SocketMedia(socket, vobizMedia())
  }

  async close() {}

  #call(providerCallId: string): string {
    return `${this.#account}/Call/${encodeURIComponent(providerCallId)}`
  }

  #ask(method: CarrierRequest['method'], path: string, more: Pick<CarrierRequest, 'json' | 'signal'> = {}) {
    return askCarrier(this.#context.fetch, { method, url: this.#api + path, headers: this.#headers, ...more })
  }
}

/** Live calls come alone on one page and in a list on another, records in `data`. */
function shownCall(json: unknown): Record<string, unknown> {
  const { calls, data } = asRecord(json)
  return asRecord((Array.isArray(calls) ? calls[0] : data) ?? json)
}
