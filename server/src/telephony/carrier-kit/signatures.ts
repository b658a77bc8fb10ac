import { createHmac, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const left = Buffer.from(given)
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}

export function hmacBase64(algorithm: 'sha1' | 'sha256', secret: string, text: string): string {
  return createHmac(algorithm, secret).update(text).digest('base64')
}
