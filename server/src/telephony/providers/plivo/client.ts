/** Client of Plivo's REST API. */
import { basicAuth, sendCarrierRequest } from '../../carrier-kit/http.ts'
import type { PlivoClient } from '../../carrier-kit/plivo-account.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export function plivoClient(context: AccountContext): PlivoClient {
  const authId = textField(context.credentials, 'auth_id')
  const authToken = textField(context.credentials, 'auth_token')
  const host = textField(context.credentials, 'api_base_url').replace(/\/+$/, '')
  const root = `${host}/v1/Account/${encodeURIComponent(authId)}/`
  const headers = { authorization: basicAuth(authId, authToken) }
  return {
    context,
    carrier: 'Plivo',
    authToken,
    // By the id of a dial request, only a queued call can be cancelled.
    hangUpBelow: ['Call', 'Request'],
    applicationId: textField(context.credentials, 'application_id').trim(),
    ask: (method, path, more = {}) => sendCarrierRequest(context.fetch, { method, url: root + path, headers, ...more }),
  }
}
