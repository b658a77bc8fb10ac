// Compiles what is stale. TypeScript keeps its own record of what that is, so a second run takes a moment.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CURRENT } from './bundle-files.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const compiler = join(root, 'node_modules/typescript/bin/tsc')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/** In the order in which they need each other. */
const PROJECTS = ['sdk', 'server']
const SOURCES = {
  sdk: ['src', 'tsconfig.json', '../tsconfig.base.json'],
  server: ['src', 'simulation', 'bench', 'soak', 'test', 'tsconfig.json', '../tsconfig.base.json'],
  site: ['.', '../docs'],
  web: ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', '../sdk/src'],
}

/** Whether the page is one that is built; without a configuration it is served as it lies there. */
export const pageIsBuilt = () => existsSync(join(root, 'web/vite.config.ts'))

export function build() {
  for (const project of PROJECTS) {
    const status = run([compiler, '-p', join(root, project)])
    if (status !== 0) return status
    // The compiler leaves its record alone if nothing changed in meaning; then nobody could tell that it has looked.
    const now = new Date()
    utimesSync(recordOf(project), now, now)
  }
  const bundled = isBundleStale() ? run([join(root, 'scripts/bundle.mjs')]) : 0
  if (bundled !== 0) return bundled
  const page = pageIsBuilt() && isStale('web') ? run([vite, 'build', '--logLevel', 'warn'], join(root, 'web')) : 0
  if (page !== 0) return page
  return isStale('site') ? run([join(root, 'site/build.mjs')]) : 0
}

/** What tools say goes to standard error: standard output belongs to the role that runs afterwards. */
function run(args, cwd = root) {
  return spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 2, 2] }).status ?? 1
}

/** Whether something was edited since the last build; the tools that would build it may be missing in an installation. */
export function buildIsStale() {
  return isStale('sdk') || isStale('server') || isBundleStale() || (pageIsBuilt() && isStale('web')) || isStale('site')
}

/** What the bundle is made of: our own files, the packages among them as npm has noted them, and how they are joined. */
const BUNDLED = ['server/dist/src', 'node_modules/.package-lock.json', 'scripts/bundle.mjs']

/** One that broke off counts as never made. */
export function isBundleStale(at = root) {
  const made = statSync(join(at, 'server/dist/program', CURRENT), { throwIfNoEntry: false })
  return !made || BUNDLED.some((path) => newestMs(join(at, path)) > made.mtimeMs)
}

export const canBuild = () => existsSync(compiler)

function isStale(project) {
  const record = recordOf(project)
  if (!existsSync(record)) return true
  const builtMs = statSync(record).mtimeMs
  return SOURCES[project].some((path) => newestMs(join(root, project, path)) > builtMs)
}

/** The help pages are below the console's: the console's own build removes them, and they are made again. */
const RECORDS = { web: 'web/dist/index.html', site: 'web/dist/help/index.html' }
const recordOf = (project) => join(root, RECORDS[project] ?? `${project}/dist/.tsbuildinfo`)

function newestMs(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), found.mtimeMs)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build()
