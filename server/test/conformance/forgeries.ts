/** Webhooks that a stranger could send: made from a true one by changing what should have protected it. */
import type { CredentialField, Credentials, ProviderSpec } from '../../src/telephony/provider.ts'
import type { SignedWebhook } from './stand-in.ts'

const PROOF_HEADER = /signature|authorization|api-?key/i
const SECRET_NAME = /key|secret|token|signature|password/i

export function proofHeaders(webhook: SignedWebhook): string[] {
  return Object.keys(webhook.headers).filter((name) => PROOF_HEADER.test(name))
}

/** The last digit or letter of what is reported becomes another: still well-formed, no longer what was signed. */
export function withChangedBody(webhook: SignedWebhook): SignedWebhook {
  if (webhook.method === 'GET') return { ...webhook, url: changeLast(webhook.url) }
  return { ...webhook, body: changeLast(webhook.body) }
}

export function withChangedProof(webhook: SignedWebhook): SignedWebhook {
  return mapProof(webhook, (value) => changeAt(value, Math.max(0, value.length - 10)))
}

export function withoutProof(webhook: SignedWebhook): SignedWebhook {
  return mapProof(webhook, () => null)
}

export function withEmptyProof(webhook: SignedWebhook): SignedWebhook {
  return mapProof(webhook, () => '')
}

/** Half of it, as after a broken connection. */
export function truncated(webhook: SignedWebhook): SignedWebhook {
  if (webhook.method === 'GET') {
    const [address = '', query = ''] = webhook.url.split('?')
    return { ...webhook, url: `${address}?${query.slice(0, query.length / 2)}` }
  }
  return { ...webhook, body: webhook.body.slice(0, webhook.body.length / 2) }
}

/** The credentials of another account: everything secret differs, and so does what secrets are verified with. */
export function foreignCredentials(spec: ProviderSpec, credentials: Credentials): Credentials {
  const foreign: Record<string, string | number | boolean | undefined> = { ...credentials }
  for (const field of spec.fields.filter(provesIdentity)) {
    const value = credentials[field.name]
    if (typeof value === 'string' && value !== '') foreign[field.name] = changeAt(value, Math.floor(value.length / 2))
  }
  return foreign
}

function provesIdentity(field: CredentialField): boolean {
  return field.type !== 'url' && (field.sensitive || SECRET_NAME.test(field.name))
}

function mapProof(webhook: SignedWebhook, change: (value: string) => string | null): SignedWebhook {
  const headers = { ...webhook.headers }
  for (const name of proofHeaders(webhook)) {
    const value = change(headers[name] as string)
    if (value === null) delete headers[name]
    else headers[name] = value
  }
  return { ...webhook, headers }
}

function changeLast(text: string): string {
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (/[a-z0-9]/i.test(text[index] as string)) return changeAt(text, index)
  }
  throw new Error('the webhook has nothing to change')
}

function changeAt(text: string, index: number): string {
  const replacement = text[index] === '7' ? '8' : '7'
  return text.slice(0, index) + replacement + text.slice(index + 1)
}
