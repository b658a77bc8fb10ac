/** Receives a document from a client and parses it. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ReceivedFile, receiveUpload } from '../http/receive-upload.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { type FileReaders, FileRefused } from '../kernel/file-readers.ts'
import type { Log } from '../kernel/log.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Database } from '../storage/database.ts'
import { parseDocument } from './parse-document.ts'
import { countDocuments } from './queries.ts'
import type { DocumentKind } from './read-document.ts'
import { DOCUMENT_BYTES_MAX, FILE_NAME_LENGTH_MAX } from './rules/limits.ts'
import type { Passage } from './rules/passages.ts'

export interface ReceiveDeps {
  db: Database
  log: Log
  readers: FileReaders
  /** Directory for received files between arrival and parsing; the files have no name there. */
  uploadDir: string
}

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
export const MIME_TYPES: Readonly<Record<DocumentKind, string>> = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: DOCX_TYPE,
}
const ACCEPTED =
  /^(text\/|application\/(octet-stream|pdf|xhtml\+xml|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)\b|multipart\/form-data\b|$)/i

export interface ReceivedDocument {
  filename: string
  kind: DocumentKind
  bytes: number
  hash: string
  passages: Passage[]
}

/** Throws ValidationError if the file cannot be used. */
export async function receiveDocument(
  deps: ReceiveDeps,
  organizationId: number,
  request: FastifyRequest,
  given: string | undefined,
): Promise<ReceivedDocument> {
  const type = request.headers['content-type'] ?? ''
  if (!ACCEPTED.test(type))
    throw new ApiError('unsupported_media_type', { message: 'Send text, Markdown, HTML, PDF or DOCX, or a form.' })
  const file = await receiveUpload(request, deps.uploadDir, DOCUMENT_BYTES_MAX)
  try {
    // Checked before parsing, which costs more; the decisive count is made when the document is stored.
    const { db } = deps
    await requireQuota(db, organizationId, 'documents', async () => (await countDocuments(db, organizationId)) + 1)
    if (file.bytes === 0) throw new FileRefused('The file is empty. Choose another one.')
    return await readReceived(deps.readers, organizationId, file, given ?? file.name, type)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    if (error.reason !== null)
      deps.log.warn({ err: error.reason, organization_id: organizationId }, 'failed to read an uploaded document')
    throw new ValidationError([faultAt(['body', 'file'], 'document_unusable', error.message, {})])
  } finally {
    await file.close()
  }
}

async function readReceived(
  readers: FileReaders,
  organizationId: number,
  file: ReceivedFile,
  name: string | undefined,
  type: string,
): Promise<ReceivedDocument> {
  let kind: DocumentKind = 'text'
  let hash = ''
  const passages = await parseDocument(readers, organizationId, async () => {
    const bytes = await file.read(0, file.bytes)
    kind = kindOf(bytes, name ?? '', type)
    hash = createHash('sha256').update(bytes).digest('hex')
    return { bytes, kind }
  })
  return { filename: fileName(name) || `document.${kind}`, kind, bytes: file.bytes, hash, passages }
}

/** Removes folders, and characters that cannot be stored or shown. */
const fileName = (name = '') =>
  (name.split(/[\\/]/u).at(-1) as string)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, FILE_NAME_LENGTH_MAX)

/** The kind of a document: by its content, then by its file name. */
function kindOf(bytes: Buffer, name: string, type: string): DocumentKind {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return 'docx'
  const start = bytes.subarray(0, 500).toString('latin1').trimStart().toLowerCase()
  if (/^<(!doctype html|html)/u.test(start) || /\.html?$/iu.test(name) || /html/iu.test(type)) return 'html'
  if (/\.(md|markdown)$/iu.test(name) || /markdown/iu.test(type)) return 'markdown'
  return 'text'
}
