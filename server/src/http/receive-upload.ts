/**
 * Writes an upload to disk. Importing directly from the connection would hold a transaction and one of few database connections
 * as long as the slowest client sends; a long transaction slows down every claim of the dialer.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { limitIdleTime } from './idle-limit.ts'
import { faultAt } from './validation.ts'

export const UPLOAD_BYTES_MAX = 512 * 1024 * 1024

export interface ReceivedFile {
  /** File name given by the client, if any. */
  name: string | undefined
  bytes: number
  /** For a process that reads the file; valid until `close`. */
  fd: number
  content(): AsyncIterable<Uint8Array>
  /** Returns fewer bytes at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export async function receiveUpload(
  request: FastifyRequest,
  directory: string,
  limitBytes: number,
): Promise<ReceivedFile> {
  const handle = await openNamelessFile(directory)
  try {
    const limit = { bytes: limitBytes, directory }
    await requireSpace(directory, Math.min(limitBytes, Number(request.headers['content-length'] ?? 0)))
    limitIdleTime(request, true)
    const name = request.isMultipart()
      ? await receiveForm(request, handle, limit)
      : await receiveBody(request, handle, limit)
    // The upload is complete: from here on the client waits for the server.
    limitIdleTime(request, false)
    const { size: bytes } = await handle.stat()
    return {
      name,
      bytes,
      fd: handle.fd,
      content: () => handle.createReadStream({ start: 0, autoClose: false }),
      async read(position, length) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    // The rest of the body is read and discarded; otherwise the client would never read the answer.
    request.raw.resume()
    throw error
  }
}

/**
 * Yields the body piece by piece, for imports that keep no copy of the file. `directory` is on the disk that the import writes
 * to. Errors of the reader leave the connection open, so that the client gets an answer.
 */
export async function* streamUpload(
  request: FastifyRequest,
  directory: string,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  await mkdir(directory, { recursive: true })
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new ApiError('payload_too_large')
  await requireSpace(directory, 0)
  limitIdleTime(request, true)
  try {
    yield* within({ bytes: limitBytes, directory }, request.raw.iterator({ destroyOnReturn: false }))
  } finally {
    limitIdleTime(request, false)
    // The rest of the body is read and discarded; otherwise the client would never read the answer.
    request.raw.resume()
  }
}

/**
 * Disk space that uploads leave free: the embedded PostgreSQL has its log on the same disk, and a full disk stops every
 * organization.
 */
const KEPT_FREE_BYTES = 2 * 1024 ** 3
const KEPT_FREE_SHARE = 0.05
/** Free space is checked again after this many bytes, because other files arrive too. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024

interface Disk {
  bsize: number
  blocks: number
  bavail: number
}

/**
 * On a small disk a twentieth must stay free, on a large one two gigabytes. Some network stores report no size: then the file is
 * accepted.
 */
export function hasSpaceFor(bytes: number, { bsize, blocks, bavail }: Disk): boolean {
  if (blocks === 0) return true
  return bavail * bsize - bytes >= Math.min(KEPT_FREE_BYTES, blocks * bsize * KEPT_FREE_SHARE)
}

async function requireSpace(directory: string, bytes: number): Promise<void> {
  const disk = await statfs(directory)
  if (hasSpaceFor(bytes, disk)) return
  const [free, size] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  // The details are only logged; the client sees neither the folder nor the figures.
  throw new ApiError('disk_full', {
    cause: new Error(`${directory}: ${free} of ${size} bytes are free, ${bytes} asked`),
  })
}

/** The file is unlinked immediately, so that it disappears when it is closed, even after a crash. */
async function openNamelessFile(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, `${randomUUID()}.upload`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

interface Limit {
  bytes: number
  directory: string
}

async function receiveBody(request: FastifyRequest, handle: FileHandle, limit: Limit): Promise<undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes) throw new ApiError('payload_too_large')
  // Leaving the iterator early must not destroy the stream: the connection would close before the client has an answer.
  await writeFile(handle, within(limit, request.raw.iterator({ destroyOnReturn: false })))
}

async function receiveForm(request: FastifyRequest, handle: FileHandle, limit: Limit): Promise<string | undefined> {
  let name: string | undefined
  let received = false
  for await (const part of translated(request.parts())) {
    if (part.type !== 'file') continue
    name = part.filename
    received = true
    await writeFile(handle, within(limit, part.file))
  }
  if (received) return name
  throw new ValidationError([faultAt(['body', 'file'], 'missing', 'Field required', {})])
}

async function* within(limit: Limit, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  let lookAt = LOOK_EVERY_BYTES
  for await (const piece of translated(source)) {
    bytes += piece.length
    if (bytes > limit.bytes) throw new ApiError('payload_too_large')
    if (bytes >= lookAt) {
      await requireSpace(limit.directory, 0)
      lookAt += LOOK_EVERY_BYTES
    }
    yield piece
  }
}

/** Translates errors while reading the body: they are caused by the client or the network. */
async function* translated<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    while (true) {
      const next = await iterator.next().catch(() => {
        throw new ApiError('bad_request', {
          message: 'The upload was interrupted, or the form does not have exactly one file.',
        })
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}
