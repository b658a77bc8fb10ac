/** The address for the second step of an upload: signed, for one file, for a short time, without an API key. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { deleteAwaitingLists, insertAwaitingList } from './queries.ts'
import { shownFileName } from './upload-file-name.ts'

export const UPLOAD_EXPIRES_SECONDS = 15 * 60
/** Lists nobody uploaded are kept a day beyond their time: an upload that began in time may take long. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000
const PURPOSE = 'upload'

export interface UploadTerms {
  source_id: string
  /** The largest body, as announced. */
  size: number
  /** Seconds since 1970. */
  expires: number
  country_code?: string | undefined
  phone_column?: string | undefined
}

export async function announceUpload(
  deps: { db: Database; clock: Clock; secrets: SecretBox; publicUrl: string },
  organizationId: number,
  wish: { fileName: string; fileSize: number; countryCode?: string | undefined; phoneColumn?: string | undefined },
): Promise<{ upload_url: string; file_key: string; expires_in: number }> {
  const nowMs = deps.clock.now()
  const expires = Math.floor(nowMs / 1000) + UPLOAD_EXPIRES_SECONDS
  const terms: UploadTerms = {
    source_id: randomUUID(),
    size: wish.fileSize,
    expires,
    country_code: wish.countryCode,
    phone_column: wish.phoneColumn,
  }
  await deleteAwaitingLists(deps.db, organizationId, new Date(nowMs - KEEP_EXPIRED_MS))
  await insertAwaitingList(deps.db, {
    organizationId,
    sourceId: terms.source_id,
    filename: shownFileName(wish.fileName),
    now: new Date(nowMs),
    expiresAt: new Date(expires * 1000),
  })
  return {
    upload_url: `${deps.publicUrl}/api/v1/s3/upload/${terms.source_id}?${queryOf(terms, deps.secrets)}`,
    file_key: terms.source_id,
    expires_in: UPLOAD_EXPIRES_SECONDS,
  }
}

function queryOf(terms: UploadTerms, secrets: SecretBox): URLSearchParams {
  const query = new URLSearchParams({ expires: String(terms.expires), size: String(terms.size) })
  if (terms.country_code !== undefined) query.set('country_code', terms.country_code)
  if (terms.phone_column !== undefined) query.set('phone_column', terms.phone_column)
  query.set('signature', secrets.sign(PURPOSE, signedText(terms)))
  return query
}

/** Throws unless the address is as we made it and still good. */
export function requireOpenUpload(
  deps: { clock: Clock; secrets: SecretBox },
  terms: UploadTerms,
  signature: string,
): void {
  if (!deps.secrets.verify(PURPOSE, signedText(terms), signature)) throw new ApiError('forbidden')
  if (deps.clock.now() >= terms.expires * 1000) throw new ApiError('upload_expired')
}

function signedText(terms: UploadTerms): string {
  const { source_id, size, expires, country_code = null, phone_column = null } = terms
  return JSON.stringify([source_id, size, expires, country_code, phone_column])
}
