import { createHash, randomBytes } from 'node:crypto'

const PREFIX_LENGTH = 8
export const API_KEY_PATTERN = /^od_[A-Za-z0-9_-]{43}$/

/** A new key from 32 random bytes, which are 43 characters of base64url. */
export function newApiKey(): string {
  return `od_${randomBytes(32).toString('base64url')}`
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function apiKeyPrefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}
