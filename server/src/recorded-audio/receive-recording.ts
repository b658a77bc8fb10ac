/** Receives a recording from a client and decodes it in a separate process with limits. */
import type { FastifyRequest } from 'fastify'
import { receiveUpload } from '../http/receive-upload.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { type FileReaders, FileRefused, FileTooCostly } from '../kernel/file-readers.ts'
import type { Log } from '../kernel/log.ts'
import type { DecodedRecording } from './decode-recording.ts'
import { DECODE_MEMORY_MB_MAX, DECODE_MS_MAX, RECORDING_BYTES_MAX } from './rules/limits.ts'

export interface ReceiveDeps {
  log: Log
  readers: FileReaders
  /** Directory for received files between arrival and storing; the files have no name there. */
  uploadDir: string
}

const DECODER = {
  path: 'recorded-audio/decode-worker',
  limits: { msMax: DECODE_MS_MAX, memoryMbMax: DECODE_MEMORY_MB_MAX },
}
const TOO_MUCH = 'The recording takes too much time or memory to read. Convert it to 16-bit WAV and upload it again.'

/** Content types that browsers and programs use for WAV and MP3. */
const ACCEPTED = /^(audio\/|application\/octet-stream\b|multipart\/form-data\b|$)/i

/** Throws ValidationError if the file cannot be used. */
export async function receiveAudio(
  { log, readers, uploadDir }: ReceiveDeps,
  organizationId: number,
  request: FastifyRequest,
): Promise<{ decoded: DecodedRecording; filename: string | undefined }> {
  if (!ACCEPTED.test(request.headers['content-type'] ?? ''))
    throw new ApiError('unsupported_media_type', { message: 'Send the file as audio/wav, audio/mpeg or a form.' })
  const file = await receiveUpload(request, uploadDir, RECORDING_BYTES_MAX)
  try {
    const read = async () => ({ bytes: await file.read(0, file.bytes) })
    const decoded = await readers.read<DecodedRecording>(organizationId, DECODER, read)
    return { decoded, filename: file.name?.replace(/\p{Cc}/gu, '').trim() || undefined }
  } catch (error) {
    if (!(error instanceof FileRefused || error instanceof FileTooCostly)) throw error
    const crash = error instanceof FileRefused ? error.reason : error.crash
    if (crash !== null)
      log.warn({ err: crash, organization_id: organizationId }, 'failed to read an uploaded recording')
    const message = error instanceof FileRefused ? error.message : TOO_MUCH
    throw new ValidationError([faultAt(['body', 'file'], 'audio_unusable', message, {})])
  } finally {
    await file.close()
  }
}
