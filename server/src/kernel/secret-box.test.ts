import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

const [older, newer, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]

test('a rotated key opens what the old one sealed and recognizes what it signed; another key does neither', () => {
  const before = openSecretBox([older])
  const after = openSecretBox([newer, older])
  const [sealed, signature] = [before.seal('secret'), before.sign('inbound', 'configuration 7')]
  expect(after.open(sealed)).toBe('secret')
  expect(after.verify('inbound', 'configuration 7', signature)).toBe(true)
  expect(after.verify('media', 'configuration 7', signature)).toBe(false)
  expect(openSecretBox([other]).verify('inbound', 'configuration 7', signature)).toBe(false)
  expect(() => openSecretBox([other]).open(sealed)).toThrow(/another SECRET_KEY/)
})

/** As it was before sealing had a key of its own. */
function sealedWith(key: Buffer, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return `sealed:${id}:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

test('what was sealed with the secret key itself still opens, and is sealed anew with a key for sealing alone', () => {
  const box = openSecretBox([older])
  const before = sealedWith(older, 'secret')
  expect(box.open(before)).toBe('secret')
  const anew = box.reseal(before) as string
  expect(box.open(anew)).toBe('secret')
  expect(box.reseal(anew)).toBeNull()
  // The secret key itself, which signs, does not open it.
  expect(() => box.open(anew.replace('sealed:2:', 'sealed:'))).toThrow()
})

test('what is sealed for a place opens nowhere else; what was sealed before places counted opens, and is bound when sealed anew', () => {
  const box = openSecretBox([older])
  const [here, there] = ['telephony_configurations/7/auth_token', 'telephony_configurations/8/auth_token']
  const sealed = box.seal('secret', here)
  expect(box.open(sealed, here)).toBe('secret')
  expect(() => box.open(sealed, there)).toThrow()
  expect(() => box.open(sealed)).toThrow()
  expect(() => box.open(sealed.replace('sealed:3:', 'sealed:2:'))).toThrow()
  const before = box.seal('secret')
  expect(box.open(before, here)).toBe('secret')
  const anew = box.reseal(before, here) as string
  expect([box.open(anew, here), box.reseal(anew, here)]).toEqual(['secret', null])
  expect(() => box.open(anew, there)).toThrow()
})

test('what is sealed anew needs the old key no more', () => {
  const sealed = openSecretBox([older]).seal('secret')
  const rotating = openSecretBox([newer, older])
  const anew = rotating.reseal(sealed) as string
  expect(openSecretBox([newer]).open(anew)).toBe('secret')
  expect(rotating.reseal(anew)).toBeNull()
})
