/** Client of Exotel's REST API. */
import { basicAuth, type CarrierAnswer, type CarrierRequest, sendCarrierRequest } from '../../carrier-kit/http.ts'
import { type Regions, regionalUrl } from '../../carrier-kit/regions.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export const API_URL = 'https://api.in.exotel.com'

/** Exotel's regions; an account belongs to one of them. */
export const REGIONS: Regions = {
  mumbai: { label: 'India (Mumbai)', urls: { api_base_url: API_URL } },
  singapore: { label: 'Singapore', urls: { api_base_url: 'https://api.exotel.com' } },
}

type Asked = Pick<CarrierRequest, 'form' | 'signal'>

export interface Exotel {
  readonly context: AccountContext
  readonly accountSid: string
  /** Sends a request below `/v1/Accounts/<sid>`. */
  ask(method: 'GET' | 'POST', path: string, more?: Asked): Promise<CarrierAnswer>
  /** Sends a request below `/v2_beta/Accounts/<sid>/IncomingPhoneNumbers`. */
  askNumbers(method: 'GET' | 'PUT', path: string, more?: Asked): Promise<CarrierAnswer>
}

export function exotelClient(context: AccountContext): Exotel {
  const { credentials, fetch } = context
  const base = regionalUrl(credentials, REGIONS, 'api_base_url', API_URL)
  const accountSid = textField(credentials, 'account_sid')
  const account = `Accounts/${encodeURIComponent(accountSid)}`
  const headers = { authorization: basicAuth(textField(credentials, 'api_key'), textField(credentials, 'api_token')) }
  return {
    context,
    accountSid,
    ask: (method, path, more = {}) =>
      sendCarrierRequest(fetch, { method, url: `${base}/v1/${account}${path}`, headers, ...more }),
    askNumbers: (method, path, more = {}) =>
      sendCarrierRequest(fetch, {
        method,
        url: `${base}/v2_beta/${account}/IncomingPhoneNumbers${path}`,
        headers,
        ...more,
      }),
  }
}

/** Describes an answer for messages and the log, without Exotel's texts, which contain phone numbers. */
export function describeAnswer(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `status ${answer.status}` : answer.reason
}

/** Converts all names to lower case, because Exotel's pages write them in different cases (`Call.Sid`, `call.sid`). */
export function withLowerCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLowerCaseKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), withLowerCaseKeys(each)]))
}
