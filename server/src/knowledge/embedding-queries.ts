/** SQL of embedding vectors. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { StoredDocument } from './queries.ts'

export interface StoredEmbedder {
  model_key: string
  dimensions: number
  floors: Record<string, number>
}

/** `hasPgvector`: whether the extension is installed in a schema that this program can use. */
export async function findEmbedder(
  db: Queries,
  organizationId: number,
): Promise<{ embedder: StoredEmbedder | null; hasPgvector: boolean }> {
  const { rows } = await sql<{ has: boolean; model_key: string | null; dimensions: number; floors: never }>`
    select to_regtype('vector') is not null as has, e.model_key, e.dimensions, e.floors
      from (select 1) one left join knowledge_embedders e on e.organization_id = ${organizationId}`.execute(db)
  const { has = false, model_key = null, dimensions = 0, floors = {} as never } = rows[0] ?? {}
  return { embedder: model_key === null ? null : { model_key, dimensions, floors }, hasPgvector: has }
}

export async function saveEmbedder(
  db: Queries,
  organizationId: number,
  { model_key, dimensions, floors, tokens, measured_at }: StoredEmbedder & { tokens: number; measured_at: Date },
): Promise<void> {
  const row = { model_key, dimensions, floors: JSON.stringify(floors), tokens, measured_at }
  await db
    .insertInto('knowledge_embedders')
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .execute()
}

export interface DueDocumentRequest {
  key: string
  now: Date
  /** Until then no other node takes the document. */
  leaseUntil: Date
  /** When the settings were changed; a document that failed before this time is due again. */
  configuredAt: Date
  /** Maximum number of passages of the document; null: no limit. */
  passagesMax: number | null
  languages: readonly string[] | null
}

/** Claims a document that lacks vectors of this key. */
export async function claimDueDocument(
  db: Queries,
  organizationId: number,
  { key, now, leaseUntil, configuredAt, passagesMax, languages }: DueDocumentRequest,
): Promise<StoredDocument | null> {
  const { rows } = await sql<StoredDocument>`
    update knowledge_documents set embedding_tried_at = ${now}, embedding_retry_at = ${leaseUntil}
     where id = (
       select id from knowledge_documents
        where organization_id = ${organizationId} and retrieval_mode = 'chunked'
          and embedding_key is distinct from ${key}
          and (embedding_retry_at is null or embedding_retry_at <= ${now} or embedding_tried_at < ${configuredAt})
          and (${passagesMax}::int is null or total_chunks <= ${passagesMax}::int)
          and (${languages}::text[] is null or split_part(lower(language), '-', 1) = any(${languages}::text[]))
        order by embedding_retry_at nulls first, id
        limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

export async function passagesWithoutVector(
  db: Queries,
  documentId: number,
  key: string,
  limit: number,
): Promise<Array<{ id: number; heading: string | null; content: string }>> {
  const { rows } = await sql<{ id: number; heading: string | null; content: string }>`
    select p.id, p.heading, p.content from knowledge_passages p
     where p.document_id = ${documentId}
       and not exists (select from knowledge_vectors v where v.passage_id = p.id and v.model_key = ${key})
     order by p.position limit ${limit}`.execute(db)
  return rows
}

/**
 * Stores vectors, extends the lease and counts the tokens. While its vectors are being replaced, a document does not count as
 * complete: the settings may change back at any time.
 */
export async function saveVectors(
  db: Queries,
  documentId: number,
  {
    key,
    rows,
    tokens,
    leaseUntil,
  }: { key: string; rows: Array<[number, Float32Array]>; tokens: number; leaseUntil: Date },
): Promise<void> {
  const ids = rows.map(([id]) => id)
  const vectors = rows.map(([, vector]) => `{${vector.join(',')}}`)
  await sql`
    with counted as (
      update knowledge_documents
         set embedding_tokens = embedding_tokens + ${tokens}, embedding_retry_at = ${leaseUntil},
             embedding_key = nullif(embedding_key, nullif(embedding_key, ${key}))
       where id = ${documentId})
    insert into knowledge_vectors (passage_id, document_id, model_key, numbers)
    select p.id, p.document_id, ${key}, given.numbers::real[]
      from unnest(${ids}::bigint[], ${vectors}::text[]) as given (id, numbers)
      join knowledge_passages p on p.id = given.id
    on conflict (passage_id) do update set model_key = excluded.model_key, numbers = excluded.numbers`.execute(db)
}

/** Marks the document as complete, only if every passage has its vector. */
export async function finishEmbedding(db: Queries, documentId: number, key: string): Promise<void> {
  await sql`
    update knowledge_documents
       set embedding_key = ${key}, embedding_error = null, embedding_failures = 0, embedding_retry_at = null
     where id = ${documentId}
       and not exists (
         select from knowledge_passages p left join knowledge_vectors v on v.passage_id = p.id and v.model_key = ${key}
          where p.document_id = ${documentId} and v.passage_id is null)`.execute(db)
}

export async function recordEmbeddingFailure(
  db: Queries,
  documentId: number,
  { error, retryAt }: { error: string; retryAt: Date },
): Promise<void> {
  await sql`
    update knowledge_documents
       set embedding_error = ${error}, embedding_failures = embedding_failures + 1, embedding_retry_at = ${retryAt}
     where id = ${documentId}`.execute(db)
}

/** Releases a document that was begun; it continues in the next run. */
export async function deferEmbedding(db: Queries, documentId: number, now: Date): Promise<void> {
  await sql`update knowledge_documents set embedding_retry_at = ${now} where id = ${documentId}`.execute(db)
}

/** The number of passages of these documents that have a vector of this key. */
export async function countVectors(
  db: Queries,
  documentIds: readonly number[],
  key: string,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ document_id: number; count: number }>`
    select document_id, count(*)::int as count from knowledge_vectors
     where document_id = any(${[...documentIds]}::bigint[]) and model_key = ${key} group by document_id`.execute(db)
  return new Map(rows.map(({ document_id, count }) => [document_id, count]))
}

/** Reads vectors in PostgreSQL's binary array format: as text this takes ten times as long. */
export async function readVectors(
  db: Queries,
  documentId: number,
  { key, after, limit }: { key: string; after: number; limit: number },
): Promise<Array<{ id: number; numbers: Buffer }>> {
  const { rows } = await sql<{ id: number; numbers: Buffer }>`
    select passage_id as id, array_send(numbers) as numbers from knowledge_vectors
     where document_id = ${documentId} and model_key = ${key} and passage_id > ${after}
     order by passage_id limit ${limit}`.execute(db)
  return rows
}

export interface SimilarPassage {
  id: number
  document_id: number
  similarity: number
}

/** The most similar passages, compared exactly by pgvector. */
export async function similarByPgvector(
  db: Queries,
  documentIds: readonly number[],
  { key, question, limit }: { key: string; question: Float32Array; limit: number },
): Promise<SimilarPassage[]> {
  const { rows } = await sql<SimilarPassage>`
    select passage_id as id, document_id, 1 - (numbers::vector <=> ${`[${question.join(',')}]`}::vector) as similarity
      from knowledge_vectors
     where document_id = any(${[...documentIds]}::bigint[]) and model_key = ${key}
     order by similarity desc limit ${limit}`.execute(db)
  return rows
}
