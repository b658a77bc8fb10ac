/** Where recordings lie and how they are fetched: the one module that knows both, for the agent that writes and the route that reads. */
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { SecretBox } from '../kernel/secret-box.ts'
import { partAsNumber, readLink, signLink } from '../kernel/signed-link.ts'

const PURPOSE = 'recording'
export const RECORDING_LINK_LIFE_SECONDS = 900

/** Below the directory of recordings, made of numbers alone: nothing a caller or a client wrote becomes a path. */
export function recordingPath(organizationId: number, callId: number): string {
  if (!Number.isSafeInteger(organizationId) || !Number.isSafeInteger(callId)) throw new Error('an id is a whole number')
  return join(String(organizationId), `${callId}.wav`)
}

/** Null if this node has no such file. A player that jumps asks for a range of its bytes: `part` then says which these are. */
export async function openRecording(
  directory: string,
  call: { organizationId: number; callId: number },
  range: string | undefined,
): Promise<{ bytes: number; part: string | null; content: Readable } | null> {
  const file = join(directory, recordingPath(call.organizationId, call.callId))
  const found = await stat(file).catch(() => null)
  if (found === null) return null
  const wanted = range === undefined ? null : readRange(range, found.size)
  if (!wanted) return { bytes: found.size, part: null, content: createReadStream(file) }
  const { start, end } = wanted
  const part = `bytes ${start}-${end}/${found.size}`
  return { bytes: end - start + 1, part, content: createReadStream(file, { start, end }) }
}

/** With its outline. One that is not here, or not here any more, is gone all the same. */
export async function removeRecording(
  directory: string,
  call: { organizationId: number; callId: number },
): Promise<void> {
  const file = join(directory, recordingPath(call.organizationId, call.callId))
  for (const each of [file, peaksFile(file)]) await rm(each, { force: true })
}

/** The outline lies beside its recording. */
export function peaksFile(recording: string): string {
  return recording.replace(/\.wav$/, '.peaks')
}

/** One range of the bytes there are; whatever else is asked for is answered with the whole. */
function readRange(range: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : null
}

export function recordingUrl(
  secrets: SecretBox,
  call: { organizationId: number; callId: number },
  nowMs: number,
): string {
  const expiresAtMs = nowMs + RECORDING_LINK_LIFE_SECONDS * 1000
  return `/api/v1/recordings/${signLink(secrets, PURPOSE, [call.organizationId, call.callId], expiresAtMs)}`
}

/** Null unless the link is ours and still good. */
export function readRecordingUrl(
  secrets: SecretBox,
  token: string,
  nowMs: number,
): { organizationId: number; callId: number } | null {
  const link = readLink(secrets, PURPOSE, token)
  if (!link || link.expiresAtMs < nowMs) return null
  const [organizationId, callId] = link.parts.map(partAsNumber) as [number, number]
  return { organizationId, callId }
}
