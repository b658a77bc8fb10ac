/**
 * For receivers of webhooks: verifies that a message was sent by Outdial, unchanged and recently. Works wherever Web Crypto is
 * available.
 */
import type { components } from './generated/schema.ts'

type Event = components['schemas']['Event']

/** The content of a webhook: an event, or the test message. */
export type WebhookMessage =
  | { [T in Event['type']]: { type: T; timestamp: string; data: Event & { type: T } } }[Event['type']]
  | { type: 'webhook_test'; timestamp: string; data: { webhook_id: number } }

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/** `Headers`, or an object such as Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

export interface VerifyOptions {
  /** Maximum difference of a message's time from now in seconds; the default is 300. */
  toleranceSeconds?: number
  /** Replaces the current time, for tests. */
  nowMs?: number
}

const PREFIX = 'whsec_'

/**
 * Returns the message, or throws a `WebhookVerificationError`. `body` must be the received bytes before any parsing. Messages are
 * delivered at least once: store `webhook-id` and skip duplicates.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The message is not signed.')
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp))
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError('The message is too old or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await importKey(secret)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    // Web Crypto compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) {
      return JSON.parse(text) as WebhookMessage
    }
  }
  throw new WebhookVerificationError('The signature is not that of this secret.')
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function importKey(secret: string): Promise<CryptoKey> {
  if (!secret.startsWith(PREFIX)) throw new WebhookVerificationError(`A webhook secret begins with ${PREFIX}.`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytesOf(secret.slice(PREFIX.length)), algorithm, false, ['verify'])
}

/** Decodes base64; empty if the text is invalid, which matches no signature. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
