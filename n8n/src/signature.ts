/** Standard Webhooks: whether a message is signed with this secret and fresh. Web Crypto, so that nothing is imported. */
const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

type Headers = Record<string, string | string[] | undefined>

export async function isSigned(body: Uint8Array, headers: Headers, secret: string, nowMs: number): Promise<boolean> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  })
  if (!id || !timestamp || !signatures || !secret.startsWith(PREFIX)) return false
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.slice(PREFIX.length)), algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${new TextDecoder().decode(body)}`)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) return true
  }
  return false
}

/** Empty for text that is not base64, which is nobody's signature. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
