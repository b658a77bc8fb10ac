/** Client of the REST API of Telnyx. */
import { type CarrierAnswer, sendCarrierRequest } from '../../carrier-kit/http.ts'
import { regionalUrl } from '../../carrier-kit/regions.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'
import { API_URL, REGIONS } from './regions.ts'
import { firstError } from './verdicts.ts'

const CALL_ENDED = '90018'

export type TelnyxRequest = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  json?: unknown,
  signal?: AbortSignal,
) => Promise<CarrierAnswer>

export interface Telnyx {
  context: AccountContext
  connectionId: string
  ask: TelnyxRequest
}

export function openClient(context: AccountContext): Telnyx {
  const { credentials } = context
  const base = regionalUrl(credentials, REGIONS, 'api_base_url', API_URL)
  const headers = { authorization: `Bearer ${textField(credentials, 'api_key')}` }
  return {
    context,
    connectionId: textField(credentials, 'connection_id'),
    ask: (method, path, json, signal) =>
      sendCarrierRequest(context.fetch, {
        method,
        url: base + path,
        headers,
        ...(json === undefined ? {} : { json }),
        ...(signal ? { signal } : {}),
      }),
  }
}

export function errorCode(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? firstError(answer).code : ''
}

export function isAlreadyEnded(answer: CarrierAnswer): boolean {
  return errorCode(answer) === CALL_ENDED
}

/** Describes an answer for messages and the log, without the detail text, in which Telnyx repeats phone numbers. */
export function describeAnswer(answer: CarrierAnswer): string {
  if (answer.kind !== 'answered') return answer.reason
  const code = firstError(answer).code
  return code ? `status ${answer.status}, error ${code}` : `status ${answer.status}`
}

export function booleanAt(json: unknown, name: string): boolean | null {
  const value = (json as { data?: Record<string, unknown> } | null)?.data?.[name]
  return typeof value === 'boolean' ? value : null
}
