import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { registerDocs } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { openServer } from './server.ts'

const document = openApiDocument([], { title: 'Outdial', version: '1.2.3', serverUrl: '/' })
let app: FastifyInstance

beforeAll(async () => {
  app = await openServer({ log: silentLog, routes: [], authenticate: async () => null, rateLimitPerMinute: 0 })
  registerDocs(app, () => document)
})

afterAll(() => app.close())

test('the document is served to anybody, and once only to who has it', async () => {
  const answer = await app.inject({ url: '/api/v1/openapi.json' })
  expect([answer.statusCode, answer.json()]).toEqual([200, document])
  const again = await app.inject({
    url: '/api/v1/openapi.json',
    headers: { 'if-none-match': String(answer.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the page asks nobody else: its script is ours, its policy allows nothing other', async () => {
  const moved = await app.inject({ url: '/docs' })
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/docs/'])
  const page = await app.inject({ url: '/docs/' })
  expect(page.statusCode).toBe(200)
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  expect(sources).toEqual(['js/scalar.js'])
  const script = await app.inject({ url: '/docs/js/scalar.js' })
  expect(script.headers['content-type']).toMatch(/javascript/)
  expect(script.body.length).toBeGreaterThan(100_000)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  const inline = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(page.body)?.[1] as string
  expect(inline).toContain('/api/v1/openapi.json')
  expect(policy).toContain(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
})
