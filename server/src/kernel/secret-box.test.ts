import { randomBytes } from 'node:crypto'
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

test('what is sealed anew needs the old key no more', () => {
  const sealed = openSecretBox([older]).seal('secret')
  const rotating = openSecretBox([newer, older])
  const anew = rotating.reseal(sealed) as string
  expect(openSecretBox([newer]).open(anew)).toBe('secret')
  expect(rotating.reseal(anew)).toBeNull()
})
