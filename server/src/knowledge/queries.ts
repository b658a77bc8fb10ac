import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import type { DocumentKind } from './read-document.ts'
import type { Passage } from './rules/passages.ts'

export const RETRIEVAL_MODES = ['chunked', 'full_document'] as const
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number]

export interface StoredDocument {
  id: number
  uuid: string
  organization_id: number
  filename: string
  mime_type: string
  kind: DocumentKind
  file_size_bytes: number
  file_hash: string
  language: string
  retrieval_mode: RetrievalMode
  total_chunks: number
  custom_metadata: Record<string, unknown>
  created_by: number | null
  created_at: Date
  updated_at: Date | null
  /** Key of the model whose vectors are complete. */
  embedding_key: string | null
  embedding_error: string | null
  embedding_failures: number
  embedding_tokens: number
}

export async function listDocuments(
  db: Queries,
  organizationId: number,
  page: PageRequest,
): Promise<Page<StoredDocument> & { total: number }> {
  const query = db.selectFrom('knowledge_documents').selectAll().where('organization_id', '=', organizationId)
  const { rows, next_cursor } = await readPage(query, 'id', page, 'desc')
  return { rows: rows as unknown as StoredDocument[], next_cursor, total: await countDocuments(db, organizationId) }
}

export async function countDocuments(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('knowledge_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findDocuments(
  db: Queries,
  organizationId: number,
  uuids: readonly string[],
): Promise<StoredDocument[]> {
  if (uuids.length === 0) return []
  const rows = await db
    .selectFrom('knowledge_documents')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('uuid', 'in', [...uuids])
    .orderBy('id')
    .execute()
  return rows as unknown as StoredDocument[]
}

type EmbeddingColumn = 'embedding_key' | 'embedding_error' | 'embedding_failures' | 'embedding_tokens'

export interface NewDocument extends Omit<StoredDocument, 'id' | 'updated_at' | 'custom_metadata' | EmbeddingColumn> {
  passages: readonly Passage[]
}

const INSERTED_AT_ONCE = 500

/** The title of a document: a file name often names a subject that no passage repeats. */
export const documentTitleOf = (filename: string) => filename.replace(/\.\w{1,8}$/u, '').replace(/[-_.]+/gu, ' ')

export async function insertDocument(db: Queries, { passages, ...document }: NewDocument): Promise<StoredDocument> {
  const row = await db
    .insertInto('knowledge_documents')
    .values({ ...document, custom_metadata: JSON.stringify({}) })
    .returningAll()
    .executeTakeFirstOrThrow()
  const config = textSearchConfigOf(document.language)
  for (let at = 0; at < passages.length; at += INSERTED_AT_ONCE) {
    const part = passages.slice(at, at + INSERTED_AT_ONCE)
    await sql`
      insert into knowledge_passages (document_id, position, heading, page, content, words, search)
      select ${row.id}, p.position, p.heading, p.page, p.content, array_length(regexp_split_to_array(p.content, '\\s+'), 1),
             setweight(to_tsvector(${config}::regconfig, ${documentTitleOf(document.filename)} || ' ' || coalesce(p.heading, '')), 'A') ||
             to_tsvector(${config}::regconfig, p.content)
        from unnest(${part.map((_, index) => at + index)}::int[], ${part.map(({ heading }) => heading)}::text[],
                    ${part.map(({ page }) => page)}::int[], ${part.map(({ content }) => content)}::text[])
             as p (position, heading, page, content)`.execute(db)
  }
  return row as unknown as StoredDocument
}

export async function changeDocument(
  db: Queries,
  id: number,
  change: { filename?: string; retrieval_mode?: RetrievalMode; updated_at: Date },
): Promise<StoredDocument> {
  const row = await db
    .updateTable('knowledge_documents')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as StoredDocument
}

/** Deletes a document and its passages. */
export async function removeDocument(db: Queries, id: number): Promise<void> {
  await sql`delete from knowledge_documents where id = ${id}`.execute(db)
}

/** The text of these documents, passage by passage. */
export async function readPassages(
  db: Queries,
  documentIds: readonly number[],
): Promise<Array<{ document_id: number; heading: string | null; page: number | null; content: string }>> {
  if (documentIds.length === 0) return []
  return db
    .selectFrom('knowledge_passages')
    .select(['document_id', 'heading', 'page', 'content'])
    .where('document_id', 'in', [...documentIds])
    .orderBy('document_id')
    .orderBy('position')
    .execute()
}

/** Text search configurations that every PostgreSQL has. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  da: 'danish',
  sv: 'swedish',
  no: 'norwegian',
  fi: 'finnish',
  hu: 'hungarian',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
}

/** The text search configuration of a language; without one, whole words are searched. */
export const textSearchConfigOf = (language: string) =>
  CONFIGURATIONS[language.toLowerCase().split('-')[0] ?? ''] ?? 'simple'

/** The lexemes of a question. */
export async function lexemesOf(db: Queries, config: string, question: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(to_tsvector(${config}::regconfig, ${question})) as words`.execute(db)
  return rows[0]?.words ?? []
}

export interface WordOccurrence {
  id: number
  words: number
  lexeme: string
  count: number
}

export async function passageStatistics(
  db: Queries,
  documentIds: readonly number[],
): Promise<{ passages: number; meanWords: number }> {
  const { rows } = await sql<{ passages: number; mean: number }>`
    select count(*)::int as passages, coalesce(avg(words), 0)::float8 as mean
      from knowledge_passages where document_id = any(${[...documentIds]}::bigint[])`.execute(db)
  return { passages: rows[0]?.passages ?? 0, meanWords: rows[0]?.mean ?? 0 }
}

/** Counts how often these words occur in which passages of these documents. */
export async function countWordsInPassages(
  db: Queries,
  documentIds: readonly number[],
  lexemes: readonly string[],
): Promise<WordOccurrence[]> {
  const { rows } = await sql<WordOccurrence>`
    select p.id, p.words, w.lexeme, greatest(1, coalesce(cardinality(w.positions), 1))::int as count
      from knowledge_passages p, unnest(p.search) w
     where p.document_id = any(${[...documentIds]}::bigint[])
       and p.search @@ (select string_agg(quote_literal(l), ' | ')::tsquery from unnest(${[...lexemes]}::text[]) l)
       and w.lexeme = any(${[...lexemes]}::text[])`.execute(db)
  return rows
}

export interface FoundPassage {
  id: number
  uuid: string
  filename: string
  heading: string | null
  page: number | null
  content: string
}

export async function findPassages(db: Queries, ids: readonly number[]): Promise<FoundPassage[]> {
  if (ids.length === 0) return []
  return (await db
    .selectFrom('knowledge_passages as p')
    .innerJoin('knowledge_documents as d', 'd.id', 'p.document_id')
    .select(['p.id', 'd.uuid', 'd.filename', 'p.heading', 'p.page', 'p.content'])
    .where('p.id', 'in', [...ids])
    .execute()) as FoundPassage[]
}
