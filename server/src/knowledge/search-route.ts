import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { findDocuments } from './queries.ts'
import { PASSAGES_PER_LOOK_UP, QUESTION_LENGTH_MAX } from './rules/limits.ts'
import { type SearchDeps, searchDocuments } from './search-documents.ts'
import { SEMANTIC_SEARCH_RESULTS } from './semantic-search.ts'

const DOCUMENT_UUID = '0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13'

export function searchRoute({ db, meaning }: SearchDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/knowledge-base/search',
    operation: 'searchDocuments',
    tag: 'Knowledge',
    summary: 'Search documents as an agent does',
    description: 'An empty list: nothing in the documents fits, and an agent says that it does not know.',
    scope: 'read',
    audit: 'none',
    body: z.object({
      query: text({ minimum: 1, maximum: QUESTION_LENGTH_MAX }),
      keywords: optional(text({ maximum: QUESTION_LENGTH_MAX })).meta({
        description: 'Synonyms that the document may use. An agent adds them automatically.',
      }),
      document_uuids: z
        .array(text({ minimum: 1, maximum: 64 }))
        .min(1)
        .max(100),
      limit: optional(integer({ minimum: 1, maximum: 20 })),
    }),
    bodyExample: { query: 'What does parking cost?', document_uuids: [DOCUMENT_UUID] },
    answer: {
      schema: z.object({
        chunks: z.array(
          z.object({
            document_uuid: z.string(),
            filename: z.string(),
            heading: z.string().nullable(),
            page: z.int().nullable(),
            chunk_text: z.string(),
            score: z.number(),
            coverage: z.number().meta({ description: 'How much of the question is in the passage, 0 to 1.' }),
            similarity: z
              .number()
              .nullable()
              .meta({ description: 'How similar its meaning is to the question, 0 to 1. Null: not found by meaning.' }),
          }),
        ),
        query: z.string(),
        total_results: z.int(),
        meaning: z.enum(SEMANTIC_SEARCH_RESULTS).meta({
          description:
            'What came of the search by meaning; in every case but `used`, only words were searched. `off`: no endpoint is set up. `not_ready`: the documents have no vectors yet. `too_many_passages`: more than one search can compare. `late`, `failed`: the endpoint.',
        }),
      }),
      example: {
        chunks: [
          {
            document_uuid: DOCUMENT_UUID,
            filename: 'prices.pdf',
            heading: null,
            page: 2,
            chunk_text: 'Parking costs two euros per hour.',
            score: 6.1,
            coverage: 1,
            similarity: 0.71,
          },
        ],
        query: 'What does parking cost?',
        total_results: 1,
        meaning: 'used',
      },
    },
    errors: ['document_not_found'],
    async handle({
      principal: { organizationId },
      body: { query, keywords = '', document_uuids, limit = PASSAGES_PER_LOOK_UP },
    }) {
      const documents = await findDocuments(db, organizationId, document_uuids)
      if (documents.length < new Set(document_uuids).size) throw new ApiError('document_not_found', { status: 400 })
      const asked = { question: query, keywords }
      const { answers, meaning: result } = await searchDocuments({ db, meaning }, documents, asked, limit)
      const chunks = answers.map(({ uuid, filename, heading, page, content, score, coverage, similarity }) => ({
        document_uuid: uuid,
        filename,
        heading,
        page,
        chunk_text: content,
        score: Math.round(score * 100) / 100,
        coverage: Math.round(coverage * 100) / 100,
        similarity: similarity === null ? null : Math.round(similarity * 1000) / 1000,
      }))
      return { chunks, query, total_results: chunks.length, meaning: result }
    },
  })
}
