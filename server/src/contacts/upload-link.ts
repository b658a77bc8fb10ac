/** The address for the second step of an upload: signed, for one file, for a short time, without an API key. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { decodeNumberPart, decodeTextPart, readLink, signLink } from '../kernel/signed-link.ts'
import type { Database } from '../storage/database.ts'
import { insertAwaitingList } from './queries.ts'
import { safeFileName } from './upload-file-name.ts'

export const UPLOAD_EXPIRES_SECONDS = 15 * 60
/** Announced lists are kept for a day after their expiry: an upload that began in time may take long. */
export const EXPIRED_UPLOAD_KEPT_MS = 24 * 60 * 60 * 1000
const PURPOSE = 'upload'

export interface UploadParameters {
  sourceId: string
  /** The largest body that the upload may have, as announced. */
  sizeBytes: number
  countryCode: string | undefined
  phoneColumn: string | undefined
  allowExtensions: boolean
}

export async function announceUpload(
  deps: { db: Database; clock: Clock; secrets: SecretBox; publicUrl: string },
  organizationId: number,
  request: {
    fileName: string
    fileSize: number
    countryCode?: string | undefined
    phoneColumn?: string | undefined
    allowExtensions?: boolean | undefined
  },
): Promise<{ upload_url: string; file_key: string; expires_in: number }> {
  const nowMs = deps.clock.now()
  const expiresAtMs = nowMs + UPLOAD_EXPIRES_SECONDS * 1000
  const sourceId = randomUUID()
  await insertAwaitingList(deps.db, {
    organizationId,
    sourceId,
    filename: safeFileName(request.fileName),
    now: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
  })
  const parts = [
    sourceId,
    request.fileSize,
    request.countryCode ?? '',
    request.phoneColumn ?? '',
    request.allowExtensions ? 1 : 0,
  ]
  return {
    upload_url: `${deps.publicUrl}/api/v1/s3/upload/${signLink(deps.secrets, PURPOSE, parts, expiresAtMs)}`,
    file_key: sourceId,
    expires_in: UPLOAD_EXPIRES_SECONDS,
  }
}

/** Throws unless this server signed the address, and it is unchanged and not expired. */
export function requireValidUploadLink(deps: { clock: Clock; secrets: SecretBox }, address: string): UploadParameters {
  const link = readLink(deps.secrets, PURPOSE, address)
  if (!link) throw new ApiError('forbidden')
  if (deps.clock.now() >= link.expiresAtMs) throw new ApiError('upload_expired')
  const [sourceId, size, country, column, extensions] = link.parts
  return {
    sourceId: decodeTextPart(sourceId),
    sizeBytes: decodeNumberPart(size),
    countryCode: decodeTextPart(country) || undefined,
    phoneColumn: decodeTextPart(column) || undefined,
    // Links of the previous version lack this part.
    allowExtensions: extensions !== undefined && decodeNumberPart(extensions) === 1,
  }
}
