/** A server with the routes of this room, two organizations, and clients of several kinds: for test files that say `setUpUploads()`. */

import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { isListUsed } from '../../src/campaigns/queries.ts'
import { openImportLimiter } from '../../src/contacts/import-limiter.ts'
import { contactRoutes } from '../../src/contacts/routes.ts'
import { openServer } from '../../src/http/server.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { FileReaders } from '../../src/kernel/file-readers.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openSecretBox, type SecretBox } from '../../src/kernel/secret-box.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { afterFile } from '../after-file.ts'
import { type TestDatabase, testDatabase } from '../database.ts'

export const PHONES = ['+447912345678', '+12133734253', '+4915112345678']
export const PUBLIC_URL = 'https://calls.example.com'
export const GOOD = `phone_number,First Name\n${PHONES[0]},Anna\n${PHONES[1]},Ben\n`

export const uploadDir = join(tmpdir(), `outdial-uploads-${process.pid}`)
export const organizations = new Map<string, number>()
export let nowMs = systemClock.now()
export let storage: TestDatabase
export let db: Database
export let app: FastifyInstance
export let secrets: SecretBox

export function setUpUploads(): void {
  beforeAll(open)
  beforeEach(empty)
}

async function open(): Promise<void> {
  storage = await testDatabase()
  db = openDatabase(storage.pool)
  secrets = openSecretBox([Buffer.alloc(32, 7)])
  app = await openServer({
    log: silentLog,
    routes: contactRoutes({
      db,
      pool: storage.pool,
      readers: new FileReaders(),
      imports: { pool: storage.pool, gate: openImportLimiter() },
      clock: { ...systemClock, now: () => nowMs },
      secrets,
      publicUrl: PUBLIC_URL,
      uploadDir,
      zonesChanged: async () => {},
      keys: openLedgerKeys(secrets),
      consentsImported: async () => {},
      listImported: async () => {},
      isListUsed: isListUsed,
    }),
    authenticate: async (key) => {
      const organizationId = organizations.get(key)
      return organizationId === undefined
        ? null
        : { organizationId, apiKeyId: 1, userId: null, author: 'API key 1', scope: 'admin', sessionId: null }
    },
    rateLimitPerMinute: 0,
  })
  for (const name of ['ours', 'theirs']) {
    const row = await db
      .insertInto('organizations')
      .values({ name, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    organizations.set(name, row.id)
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterFile(async () => {
    await app.close()
    await rm(uploadDir, { recursive: true, force: true })
  })
}

export function passTime(milliseconds: number): void {
  nowMs += milliseconds
}

async function empty(): Promise<void> {
  nowMs = systemClock.now()
  for (const table of ['list_contacts', 'list_rejections', 'campaigns', 'contact_lists', 'suppressions'] as const) {
    await db.deleteFrom(table).execute()
  }
}

export const ours = () => organizations.get('ours') as number

interface Shown {
  source_id: string
  code: string
  errors: unknown[]
  detail: Array<{ loc: string[] }>
  details: { errors: unknown[]; columns?: string[]; sheets?: string[] }
  contact_lists: Shown[]
  upload_url: string
  file_key: string
  [field: string]: unknown
}

export interface Wanted {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  key?: string | null
  type?: string
  headers?: Record<string, string>
  payload?: string | Buffer | object
}

export async function ask({ method = 'GET', url, key = 'ours', type, headers, payload }: Wanted) {
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const json = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, text: answer.body, body: (json ? answer.json() : {}) as Shown }
}

export const upload = (content: string | Buffer, query = '', type = 'text/csv') =>
  ask({ method: 'POST', url: `/api/v1/contact-lists${query}`, type, payload: content })

export async function announce(request: object = {}) {
  const { status, body } = await ask({
    method: 'POST',
    url: '/api/v1/s3/presigned-upload-url',
    payload: { file_name: 'november.csv', file_size: 100_000, content_type: 'text/csv', ...request },
  })
  expect(status).toBe(200)
  return { ...body, path: body.upload_url.slice(PUBLIC_URL.length) }
}

export const put = (path: string, content: string | Buffer, type = 'text/csv') =>
  ask({ method: 'PUT', url: path, key: null, type, payload: content })

export function form(...files: Array<{ name: string; filename?: string; content: string }>): {
  body: string
  type: string
} {
  const parts = files.map(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: text/csv`
    return `--cut\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  })
  return { body: `${parts.join('')}--cut--\r\n`, type: 'multipart/form-data; boundary=cut' }
}

export async function rowCounts() {
  const { rows } = await storage.pool.query(
    `select (select count(*) from contact_lists) as lists, (select count(*) from list_contacts) as contacts,
            (select count(*) from list_rejections) as rejections`,
  )
  return rows[0]
}
export const NOTHING = { lists: 0, contacts: 0, rejections: 0 }

/** A connection of a client's own, for what an ordinary client does not do. */
export function rawClient() {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes)))
    socket.on('error', () => {})
  })
  return { socket, answer }
}

export async function allConnectionsClosed() {
  await vi.waitFor(async () => {
    const open = await new Promise((resolve) => {
      app.server.getConnections((_error, count) => resolve(count))
    })
    expect(open).toBe(0)
  })
}
