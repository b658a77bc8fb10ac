/**
 * A store whose files are encrypted with the first storage key, if there is one. Files that were written before are read as they
 * are: plain, or with an older key. Without any key, an encrypted file is refused instead of being returned as noise.
 */
import { pipeline, Readable, type Transform } from 'node:stream'
import type { FileStore } from '../../kernel/file-store.ts'
import {
  isSealed,
  keyIdOf,
  openRange,
  openStream,
  plainSize,
  SEALED_HEADER_BYTES,
  sealBytes,
  sealStream,
  storageKeyId,
} from '../sealed-file.ts'

/** Folder and name: a file may be moved to the trash and back, but not to the place of another call. */
const nameOf = (key: string) => key.split('/').slice(-2).join('/')

export interface SealedStore extends FileStore {
  /** The id of the storage key that encrypts new files; null: they are not encrypted. */
  readonly currentKeyId: string | null
  /** The id of the storage key with which a file is encrypted; null: it is not, or does not exist. */
  keyIdOf(key: string): Promise<string | null>
}

export function sealedStore(inner: FileStore, keys: readonly Buffer[]): SealedStore {
  const [current] = keys
  return {
    place: inner.place,
    put: (key, file) => inner.put(key, file, current && (() => sealStream(current, nameOf(key)))),
    write: (key, bytes) => inner.write(key, current ? sealBytes(current, nameOf(key), bytes) : bytes),
    async size(key) {
      const size = await inner.size(key)
      if (size === null) return null
      const head = await headOf(inner, key, size)
      if (!head) return size
      // Throws if the key of the file is missing.
      openStream(head, keys, nameOf(key)).destroy()
      return plainSize(size)
    },
    async read(key, range) {
      if (!range) return readWhole(await inner.read(key), keys, nameOf(key))
      const size = await inner.size(key)
      const head = size === null ? null : await headOf(inner, key, size)
      if (size === null || !head) return inner.read(key, range)
      const part = openRange(head, keys, nameOf(key), size, range)
      const content = await inner.read(key, part.range)
      return content && decrypted(content, part.stream)
    },
    remove: (key) => inner.remove(key),
    list: () => inner.list(),
    currentKeyId: current ? storageKeyId(current) : null,
    async keyIdOf(key) {
      const size = await inner.size(key)
      const head = size === null ? null : await headOf(inner, key, size)
      return head && keyIdOf(head)
    },
  }
}

/** The header of an encrypted file; null for a plain one. */
async function headOf(inner: FileStore, key: string, size: number): Promise<Buffer | null> {
  if (size < SEALED_HEADER_BYTES) return null
  const content = await inner.read(key, { start: 0, end: SEALED_HEADER_BYTES - 1 })
  const head = content && Buffer.concat(await content.toArray())
  return head && isSealed(head) ? head : null
}

/** Decides by the first bytes of the content itself, which saves a request to a bucket. */
async function readWhole(content: Readable | null, keys: readonly Buffer[], name: string): Promise<Readable | null> {
  if (!content) return null
  const pieces = content[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  let head = Buffer.alloc(0)
  while (head.length < SEALED_HEADER_BYTES) {
    const { value, done } = await pieces.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const sealed = isSealed(head)
  const rest = Readable.from(restOf(sealed ? head.subarray(SEALED_HEADER_BYTES) : head, pieces), { objectMode: false })
  if (!sealed) return rest
  try {
    return decrypted(rest, openStream(head, keys, name))
  } catch (error) {
    rest.destroy()
    content.destroy()
    throw error
  }
}

async function* restOf(first: Buffer, pieces: AsyncIterableIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) return
      yield value
    }
  } finally {
    await pieces.return?.()
  }
}

function decrypted(content: Readable, stream: Transform): Readable {
  // Errors are ignored here, because the reader of the last stream gets them.
  return pipeline(content, stream, () => {})
}
