// npm run proof -- image: builds the container image with buildah and runs it with podman, both of Debian, without a registry: the base is made
// from Debian packages and the Node.js that runs this. Then a campaign runs in it: read-only, as an ordinary user, without capabilities.
// Needs root and: apt-get install --no-install-recommends buildah podman runc mmdebstrap. Takes minutes.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './build.mjs'
import { askerOf, beginCampaign, freePort } from './prove-upgrade.mjs'

const NEEDED = ['buildah', 'podman', 'runc', 'mmdebstrap']
const DEBIAN = 'bookworm'
const SIZE_MB_MAX = 400
const CONTACTS = 100
const READY_MS_MAX = 120_000
const CAMPAIGN_MS_MAX = 300_000
const BASE = 'localhost/outdial-proof-base'
const IMAGE = 'localhost/outdial-proof'
const say = (line) => console.log(`  proof: ${line}`)

export async function proveImage() {
  const missing = NEEDED.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0 || process.getuid() !== 0) {
    console.error(
      `This proof needs root and ${NEEDED.join(', ')} (apt-get install --no-install-recommends). Missing: ${missing.join(', ') || 'root'}`,
    )
    return 1
  }
  const folder = await mkdtemp(join(tmpdir(), 'outdial-image-'))
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const buildah = (...args) => run('buildah', [...store, ...args])
  const podman = (...args) => run('podman', [...store, '--runtime', 'runc', ...args])
  try {
    makeBase(buildah)
    const startedMs = performance.now()
    buildImage(buildah)
    say(`built in ${seconds(startedMs)} s`)
    checkSize(podman)
    await runCampaign(podman, store)
    return 0
  } finally {
    spawnSync('podman', [...store, 'rm', '--all', '--force', '--time', '1'], { stdio: 'ignore' })
    spawnSync('podman', [...store, 'volume', 'rm', '--all', '--force'], { stdio: 'ignore' })
    spawnSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' })
    spawnSync('umount', [join(folder, 'store/overlay')], { stdio: 'ignore' })
    await rm(folder, { recursive: true, force: true })
  }
}

const seconds = (sinceMs) => ((performance.now() - sinceMs) / 1000).toFixed(0)

function run(command, args, { quiet = false } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  })
  if (status !== 0 && !quiet)
    throw new Error(`${command} ${args.slice(4).join(' ')} failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
  return stdout.trim()
}

/** In place of node:22-bookworm-slim: Debian's packages, this Node.js and this npm. The tarball is kept for the next time. */
function makeBase(buildah) {
  const tarball = join(root, '.cache', `debian-${DEBIAN}.tar`)
  if (!existsSync(tarball)) {
    mkdirSync(join(root, '.cache'), { recursive: true })
    const sources = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'].filter(existsSync)
    run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, tarball, ...sources])
  }
  const container = buildah('from', 'scratch')
  buildah('add', '-q', container, tarball, '/')
  buildah('add', '-q', container, process.execPath, '/usr/local/bin/node')
  buildah('add', '-q', container, join(run('npm', ['root', '-g']), 'npm'), '/usr/local/lib/node_modules/npm')
  const links =
    'cd /usr/local/bin && ln -s ../lib/node_modules/npm/bin/npm-cli.js npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js npx'
  buildah('run', '--network=host', container, '--', 'sh', '-c', links)
  buildah('commit', '-q', container, BASE)
  buildah('rm', container)
}

/** This machine's settings of npm and its certificates are mounted while building; the image does not keep them. */
function buildImage(buildah) {
  const mounts = [
    [run('npm', ['config', 'get', 'userconfig']), '/root/.npmrc'],
    [run('npm', ['config', 'get', 'globalconfig']), '/usr/local/etc/npmrc'],
    ['/usr/local/etc/npmrc', '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
  ].filter(
    ([from, to], at, all) =>
      existsSync(from) && all.findIndex(([first, second]) => second === to && existsSync(first)) === at,
  )
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  buildah(
    'bud',
    '--format',
    'docker',
    '--network=host',
    '--pull-never',
    ...mounts.flatMap(([from, to]) => ['-v', `${from}:${to}:ro`]),
    ...(authorities ? ['--env', `NODE_EXTRA_CA_CERTS=${authorities}`] : []),
    '--build-arg',
    `BASE=${BASE}`,
    '-t',
    IMAGE,
    root,
  )
}

function checkSize(podman) {
  const megabytes = Math.round(Number(podman('image', 'inspect', '--format', '{{.Size}}', IMAGE)) / 1e6)
  say(`the image has ${megabytes} MB`)
  if (megabytes >= SIZE_MB_MAX) throw new Error(`the image has ${megabytes} MB, at most ${SIZE_MB_MAX} are allowed`)
}

async function runCampaign(podman, store) {
  const [port, key] = [await freePort(), `od_${randomBytes(32).toString('base64url')}`]
  const startedMs = performance.now()
  const container = podman(
    'run',
    '-d',
    '--network=host',
    '--ulimit',
    'nofile=20000:20000',
    '--ulimit',
    'nproc=4096:4096',
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop=ALL',
    '--security-opt',
    'no-new-privileges',
    '--shm-size=256m',
    '-v',
    'data:/data',
    '-e',
    'HOST=127.0.0.1',
    '-e',
    `PORT=${port}`,
    '-e',
    `BOOTSTRAP_API_KEY=${key}`,
    '-e',
    'RATE_LIMIT_PER_MINUTE=0',
    // `buildah bud --env` keeps it in the image, which has no such file.
    '--unsetenv',
    'NODE_EXTRA_CA_CERTS',
    IMAGE,
  )
  // Both streams of the container, which podman keeps apart.
  const logs = () => {
    const { stdout, stderr } = spawnSync('podman', [...store, 'logs', container], { encoding: 'utf8' })
    return stdout + stderr
  }
  try {
    await until(
      'the container is ready',
      READY_MS_MAX,
      async () => (await fetch(`http://127.0.0.1:${port}/api/v1/ready`)).ok,
    )
    say(`ready after ${seconds(startedMs)} s`)
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    if (!(await page.text()).includes('/assets/')) throw new Error('the console is not served')
    const ask = askerOf(port, key)
    const campaign = await beginCampaign({ ask }, CONTACTS)
    await until(
      'the campaign is completed',
      CAMPAIGN_MS_MAX,
      async () => (await ask('GET', `/campaign/${campaign}`)).state === 'completed',
    )
    const { total_rows, processed_rows } = await ask('GET', `/campaign/${campaign}/progress`)
    say(`a campaign of ${total_rows} contacts was completed, ${processed_rows} were processed`)
    if (processed_rows !== CONTACTS) throw new Error(`${processed_rows} of ${CONTACTS} contacts were processed`)
    podman('healthcheck', 'run', container)
    podman('stop', '--time', '60', container)
    const code = podman('inspect', '--format', '{{.State.ExitCode}}', container)
    say(`stopped with exit code ${code}`)
    if (code !== '0') throw new Error(`the container ended with ${code}`)
    if (logs().includes(key)) throw new Error('the key of the administrator is in the log')
  } catch (error) {
    throw new Error(`${error.message}\n${logs().slice(-4000)}`)
  }
}

async function until(what, msMax, isDone) {
  const endMs = performance.now() + msMax
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`waited too long until ${what}`)
    await pause(250)
  }
}
