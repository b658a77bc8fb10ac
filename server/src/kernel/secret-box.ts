/** Uses of SECRET_KEY: encrypting credentials at rest, and signing values that leave the program and must come back unchanged. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface SecretBox {
  /** Encrypts a value. `place` is where it is stored (table, row, field): moved elsewhere, it cannot be decrypted. */
  seal(plain: string, place?: string): string
  open(sealed: string, place?: string): string
  /** URL-safe signature of `text`; `purpose` keeps a signature from being used for another purpose. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Encrypts the value again with the newest key, for its place; null if it already is. */
  reseal(sealed: string, place?: string): string | null
  /** 32-byte keys for this purpose, derived from each secret key; the first is the current one. */
  derive(purpose: string): readonly Buffer[]
}

/**
 * `sealed:<key>:` is encrypted with the secret key itself (old); `sealed:2:<key>:` with a key derived for encryption;
 * `sealed:3:<key>:` with the derived key, and bound to its place.
 */
const SEALED = /^sealed:(?:([23]):)?([0-9a-f]{8}):([A-Za-z0-9_-]+)$/
const IV_BYTES = 12
const TAG_BYTES = 16
const SIGNATURE_BYTES = 18

/**
 * `keys[0]` encrypts and signs; the others still decrypt and verify older values, so that a key can be rotated while calls are
 * live. Each encrypted value contains the first eight hex digits of its key's hash.
 */
export function openSecretBox(keys: readonly Buffer[]): SecretBox {
  const [current] = keys
  if (!current || keys.some((key) => key.length !== 32)) throw new Error('a secret key must have 32 bytes')
  const byId = new Map(keys.map((key) => [keyId(key), { itself: key, sealing: derived(key, 'seal') }]))
  const signWith = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
  const box: SecretBox = {
    seal(plain, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived(current, 'seal'), iv)
      if (place !== undefined) cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `sealed:${formOf(place)}:${keyId(current)}:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, place) {
      const match = SEALED.exec(sealed)
      const known = match && byId.get(match[2] as string)
      if (!match || !known)
        throw new Error('a stored secret was sealed with another SECRET_KEY; start with the key it was made with')
      const bytes = Buffer.from(match[3] as string, 'base64url')
      const key = match[1] ? known.sealing : known.itself
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      if (match[1] === '3') decipher.setAAD(Buffer.from(place ?? ''))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    sign: (purpose, text) => signWith(current, purpose, text),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature)
      return keys.some((key) => {
        const expected = Buffer.from(signWith(key, purpose, text))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
    reseal(sealed, place) {
      const match = SEALED.exec(sealed)
      const isNewest = match?.[1] === formOf(place) && match?.[2] === keyId(current)
      return isNewest ? null : box.seal(box.open(sealed, place), place)
    },
    derive: (purpose) => keys.map((key) => derived(key, purpose)),
  }
  return box
}

/** The same box for secrets in one place: values encrypted with it can only be decrypted there. */
export function bindSecretBox(secrets: SecretBox, place: string): SecretBox {
  return {
    ...secrets,
    seal: (plain) => secrets.seal(plain, place),
    open: (sealed) => secrets.open(sealed, place),
    reseal: (sealed) => secrets.reseal(sealed, place),
  }
}

/** Decrypts a value. Null if it was encrypted with an unknown key, or for another place. */
export function openOrNull(secrets: Pick<SecretBox, 'open'>, sealed: string, place?: string): string | null {
  try {
    return secrets.open(sealed, place)
  } catch {
    return null
  }
}

const formOf = (place: string | undefined) => (place === undefined ? '2' : '3')

function derived(key: Buffer, purpose: string): Buffer {
  return createHmac('sha256', key).update(`derive\0${purpose}`).digest()
}

function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}
