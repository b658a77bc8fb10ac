/** The Standard Webhooks scheme (https://www.standardwebhooks.com): what is signed, how, and in which headers. Pure. */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * Encryption context of a webhook's secrets, including the previous one, which moves to another field when a new one is created.
 */
export const webhookSecretSealContext = (webhookId: number) => `webhooks/${webhookId}/secret`

export interface Message {
  id: string
  atMs: number
  body: string
}

export const formatSigningSecret = (bytes: Buffer) => `${PREFIX}${bytes.toString('base64')}`

/** One signature for each secret: during a rotation receivers may still use the other one. */
export function signedHeaders({ id, atMs, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
