// Writes what is made from the code: the schema of the database, the OpenAPI document, the types of the sdk, the lists of
// errors and of packs. With the argument `pictures` it takes the screenshots of the documentation instead. `--check` writes
// nothing, and fails if a generated file is out of date. Needs a build of the server.
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pythonClient } from './python-client.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A module of the server as it was built; a test may hand in one that loads the sources. */
const built = (name) => import(pathToFileURL(join(root, 'server/dist/src', `${name}.js`)).href)

/** Path to content, for every file that is made from the code. */
export async function generatedFiles(load = built) {
  const { errorsDocument } = await load('http/errors-document')
  const { packsDocument } = await load('policies/packs/packs-document')
  const { schema, document } = await withDatabase(load, async (pool) => ({
    schema: await (await load('storage/describe-schema')).describeSchema(pool),
    document: await interfaceDocument(load, pool),
  }))
  return new Map([
    ['server/src/storage/schema.sql', schema.sql],
    ['server/src/storage/schema.ts', schema.types],
    ['docs/openapi.json', formatted('docs/openapi.json', JSON.stringify(document))],
    ['docs/errors.md', errorsDocument()],
    ['docs/calling-rule-packs.md', packsDocument()],
    ['sdk/src/generated/schema.ts', await sdkTypes(document)],
    ['python/outdial/_generated.py', pythonClient(document)],
    ['sdk/src/generated/operations.ts', sdkOperations(document, Object.keys((await load('kernel/errors')).ERRORS))],
    ['web/src/ui/generated/phone-formats.ts', phoneFormats()],
  ])
}

/** How the numbers of each country calling code are grouped, from Google's libphonenumber (Apache-2.0). */
function phoneFormats() {
  const metadata = createRequire(join(root, 'server/package.json'))('libphonenumber-js/metadata.min.json')
  const formats = {}
  for (const [code, [main]] of Object.entries(metadata.country_calling_codes)) {
    const shapes = metadata.countries[main][4] || []
    formats[code] = shapes
      .filter(([, , , , , international]) => international !== 'NA')
      .map(([pattern, national, beginnings, , , international]) => [
        pattern,
        international ?? national,
        beginnings?.at(-1) ?? '',
      ])
  }
  return `// Made from libphonenumber by \`npm run generate\`; do not edit.

/** By country calling code: pattern of the digits, their groups, and how such numbers begin; the first that fits counts. */
export const PHONE_FORMATS: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = ${JSON.stringify(formats)}
`
}

/** A fresh, migrated PostgreSQL that is thrown away afterwards. */
async function withDatabase(load, work) {
  const [{ startEmbeddedPostgres }, { migrate }, { openPool }, { systemClock }, { silentLog }] = await Promise.all(
    ['storage/embedded-postgres', 'storage/migrate', 'storage/database', 'kernel/clock', 'kernel/log'].map(load),
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'outdial-generate-'))
  // As root the server runs as another user, who must be able to reach it.
  await chmod(dataDir, 0o711)
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: silentLog,
      clock: systemClock,
      settings: { fsync: 'off' },
    })
    const pool = openPool(server.connection)
    try {
      await migrate(pool)
      return await work(pool)
    } finally {
      await pool.end()
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The program is assembled as ever, but neither listens nor dials: only its routes are read. */
async function interfaceDocument(load, pool) {
  const [{ openApp }, { VERSION }, { readConfig }, { systemClock }, { systemRng }, { silentLog }, { openApiDocument }] =
    await Promise.all(
      ['app', 'kernel/version', 'config', 'kernel/clock', 'kernel/rng', 'kernel/log', 'http/openapi'].map(load),
    )
  const dataDir = await mkdtemp(join(tmpdir(), 'outdial-generate-'))
  const config = readConfig({ DATA_DIR: dataDir }, false)
  const app = await openApp({ config, pool, clock: systemClock, rng: systemRng, log: silentLog })
  try {
    return openApiDocument(app.routes, { title: 'Outdial', version: VERSION, serverUrl: '/' })
  } finally {
    await app.stop(0)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function sdkTypes(document) {
  // Installed beside the sdk, with the older compiler that it needs.
  const { default: openapiTS, astToString } = createRequire(join(root, 'sdk/package.json'))('openapi-typescript')
  const types = astToString(await openapiTS(structuredClone(document)))
  return `// Made from docs/openapi.json by \`npm run generate\`; do not edit.\n\n${types}`
}

/** Every operation by its name, which field of the answer has the items if it is a list, and the codes of errors. */
function sdkOperations(document, codes) {
  const operations = {}
  const withoutKey = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const list = method === 'get' ? listOf(operation, document) : null
      operations[operation.operationId] = {
        method,
        path,
        ...(list ?? {}),
        ...(isFile(operation) ? { file: true } : {}),
      }
      const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
      if (method === 'post' && !takesKey) withoutKey.push(path)
    }
  }
  const text = `// Made from the routes by \`npm run generate\`; do not edit.

export const OPERATIONS = ${JSON.stringify(operations)} as const

/** POST requests that the server does not recognize when they are repeated: those without an account. */
export const POSTS_WITHOUT_KEY: readonly string[] = ${JSON.stringify(withoutKey)}

/** What \`OutdialError.code\` can be, of this version of the server. */
export type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')}
`
  return formatted('sdk/src/operations.ts', text)
}

/** Whether an operation answers with something else than JSON. */
function isFile({ responses }) {
  const types = Object.keys(responses['200']?.content ?? {})
  return types.length > 0 && !types.includes('application/json')
}

/** Which field of the answer has the items, if the operation is a list; the empty string if the answer is the list itself. */
function listOf({ operationId, parameters = [], responses }, document) {
  const hasPages = parameters.some((one) => one.in === 'query' && one.name === 'cursor')
  if (!hasPages && !/^list/.test(operationId)) return null
  const answer = resolved(responses['200']?.content?.['application/json']?.schema, document)
  if (answer?.type === 'array') return { items: '' }
  const items = Object.entries(answer?.properties ?? {}).find(
    ([, one]) => resolved(one, document)?.type === 'array',
  )?.[0]
  return items ? { items } : null
}

function resolved(schema, document) {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
}

function formatted(path, text) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'format', '--files-max-size=16777216', `--stdin-file-path=${path}`]
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status !== 0) throw new Error(`${path} could not be formatted: ${result.stderr}`)
  return result.stdout
}

/** The paths of files that are not what the code says. */
export async function staleFiles(files) {
  const stale = []
  for (const [path, content] of files) {
    const current = await readFile(join(root, path), 'utf8').catch(() => null)
    if (current !== content) stale.push(path)
  }
  return stale
}

export async function writeFiles(files, paths) {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), files.get(path))
  }
}

async function main() {
  if (process.argv.includes('pictures')) return (await import('./pictures.mjs')).takePictures()
  const files = await generatedFiles()
  const stale = await staleFiles(files)
  if (!process.argv.includes('--check')) {
    await writeFiles(files, stale)
    for (const path of stale) console.log(`wrote ${path}`)
  } else if (stale.length > 0) {
    console.error(`Not up to date: ${stale.join(', ')}. Run: npm run build && npm run generate`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
