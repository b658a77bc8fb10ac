/**
 * An archive for answering a complaint: a summary, the history, and for every attempt the call with its words, its ledger
 * receipt and its recording.
 */

import { toCurrentOrigin } from '../../api/current-origin.ts'
import { sentenceOf } from '../../api/error-words.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { api } from '../../api/session.ts'
import { type ZippedFile, zipOf } from '../../ui/zip.ts'
import { complaintSummary } from './complaint-summary.ts'

/** Maximum size of recordings that a browser can keep in memory; further ones are listed as left out. */
const RECORDINGS_BYTES_MAX = 500 * 1024 * 1024

/** The data, or the reason why it is missing: a missing part is listed in the file, never left out silently. */
async function orReason<T>(read: Promise<{ data?: T }>): Promise<T | { not_available: string }> {
  try {
    return (await read).data as T
  } catch (error) {
    return { not_available: sentenceOf(error) }
  }
}

/** Removes the link to the recording, because the file is passed on; it still states whether there is a recording. */
export function withoutRecordingLink(call: object): object {
  if (!('recording_url' in call)) return call
  const { recording_url, ...rest } = call
  return { ...rest, has_recording: recording_url !== null }
}

const json = (name: string, value: unknown): ZippedFile => text(name, JSON.stringify(value, null, 2))
const text = (name: string, value: string): ZippedFile => ({ name, bytes: new TextEncoder().encode(value) })

/** Creates the archive. Throws if that is impossible; missing parts of single calls are listed in the summary. */
export async function makeComplaintFile(
  history: NumberHistory,
  { zone, onProgress }: { zone: string; onProgress(done: number, of: number): void },
): Promise<{ archive: Blob; missing: string[] }> {
  const files: ZippedFile[] = []
  const missing: string[] = []
  let room = RECORDINGS_BYTES_MAX
  for (const [at, { call_id }] of history.attempts.entries()) {
    onProgress(at, history.attempts.length)
    const path = { params: { path: { call_id } } }
    const call = await orReason(api().GET('/api/v1/calls/{call_id}', path))
    const receipt = await orReason(api().GET('/api/v1/calls/{call_id}/receipt', path))
    for (const [what, part] of Object.entries({ call, receipt }))
      if ('not_available' in part) missing.push(`call ${call_id}, ${what}: ${part.not_available}`)
    files.push(
      json(`calls/${call_id}-call.json`, withoutRecordingLink(call)),
      json(`calls/${call_id}-receipt.json`, receipt),
    )
    if ('not_available' in call || call.recording_url === null) continue
    const recording = await recordingOf(call_id, room)
    if (typeof recording === 'string') missing.push(`call ${call_id}, recording: ${recording}`)
    else {
      room -= recording.length
      files.push({ name: `calls/${call_id}-recording.wav`, bytes: recording })
    }
  }
  const at = new Date()
  const summary = text('summary.txt', complaintSummary(history, { zone, at, missing }))
  return { archive: zipOf([summary, json('history.json', history), ...files], at), missing }
}

/** The bytes of a recording, or the reason why they are missing. */
async function recordingOf(call_id: number, room: number): Promise<Uint8Array<ArrayBuffer> | string> {
  try {
    const { download_url } = await api().calls.recording(call_id)
    const bytes = new Uint8Array(await (await api().download(toCurrentOrigin(download_url))).arrayBuffer())
    return bytes.length > room ? 'left out, the file would be too large; download it from the page of the call' : bytes
  } catch (error) {
    return sentenceOf(error)
  }
}

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
