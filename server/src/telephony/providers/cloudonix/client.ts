/** Client of the Cloudonix REST API. */
import { type Clock, sleep } from '../../../kernel/clock.ts'
import { type CarrierAnswer, type CarrierRequest, sendCarrierRequest } from '../../carrier-kit/http.ts'
import { retryAfterMs } from '../../carrier-kit/verdicts.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export interface CloudonixApi {
  /** Path below `/calls/<domain>`: operations on calls. */
  calls(method: CarrierRequest['method'], path: string, json?: unknown, signal?: AbortSignal): Promise<CarrierAnswer>
  /** Path below `/customers/self/domains/<domain>`: settings of the domain. */
  domain(method: CarrierRequest['method'], path: string, json?: unknown): Promise<CarrierAnswer>
}

/** Window of the rate limit "10 calls per 3 seconds per domain". */
export const RATE_LIMIT_WINDOW_MS = 3_000
const ASKED_AGAIN_MAX = 4
const WAIT_MS_MAX = 10_000

/**
 * For idempotent requests that must succeed: at the rate limit, waits for the given time or until the window is over, and
 * retries.
 */
export function withRateLimitRetries(api: CloudonixApi, clock: Clock): CloudonixApi {
  return {
    ...api,
    async domain(...request) {
      let answer = await api.domain(...request)
      for (let again = 0; answer.kind === 'answered' && answer.status === 429 && again < ASKED_AGAIN_MAX; again++) {
        await sleep(clock, Math.min(retryAfterMs(answer) ?? RATE_LIMIT_WINDOW_MS, WAIT_MS_MAX))
        answer = await api.domain(...request)
      }
      return answer
    },
  }
}

export function cloudonixApi({ credentials, fetch }: AccountContext): CloudonixApi {
  const base = textField(credentials, 'api_base_url').replace(/\/+$/, '')
  const domain = encodeURIComponent(textField(credentials, 'domain_id'))
  const headers = { authorization: `Bearer ${textField(credentials, 'bearer_token')}` }
  return {
    calls: (method, path, json, signal) =>
      sendCarrierRequest(fetch, {
        method,
        url: `${base}/calls/${domain}${path}`,
        headers,
        json,
        ...(signal ? { signal } : {}),
      }),
    domain: (method, path, json) =>
      sendCarrierRequest(fetch, { method, url: `${base}/customers/self/domains/${domain}${path}`, headers, json }),
  }
}

export function faultOf(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `answered ${answer.status}` : `no answer (${answer.reason})`
}
