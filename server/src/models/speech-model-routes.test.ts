import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openServer } from '../http/server.ts'
import { silentLog } from '../kernel/log.ts'
import { installedModels } from '../speech/installed-models.ts'
import type { CatalogueModel } from '../speech/model-catalogue.ts'
import { ModelInstaller } from '../speech/model-installer.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { speechModelRoutes } from './speech-model-routes.ts'

const PATH = '/api/v1/speech-models'
let app: FastifyInstance
let db: Database
let directory: string
let installer: ModelInstaller
/** The rest of a download waits until the test lets it continue. */
let held: (() => void) | null = null
const host = createServer((request, response) => answer(request.url ?? '', response))
let archive: Buffer

function answer(url: string, response: ServerResponse): void {
  if (url === '/gone') return void response.writeHead(404).end()
  response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 1000))
  held = () => response.end(archive.subarray(1000))
}

beforeAll(async () => {
  const folder = await temporaryFolder('archive')
  mkdirSync(join(folder, 'vits-small', 'espeak-ng-data'), { recursive: true })
  writeFileSync(
    join(folder, 'vits-small', 'small.onnx'),
    Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * at) % 251)),
  )
  writeFileSync(join(folder, 'vits-small', 'tokens.txt'), 'a 0\n')
  execFileSync('tar', ['-cjf', join(folder, 'a.tar.bz2'), '-C', folder, 'vits-small'])
  archive = readFileSync(join(folder, 'a.tar.bz2'))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const model = (name: string, change: Partial<CatalogueModel>): CatalogueModel => ({
    name,
    use: 'voice',
    language: 'es',
    description: 'Small',
    url: `${address}/${name}`,
    megabytes: 1,
    sha256: createHash('sha256').update(archive).digest('hex'),
    licence: 'MIT',
    ...change,
  })
  directory = await temporaryFolder('models')
  db = openDatabase((await testDatabase()).pool)
  await db.insertInto('organizations').values({ name: 'ours', created_at: new Date() }).execute()
  installer = new ModelInstaller({
    directory,
    fetch,
    log: silentLog,
    catalogue: [model('small', {}), model('gone', {}), model('many', { language: null, use: 'recognizer' })],
    // Whether sherpa-onnx is installed is not the question here.
    look: (root) => installedModels(root, () => null),
  })
  app = await openServer({
    log: silentLog,
    routes: speechModelRoutes({ db, installer }),
    authenticate: async () => ({
      organizationId: 1,
      apiKeyId: 1,
      userId: null,
      author: 'test',
      scope: 'admin',
      sessionId: null,
    }),
    rateLimitPerMinute: 0,
  })
})

afterAll(async () => {
  await installer.stop()
  await app.close()
  host.close()
})

async function call(method: 'GET' | 'POST', path = '', body?: object) {
  const response = await app.inject({
    method,
    url: PATH + path,
    headers: { 'x-api-key': 'ours' },
    ...(body ? { payload: body } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

/** Unpacking takes its time on a busy machine. */
const PATIENTLY = { timeout: 30_000 }

const stateOf = async (name: string) =>
  (await call('GET')).body.models.find((model: { name: string }) => model.name === name)

test('a voice is downloaded with progress, is then on the machine, and is not downloaded again', async () => {
  const begun = await call('POST', '/small/install', {})
  expect([begun.status, begun.body.installation.state]).toEqual([200, 'running'])
  await expect
    .poll(async () => (await stateOf('small')).installation, PATIENTLY)
    .toMatchObject({
      state: 'running',
      done_bytes: 1000,
      total_bytes: archive.length,
    })
  // One at a time: a second one would only slow the first one down.
  expect((await call('POST', '/gone/install', {})).body.code).toBe('speech_model_busy')
  held?.()
  await expect.poll(async () => (await stateOf('small')).installation.state, PATIENTLY).toBe('installed')
  expect(await stateOf('small')).toMatchObject({ is_installed: true })
  expect(existsSync(join(directory, 'voices', 'es', 'small', 'small.onnx'))).toBe(true)
  expect(await call('POST', '/small/install', {})).toMatchObject({
    status: 409,
    body: { code: 'speech_model_installed' },
  })
})

test('a download that fails says why, and can be tried again', async () => {
  for (const _ of [1, 2]) {
    expect((await call('POST', '/gone/install', {})).status).toBe(200)
    await expect.poll(async () => (await stateOf('gone')).installation.state, PATIENTLY).toBe('failed')
    expect((await stateOf('gone')).installation.message).toContain('status 404')
  }
})

test('unknown names and missing languages are refused', async () => {
  expect(await call('POST', '/nobody/install', {})).toMatchObject({
    status: 404,
    body: { code: 'speech_model_not_found' },
  })
  expect(await call('POST', '/many/install', {})).toMatchObject({
    status: 422,
    body: { code: 'speech_model_language' },
  })
  const other = await call('POST', '/gone/install', { language: 'de' })
  expect(other).toMatchObject({ status: 422, body: { code: 'speech_model_language' } })
})

test('where several organizations share the machine, none of them may add to it', async () => {
  const before = await call('GET')
  await db.insertInto('organizations').values({ name: 'theirs', created_at: new Date() }).execute()
  // The list does not tell one organization that there are others.
  expect(await call('GET')).toEqual(before)
  expect(await call('POST', '/gone/install', {})).toMatchObject({
    status: 403,
    body: { code: 'installation_is_shared' },
  })
})
