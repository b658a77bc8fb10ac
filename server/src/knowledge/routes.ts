import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { cursorParameter, nextCursor } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { freeObject, integer, optional, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Queries } from '../storage/database.ts'
import { countVectors } from './embedding-queries.ts'
import {
  changeDocument,
  countDocuments,
  findDocuments,
  insertDocument,
  listDocuments,
  RETRIEVAL_MODES,
  removeDocument,
  type StoredDocument,
} from './queries.ts'
import { DOCX_TYPE, MIME_TYPES, type ReceiveDeps, receiveDocument } from './receive-document.ts'
import { EMBEDDING_STATES, embeddingState } from './rules/embedding-state.ts'
import { FILE_NAME_LENGTH_MAX } from './rules/limits.ts'
import { searchRoute } from './search-route.ts'
import { openEmbedder, type SemanticSearch } from './semantic-search.ts'

const DOCUMENTS = '/api/v1/knowledge-base/documents'
const DOCUMENT = `${DOCUMENTS}/{document_uuid}`
const TAG = 'Knowledge'

export interface KnowledgeRouteDeps extends ReceiveDeps {
  clock: Clock
  secrets: SecretBox
  /** If left out, documents are searched by words only. */
  meaning?: SemanticSearch
  /** Names of the workflows that use a document. */
  usersOf(db: Queries, organizationId: number, uuid: string): Promise<string[]>
  /** Names of unfinished campaigns whose workflow version uses the document. */
  pinnedBy(db: Queries, organizationId: number, uuid: string): Promise<string[]>
}

const documentAnswer = z
  .object({
    id: z.int(),
    document_uuid: z.string().meta({ description: 'The id that steps refer to in `document_uuids`.' }),
    filename: z.string(),
    file_size_bytes: z.int(),
    file_hash: z.string().meta({ description: 'SHA-256.' }),
    mime_type: z.string(),
    processing_status: z.enum(['completed']).meta({ description: 'A document is stored once it is read.' }),
    processing_error: z.null(),
    total_chunks: z.int().meta({ description: 'Passages.' }),
    retrieval_mode: z.enum(RETRIEVAL_MODES),
    language: z.string(),
    custom_metadata: freeObject(),
    docling_metadata: freeObject(),
    source_url: z.null(),
    created_at: timestamp(),
    updated_at: timestamp().nullable(),
    organization_id: z.int(),
    created_by: z.int().nullable(),
    is_active: z.boolean(),
    embedding: z
      .object({
        state: z.enum(EMBEDDING_STATES).meta({
          description:
            '`off`: no embeddings endpoint is set up, or the document is read whole. In every state but `completed` it is searched by words only.',
        }),
        message: z.string().nullable().meta({ description: 'What is missing, and what to do.' }),
        chunks: z.int().meta({ description: 'Passages that can be found by meaning.' }),
        tokens: z.int().meta({ description: 'Tokens that the endpoint has reported for this document.' }),
      })
      .meta({ description: 'The search by meaning in this document.' }),
  })
  .meta({ id: 'KnowledgeDocument' })

const EXAMPLE = {
  id: 4,
  document_uuid: '0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13',
  filename: 'prices.pdf',
  file_size_bytes: 48_213,
  file_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  mime_type: 'application/pdf',
  processing_status: 'completed',
  processing_error: null,
  total_chunks: 12,
  retrieval_mode: 'chunked',
  language: 'en',
  custom_metadata: {},
  docling_metadata: {},
  source_url: null,
  created_at: '2026-11-15T09:30:00.123Z',
  updated_at: null,
  organization_id: 1,
  created_by: 1,
  is_active: true,
  embedding: { state: 'completed', message: null, chunks: 12, tokens: 2_870 },
}

const params = z.object({ document_uuid: text({ minimum: 1, maximum: 64 }) })
const mode = () =>
  optional(z.enum(RETRIEVAL_MODES)).meta({
    description:
      '`chunked`: the model searches in it. `full_document`: the model has its first 20,000 characters before it at every turn, of all documents of a step 60,000; it sees where a text was cut. For short documents.',
  })

export function knowledgeRoutes(deps: KnowledgeRouteDeps): Route[] {
  return [listRoute(deps), uploadRoute(deps), ...oneRoutes(deps), deleteRoute(deps), searchRoute(deps)]
}

function listRoute(deps: KnowledgeRouteDeps): Route {
  const { db } = deps
  return route({
    method: 'GET',
    path: DOCUMENTS,
    operation: 'listDocuments',
    tag: TAG,
    summary: 'List documents',
    description: 'Newest first.',
    query: z.object({
      status: optional(z.enum(['pending', 'processing', 'completed', 'failed'])).meta({
        description: 'All documents are `completed`: one that cannot be read is refused when it is uploaded.',
      }),
      limit: optional(integer({ minimum: 1, maximum: 100 })),
      cursor: cursorParameter(),
      offset: optional(integer({ minimum: 0, maximum: 1_000_000 })),
    }),
    answer: {
      schema: z.object({
        documents: z.array(documentAnswer),
        total: z.int(),
        limit: z.int(),
        offset: z.int(),
        next_cursor: nextCursor(),
      }),
      example: { documents: [EXAMPLE], total: 1, limit: 100, offset: 0, next_cursor: null },
    },
    async handle({ principal: { organizationId }, query: { status, limit = 100, offset = 0, cursor } }) {
      const none = { documents: [], total: 0, limit, offset, next_cursor: null }
      if (status !== undefined && status !== 'completed') return none
      const { rows, total, next_cursor } = await listDocuments(db, organizationId, { limit, offset, cursor })
      return { documents: await showAll(deps, organizationId, rows), total, limit, offset, next_cursor }
    },
  })
}

function uploadRoute(deps: KnowledgeRouteDeps): Route {
  const { db, clock } = deps
  return route({
    method: 'POST',
    path: DOCUMENTS,
    operation: 'uploadDocument',
    tag: TAG,
    summary: 'Upload a document for agents to search',
    description:
      'The body is the file itself (text, Markdown, HTML, PDF or DOCX, at most 20 MB, 1,000 pages and 5,000 passages), or a form with one file. It is read and cut into passages before the answer; a file that cannot be read is 422 and nothing is stored.',
    bodyKind: 'stream',
    bodyTypes: ['application/pdf', DOCX_TYPE, 'text/html', 'text/markdown', 'text/plain', 'multipart/form-data'],
    query: z.object({
      filename: optional(text({ minimum: 1, maximum: FILE_NAME_LENGTH_MAX })),
      retrieval_mode: mode(),
      language: optional(text({ minimum: 2, maximum: 35 })).meta({
        description: 'Language of the document, such as `de`: words are found in all their forms. English if left out.',
      }),
    }),
    answer: { schema: documentAnswer, example: EXAMPLE },
    errors: ['bad_request', 'payload_too_large', 'unsupported_media_type', 'quota_exceeded', 'too_many_uploads'],
    async handle({ principal: { organizationId, apiKeyId }, query, request }) {
      const read = await receiveDocument(deps, organizationId, request, query.filename)
      const stored = await db.transaction().execute(async (tx) => {
        const inserted = await insertDocument(tx, {
          uuid: randomUUID(),
          organization_id: organizationId,
          filename: read.filename,
          mime_type: MIME_TYPES[read.kind],
          kind: read.kind,
          file_size_bytes: read.bytes,
          file_hash: read.hash,
          language: query.language ?? 'en',
          retrieval_mode: query.retrieval_mode ?? 'chunked',
          total_chunks: read.passages.length,
          created_by: apiKeyId,
          created_at: new Date(clock.now()),
          passages: read.passages,
        })
        // Indexing takes seconds and is done before: the lock, which the dialer needs for each call, is held only for the count.
        await lockOrganization(tx, organizationId)
        await requireQuota(tx, organizationId, 'documents', () => countDocuments(tx, organizationId))
        return inserted
      })
      return show(deps, stored)
    },
  })
}

const usedBy = z.array(z.string()).meta({
  description: 'Names of the workflows that use it, also in a version that an unfinished campaign still calls with.',
})

function oneRoutes(deps: KnowledgeRouteDeps): Route[] {
  const { db, clock, pinnedBy, usersOf } = deps
  return [
    route({
      method: 'GET',
      path: DOCUMENT,
      operation: 'getDocument',
      tag: TAG,
      summary: 'One document, with the workflows that use it',
      params,
      answer: { schema: documentAnswer.extend({ used_by: usedBy }), example: { ...EXAMPLE, used_by: ['Reception'] } },
      errors: ['document_not_found'],
      handle: async ({ principal: { organizationId }, params: { document_uuid } }) => ({
        ...(await show(deps, await documentOf(db, organizationId, document_uuid))),
        used_by: await usersOf(db, organizationId, document_uuid),
      }),
    }),
    route({
      method: 'PATCH',
      path: DOCUMENT,
      operation: 'updateDocument',
      tag: TAG,
      summary: 'Rename a document, or change how it is used',
      description:
        'How a document is used cannot be changed while an unfinished campaign calls with it (409 with the names): a campaign keeps what it was started with.',
      params,
      body: z.object({
        filename: optional(text({ minimum: 1, maximum: FILE_NAME_LENGTH_MAX })),
        retrieval_mode: mode(),
      }),
      bodyExample: { retrieval_mode: 'full_document' },
      answer: { schema: documentAnswer, example: EXAMPLE },
      errors: ['document_not_found', 'document_in_use'],
      async handle({ principal: { organizationId }, params: { document_uuid }, body }) {
        const changed = await db.transaction().execute(async (tx) => {
          // Starting a campaign takes the same lock, so none can start with the old state in the meantime.
          await lockOrganization(tx, organizationId)
          const before = await documentOf(tx, organizationId, document_uuid)
          if (body.retrieval_mode !== undefined && body.retrieval_mode !== before.retrieval_mode) {
            const campaigns = await pinnedBy(tx, organizationId, document_uuid)
            if (campaigns.length > 0) throw pinned(campaigns)
          }
          return changeDocument(tx, before.id, {
            ...(body.filename === undefined ? {} : { filename: body.filename }),
            ...(body.retrieval_mode === undefined ? {} : { retrieval_mode: body.retrieval_mode }),
            updated_at: new Date(clock.now()),
          })
        })
        return show(deps, changed)
      },
    }),
  ]
}

function deleteRoute({ db, usersOf }: KnowledgeRouteDeps): Route {
  return route({
    method: 'DELETE',
    path: DOCUMENT,
    operation: 'deleteDocument',
    tag: TAG,
    summary: 'Delete a document and its passages',
    description: 'Refused with 409 and the names of the workflows while a workflow or an unfinished campaign uses it.',
    params,
    answer: {
      schema: z.object({ success: z.literal(true), message: z.string() }),
      example: { success: true, message: 'The document is deleted.' },
    },
    errors: ['document_not_found', 'document_in_use'],
    async handle({ principal: { organizationId }, params: { document_uuid } }) {
      return db.transaction().execute(async (tx) => {
        // Saving a workflow takes the same lock, so no workflow can begin to use the document in the meantime.
        await lockOrganization(tx, organizationId)
        const { id } = await documentOf(tx, organizationId, document_uuid)
        const workflows = await usersOf(tx, organizationId, document_uuid)
        if (workflows.length > 0) {
          const message = `These workflows use this document: ${workflows.join(', ')}. Remove it there first.`
          throw new ApiError('document_in_use', { message, details: { workflows } })
        }
        await removeDocument(tx, id)
        return { success: true, message: 'The document is deleted.' }
      })
    },
  })
}

function pinned(campaigns: string[]): ApiError {
  const message = `These campaigns call with this document: ${campaigns.join(', ')}. Finish them first, or upload the document again.`
  return new ApiError('document_in_use', { message, details: { campaigns } })
}

async function documentOf(db: Queries, organizationId: number, uuid: string): Promise<StoredDocument> {
  const [found] = await findDocuments(db, organizationId, [uuid])
  if (!found) throw new ApiError('document_not_found')
  return found
}

async function show(deps: KnowledgeRouteDeps, document: StoredDocument) {
  const [shown] = await showAll(deps, document.organization_id, [document])
  return shown as NonNullable<typeof shown>
}

async function showAll(deps: KnowledgeRouteDeps, organizationId: number, documents: readonly StoredDocument[]) {
  const { embedder } = await openEmbedder(deps, organizationId)
  const ids = documents.map(({ id }) => id)
  const counts = embedder.key === null ? new Map() : await countVectors(deps.db, ids, embedder.key)
  return documents.map((document) => {
    const { state, message } = embeddingState(document, embedder)
    const chunks: number = counts.get(document.id) ?? 0
    return { ...fieldsOf(document), embedding: { state, message, chunks, tokens: document.embedding_tokens } }
  })
}

function fieldsOf(document: StoredDocument) {
  const { uuid, filename, file_size_bytes, file_hash, mime_type, total_chunks, retrieval_mode, language } = document
  return {
    id: document.id,
    document_uuid: uuid,
    filename,
    file_size_bytes,
    file_hash,
    mime_type,
    processing_status: 'completed',
    processing_error: null,
    total_chunks,
    retrieval_mode,
    language,
    custom_metadata: document.custom_metadata,
    docling_metadata: {},
    source_url: null,
    created_at: document.created_at.toISOString(),
    updated_at: document.updated_at?.toISOString() ?? null,
    organization_id: document.organization_id,
    created_by: document.created_by,
    is_active: true,
  }
}
