/**
 * Reads single files of a ZIP archive on disk, each as a stream with a limit, so that a small archive cannot fill the memory.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

export interface RandomAccessFile {
  bytes: number
  read(position: number, length: number): Promise<Buffer>
}

export interface ZipEntry {
  method: number
  isEncrypted: boolean
  compressedBytes: number
  position: number
}

/** The archive cannot be read; the message says what to do. */
export class ZipError extends Error {}

const END_BYTES = 22
const COMMENT_BYTES_MAX = 65_535
const DIRECTORY_BYTES_MAX = 4 * 1024 * 1024
const PIECE_BYTES = 64 * 1024
const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const STORED = 0
const DEFLATED = 8

/** Entries by name, from the directory at the end of the archive. */
export async function zipEntries(file: RandomAccessFile): Promise<Map<string, ZipEntry>> {
  const tailBytes = Math.min(file.bytes, END_BYTES + COMMENT_BYTES_MAX)
  const tail = await file.read(file.bytes - tailBytes, tailBytes)
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END_MARK) end--
  if (end < 0) throw new ZipError('The file is cut off or damaged.')
  const bytes = tail.readUInt32LE(end + 12)
  const position = tail.readUInt32LE(end + 16)
  if (bytes > DIRECTORY_BYTES_MAX || position + bytes > file.bytes) throw new ZipError('The file is damaged.')
  return readDirectory(await file.read(position, bytes))
}

function readDirectory(directory: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) throw new ZipError('The file is damaged.')
    const nameBytes = directory.readUInt16LE(at + 28)
    entries.set(directory.toString('utf8', at + 46, at + 46 + nameBytes), {
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      compressedBytes: directory.readUInt32LE(at + 20),
      position: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The content of one entry; throws ZipError if it has more than `bytesMax` bytes. */
export async function* entryContent(
  file: RandomAccessFile,
  entry: ZipEntry,
  bytesMax: number,
): AsyncGenerator<Buffer, void> {
  if (entry.isEncrypted || (entry.method !== STORED && entry.method !== DEFLATED)) {
    throw new ZipError('The file is protected by a password or packed in an unusual way.')
  }
  const source = Readable.from(packedPieces(file, entry))
  const unpacked = entry.method === STORED ? source : createInflateRaw()
  // A failure is thrown by the loop below, which reads the last of the streams.
  if (unpacked !== source) pipeline(source, unpacked as ReturnType<typeof createInflateRaw>).catch(() => {})
  let bytes = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > bytesMax) throw new ZipError(`A part of the file has more than ${bytesMax} bytes.`)
      yield piece
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('The file is damaged.')
  }
}

async function* packedPieces(file: RandomAccessFile, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await file.read(entry.position, 30)
  if (header.length < 30) throw new ZipError('The file is damaged.')
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  for (let done = 0; done < entry.compressedBytes; ) {
    const piece = await file.read(start + done, Math.min(PIECE_BYTES, entry.compressedBytes - done))
    if (piece.length === 0) throw new ZipError('The file is cut off.')
    done += piece.length
    yield piece
  }
}
