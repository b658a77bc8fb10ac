/** The outline of a call's recording: worked out once, then kept beside the file. */
import { createReadStream } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { peaksFile, recordingPath } from './recordings.ts'
import { PeakReader, type Peaks } from './rules/peaks.ts'

/** Of the kept file: the size of the recording it was made of, its length in milliseconds, then both channels. */
const HEAD_BYTES = 16

/** Null if this node has no such file. A call that goes on has a recording that grows: it is looked through anew. */
export async function recordingPeaks(
  directory: string,
  call: { organizationId: number; callId: number },
): Promise<Peaks | null> {
  const file = join(directory, recordingPath(call.organizationId, call.callId))
  const found = await stat(file).catch(() => null)
  if (!found) return null
  const kept = await readKept(peaksFile(file), found.size)
  if (kept) return kept
  const peaks = await readPeaks(file)
  // Worth having, not worth failing for: a disk that is full shows the outline all the same.
  await keep(peaksFile(file), found.size, peaks).catch(() => {})
  return peaks
}

async function readPeaks(file: string): Promise<Peaks> {
  const reader = new PeakReader()
  for await (const piece of createReadStream(file)) reader.push(piece as Buffer)
  return reader.finish()
}

async function readKept(file: string, recordingBytes: number): Promise<Peaks | null> {
  const bytes = await readFile(file).catch(() => null)
  if (!bytes || bytes.length < HEAD_BYTES || bytes.readDoubleLE(0) !== recordingBytes) return null
  const channels = bytes.subarray(HEAD_BYTES)
  const half = channels.length / 2
  return {
    durationSeconds: bytes.readDoubleLE(8) / 1000,
    person: channels.subarray(0, half),
    agent: channels.subarray(half),
  }
}

async function keep(file: string, recordingBytes: number, peaks: Peaks): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeDoubleLE(recordingBytes, 0)
  head.writeDoubleLE(peaks.durationSeconds * 1000, 8)
  // Two readers at once write the same; neither sees half of it.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, Buffer.concat([head, peaks.person, peaks.agent]), { mode: 0o600 })
  await rename(draft, file)
}
