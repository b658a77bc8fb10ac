/**
 * The search by meaning with pgvector and without it finds the same passages. `PGVECTOR_DATABASE_URL` names a PostgreSQL that has
 * the extension, and an account that may create databases and extensions there.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../../test/after-file.ts'
import { type EmbeddingsStandIn, openEmbeddings } from '../../test/agent/embeddings-endpoint.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { changeSettings } from '../models/change-settings.ts'
import { type Database, openDatabase, openPool } from '../storage/database.ts'
import { migrate } from '../storage/migrate.ts'
import { embedDocuments } from './embed-documents.ts'
import { findEmbedder, similarByPgvector } from './embedding-queries.ts'
import { findDocuments, insertDocument } from './queries.ts'
import { searchDocuments } from './search-documents.ts'
import { openEmbedder, SemanticSearch } from './semantic-search.ts'
import { VectorCache } from './vector-cache.ts'

const server = process.env.PGVECTOR_DATABASE_URL
const secrets = openSecretBox([Buffer.alloc(32, 1)])
const clock = new VirtualClock()

if (server === undefined)
  console.warn('\n*** TESTS OF PGVECTOR ARE SKIPPED: PGVECTOR_DATABASE_URL names no PostgreSQL that has it ***\n')

describe.skipIf(server === undefined)('pgvector', () => {
  let db: Database
  let standIn: EmbeddingsStandIn
  let organizationId: number

  beforeAll(async () => {
    db = openDatabase(await newDatabase(server as string))
    standIn = await openEmbeddings()
    const row = { name: 'o', created_at: new Date() }
    organizationId = (await db.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow()).id
    const embeddings = { base_url: standIn.url, api_key: 'k', model: 'm' }
    await changeSettings({ db, clock, secrets }, organizationId, { embeddings } as never)
  })
  afterAll(() => standIn?.close())

  async function newDocument(uuid: string, passages: readonly string[]): Promise<number> {
    const { id } = await insertDocument(db, {
      uuid,
      organization_id: organizationId,
      filename: 'house.txt',
      mime_type: 'text/plain',
      kind: 'text',
      file_size_bytes: 1,
      file_hash: 'x',
      language: 'en',
      retrieval_mode: 'chunked',
      total_chunks: passages.length,
      created_by: null,
      created_at: new Date(clock.now()),
      passages: passages.map((content) => ({ heading: null, page: null, content })),
    })
    return id
  }

  test('the program notices the extension and finds by it what words alone do not find', async () => {
    expect((await findEmbedder(db, organizationId)).hasPgvector).toBe(true)
    const parking = 'Visitors park behind the house.'
    await newDocument('house', ['Pets are welcome.', parking, 'The lift is on the left.'])
    await embedDocuments({ db, clock, log: silentLog, secrets }).runOnce()
    const { embedder } = await openEmbedder({ db, secrets }, organizationId)
    expect(embedder).toMatchObject({ hasPgvector: true, measured: expect.anything() })
    // A cache that must not be asked: the vectors stay in the database.
    const untouched = new VectorCache()
    untouched.similar = () => Promise.reject(new Error('compared on the node'))
    const meaning = new SemanticSearch({ db, clock, log: silentLog, secrets }, untouched)
    const documents = await findDocuments(db, organizationId, ['house'])
    const found = (question: string) => searchDocuments({ db, meaning }, documents, { question }, 4)
    const { answers, meaning: result } = await found('Where do I leave the car?')
    expect([result, answers.map(({ content }) => content)]).toEqual(['used', [parking]])
    expect((await found('Who won the election?')).answers).toEqual([])
  })

  test('both ways of comparing return the same passages in the same order', async () => {
    const [dimensions, passages] = [384, 300]
    const ids = [
      await newDocument(
        'one',
        Array.from({ length: passages }, (_, at) => `one ${at}`),
      ),
      await newDocument(
        'two',
        Array.from({ length: passages }, (_, at) => `two ${at}`),
      ),
    ]
    const next = numbersFrom(7)
    const rows = await db
      .selectFrom('knowledge_passages')
      .select(['id', 'document_id'])
      .where('document_id', 'in', ids)
      .execute()
    for (const { id, document_id } of rows) {
      const values = { passage_id: id, document_id, model_key: 'random', numbers: [...unit(next, dimensions)] }
      await db
        .insertInto('knowledge_vectors')
        .values(values as never)
        .execute()
    }
    const here = new VectorCache()
    for (let asked = 0; asked < 20; asked++) {
      const request = { key: 'random', question: unit(next, dimensions), limit: 20 }
      const onNode = await here.similar(db, ids, request)
      const inDatabase = await similarByPgvector(db, ids, request)
      expect(inDatabase.map(({ id, document_id }) => [id, document_id])).toEqual(
        onNode.map(({ id, document_id }) => [id, document_id]),
      )
      for (const [at, { similarity }] of inDatabase.entries())
        expect(similarity).toBeCloseTo(onNode[at]?.similarity as number, 5)
    }
  })
})

async function newDatabase(url: string): Promise<pg.Pool> {
  const name = `pgvector_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const pool = openPool({ connectionString: address.toString(), max: 4 })
  afterFile(async () => {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  await pool.query('create extension vector')
  await migrate(pool)
  return pool
}

/** Numbers between -1 and 1 that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 2_147_483_648 - 1
  }
}

function unit(next: () => number, dimensions: number): Float32Array {
  const numbers = Float32Array.from({ length: dimensions }, next)
  const length = Math.hypot(...numbers)
  return numbers.map((each) => each / length)
}
