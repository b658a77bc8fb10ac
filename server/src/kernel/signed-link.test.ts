import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'
import { decodeNumberPart, decodeTextPart, readLink, signLink } from './signed-link.ts'

const secrets = openSecretBox([Buffer.alloc(32, 1)])

test('a link says what was put into it', () => {
  const link = signLink(secrets, 'recording', [7, 'Ann & Bob/ü.csv', ''], 1_763_199_000_000)
  expect(link).toMatch(/^[A-Za-z0-9_.-]+$/)
  const read = readLink(secrets, 'recording', link)
  expect(read?.expiresAtMs).toBe(1_763_199_000_000)
  expect([decodeNumberPart(read?.parts[0]), decodeTextPart(read?.parts[1]), decodeTextPart(read?.parts[2])]).toEqual([
    7,
    'Ann & Bob/ü.csv',
    '',
  ])
})

test('a link for one thing opens nothing else, and a changed one opens nothing', () => {
  const link = signLink(secrets, 'recording', [7, 42], 1_763_199_000_000)
  expect(readLink(secrets, 'list', link)).toBeNull()
  expect(readLink(secrets, 'recording', link.replace(/^7\./, '8.'))).toBeNull()
  expect(readLink(secrets, 'recording', link.replace('1763199000000', '1863199000000'))).toBeNull()
  expect(readLink(openSecretBox([Buffer.alloc(32, 2)]), 'recording', link)).toBeNull()
  for (const text of ['', '.', '7.42', `${link}.`, `x${link}y`]) expect(readLink(secrets, 'recording', text)).toBeNull()
})

test('no two links are alike', () => {
  const links = new Set(Array.from({ length: 100 }, () => signLink(secrets, 'media', [1], 5)))
  expect(links.size).toBe(100)
})
