/** Documents searched by meaning: vectors are made in the background, and a failing endpoint takes nothing away. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmbeddingsStandIn,
  embed,
  json,
  openEmbeddings,
  refuse,
  vectorOf,
} from '../../test/agent/embeddings-endpoint.ts'
import { testDatabase } from '../../test/database.ts'
import { capturedLog } from '../../test/interface/log.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { changeSettings } from '../models/change-settings.ts'
import type { SettingsChange } from '../models/merge-settings.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { loadKnowledge } from './agent-knowledge.ts'
import { embedDocuments } from './embed-documents.ts'
import { findDocuments, insertDocument } from './queries.ts'
import { embeddingState } from './rules/embedding-state.ts'
import { EMBED_PASSAGES_MS_MAX, SEMANTIC_SEARCH_MS_MAX } from './rules/limits.ts'
import { searchDocuments } from './search-documents.ts'
import { openEmbedder, SemanticSearch } from './semantic-search.ts'
import { VectorCache } from './vector-cache.ts'

const secrets = openSecretBox([Buffer.alloc(32, 1)])
const KEY = 'sk-embeddings-secret'
const BOTH = ['used', 1]

let db: Database
let standIn: EmbeddingsStandIn
let clock: VirtualClock
let organizationId: number

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  standIn = await openEmbeddings()
})
afterAll(() => standIn.close())
beforeEach(async () => {
  clock = new VirtualClock()
  standIn.requests.length = 0
  standIn.keys.length = 0
  standIn.answer = embed()
  await db.deleteFrom('model_configurations').execute()
  const row = { name: `o${Math.random()}`, created_at: new Date() }
  organizationId = (await db.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow()).id
})

const set = (embeddings: Partial<NonNullable<SettingsChange['embeddings']>>) =>
  changeSettings({ db, clock, secrets }, organizationId, { embeddings } as SettingsChange)
const setUp = () => set({ base_url: standIn.url, api_key: KEY, model: 'm' })

let documents = 0
async function newDocument(passages: readonly string[], language = 'en'): Promise<string> {
  const uuid = `doc-${++documents}`
  await insertDocument(db, {
    uuid,
    organization_id: organizationId,
    filename: 'house.txt',
    mime_type: 'text/plain',
    kind: 'text',
    file_size_bytes: 1,
    file_hash: 'x',
    language,
    retrieval_mode: 'chunked',
    total_chunks: passages.length,
    created_by: null,
    created_at: new Date(clock.now()),
    passages: passages.map((content) => ({ heading: null, page: null, content })),
  })
  return uuid
}

const embeddingJob = () => embedDocuments({ db, clock, log: silentLog, secrets })
async function shown(uuid: string) {
  const [document] = await findDocuments(db, organizationId, [uuid])
  if (!document) throw new Error('no document')
  const { embedder } = await openEmbedder({ db, secrets }, organizationId)
  return { ...embeddingState(document, embedder), tokens: document.embedding_tokens }
}
const meaning = () => new SemanticSearch({ db, clock, log: silentLog, secrets })
async function ask(question: string, uuids: readonly string[], search = meaning()) {
  const { answers, meaning: result } = await searchDocuments(
    { db, meaning: search },
    await findDocuments(db, organizationId, uuids),
    { question },
    4,
  )
  return { result, texts: answers.map(({ content }) => content), answers }
}

const PARKING = 'Visitors park behind the house.'
const DOGS = 'Pets are welcome.'
/** Without a word of the passage that answers it. */
const IN_OTHER_WORDS = 'Where do I leave the car?'

test('a question in other words finds its passage by meaning; without an endpoint it does not', async () => {
  const uuid = await newDocument([DOGS, PARKING, 'The lift is on the left.'])
  expect(await ask(IN_OTHER_WORDS, [uuid])).toMatchObject({ result: 'off', texts: [] })
  await setUp()
  expect(await shown(uuid)).toMatchObject({ state: 'pending' })
  await embeddingJob().runOnce()
  expect(await shown(uuid)).toMatchObject({ state: 'completed', message: null })
  expect((await shown(uuid)).tokens).toBeGreaterThan(0)
  const found = await ask(IN_OTHER_WORDS, [uuid])
  expect(found).toMatchObject({ result: 'used', texts: [PARKING] })
  expect(found.answers[0]).toMatchObject({ score: 0, similarity: expect.any(Number) })
  expect(await ask('Who won the election?', [uuid])).toMatchObject({ result: 'used', texts: [] })
  expect(new Set(standIn.keys)).toEqual(new Set([`Bearer ${KEY}`]))
})

test('a passage found by words and by meaning is before those found by one of them', async () => {
  const other = 'The garage has a lift, the house has none.'
  const uuid = await newDocument([other, 'Where the house is: in the garden.', PARKING])
  await setUp()
  await embeddingJob().runOnce()
  const { texts } = await ask('Where do I park behind the house?', [uuid])
  expect(texts[0]).toBe(PARKING)
  expect(texts).toContain(other)
})

test('a conversation counts the request for its question, and notes what came of it', async () => {
  const uuid = await newDocument([PARKING])
  await setUp()
  await embeddingJob().runOnce()
  const counted: unknown[] = []
  const watch = {
    asked: (model: string) => counted.push(model),
    used: (used: unknown) => counted.push(used),
    moved() {},
  }
  const notes: unknown[] = []
  const knowledge = await loadKnowledge({ db, clock, meaning: meaning() }, organizationId, [uuid])
  const tool = knowledge.toolFor([uuid], (lookUp) => notes.push(lookUp), watch)
  await tool?.call({ arguments: { question: IN_OTHER_WORDS }, variables: {}, gathered: {} })
  expect(counted).toEqual(['m', { model: 'm', inputTokens: 6, outputTokens: 0 }])
  expect(notes).toMatchObject([{ found: 1, meaning: 'used' }])
})

describe('an endpoint that fails while a document is embedded', () => {
  const FAULTS = [
    ['answers 500', refuse(500, 'Overloaded'), /status 500.*Overloaded/],
    ['refuses the key', refuse(401, `Incorrect API key provided: ${KEY}`), /refused the key/],
    ['asks for patience', refuse(429, 'Slow down', { 'retry-after': '90' }), /status 429/],
    [
      'answers with a page',
      ((response) => response.end('<html>Welcome</html>')) as typeof standIn.answer,
      /not a list/,
    ],
    [
      'answers with too few vectors',
      ((response) => json(response, 200, { data: [] })) as typeof standIn.answer,
      /not a list/,
    ],
    [
      'answers with text in a vector',
      ((response, { input }) =>
        json(response, 200, { data: input.map((_, index) => ({ index, embedding: ['a'] })) })) as typeof standIn.answer,
      /not a list/,
    ],
    ['answers with vectors of another length', embed(12), /12 numbers instead of 8/],
  ] as const

  test.each(FAULTS)(
    'and %s: the document says so, words still find it, and it is completed later',
    async (...given) => {
      const [, answer, message] = given
      await setUp()
      const first = await newDocument([DOGS])
      await embeddingJob().runOnce()
      expect(await shown(first)).toMatchObject({ state: 'completed' })
      const uuid = await newDocument([PARKING])
      standIn.answer = answer
      const job = embeddingJob()
      await job.runOnce()
      expect(await shown(uuid)).toMatchObject({ state: 'failed', message: expect.stringMatching(message) })
      expect((await shown(uuid)).message).not.toContain(KEY)
      expect((await ask('Where do visitors park?', [uuid])).texts).toEqual([PARKING])
      standIn.answer = embed()
      const before = standIn.requests.length
      await job.runOnce()
      expect(standIn.requests).toHaveLength(before)
      await clock.advance(91_000)
      await job.runOnce()
      expect(await shown(uuid)).toMatchObject({ state: 'completed', message: null })
      expect((await ask(IN_OTHER_WORDS, [uuid])).result).toBe('used')
    },
  )

  test('and hangs is given up, and the document says so', async () => {
    await setUp()
    const uuid = await newDocument([PARKING])
    let asked: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      asked = resolve
    })
    standIn.answer = () => asked()
    const running = embeddingJob().runOnce()
    await arrived
    await clock.advance(EMBED_PASSAGES_MS_MAX)
    await running
    await expect.poll(async () => (await shown(uuid)).message).toMatch(/did not answer in time/)
  })

  test('is tried again immediately when the settings are changed', async () => {
    await setUp()
    const uuid = await newDocument([PARKING])
    standIn.answer = refuse(401, 'No')
    await embeddingJob().runOnce()
    expect(await shown(uuid)).toMatchObject({ state: 'failed' })
    standIn.answer = embed()
    await clock.advance(1)
    await set({ api_key: 'sk-another-secret' })
    await embeddingJob().runOnce()
    expect(await shown(uuid)).toMatchObject({ state: 'completed' })
  })
})

test('after an interruption only the passages without a vector are sent again', async () => {
  const passages = Array.from({ length: 40 }, (_, at) => `${at} ${PARKING}`)
  await setUp()
  const uuid = await newDocument(passages)
  standIn.answer = (response, body, request) =>
    (body.input.some((text) => text.includes('20 Visitors')) ? refuse(503, 'Restarting') : embed())(
      response,
      body,
      request,
    )
  const job = embeddingJob()
  await job.runOnce()
  expect(await shown(uuid)).toMatchObject({ state: 'failed' })
  standIn.answer = embed()
  standIn.requests.length = 0
  await clock.advance(60_000)
  await job.runOnce()
  expect(await shown(uuid)).toMatchObject({ state: 'completed' })
  const sent = standIn.requests.flatMap(({ input }) => input)
  expect([sent.length, sent[0]]).toEqual([24, expect.stringContaining('16 Visitors')])
})

test('another model makes all vectors again, and until then documents are found by words', async () => {
  await setUp()
  const uuid = await newDocument([PARKING])
  await embeddingJob().runOnce()
  await set({ model: 'another' })
  expect(await shown(uuid)).toMatchObject({ state: 'pending' })
  expect((await ask(IN_OTHER_WORDS, [uuid])).result).toBe('not_ready')
  await embeddingJob().runOnce()
  expect([(await ask(IN_OTHER_WORDS, [uuid])).result, standIn.requests.at(-1)?.model]).toEqual(['used', 'another'])
  await set({ dimensions: 20 })
  await embeddingJob().runOnce()
  expect(await ask(IN_OTHER_WORDS, [uuid])).toMatchObject({ result: 'used', texts: [PARKING] })
  expect(standIn.requests.at(-1)?.dimensions).toBe(20)
})

test('a change of the model that is taken back half way leaves no document with vectors of both', async () => {
  await setUp()
  const uuid = await newDocument(Array.from({ length: 20 }, (_, at) => `${at} ${PARKING}`))
  await embeddingJob().runOnce()
  await set({ model: 'another' })
  standIn.answer = (response, body, request) =>
    (body.input.some((text) => text.includes('19 Visitors')) ? refuse(503, 'Restarting') : embed())(
      response,
      body,
      request,
    )
  await embeddingJob().runOnce()
  standIn.answer = embed()
  await clock.advance(1)
  await set({ model: 'm' })
  expect((await shown(uuid)).state).not.toBe('completed')
  await embeddingJob().runOnce()
  expect(await shown(uuid)).toMatchObject({ state: 'completed' })
  expect((await ask(IN_OTHER_WORDS, [uuid])).texts).toHaveLength(4)
})

describe('during a call', () => {
  async function embedded(): Promise<string> {
    await setUp()
    const uuid = await newDocument([PARKING])
    await embeddingJob().runOnce()
    return uuid
  }

  test('an endpoint that hangs delays the answer by no more than its limit, and is then left alone', async () => {
    const uuid = await embedded()
    let asked: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      asked = resolve
    })
    standIn.answer = () => asked()
    const search = meaning()
    const late = ask('Where do visitors park?', [uuid], search)
    await arrived
    await clock.advance(SEMANTIC_SEARCH_MS_MAX)
    expect(await late).toMatchObject({ result: 'late', texts: [PARKING] })
    const before = standIn.requests.length
    expect(await ask('Where do visitors park?', [uuid], search)).toMatchObject({ result: 'failed', texts: [PARKING] })
    expect(standIn.requests).toHaveLength(before)
  })

  test.each([
    ['refuses', refuse(500, 'Overloaded')],
    ['answers with a vector of another length', embed(12)],
    ['answers with a page', ((response) => response.end('<html>')) as typeof standIn.answer],
  ] as const)('an endpoint that %s leaves what words find', async (_name, answer) => {
    const uuid = await embedded()
    standIn.answer = answer
    expect(await ask('Where do visitors park?', [uuid])).toMatchObject({ result: 'failed', texts: [PARKING] })
  })
})

describe('the similarity that a passage needs', () => {
  test('is measured with each model: one whose vectors are all alike searches nothing by meaning', async () => {
    standIn.answer = (response, { input }) =>
      json(response, 200, { data: input.map((text, index) => ({ index, embedding: [1, text.length / 1e6] })) })
    await setUp()
    const uuid = await newDocument([PARKING])
    await embeddingJob().runOnce()
    expect(await shown(uuid)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('does not tell related'),
    })
    expect((await ask('Who won the election?', [uuid])).texts).toEqual([])
  })

  test('is measured for each language: a document in one that the model does not know is searched by words', async () => {
    await setUp()
    const german = await newDocument(['Haustiere sind erlaubt.'], 'de')
    const french = await newDocument(['Les visiteurs se garent ici.'], 'fr-CA')
    await embeddingJob().runOnce()
    expect(await shown(german)).toMatchObject({ state: 'completed' })
    expect(await shown(french)).toMatchObject({
      state: 'language_not_supported',
      message: expect.stringContaining('fr-CA'),
    })
    expect(standIn.requests.flatMap(({ input }) => input).join()).not.toContain('se garent ici')
    await set({ min_similarity: 0.99 })
    await embeddingJob().runOnce()
    expect(await shown(french)).toMatchObject({ state: 'completed' })
  })
})

test('more passages than can be compared are searched by words, and the document says so', async () => {
  await setUp()
  const uuid = await newDocument([PARKING])
  await embeddingJob().runOnce()
  const most = 4_000_000 / vectorOf('').length
  await db
    .updateTable('knowledge_documents')
    .set({ total_chunks: most + 1 })
    .where('uuid', '=', uuid)
    .execute()
  expect(await shown(uuid)).toMatchObject({
    state: 'too_large',
    message: expect.stringContaining('500001 passages; 500000'),
  })
  const found = await ask('Where do visitors park?', [uuid])
  expect([found.result, found.texts.length]).toEqual(['too_many_passages', 1])
})

test('vectors are read once for many questions, in portions, and before the first question of a call', async () => {
  await setUp()
  const uuid = await newDocument([DOGS, ...Array.from({ length: 120 }, (_, at) => `${at} nothing`), PARKING])
  await embeddingJob().runOnce()
  const [document] = await findDocuments(db, organizationId, [uuid])
  const kept = new VectorCache()
  const search = new SemanticSearch({ db, clock, log: silentLog, secrets }, kept)
  await search.prepare(organizationId, document ? [document] : [])
  // What is in memory is not read again.
  await sql`delete from knowledge_vectors where document_id = ${document?.id}`.execute(db)
  const found = await Promise.all([ask(IN_OTHER_WORDS, [uuid], search), ask('Is the dog allowed?', [uuid], search)])
  expect(found.map(({ texts }) => texts)).toEqual([[PARKING], [DOGS]])
})

test('a search that fails inside the program is logged, and words still find the passage', async () => {
  await setUp()
  const uuid = await newDocument([PARKING])
  await embeddingJob().runOnce()
  const log = capturedLog()
  const broken = { similar: () => Promise.reject(new Error('no memory for vectors')) } as unknown as VectorCache
  const found = await ask('Where do visitors park?', [uuid], new SemanticSearch({ db, clock, log, secrets }, broken))
  expect([found.result, found.texts]).toEqual(['failed', [PARKING]])
  expect(log.lines.join()).toContain('no memory for vectors')
})

test('documents of another organization are never found, with the same endpoint and model', async () => {
  await setUp()
  const uuid = await newDocument([PARKING])
  await embeddingJob().runOnce()
  const kept = new VectorCache()
  const search = new SemanticSearch({ db, clock, log: silentLog, secrets }, kept)
  const first = await ask(IN_OTHER_WORDS, [uuid], search)
  expect([first.result, first.texts.length]).toEqual(BOTH)
  const row = { name: `o${Math.random()}`, created_at: new Date() }
  organizationId = (await db.insertInto('organizations').values(row).returning('id').executeTakeFirstOrThrow()).id
  expect((await ask(IN_OTHER_WORDS, [uuid], search)).texts).toEqual([])
})
