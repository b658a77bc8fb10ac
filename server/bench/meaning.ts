/**
 * Measures the search by meaning over as many passages as the node compares itself at most: by the node, and by pgvector if
 * `PGVECTOR_DATABASE_URL` names a PostgreSQL that has it. The vectors are random: only the time is measured, not what is found.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { similarByPgvector } from '../src/knowledge/embedding-queries.ts'
import { insertDocument } from '../src/knowledge/queries.ts'
import { VectorCache } from '../src/knowledge/vector-cache.ts'
import { type Database, openDatabase, openPool } from '../src/storage/database.ts'
import { migrate } from '../src/storage/migrate.ts'
import type { Figure } from './world.ts'

const DIMENSIONS = 1536
const DOCUMENTS = 10
const PASSAGES = 260
const ASKED = 20
const KEY = 'random'

export async function meaningRows(db: Database): Promise<Figure[]> {
  const here = await measured(db, 'by the node')
  const url = process.env.PGVECTOR_DATABASE_URL
  if (url === undefined) return here
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const pool = openPool({ connectionString: address.toString() })
  try {
    await pool.query('create extension vector')
    await migrate(pool)
    return [...here, ...(await measured(openDatabase(pool), 'by pgvector'))]
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

async function measured(db: Database, how: 'by the node' | 'by pgvector'): Promise<Figure[]> {
  const ids = await addVectors(db)
  const cache = new VectorCache()
  const took: number[] = []
  for (let asked = 0; asked <= ASKED; asked++) {
    const input = { key: KEY, question: unitVector(), limit: 20 }
    const startedMs = performance.now()
    const found = how === 'by pgvector' ? await similarByPgvector(db, ids, input) : await cache.similar(db, ids, input)
    took.push(performance.now() - startedMs)
    if (found.length !== input.limit) throw new Error(`${how}: ${found.length} passages instead of ${input.limit}`)
  }
  const [first = 0, ...later] = took
  later.sort((one, other) => one - other)
  const method = `${DOCUMENTS * PASSAGES} passages of ${DIMENSIONS} numbers, compared ${how}; without the request for the question's vector`
  const figure = (name: string, value: number): Figure => ({
    figure: `${name}, ${how}`,
    value: Math.round(value * 10) / 10,
    unit: 'ms',
    method,
  })
  return [
    figure('vectors compared, first look-up', first),
    figure('vectors compared, median', later[Math.floor(later.length / 2)] ?? 0),
    figure('vectors compared, worst', later.at(-1) ?? 0),
  ]
}

async function addVectors(db: Database): Promise<number[]> {
  const row = { name: 'vectors', created_at: new Date() }
  const { id: organization_id } = await db
    .insertInto('organizations')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let at = 0; at < DOCUMENTS; at++) {
    const { id } = await insertDocument(db, {
      uuid: randomUUID(),
      organization_id,
      filename: 'vectors.txt',
      mime_type: 'text/plain',
      kind: 'text',
      file_size_bytes: 1,
      file_hash: 'x',
      language: 'en',
      retrieval_mode: 'chunked',
      total_chunks: PASSAGES,
      created_by: null,
      created_at: new Date(),
      passages: Array.from({ length: PASSAGES }, (_, passage) => ({
        heading: null,
        page: null,
        content: `passage ${passage}`,
      })),
    })
    const { rows } = await sql<{ id: number }>`select id from knowledge_passages where document_id = ${id}`.execute(db)
    const vectors = rows.map(() => `{${unitVector().join(',')}}`)
    await sql`
      insert into knowledge_vectors (passage_id, document_id, model_key, numbers)
      select given.id, ${id}, ${KEY}, given.numbers::real[]
        from unnest(${rows.map((each) => each.id)}::bigint[], ${vectors}::text[]) as given (id, numbers)`.execute(db)
    ids.push(id)
  }
  return ids
}

function unitVector(): Float32Array {
  const numbers = Float32Array.from({ length: DIMENSIONS }, () => Math.random() * 2 - 1)
  const length = Math.hypot(...numbers)
  return numbers.map((each) => each / length)
}
