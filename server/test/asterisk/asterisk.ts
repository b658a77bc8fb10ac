/** A real Asterisk for tests: on free ports, with a folder of its own, so that any number may run side by side. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'

const HERE = import.meta.dirname
const PREFIX = join(HERE, '../../../.cache/asterisk')
const BOOT_ATTEMPTS = 300
const run = promisify(execFile)

/** Files Asterisk insists on, in which nothing needs to stand. */
const EMPTY_FILES = ['acl', 'ccss', 'features', 'musiconhold', 'pjproject', 'stasis', 'udptl']

/** Switched off. The word differs. */
const OFF_FILES = { cdr: 'enable = no', cel: 'enable = no', manager: 'enabled = no' }

export interface AsteriskOptions {
  /** Values for the `{{names}}` in `etc/`, such as `mediaPort`. */
  values?: Record<string, string | number>
  /** Text added at the end of a file of `etc/`, by file name. */
  append?: Record<string, string>
}

export interface Asterisk {
  readonly version: string
  readonly httpPort: number
  readonly tlsPort: number
  readonly sipPort: number
  /** As an operator would type them. */
  readonly endpoint: string
  readonly tlsEndpoint: string
  /** Login of `ari.conf`, and the Stasis application of the inbound dialplan. */
  readonly user: string
  readonly password: string
  /** Runs a command of Asterisk's console. */
  cli(command: string): Promise<string>
  /** What it logged so far. */
  log(): string
  /** SIGKILL: as a power cut. */
  kill(): Promise<void>
  /** Starts it again on the same ports, after `kill` or while it runs. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Whether tests that need Asterisk can run here. Says so aloud if not: a silent skip would look like a pass. */
export function asteriskAvailable(): boolean {
  if (existsSync(join(PREFIX, 'root')) || isDebian()) return true
  console.warn('\n*** TESTS AGAINST ASTERISK ARE SKIPPED: they need apt of a Debian system to fetch Asterisk 22 ***\n')
  return false
}

export async function startAsterisk(options: AsteriskOptions = {}): Promise<Asterisk> {
  const binaries = unpackAsterisk()
  // Below /tmp itself: the console's unix socket must stay under 108 characters.
  const folder = mkdtempSync(join(tmpdir(), 'asterisk-'))
  const ports = await freePorts()
  makeCertificate(binaries, folder)
  writeConfiguration(
    binaries,
    folder,
    { ...ports, folder, mediaControl: 'plain-text', ...options.values },
    options.append ?? {},
  )

  const cli = async (command: string): Promise<string> => {
    const { stdout } = await run(binaries.loader, asteriskArguments(binaries, folder, '-rx', command))
    return stdout
  }
  let child = await boot(binaries, folder, cli)
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }
  const version = (await cli('core show version')).split(' ')[1] ?? 'unknown'
  return {
    version,
    httpPort: ports.httpPort,
    tlsPort: ports.tlsPort,
    sipPort: ports.sipPort,
    endpoint: `http://127.0.0.1:${ports.httpPort}`,
    tlsEndpoint: `https://127.0.0.1:${ports.tlsPort}`,
    user: 'outdial',
    password: 'secret',
    cli,
    log: () => readFileSync(join(folder, 'log/messages'), 'utf8'),
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL')
      child = await boot(binaries, folder, cli)
    },
    async stop() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same program for a node that runs an Asterisk of its own: one file to start, and where its modules are. */
export function installedAsterisk(folder: string): { program: string; modulesFolder: string; dataFolder: string } {
  const { loader, libraries, root, modules } = unpackAsterisk()
  const program = join(folder, 'asterisk')
  writeFileSync(program, `#!/bin/sh\nexec ${loader} --library-path ${libraries} ${root}/usr/sbin/asterisk "$@"\n`, {
    mode: 0o755,
  })
  return { program, modulesFolder: modules, dataFolder: join(root, 'usr/share/asterisk') }
}

interface Binaries {
  root: string
  modules: string
  libraries: string
  /** The unpacked C library's own loader: the machine's may be older than these binaries. */
  loader: string
}

function unpackAsterisk(): Binaries {
  if (!existsSync(join(PREFIX, 'root')))
    execFileSync('sh', [join(HERE, 'setup.sh'), PREFIX], { stdio: ['ignore', 2, 2] })
  const root = join(PREFIX, 'root')
  const triplet = readdirSync(join(root, 'usr/lib')).find((name) => existsSync(join(root, 'usr/lib', name, 'asterisk')))
  if (!triplet) throw new Error('the unpacked Asterisk has no modules')
  const libraries = join(root, 'usr/lib', triplet)
  const loader = [libraries, join(root, 'usr/lib64')]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .find((path) => /\/ld-linux-[^/]+\.so\.\d+$/.test(path))
  if (!loader) throw new Error('the unpacked C library has no loader')
  return { root, modules: join(libraries, 'asterisk/modules'), libraries, loader }
}

function isDebian(): boolean {
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' })
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function asteriskArguments(binaries: Binaries, folder: string, ...rest: string[]): string[] {
  const program = join(binaries.root, 'usr/sbin/asterisk')
  return ['--library-path', binaries.libraries, program, '-C', join(folder, 'etc/asterisk.conf'), ...rest]
}

async function boot(
  binaries: Binaries,
  folder: string,
  cli: (command: string) => Promise<string>,
): Promise<ChildProcess> {
  rmSync(join(folder, 'run/asterisk.ctl'), { force: true })
  const output = openSync(join(folder, 'output'), 'w')
  const child = spawn(binaries.loader, asteriskArguments(binaries, folder, '-f', '-n'), {
    stdio: ['ignore', output, output],
  })
  const killOnExit = (): boolean => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  child.once('exit', () => process.off('exit', killOnExit))
  for (let attempt = 0; attempt < BOOT_ATTEMPTS && child.exitCode === null; attempt++) {
    // The console's socket appears a moment after the start; from then on this command itself waits for the boot.
    const answer = await cli('core waitfullybooted').catch(() => '')
    if (answer.includes('fully booted')) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`Asterisk did not boot:\n${readFileSync(join(folder, 'output'), 'utf8')}`)
}

function makeCertificate(binaries: Binaries, folder: string): void {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const program = ['--library-path', binaries.libraries, join(binaries.root, 'usr/bin/openssl')]
  execFileSync(binaries.loader, [...program, ...request, ...subject, ...files], {
    stdio: 'ignore',
    env: { ...process.env, OPENSSL_CONF: join(binaries.root, 'etc/ssl/openssl.cnf') },
  })
}

function writeConfiguration(
  binaries: Binaries,
  folder: string,
  values: Record<string, string | number>,
  append: Record<string, string>,
): void {
  for (const name of ['etc', 'lib', 'spool/recording', 'run', 'log', 'cache', 'agi']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (const name of EMPTY_FILES) writeFileSync(join(folder, 'etc', `${name}.conf`), '; empty\n')
  for (const [name, line] of Object.entries(OFF_FILES)) {
    writeFileSync(join(folder, 'etc', `${name}.conf`), `[general]\n${line}\n`)
  }
  for (const name of readdirSync(join(HERE, 'etc'))) {
    const text = readFileSync(join(HERE, 'etc', name), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${name} needs a value for ${key}`)
      return String(value)
    })
    writeFileSync(join(folder, 'etc', name), `${text}\n${append[name] ?? ''}`)
  }
  writeFileSync(join(folder, 'etc/asterisk.conf'), mainConfiguration(binaries, folder))
}

function mainConfiguration(binaries: Binaries, folder: string): string {
  const directories = {
    astetcdir: join(folder, 'etc'),
    astmoddir: binaries.modules,
    astvarlibdir: join(folder, 'lib'),
    astdbdir: join(folder, 'lib'),
    astkeydir: join(folder, 'lib'),
    astdatadir: join(binaries.root, 'usr/share/asterisk'),
    astagidir: join(folder, 'agi'),
    astspooldir: join(folder, 'spool'),
    astrundir: join(folder, 'run'),
    astlogdir: join(folder, 'log'),
    astcachedir: join(folder, 'cache'),
    astsbindir: join(binaries.root, 'usr/sbin'),
  }
  const lines = Object.entries(directories).map(([name, path]) => `${name} => ${path}`)
  return `[directories]\n${lines.join('\n')}\n\n[options]\nverbose = 3\nnocolor = yes\nmaxfiles = 65536\n`
}

async function freePorts() {
  const [httpPort, tlsPort, mediaPort] = [await freePort(), await freePort(), await freePort()]
  const [sipPort, deadPort] = [await freeUdpPort(), await freeUdpPort()]
  // Asterisk passes over RTP ports that are taken, so ranges of two instances may overlap.
  const rtpStart = 20_000 + 2 * Math.floor(Math.random() * 5_000)
  return { httpPort, tlsPort, mediaPort, sipPort, deadPort, rtpStart, rtpEnd: rtpStart + 1_999 }
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').once('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}
