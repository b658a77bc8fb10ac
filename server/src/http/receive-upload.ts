/**
 * Takes a file from a client to the disk. Importing straight from the connection would hold a transaction and one of few database
 * connections for as long as the slowest client takes; a long transaction makes every claim of the dialer slower.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { faultAt } from './validation.ts'

export const UPLOAD_BYTES_MAX = 512 * 1024 * 1024

export interface ReceivedFile {
  /** As the client calls it, if it does. */
  name: string | undefined
  bytes: number
  content(): AsyncIterable<Uint8Array>
  /** Shorter at the end of the file. */
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
    const name = request.isMultipart()
      ? await receiveForm(request, handle, limitBytes)
      : await receiveBody(request, handle, limitBytes)
    const { size: bytes } = await handle.stat()
    return {
      name,
      bytes,
      content: () => handle.createReadStream({ start: 0, autoClose: false }),
      async read(position, length) {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    // What is left of the body is read and thrown away, or the client would never get to read our answer.
    request.raw.resume()
    throw error
  }
}

/** Without a name from the start: it is gone when it is closed, also by a crash. */
async function openNamelessFile(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, `${randomUUID()}.upload`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

async function receiveBody(request: FastifyRequest, handle: FileHandle, limitBytes: number): Promise<undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new ApiError('payload_too_large')
  // A stream left early would be destroyed, and the connection with it, before the client has an answer.
  await writeFile(handle, within(limitBytes, request.raw.iterator({ destroyOnReturn: false })))
}

async function receiveForm(
  request: FastifyRequest,
  handle: FileHandle,
  limitBytes: number,
): Promise<string | undefined> {
  let name: string | undefined
  let received = false
  for await (const part of translated(request.parts())) {
    if (part.type !== 'file') continue
    name = part.filename
    received = true
    await writeFile(handle, within(limitBytes, part.file))
  }
  if (received) return name
  throw new ValidationError([faultAt(['body', 'file'], 'missing', 'Field required', {})])
}

async function* within(limitBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of translated(source)) {
    bytes += piece.length
    if (bytes > limitBytes) throw new ApiError('payload_too_large')
    yield piece
  }
}

/** Whatever goes wrong while reading is the client's or the network's doing. */
async function* translated<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    while (true) {
      const next = await iterator.next().catch(() => {
        throw new ApiError('bad_request', { message: 'The file was broken off, or it is not one file of a form.' })
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}
