/** Asking the Cloudonix REST API, and reading its answers. */
import { askCarrier, type CarrierAnswer, type CarrierRequest } from '../../carrier-kit/http.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export interface CloudonixApi {
  /** Below `/calls/<domain>`: what happens to calls. */
  calls(method: CarrierRequest['method'], path: string, json?: unknown, signal?: AbortSignal): Promise<CarrierAnswer>
  /** Below `/customers/self/domains/<domain>`: what is kept there. */
  domain(method: CarrierRequest['method'], path: string, json?: unknown): Promise<CarrierAnswer>
}

export function cloudonixApi({ credentials, fetch }: AccountContext): CloudonixApi {
  const base = textField(credentials, 'api_base_url').replace(/\/+$/, '')
  const domain = encodeURIComponent(textField(credentials, 'domain_id'))
  const headers = { authorization: `Bearer ${textField(credentials, 'bearer_token')}` }
  return {
    calls: (method, path, json, signal) =>
      askCarrier(fetch, {
        method,
        url: `${base}/calls/${domain}${path}`,
        headers,
        json,
        ...(signal ? { signal } : {}),
      }),
    domain: (method, path, json) =>
      askCarrier(fetch, { method, url: `${base}/customers/self/domains/${domain}${path}`, headers, json }),
  }
}

export function faultOf(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `answered ${answer.status}` : `no answer (${answer.reason})`
}
