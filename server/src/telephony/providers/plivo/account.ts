import type { WebSocket } from 'ws'
import { askCarrier, basicAuth, type CarrierRequest, textAt } from '../../carrier-kit/http.ts'
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
import { dialable, refusalReply, streamReply, transferUrl } from '../../carrier-kit/plivo-dialect.ts'
import { textField } from '../../fields.ts'
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
import { plivoMedia } from './media.ts'
import { readDial } from './verdicts.ts'
import { readPlivoWebhook } from './webhook.ts'

export function openPlivo(context: AccountContext): CarrierAccount {
  return new PlivoAccount(context)
}

class PlivoAccount implements CarrierAccount {
  readonly #context: AccountContext
  readonly #authId: string
  readonly #authToken: string
  readonly #applicationId: string
  /** Case, and the slash at the end of every path, matter to Plivo. */
  readonly #root: string

  constructor(context: AccountContext) {
    this.#context = context
    this.#authId = textField(context.credentials, 'auth_id')
    this.#authToken = textField(context.credentials, 'auth_token')
    this.#applicationId = textField(context.credentials, 'application_id').trim()
    const host = textField(context.credentials, 'api_base_url').replace(/\/+$/, '')
    this.#root = `${host}/v1/Account/${encodeURIComponent(this.#authId)}/`
  }

  async place(order: DialOrder, signal: AbortSignal): Promise<PlaceResult> {
    if (!isOneDestination(order.to)) {
      return { kind: 'rejected', reason: 'Plivo calls full numbers and SIP addresses only' }
    }
    if (!order.from) return { kind: 'rejected', reason: 'Plivo needs a caller ID' }
    return readDial(await this.#ask('POST', 'Call/', { json: dialBody(this.#context.urls, order, order.from), signal }))
  }

  /** What we know may still be the id of the request, under which only a queued call can be cancelled. */
  async hangUp(call: CallRef): Promise<void> {
    if (!call.providerCallId) return
    const id = encodeURIComponent(call.providerCallId)
    const answer = await this.#ask('DELETE', `Call/${id}/`)
    const last = isStatus(answer, 404) ? await this.#ask('DELETE', `Request/${id}/`) : answer
    if (!isOk(last) && !isStatus(last, 404)) {
      this.#context.log.warn({ call_id: call.callId, answer: told(last) }, 'Plivo did not take the hang-up')
    }
  }

  /**
   * A finished call's record appears some time after its end, and an id may be that of the request: nothing found never
   * means that there is no such call.
   */
  async lookUp(call: CallRef): Promise<LookUp> {
    const { providerCallId } = call
    if (!providerCallId) return { kind: 'unsure', reason: 'Plivo finds calls by its own id only' }
    const path = `Call/${encodeURIComponent(providerCallId)}/`
    for (const query of ['?status=live', '?status=queued', '']) {
      const answer = await this.#ask('GET', path + query)
      if (isOk(answer)) return foundCall(asRecord(answer.json), textAt(answer.json, 'call_uuid') ?? providerCallId)
      if (!isStatus(answer, 404)) return { kind: 'unsure', reason: `Plivo could not be asked (${told(answer)})` }
    }
    return { kind: 'unsure', reason: 'Plivo shows no such call' }
  }

  async transfer(call: CallRef, destination: string): Promise<SyncResult> {
    if (!isOneDestination(destination)) {
      return { ok: false, message: 'Plivo transfers to full numbers and SIP addresses only.' }
    }
    if (!call.providerCallId) return { ok: false, message: 'Plivo has not yet named the call.' }
    const answer = await this.#ask('POST', `Call/${encodeURIComponent(call.providerCallId)}/`, {
      json: {
        // Dialed through the API or inbound, the call has one leg, the person's.
        legs: 'aleg',
        aleg_url: transferUrl(this.#context.urls.call(call, 'transfer'), this.#authToken, call, destination),
        aleg_method: 'POST',
      },
    })
    if (isOk(answer)) return { ok: true, message: 'Plivo is connecting the call.' }
    return { ok: false, message: `Plivo did not transfer the call (${told(answer)}).` }
  }

  async bindInbound(address: string, bind: boolean): Promise<SyncResult> {
    const path = `Number/${encodeURIComponent(dialable(address))}/`
    const number = await this.#ask('GET', path)
    if (isStatus(number, 404)) return { ok: false, message: 'The number does not belong to this Plivo account.' }
    if (!isOk(number)) return { ok: false, message: `Plivo did not show the number (${told(number)}).` }
    return bind ? this.#bind(path) : this.#unbind(path, textAt(number.json, 'application') ?? '')
  }

  /** The application's addresses serve all its numbers; a number comes here by being linked to it. */
  async #bind(path: string): Promise<SyncResult> {
    const { urls } = this.#context
    const known = await this.#knownApplication()
    if (known === null) return { ok: false, message: 'Plivo did not show its applications.' }
    const answer = known
      ? await this.#ask('POST', `Application/${encodeURIComponent(known)}/`, { json: inboundAddresses(urls) })
      : await this.#ask('POST', 'Application/', {
          json: { app_name: applicationName(urls), ...inboundAddresses(urls) },
        })
    const application = known || (isOk(answer) ? (textAt(answer.json, 'app_id') ?? '') : '')
    if (!isOk(answer) || !application) {
      return { ok: false, message: `Plivo did not take the addresses for inbound calls (${told(answer)}).` }
    }
    const link = await this.#ask('POST', path, { json: { app_id: application } })
    if (!isOk(link)) return { ok: false, message: `Plivo did not link the number (${told(link)}).` }
    return { ok: true, message: 'Plivo sends the number’s inbound calls here.' }
  }

  /** A number that somebody has meanwhile linked elsewhere is left alone. */
  async #unbind(path: string, linkedTo: string): Promise<SyncResult> {
    const known = await this.#knownApplication()
    if (known === null) return { ok: false, message: 'Plivo did not show its applications.' }
    if (known === '' || !linkedTo.includes(`/Application/${known}/`)) {
      return { ok: true, message: 'The number’s inbound calls do not come here.' }
    }
    const answer = await this.#ask('POST', path, { json: { app_id: null } })
    if (!isOk(answer)) return { ok: false, message: `Plivo did not unlink the number (${told(answer)}).` }
    return { ok: true, message: 'The number’s inbound calls no longer come here.' }
  }

  /** The configured application, else the one we made before; empty if there is none yet, null if that cannot be seen. */
  async #knownApplication(): Promise<string | null> {
    if (this.#applicationId) return this.#applicationId
    const name = applicationName(this.#context.urls)
    const answer = await this.#ask('GET', `Application/?app_name=${name}`)
    return isOk(answer) ? applicationIn(answer.json, name) : null
  }

  async check(): Promise<CheckResult> {
    const answer = await this.#ask('GET', '')
    if (isStatus(answer, 401) || isStatus(answer, 404)) {
      return { ok: false, message: 'Plivo does not accept the Auth ID and token.', details: {} }
    }
    if (!isOk(answer)) return { ok: false, message: `Plivo could not be asked (${told(answer)}).`, details: {} }
    const { account_type, billing_mode, cash_credits, auto_recharge } = asRecord(answer.json)
    const details = {
      account_type: scalar(account_type),
      billing_mode: scalar(billing_mode),
      cash_credits: scalar(cash_credits),
      auto_recharge: scalar(auto_recharge),
    }
    if (billing_mode === 'prepaid' && auto_recharge !== true && Number(cash_credits) <= 0) {
      return { ok: false, message: 'The credentials are right, but the account has no credit.', details }
    }
    const application = this.#applicationId && `Application/${encodeURIComponent(this.#applicationId)}/`
    if (application && !isOk(await this.#ask('GET', application))) {
      return { ok: false, message: 'The credentials are right, but the application is not in this account.', details }
    }
    return { ok: true, message: 'Plivo accepts the credentials.', details }
  }

  async readWebhook(request: WebhookRequest) {
    return readPlivoWebhook(request, this.#authToken)
  }

  async answer(call: CallRef) {
    return streamReply(this.#context.urls.media(call))
  }

  async refuse() {
    return refusalReply()
  }

  openMedia(socket: WebSocket) {
    return new SocketMedia(socket, plivoMedia())
  }

  async close() {}

  #ask(method: CarrierRequest['method'], path: string, more: Pick<CarrierRequest, 'json' | 'signal'> = {}) {
    const headers = { authorization: basicAuth(this.#authId, this.#authToken) }
    return askCarrier(this.#context.fetch, { method, url: this.#root + path, headers, ...more })
  }
}
