/**
 * Encrypted files: recordings and backups under a key of the installation (`STORAGE_KEY`).
 *
 * A header (mark, id of the key, random salt), then chunks of 64 KiB, each encrypted by itself with AES-256-GCM: any part of a file
 * can be read without the rest. Every file has a key of its own, derived from the storage key, the salt and the file's name. The
 * nonce of a chunk is its number and whether it is the last one. So a chunk that was changed, moved, left out, or taken from
 * another file cannot be decrypted, and neither can a file without its end.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** The last byte is the version of the format. No WAV file and no gzip file begins like this. */
const MARK = Buffer.from('OUTDIAL\u0001', 'latin1')
const KEY_ID_BYTES = 4
const SALT_BYTES = 32
export const SEALED_HEADER_BYTES = MARK.length + KEY_ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

export class SealedFileError extends Error {
  readonly expected = true
  /** `locked`: the key is missing. `damaged`: the content is not what was written. */
  readonly reason: 'locked' | 'damaged'

  constructor(reason: 'locked' | 'damaged', message: string) {
    super(message)
    this.reason = reason
  }
}

const damaged = () =>
  new SealedFileError(
    'damaged',
    'The encrypted file was changed or truncated after it was written, or it was renamed. Take it from another copy.',
  )

/** Short public name of a storage key, for messages and the header of files. */
export function storageKeyId(key: Buffer): string {
  return createHash('sha256')
    .update('outdial storage key id\0')
    .update(key)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2)
}

export function isSealed(head: Uint8Array): boolean {
  return head.length >= MARK.length && MARK.equals(head.subarray(0, MARK.length))
}

/** Size of the content of an encrypted file of this size. */
export function plainSize(sealedBytes: number): number {
  const body = sealedBytes - SEALED_HEADER_BYTES
  const size = body - chunksOf(body) * TAG_BYTES
  if (size < 0) throw damaged()
  return size
}

/** An empty file has one chunk too, so that its end is authenticated. */
const chunksOf = (body: number) => Math.max(1, Math.ceil(body / SEALED_CHUNK_BYTES))

/** The id of the key in a file's header. */
export function keyIdOf(head: Buffer): string {
  return head.toString('hex', MARK.length, MARK.length + KEY_ID_BYTES)
}

/** Finds the key of a file by its header, which must be complete. `name` is what the file was encrypted under. */
function fileKeyOf(head: Buffer, keys: readonly Buffer[], name: string): Buffer {
  if (head.length < SEALED_HEADER_BYTES) throw damaged()
  const id = keyIdOf(head)
  const key = keys.find((each) => storageKeyId(each) === id)
  if (!key) throw lockedError(id, keys)
  return deriveFileKey(key, head.subarray(MARK.length + KEY_ID_BYTES, SEALED_HEADER_BYTES), name)
}

function lockedError(id: string, keys: readonly Buffer[]): SealedFileError {
  const here =
    keys.length === 0
      ? 'STORAGE_KEY is not set. Set it to that key.'
      : `STORAGE_KEY has only ${keys.map(storageKeyId).join(', ')}. Add that key to it, after a comma.`
  return new SealedFileError('locked', `The file is encrypted with the storage key ${id}, and ${here}`)
}

function deriveFileKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `outdial file 1\0${name}`, 32))
}

function newFile(key: Buffer, name: string): { head: Buffer; fileKey: Buffer } {
  const salt = randomBytes(SALT_BYTES)
  const head = Buffer.concat([MARK, Buffer.from(storageKeyId(key), 'hex'), salt])
  return { head, fileKey: deriveFileKey(key, salt, name) }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(fileKey: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(fileKey: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw damaged()
  }
}

/** Cuts a stream into chunks of one size. Holds the last chunk back until the end, because it is processed differently. */
abstract class ChunkStream extends Transform {
  readonly #chunkBytes: number
  #pieces: Buffer[] = []
  #held = 0

  constructor(chunkBytes: number) {
    super()
    this.#chunkBytes = chunkBytes
  }

  protected abstract work(chunk: Buffer, isEnd: boolean): void

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pieces.push(piece)
    this.#held += piece.length
    this.#guarded(done, () => {
      if (this.#held <= this.#chunkBytes) return
      let rest = Buffer.concat(this.#pieces)
      for (; rest.length > this.#chunkBytes; rest = rest.subarray(this.#chunkBytes))
        this.work(rest.subarray(0, this.#chunkBytes), false)
      this.#pieces = [rest]
      this.#held = rest.length
    })
  }

  override _flush(done: TransformCallback): void {
    this.#guarded(done, () => this.work(Buffer.concat(this.#pieces), true))
  }

  #guarded(done: TransformCallback, work: () => void): void {
    try {
      work()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

class SealStream extends ChunkStream {
  readonly #fileKey: Buffer
  #index = 0

  constructor(key: Buffer, name: string) {
    super(CHUNK_BYTES)
    const { head, fileKey } = newFile(key, name)
    this.#fileKey = fileKey
    this.push(head)
  }

  protected override work(chunk: Buffer, isEnd: boolean): void {
    this.push(sealChunk(this.#fileKey, this.#index++, isEnd, chunk))
  }
}

interface OpenPart {
  /** Number of the first chunk in the stream. */
  first: number
  /** Whether the stream ends with the end of the file. */
  toEnd: boolean
  /** Number of chunks in the stream; null: all that follow. */
  count: number | null
  /** Bytes to skip at the beginning, and to return after that. */
  skip: number
  take: number
}

class OpenStream extends ChunkStream {
  readonly #fileKey: Buffer
  readonly #part: OpenPart
  #index: number
  #skip: number
  #left: number

  constructor(fileKey: Buffer, part: OpenPart) {
    super(SEALED_CHUNK_BYTES)
    this.#fileKey = fileKey
    this.#part = part
    this.#index = part.first
    this.#skip = part.skip
    this.#left = part.take
  }

  protected override work(chunk: Buffer, isEnd: boolean): void {
    const { first, count, toEnd } = this.#part
    const plain = openChunk(this.#fileKey, this.#index++, isEnd && toEnd, chunk)
    if (isEnd && count !== null && this.#index - first !== count) throw damaged()
    const wanted = plain.subarray(this.#skip, this.#skip + this.#left)
    this.#skip = Math.max(0, this.#skip - plain.length)
    this.#left -= wanted.length
    if (wanted.length > 0) this.push(wanted)
  }
}

/** Encrypts a stream. */
export function sealStream(key: Buffer, name: string): Transform {
  return new SealStream(key, name)
}

export function sealBytes(key: Buffer, name: string, bytes: Uint8Array): Buffer {
  const { head, fileKey } = newFile(key, name)
  const sealed = [head]
  for (let index = 0; index === 0 || index * CHUNK_BYTES < bytes.length; index++) {
    const plain = Buffer.from(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
    sealed.push(sealChunk(fileKey, index, (index + 1) * CHUNK_BYTES >= bytes.length, plain))
  }
  return Buffer.concat(sealed)
}

/** Decrypts what follows the header of a whole file. */
export function openStream(head: Buffer, keys: readonly Buffer[], name: string): Transform {
  const everything = { first: 0, toEnd: true, count: null, skip: 0, take: Number.POSITIVE_INFINITY }
  return new OpenStream(fileKeyOf(head, keys, name), everything)
}

/** Where in an encrypted file the bytes from `start` to `end` (inclusive) of its content are, and how to decrypt them. */
export function openRange(
  head: Buffer,
  keys: readonly Buffer[],
  name: string,
  sealedBytes: number,
  { start, end }: { start: number; end: number },
): { range: { start: number; end: number }; stream: Transform } {
  const chunks = chunksOf(sealedBytes - SEALED_HEADER_BYTES)
  const [first, last] = [Math.floor(start / CHUNK_BYTES), Math.min(Math.floor(end / CHUNK_BYTES), chunks - 1)]
  const toEnd = last === chunks - 1
  const part = { first, toEnd, count: last - first + 1, skip: start - first * CHUNK_BYTES, take: end - start + 1 }
  return {
    range: {
      start: SEALED_HEADER_BYTES + first * SEALED_CHUNK_BYTES,
      end: toEnd ? sealedBytes - 1 : SEALED_HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES - 1,
    },
    stream: new OpenStream(fileKeyOf(head, keys, name), part),
  }
}
