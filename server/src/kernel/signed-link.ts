/**
 * Self-contained links with scope and expiry: `<part>.<part>….<expires, ms>.<nonce>.<signature>`. One format for downloads,
 * uploads and media sockets; the purpose keeps a link from being used for another purpose.
 */
import { randomBytes } from 'node:crypto'
import type { SecretBox } from './secret-box.ts'

const NONCE_BYTES = 9
const LINK = /^((?:[A-Za-z0-9_-]*\.)+(\d{1,15})\.([A-Za-z0-9_-]{12}))\.([A-Za-z0-9_-]+)$/

export interface SignedLink {
  parts: string[]
  expiresAtMs: number
  /** Unique per link; identifies single-use links. */
  nonce: string
}

/** Numbers are used unchanged; texts are encoded, so that they need no escaping in a path. */
export type LinkPart = number | string

export function signLink(
  secrets: Pick<SecretBox, 'sign'>,
  purpose: string,
  parts: readonly LinkPart[],
  expiresAtMs: number,
): string {
  const encoded = parts.map((part) =>
    typeof part === 'number' ? String(part) : Buffer.from(part).toString('base64url'),
  )
  const content = [...encoded, Math.floor(expiresAtMs), randomBytes(NONCE_BYTES).toString('base64url')].join('.')
  return `${content}.${secrets.sign(purpose, content)}`
}

/** Parses a link. Null unless this installation signed it for this purpose and it is unchanged. The caller checks the expiry. */
export function readLink(secrets: Pick<SecretBox, 'verify'>, purpose: string, link: string): SignedLink | null {
  const match = LINK.exec(link)
  if (!match) return null
  const [, content, expires, nonce, signature] = match as unknown as [string, string, string, string, string]
  if (!secrets.verify(purpose, content, signature)) return null
  return { parts: content.split('.').slice(0, -2), expiresAtMs: Number(expires), nonce }
}

export function decodeTextPart(part: string | undefined): string {
  return Buffer.from(part ?? '', 'base64url').toString()
}

/** Parses a whole number; NaN for anything else. */
export function decodeNumberPart(part: string | undefined): number {
  return part !== undefined && /^\d{1,15}$/.test(part) ? Number(part) : Number.NaN
}
