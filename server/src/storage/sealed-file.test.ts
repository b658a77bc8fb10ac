import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import {
  isSealed,
  openRange,
  openStream,
  plainSize,
  SEALED_HEADER_BYTES,
  sealBytes,
  sealStream,
  storageKeyId,
} from './sealed-file.ts'

const [key, older, strange] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer]
const CHUNK = 64 * 1024
const SEALED_CHUNK = CHUNK + 16
const SIZES = [0, 1, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]

/** Every position has its own bytes, so that a part from another place is noticed. */
function content(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) & 0xff
  return bytes
}

async function through(bytes: Buffer, stream: Transform): Promise<Buffer> {
  const pieces: Buffer[] = []
  // Pieces that do not fit the chunks, as a network delivers them.
  const source = Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 9973) yield bytes.subarray(at, at + 9973)
    })(),
  )
  await pipeline(source, stream, async (result: AsyncIterable<Buffer>) => {
    for await (const piece of result) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

const opened = (sealed: Buffer, keys = [key], name = 'a') =>
  Promise.resolve().then(() => through(sealed.subarray(SEALED_HEADER_BYTES), openStream(sealed, keys, name)))

describe.each(SIZES)('a file of %i bytes', (size) => {
  const plain = content(size)

  test('comes back, whether it was encrypted as a stream or at once, and its size is known without its key', async () => {
    for (const sealed of [await through(plain, sealStream(key, 'a')), sealBytes(key, 'a', plain)]) {
      expect(isSealed(sealed)).toBe(true)
      expect(plainSize(sealed.length)).toBe(size)
      expect((await opened(sealed)).equals(plain)).toBe(true)
    }
  })

  test('any part of it comes back, byte by byte, and no more is read than its chunks', async () => {
    const sealed = sealBytes(key, 'a', plain)
    const edges = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, size - 1].filter((at) => at >= 0 && at < size)
    for (const start of edges)
      for (const end of edges.filter((at) => at >= start)) {
        const { range, stream } = openRange(sealed, [key], 'a', sealed.length, { start, end })
        expect(range.end - range.start + 1).toBeLessThanOrEqual((Math.ceil((end - start) / CHUNK) + 1) * SEALED_CHUNK)
        const part = await through(sealed.subarray(range.start, range.end + 1), stream)
        expect(part.equals(plain.subarray(start, end + 1))).toBe(true)
      }
  })
})

test('neither the content nor the key is in the file, and the same content never looks the same', () => {
  const words = Buffer.from('I agree to the terms. '.repeat(5000))
  const [sealed, again] = [sealBytes(key, 'a', words), sealBytes(key, 'a', words)]
  expect(sealed.includes('agree')).toBe(false)
  expect(sealed.includes(key)).toBe(false)
  expect(sealed.subarray(SEALED_HEADER_BYTES).equals(again.subarray(SEALED_HEADER_BYTES))).toBe(false)
})

describe('a file that is not as it was written is refused', () => {
  const plain = content(3 * CHUNK + 7)
  const sealed = sealBytes(key, 'a', plain)
  const chunk = (index: number) =>
    sealed.subarray(
      SEALED_HEADER_BYTES + index * SEALED_CHUNK,
      Math.min(sealed.length, SEALED_HEADER_BYTES + (index + 1) * SEALED_CHUNK),
    )
  const head = sealed.subarray(0, SEALED_HEADER_BYTES)
  const other = sealBytes(key, 'a', plain)
  const flipped = (at: number) => {
    const copy = Buffer.from(sealed)
    copy[at] = (copy[at] as number) ^ 1
    return copy
  }

  test.each([
    ['a bit changed in the first chunk', flipped(SEALED_HEADER_BYTES + 5)],
    ['a bit changed in the last checksum', flipped(sealed.length - 1)],
    ['a bit changed in the salt', flipped(SEALED_HEADER_BYTES - 1)],
    ['its end cut off', sealed.subarray(0, -1)],
    ['its last chunk cut off', Buffer.concat([head, chunk(0), chunk(1), chunk(2)])],
    ['only its header left', head],
    ['a chunk left out', Buffer.concat([head, chunk(0), chunk(2), chunk(3)])],
    ['two chunks exchanged', Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)])],
    ['a chunk twice', Buffer.concat([head, chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)])],
    [
      'a chunk of another file',
      Buffer.concat([
        head,
        other.subarray(SEALED_HEADER_BYTES, SEALED_HEADER_BYTES + SEALED_CHUNK),
        chunk(1),
        chunk(2),
        chunk(3),
      ]),
    ],
    ['bytes after its end', Buffer.concat([sealed, Buffer.from('x')])],
  ])('%s', async (_what, changed) => {
    await expect(opened(changed)).rejects.toMatchObject({ expected: true, reason: 'damaged' })
  })

  test('the content of another file under its name', async () => {
    await expect(opened(sealed, [key], 'b')).rejects.toMatchObject({ reason: 'damaged' })
  })

  test('a part whose source ends early, or whose chunk was changed', async () => {
    const { range, stream } = openRange(sealed, [key], 'a', sealed.length, { start: 0, end: 2 * CHUNK + 5 })
    const cut = sealed.subarray(range.start, range.start + 2 * SEALED_CHUNK)
    await expect(through(cut, stream)).rejects.toMatchObject({ reason: 'damaged' })
    const second = openRange(sealed, [key], 'a', sealed.length, { start: CHUNK, end: CHUNK })
    const changed = flipped(SEALED_HEADER_BYTES + SEALED_CHUNK + 9)
    const part = changed.subarray(second.range.start, second.range.end + 1)
    await expect(through(part, second.stream)).rejects.toMatchObject({ reason: 'damaged' })
  })
})

test('older keys are for reading; a key that is missing is named, with what to do', async () => {
  const sealed = sealBytes(older, 'a', Buffer.from('words'))
  expect((await opened(sealed, [key, older])).toString()).toBe('words')
  const id = storageKeyId(older)
  await expect(opened(sealed, [])).rejects.toMatchObject({
    reason: 'locked',
    message: `The file is encrypted with the storage key ${id}, and STORAGE_KEY is not set. Set it to that key.`,
  })
  await expect(opened(sealed, [key, strange])).rejects.toMatchObject({
    reason: 'locked',
    message: `The file is encrypted with the storage key ${id}, and STORAGE_KEY has only ${storageKeyId(key)}, ${storageKeyId(strange)}. Add that key to it, after a comma.`,
  })
})
