/** Client of Vobiz' REST API. */
import { type CarrierAnswer, type CarrierRequest, sendCarrierRequest } from '../../carrier-kit/http.ts'
import type { PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export interface VobizClient extends PlivoClient {
  /** Sends a request to a path of the API itself, for resources outside the account or with another spelling of it. */
  askApi(method: CarrierRequest['method'], path: string, json?: unknown): Promise<CarrierAnswer>
  /** The path that links a number with its application, in lower case; other spellings are answered with 401. */
  readonly numbers: string
}

export function vobizClient(context: AccountContext): VobizClient {
  const authId = textField(context.credentials, 'auth_id')
  const authToken = textField(context.credentials, 'auth_token')
  const api = `${textField(context.credentials, 'api_base_url').replace(/\/+$/, '')}/api/v1`
  const headers = { 'x-auth-id': authId, 'x-auth-token': authToken }
  const account = `/Account/${encodeURIComponent(authId)}/`
  return {
    context,
    carrier: 'Vobiz',
    authToken,
    hangUpBelow: ['Call'],
    applicationId: textField(context.credentials, 'application_id').trim(),
    ask: (method, path, more = {}) =>
      sendCarrierRequest(context.fetch, { method, url: api + account + path, headers, ...more }),
    askApi: (method, path, json) => sendCarrierRequest(context.fetch, { method, url: api + path, headers, json }),
    numbers: `/account/${encodeURIComponent(authId)}/numbers`,
  }
}
