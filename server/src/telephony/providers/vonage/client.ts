/** Client of Vonage's APIs: the voice API uses the application's token, everything else the account's key and secret. */
import { basicAuth, type CarrierAnswer, type CarrierRequest, sendCarrierRequest } from '../../carrier-kit/http.ts'
import { regionalUrl } from '../../carrier-kit/regions.ts'
import { textField } from '../../fields.ts'
import type { AccountContext } from '../../provider.ts'
import { API_URL, REGIONS } from './regions.ts'
import { makeToken, readPrivateKey } from './token.ts'

type Asked = Pick<CarrierRequest, 'method' | 'json' | 'form' | 'signal'>

export interface Vonage {
  context: AccountContext
  applicationId: string
  askVoice(path: string, request: Asked): Promise<CarrierAnswer>
  askAccount(host: 'api' | 'rest', path: string, request: Asked): Promise<CarrierAnswer>
}

/** Voice requests cannot be signed without a private key. */
export const NO_PRIVATE_KEY_ANSWER: CarrierAnswer = { kind: 'unsent', reason: 'the private key cannot be read' }

export function openClient(context: AccountContext): Vonage {
  const { credentials } = context
  const address = (field: string) => textField(credentials, field).replace(/\/+$/, '')
  const hosts = { api: address('api_base_url'), rest: address('rest_base_url') }
  // Only calls have regional addresses.
  const voice = regionalUrl(credentials, REGIONS, 'api_base_url', API_URL)
  const applicationId = textField(credentials, 'application_id')
  const privateKey = readPrivateKey(textField(credentials, 'private_key'))
  const account = basicAuth(textField(credentials, 'api_key'), textField(credentials, 'api_secret'))
  return {
    context,
    applicationId,
    async askVoice(path, request) {
      if (!privateKey) return NO_PRIVATE_KEY_ANSWER
      const token = await makeToken(privateKey, applicationId, context.clock.now())
      return sendCarrierRequest(context.fetch, {
        ...request,
        url: voice + path,
        headers: { authorization: `Bearer ${token}` },
      })
    },
    askAccount: (host, path, request) =>
      sendCarrierRequest(context.fetch, { ...request, url: hosts[host] + path, headers: { authorization: account } }),
  }
}

/** Describes an answer for messages and the log, without the detail text, which may contain phone numbers. */
export function describeAnswer(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `status ${answer.status}` : answer.reason
}
