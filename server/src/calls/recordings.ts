/** Names of recordings in the store and how to fetch them, for the agent that writes and the route that reads. */
import type { Readable } from 'node:stream'
import type { FileStore } from '../kernel/file-store.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { decodeNumberPart, readLink, signLink } from '../kernel/signed-link.ts'

const PURPOSE = 'recording'
export const RECORDING_LINK_LIFE_SECONDS = 900

export interface RecordedCall {
  organizationId: number
  callId: number
}

/** Consists of numbers only: no text from a caller or client becomes part of a path. */
export function recordingKey({ organizationId, callId }: RecordedCall): string {
  if (!Number.isSafeInteger(organizationId) || !Number.isSafeInteger(callId)) throw new Error('an id is a whole number')
  return `${organizationId}/${callId}.wav`
}

/** The waveform is stored beside its recording. */
export function peaksKey(call: RecordedCall): string {
  return recordingKey(call).replace(/\.wav$/, '.peaks')
}

/** The call that a file name belongs to; null for any other file in the store. */
export function callOfKey(key: string): RecordedCall | null {
  const [, organizationId, callId] = /^(\d{1,15})\/(\d{1,15})\.(?:wav|peaks)$/.exec(key) ?? []
  return callId === undefined ? null : { organizationId: Number(organizationId), callId: Number(callId) }
}

/** Null if there is no such file. A player that seeks asks for a range of bytes: `part` then describes it. */
export async function openRecording(
  store: FileStore,
  call: RecordedCall,
  range: string | undefined,
): Promise<{ bytes: number; part: string | null; content: Readable } | null> {
  const key = recordingKey(call)
  const size = await store.size(key)
  if (size === null) return null
  const wanted = range === undefined ? null : readRange(range, size)
  const content = await store.read(key, wanted ?? undefined)
  if (content === null) return null
  if (!wanted) return { bytes: size, part: null, content }
  const { start, end } = wanted
  return { bytes: end - start + 1, part: `bytes ${start}-${end}/${size}`, content }
}

/** Removes the waveform too. */
export async function removeRecording(store: FileStore, call: RecordedCall): Promise<void> {
  for (const key of [recordingKey(call), peaksKey(call)]) await store.remove(key)
}

const FILE_OF_ORGANIZATION = /^(?:trash\/\d{4}-\d{2}-\d{2}\/)?(\d{1,15})\/\d{1,15}\.(wav|peaks)$/

/** Removes every file of an organization, including the trash. Returns the number of recordings. */
export async function removeRecordingsOf(store: FileStore, organizationId: number): Promise<number> {
  let recordings = 0
  for await (const { key } of store.list()) {
    const [, owner, ending] = FILE_OF_ORGANIZATION.exec(key) ?? []
    if (owner !== String(organizationId)) continue
    await store.remove(key)
    if (ending === 'wav') recordings++
  }
  return recordings
}

/** Files that `removeRecordingsOf` would remove. */
export async function countFilesOf(store: FileStore, organizationId: number): Promise<number> {
  let files = 0
  for await (const { key } of store.list()) if (FILE_OF_ORGANIZATION.exec(key)?.[1] === String(organizationId)) files++
  return files
}

/** A single byte range; any other range header is answered with the whole file. */
function readRange(range: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : null
}

export function recordingUrl(
  { secrets, publicUrl }: { secrets: SecretBox; publicUrl: string },
  call: RecordedCall,
  nowMs: number,
): string {
  const expiresAtMs = nowMs + RECORDING_LINK_LIFE_SECONDS * 1000
  return `${publicUrl}/api/v1/recordings/${signLink(secrets, PURPOSE, [call.organizationId, call.callId], expiresAtMs)}`
}

/** Parses a link to a recording; null unless this installation signed it and it is not expired. */
export function readRecordingUrl(secrets: SecretBox, token: string, nowMs: number): RecordedCall | null {
  const link = readLink(secrets, PURPOSE, token)
  if (!link || link.expiresAtMs < nowMs) return null
  const [organizationId, callId] = link.parts.map(decodeNumberPart) as [number, number]
  return { organizationId, callId }
}
