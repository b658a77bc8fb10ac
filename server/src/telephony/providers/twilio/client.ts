/** Asking Twilio's REST API, and reading its answers. */
import { askCarrier, basicAuth, type CarrierAnswer, textAt } from '../../carrier-kit/http.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'

export type Pairs = ReadonlyArray<readonly [string, string]>

/** Asks Twilio below the account: GET without `form`, POST with it. */
export type AskTwilio = (path: string, form?: Pairs, signal?: AbortSignal) => Promise<CarrierAnswer>

export function askTwilio({ credentials, fetch }: AccountContext): AskTwilio {
  const accountSid = textField(credentials, 'account_sid')
  const base = textField(credentials, 'api_base_url').replace(/\/+$/, '')
  const authorization = basicAuth(accountSid, textField(credentials, 'auth_token'))
  return (path, form, signal) =>
    askCarrier(fetch, {
      method: form ? 'POST' : 'GET',
      url: `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}`,
      headers: { authorization },
      ...(form ? { form } : {}),
      ...(signal ? { signal } : {}),
    })
}

/** For log lines and messages: numbers and words of our own only, as Twilio's sentences repeat phone numbers. */
export function faultOf(answer: CarrierAnswer): string {
  if (answer.kind !== 'answered') return `no answer (${answer.reason})`
  const code = codeOf(answer)
  return code === null ? `answered ${answer.status}` : `answered ${answer.status}, code ${code}`
}

export function codeOf(answer: CarrierAnswer): string | null {
  return answer.kind === 'answered' ? textAt(answer.json, 'code') : null
}

/** A 404 of anything but Twilio itself (a proxy, a wrong address) has no such code. */
export function isNotFound(answer: CarrierAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 404 && codeOf(answer) === '20404'
}
