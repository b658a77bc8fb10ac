/** The waveform of a call's recording: computed once, then stored beside the file. */
import type { Readable } from 'node:stream'
import type { FileStore } from '../kernel/file-store.ts'
import { peaksKey, type RecordedCall, recordingKey } from './recordings.ts'
import { PeakReader, type Peaks } from './rules/peaks.ts'

/** Size of the stored file's header: size of the recording and its length in milliseconds. The peaks of both channels follow. */
const HEAD_BYTES = 16

/** The peaks of a recording, computed or read from the store. Null if there is no such recording. */
export async function recordingPeaks(store: FileStore, call: RecordedCall): Promise<Peaks | null> {
  const size = await store.size(recordingKey(call))
  if (size === null) return null
  const kept = readKept(await wholeOf(store, peaksKey(call)), size)
  if (kept) return kept
  const recording = await store.read(recordingKey(call))
  if (recording === null) return null
  const peaks = await readPeaks(recording)
  // A failure is ignored: the waveform is shown even if the store is full.
  await store.write(peaksKey(call), keptForm(size, peaks)).catch(() => {})
  return peaks
}

async function readPeaks(recording: Readable): Promise<Peaks> {
  const reader = new PeakReader()
  for await (const piece of recording) reader.push(piece as Buffer)
  return reader.finish()
}

async function wholeOf(store: FileStore, key: string): Promise<Buffer | null> {
  const content = await store.read(key)
  return content && Buffer.concat(await content.toArray())
}

function readKept(bytes: Buffer | null, recordingBytes: number): Peaks | null {
  if (!bytes || bytes.length < HEAD_BYTES || bytes.readDoubleLE(0) !== recordingBytes) return null
  const channels = bytes.subarray(HEAD_BYTES)
  const half = channels.length / 2
  return {
    durationSeconds: bytes.readDoubleLE(8) / 1000,
    person: channels.subarray(0, half),
    agent: channels.subarray(half),
  }
}

function keptForm(recordingBytes: number, peaks: Peaks): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeDoubleLE(recordingBytes, 0)
  head.writeDoubleLE(peaks.durationSeconds * 1000, 8)
  return Buffer.concat([head, peaks.person, peaks.agent])
}
