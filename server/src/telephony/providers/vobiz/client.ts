/** Asking Vobiz' REST API. */
import { askCarrier, type CarrierAnswer, type CarrierRequest } from '../../carrier-kit/http.ts'
import type { PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export interface VobizClient extends PlivoClient {
  /** Below the API itself: what lies outside the account, or spells it otherwise. */
  askApi(method: CarrierRequest['method'], path: string, json?: unknown): Promise<CarrierAnswer>
  /** Below it a number is linked with its application, in lower case; everywhere else that is answered with 401. */
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
      askCarrier(context.fetch, { method, url: api + account + path, headers, ...more }),
    askApi: (method, path, json) => askCarrier(context.fetch, { method, url: api + path, headers, json }),
    numbers: `/account/${encodeURIComponent(authId)}/numbers`,
  }
}
