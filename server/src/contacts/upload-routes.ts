import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CountryCode } from '../addresses/rules/normalize-address.ts'
import { allowExtensionsField, countryCode } from '../addresses/schemas.ts'
import { limitIdleTime } from '../http/idle-limit.ts'
import { type ReceivedFile, receiveUpload, UPLOAD_BYTES_MAX } from '../http/receive-upload.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, documentedAs, integer, optional, text } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'
import { parseJson } from '../kernel/parse-json.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Database } from '../storage/database.ts'
import type { ImportOptions } from './copy-contacts.ts'
import { type DeleteListDeps, deleteReplacedList, requireReplaceableList } from './delete-list.ts'
import type { ImportConnections } from './import-limiter.ts'
import { countLists, organizationOfAwaitingList } from './queries.ts'
import { COLUMN_NAME_CHARACTERS_MAX } from './rules/read-header.ts'
import { contactListShape, LIST_EXAMPLE, serializeList } from './schemas.ts'
import { safeFileName } from './upload-file-name.ts'
import { type Importer, type ImporterDeps, type ImportRequest, openImporter } from './upload-import.ts'
import { announceUpload, requireValidUploadLink } from './upload-link.ts'
import { zoneColumnInputs, zoneColumnsOf } from './zone-routes.ts'

export interface UploadDeps {
  db: Database
  imports: ImportConnections
  readers: ImporterDeps['readers']
  clock: Clock
  secrets: SecretBox
  publicUrl: string
  /** Directory for received files between arrival and import; the files have no name there. */
  uploadDir: string
  keys: LedgerKeys
  consentsImported: ImporterDeps['consentsImported']
  listImported: ImporterDeps['listImported']
}

const TAG = 'Contact lists'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const UPLOAD_ERROR_CODES: ErrorCode[] = [
  'bad_request',
  'payload_too_large',
  'too_many_uploads',
  'disk_full',
  'unsupported_media_type',
  'empty_file',
  'phone_column_missing',
  'zone_column_missing',
  'no_valid_rows',
  'header_unreadable',
  'header_too_wide',
  'invalid_encoding',
  'too_many_rows',
  'spreadsheet_unreadable',
  'sheet_not_chosen',
  'spreadsheet_cells_unusable',
]

const reading = {
  country_code: optional(countryCode()).meta({ description: 'The country of numbers written without one.' }),
  phone_column: optional(text({ minimum: 1, maximum: 128 })).meta({
    description: 'The column to dial, where it has none of the usual names.',
  }),
  allow_extensions: allowExtensionsField(),
}

const RENAMING_FAULT = 'a JSON object of column names and what they shall be called: {"Vorname":"first_name"}'

const renaming = documentedAs(
  z.string().transform((value, context): Record<string, string> => {
    const read = z
      .record(z.string(), text({ minimum: 1, maximum: COLUMN_NAME_CHARACTERS_MAX }))
      .safeParse(parseJson(value))
    if (read.success) return read.data
    context.addIssue(customIssue('value_error', `Value error, write ${RENAMING_FAULT}`, { error: 'not a JSON object' }))
    return z.NEVER
  }),
  z.string().meta({ description: `Gives columns the names of a workflow's variables: ${RENAMING_FAULT}.` }),
)

const replaces = optional(text({ minimum: 1, maximum: 255 })).meta({
  description:
    'The `source_id` of a list that this one replaces: the same file read again with another country, phone column or names. The old list is deleted once the new one is there.',
})

export function uploadRoutes(deps: UploadDeps & DeleteListDeps): Route[] {
  const { db } = deps
  const allow: ImporterDeps['allow'] = async (organizationId, { rows, bytes }) => {
    const has = await countLists(db, organizationId)
    await requireQuota(db, organizationId, 'contact_lists', async () => has.lists + 1)
    await requireQuota(db, organizationId, 'contact_rows', async () => has.rows + rows)
    await requireQuota(db, organizationId, 'contact_bytes', async () => has.bytes + bytes)
  }
  const importer = openImporter({ ...deps, allow })
  return [directRoute(deps, importer), announceRoute(deps), putRoute(deps, importer)]
}

function directRoute(deps: UploadDeps & DeleteListDeps, importer: Importer): Route {
  return route({
    method: 'POST',
    path: '/api/v1/contact-lists',
    operation: 'uploadContactList',
    tag: TAG,
    summary: 'Upload a contact list',
    description:
      'The body is the CSV or .xlsx file itself, or a form with one file. Rows that cannot be called are rejected with a reason and do not stop the others; every column but the phone number is a variable of the contact.',
    bodyKind: 'stream',
    bodyTypes: ['text/csv', XLSX, 'multipart/form-data'],
    query: z.object({
      filename: optional(text({ maximum: 255 })),
      ...reading,
      ...zoneColumnInputs,
      rename: optional(renaming),
      sheet: optional(text({ minimum: 1, maximum: 255 })).meta({
        description: 'The sheet to read, where a spreadsheet has several.',
      }),
      replaces,
    }),
    answer: { schema: contactListShape, example: LIST_EXAMPLE },
    errors: [...UPLOAD_ERROR_CODES, 'contact_list_not_found', 'contact_list_in_use', 'quota_exceeded'],
    async handle({ principal, query, request, reply }) {
      requireCsv(request)
      if (query.replaces !== undefined) await requireReplaceableList(deps, principal.organizationId, query.replaces)
      const list = await receiveAndImport(deps, importer, request, reply, {
        organizationId: principal.organizationId,
        limitBytes: UPLOAD_BYTES_MAX,
        options: optionsOf(query),
        sheet: query.sheet,
        target: (file) => ({ filename: safeFileName(query.filename ?? file.name) }),
      })
      if (query.replaces !== undefined) await deleteReplacedList(deps, principal.organizationId, query.replaces)
      return serializeList(list)
    },
  })
}

function announceRoute(deps: UploadDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/s3/presigned-upload-url',
    operation: 'announceUpload',
    tag: TAG,
    summary: 'Get an address to upload a contact list to',
    description:
      'PUT the bytes of the file to `upload_url`, without an API key. `file_key` is the `source_id` of the list once it has been uploaded.',
    body: z.object({
      file_name: text({ minimum: 1, maximum: 255 }),
      file_size: integer({ minimum: 1, maximum: UPLOAD_BYTES_MAX }),
      content_type: optional(text({ maximum: 255 })),
      ...reading,
    }),
    bodyExample: { file_name: 'november.csv', file_size: 20480, content_type: 'text/csv' },
    answer: {
      schema: z.object({ upload_url: z.string(), file_key: z.string(), expires_in: z.int() }),
      example: {
        upload_url: `https://calls.example.com/api/v1/s3/upload/OWY4NmQwODE.20480...1794735900000.q0vG3b8LxW5t.N1mPz7Rk2sYc`,
        file_key: LIST_EXAMPLE.source_id,
        expires_in: 900,
      },
    },
    handle: ({ principal, body }) =>
      announceUpload(deps, principal.organizationId, {
        fileName: body.file_name,
        fileSize: body.file_size,
        countryCode: body.country_code,
        phoneColumn: body.phone_column,
        allowExtensions: body.allow_extensions,
      }),
  })
}

function putRoute(deps: UploadDeps, importer: Importer): Route {
  return route({
    method: 'PUT',
    path: '/api/v1/s3/upload/{link}',
    operation: 'putUpload',
    tag: TAG,
    summary: 'Upload a contact list to the address made for it',
    description: 'The URL is valid for one file and 15 minutes. A refused file can be corrected and sent again.',
    access: 'none',
    bodyKind: 'stream',
    bodyTypes: ['text/csv'],
    params: z.object({ link: text() }),
    answer: { schema: contactListShape, example: LIST_EXAMPLE },
    errors: ['forbidden', 'upload_expired', 'upload_already_used', 'quota_exceeded', ...UPLOAD_ERROR_CODES],
    async handle({ params, request, reply }) {
      const terms = requireValidUploadLink(deps, params.link)
      const { sourceId } = terms
      const organizationId = await organizationOfAwaitingList(deps.db, sourceId)
      if (organizationId === null) throw new ApiError('upload_already_used')
      const list = await receiveAndImport(deps, importer, request, reply, {
        organizationId,
        limitBytes: terms.sizeBytes,
        options: {
          countryCode: (terms.countryCode ?? null) as CountryCode | null,
          phoneColumn: terms.phoneColumn ?? null,
          dialing: { allowExtensions: terms.allowExtensions },
        },
        target: () => ({ sourceId }),
      })
      return serializeList(list)
    },
  })
}

async function receiveAndImport(
  deps: UploadDeps,
  importer: Importer,
  request: FastifyRequest,
  reply: FastifyReply,
  order: Pick<ImportRequest, 'organizationId' | 'options' | 'sheet'> & {
    limitBytes: number
    target(file: ReceivedFile): ImportRequest['target']
  },
) {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const { organizationId } = order
  limitIdleTime(request, false)
  return deps.imports.gate.contacts.receive(organizationId, async () => {
    const file = await receiveUpload(request, deps.uploadDir, order.limitBytes)
    try {
      return await importer.run({
        organizationId,
        file,
        options: order.options,
        sheet: order.sheet,
        target: order.target(file),
        signal: gone.signal,
      })
    } finally {
      await file.close()
    }
  })
}

function optionsOf(query: {
  country_code?: CountryCode | undefined
  phone_column?: string | undefined
  allow_extensions?: boolean | undefined
  rename?: Record<string, string> | undefined
  timezone_column?: string | undefined
  state_column?: string | undefined
  postal_code_column?: string | undefined
}): ImportOptions {
  const { country_code, phone_column, rename = {} } = query
  return {
    countryCode: country_code ?? null,
    phoneColumn: phone_column ?? null,
    renaming: rename,
    dialing: { allowExtensions: query.allow_extensions ?? false },
    zoneColumns: zoneColumnsOf(query),
  }
}

/** Accepted content types: browsers and programs send CSV files with many types, but not as JSON, archives or pictures. */
const CSV_TYPES =
  /^(text\/|application\/(octet-stream|csv|x-csv|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet)\b|multipart\/form-data\b|$)/i

export function requireCsv(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (CSV_TYPES.test(request.headers['content-type'] ?? '') && encoding === 'identity') return
  throw new ApiError('unsupported_media_type', { message: 'Send the file as text/csv, .xlsx or multipart/form-data.' })
}
