import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type AddModelDeps, addModel } from './add-model.ts'
import { installedModels } from './installed-models.ts'
import { type CatalogueModel, MODEL_CATALOGUE } from './model-catalogue.ts'

/** Kept from packing too well, so that there is something to break off. */
const WEIGHTS = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 31 + at * 7) % 251))
let archive: Buffer

beforeAll(async () => {
  const folder = await temporaryFolder('archive')
  const voice = join(folder, 'vits-small')
  mkdirSync(join(voice, 'espeak-ng-data'), { recursive: true })
  writeFileSync(join(voice, 'small.onnx'), WEIGHTS)
  writeFileSync(join(voice, 'tokens.txt'), 'a 0\n')
  execFileSync('tar', ['-cjf', join(folder, 'a.tar.bz2'), '-C', folder, 'vits-small'])
  archive = readFileSync(join(folder, 'a.tar.bz2'))
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Serves the archive by ranges; `answer` may do something else with the first requests. */
async function server(answer?: (request: IncomingMessage, response: ServerResponse, number: number) => boolean) {
  const asked: (string | undefined)[] = []
  const http = createServer((request, response) => {
    asked.push(request.headers.range)
    if (answer?.(request, response, asked.length)) return
    const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from >= archive.length) return void response.writeHead(416).end()
    const body = archive.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/small.tar.bz2`, asked }
}

function modelAt(url: string, change: Partial<CatalogueModel> = {}): CatalogueModel {
  const sha256 = createHash('sha256').update(archive).digest('hex')
  return {
    name: 'small',
    use: 'voice',
    language: 'es',
    description: '',
    url,
    megabytes: 1,
    sha256,
    licence: 'MIT',
    ...change,
  }
}

function depsIn(directory: string, progress: AddModelDeps['progress'] = () => {}): AddModelDeps {
  // Whether sherpa-onnx is installed is not the question here.
  return { directory, fetch, progress, look: (folder) => installedModels(folder, () => null) }
}

test('a model is downloaded, checked, unpacked and found; its archive is gone', async () => {
  const directory = await temporaryFolder('models')
  const { url } = await server()
  const steps: number[] = []
  const folder = await addModel(
    modelAt(url),
    null,
    depsIn(directory, (done) => steps.push(done)),
  )
  expect(folder).toBe(join(directory, 'voices', 'es', 'small'))
  expect(readFileSync(join(folder, 'small.onnx')).equals(WEIGHTS)).toBe(true)
  expect(installedModels(directory, () => null).usable).toMatchObject([{ name: 'small', language: 'es', kind: 'vits' }])
  expect(steps.at(-1)).toBe(archive.length)
  expect(readdirSync(join(directory, '.downloads'))).toEqual([])
  await expect(addModel(modelAt(url), null, depsIn(directory))).rejects.toThrow('is there already')
})

test('a download that breaks off is continued where it stopped, in the same run and in the next', async () => {
  const directory = await temporaryFolder('models')
  let breakOff = () => {}
  const { url, asked } = await server((_, response, number) => {
    if (number > 2) return false
    if (number === 2) {
      response.destroy()
      return true
    }
    response.writeHead(200, { 'content-length': archive.length })
    response.write(archive.subarray(0, 1000))
    breakOff = () => response.destroy()
    return true
  })
  const deps = { ...depsIn(directory), progress: (done: number) => done === 1000 && breakOff() }
  await expect(addModel(modelAt(url), null, deps)).rejects.toThrow('Add it again')
  expect(existsSync(join(directory, 'voices'))).toBe(false)
  await addModel(modelAt(url), null, depsIn(directory))
  expect(asked[0]).toBeUndefined()
  expect(asked.slice(1)).toEqual(['bytes=1000-', 'bytes=1000-'])
})

test('a file with another hash is deleted and not used', async () => {
  const directory = await temporaryFolder('models')
  const { url } = await server()
  const model = modelAt(url, { sha256: 'f'.repeat(64) })
  await expect(addModel(model, null, depsIn(directory))).rejects.toThrow('is not the one that is known')
  expect(readdirSync(directory)).toEqual(['.downloads'])
  expect(readdirSync(join(directory, '.downloads'))).toEqual([])
})

test.each([
  ['an address that is gone', {}, null, 'answered with status 404', 404],
  ['a model of many languages without one', { language: null }, null, '--language', 200],
  ['a language that is none', { language: null }, '../x', 'is not a language', 200],
  ['a model of another language', {}, 'fr', 'for es only', 200],
  ['more room than there is', { megabytes: 1e12 }, null, 'free space', 200],
  ['a folder the program cannot use', { use: 'recognizer' as const }, null, 'was removed again', 200],
])('%s is told, and nothing is left half done', async (_, change, language, words, status) => {
  const directory = await temporaryFolder('models')
  const { url } = await server((__, response) => {
    if (status === 404) response.writeHead(404).end('<html>')
    return status === 404
  })
  await expect(addModel(modelAt(url, change), language, depsIn(directory))).rejects.toThrow(words)
  expect(installedModels(directory, () => null)).toEqual({ usable: [], unusable: [] })
})

test('everything in the catalogue can be told apart and checked', () => {
  expect(new Set(MODEL_CATALOGUE.map(({ name }) => name)).size).toBe(MODEL_CATALOGUE.length)
  for (const { url, sha256, licence } of MODEL_CATALOGUE) {
    expect(url).toMatch(/^https:\/\/.*\.tar\.bz2$/u)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/u)
    expect(licence).not.toBe('')
  }
})
