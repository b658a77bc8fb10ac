import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { leftOut } from '../../test/drawn.ts'
import { makeDirectory, Workshop } from '../../test/postgres/embedded-programs.ts'
import { sleep, systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openPool } from './database.ts'
import { canAccessDirectory } from './embedded-account.ts'
import { findBinarySources } from './embedded-binaries.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import { limitLog } from './embedded-server.ts'

const asRoot = process.getuid?.() === 0
const NOBODY = 65534
/** Not so when root keeps the checkout in its closed home; then no other user can run our program at all. */
const othersCanRunUs =
  asRoot && (await canAccessDirectory({ uid: NOBODY, gid: NOBODY }, dirname(fileURLToPath(import.meta.url))))

/** For tests that do not ask what survives a crash. */
const HASTY = { fsync: 'off' }
const DURABLE = { settings: {} }
/** Each test starts real servers, and the machine may be busy. */
const PATIENT = { timeout: 120_000 }

const toolshed = new Workshop()
const workshop = new Workshop()
const held: EmbeddedPostgres[] = []
let program: string

beforeAll(async () => {
  program = await toolshed.compile()
})
afterEach(async () => {
  await Promise.all(held.splice(0).map((server) => server.stop()))
  await workshop.clear()
})
afterAll(() => toolshed.clear())

type Extra = Partial<Omit<EmbeddedPostgresOptions, 'dataDir'>>

async function start(dataDir: string, extra: Extra = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, clock: systemClock, settings: HASTY, ...extra })
  held.push(server)
  return server
}

async function freshDataDir(): Promise<string> {
  return join(await workshop.directory(), 'data')
}

let used: Promise<string> | undefined

/** A data directory as an earlier run left it: making one takes seconds, and most tests do not ask how it is made. */
async function usedDataDir(): Promise<string> {
  used ??= (async () => {
    const dataDir = join(await toolshed.directory(), 'data')
    await (await startEmbeddedPostgres({ dataDir, log: silentLog, clock: systemClock, settings: HASTY })).stop()
    return dataDir
  })()
  const copy = await freshDataDir()
  spawnSync('/bin/cp', ['--archive', await used, copy])
  return copy
}

async function ask(connection: EmbeddedPostgres['connection'], statement: string): Promise<unknown[][]> {
  const pool = openPool({ ...connection, max: 1 })
  try {
    const { rows } = await pool.query<unknown[], []>({ text: statement, rowMode: 'array' } as pg.QueryArrayConfig<[]>)
    return rows
  } finally {
    await pool.end()
  }
}

/** Gone or a zombie: nothing that could still serve. */
async function isRunning(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(systemClock, 10)
}

describe('starting', PATIENT, () => {
  test('an empty data directory gets a database that only its user can reach', async () => {
    const { connection, socketDirectory, adopted } = await start(await freshDataDir(), DURABLE)
    const settings = await ask(
      connection,
      `SELECT current_database(), datcollate, pg_encoding_to_char(encoding), current_setting('data_checksums'),
        current_setting('fsync'), current_setting('listen_addresses')
      FROM pg_database WHERE datname = current_database()`,
    )
    expect(settings).toEqual([['outdial', 'C', 'UTF8', 'on', 'on', '']])
    expect((await stat(socketDirectory)).mode & 0o777).toBe(0o700)
    expect(adopted).toBe(false)
  })

  test('what was written is there after a stop and a start', async () => {
    const dataDir = await usedDataDir()
    const first = await start(dataDir)
    await ask(first.connection, 'CREATE TABLE kept AS SELECT 7 AS number')
    await first.stop()
    expect(await isRunning(first.pid)).toBe(false)
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await ask(second.connection, 'SELECT number FROM kept')).toEqual([[7]])
  })

  test.skipIf(leftOut())('a path too long for a socket works, and programs meet on the same short one', async () => {
    const dataDir = join(await workshop.directory(), 'd'.repeat(120), 'data')
    const first = await start(dataDir)
    const second = await start(dataDir)
    expect(first.socketDirectory.length).toBeLessThan(60)
    expect(second.socketDirectory).toBe(first.socketDirectory)
    expect(second.pid).toBe(first.pid)
    expect(await ask(second.connection, 'SELECT 1')).toEqual([[1]])
    await rm(first.socketDirectory, { recursive: true, force: true })
  })

  test.skipIf(leftOut())(
    'of two programs that start at once on an empty directory, one starts the server and the other adopts it',
    async () => {
      const dataDir = await freshDataDir()
      const [first, second] = await Promise.all([workshop.start(program, dataDir), workshop.start(program, dataDir)])
      expect(first.server.pid).toBe(second.server.pid)
      expect([first.server.adopted, second.server.adopted].sort()).toEqual([false, true])
      expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('unfinished'))).toEqual([])
      await Promise.all([first.stop(), second.stop()])
      expect(await isRunning(first.server.pid)).toBe(false)
    },
  )
})

describe('who holds it', PATIENT, () => {
  test('the starter leaves the server to others, and the last to let go stops it', async () => {
    const dataDir = await usedDataDir()
    const starter = await start(dataDir)
    const other = await start(dataDir)
    await starter.stop()
    expect(await ask(other.connection, 'SELECT 1')).toEqual([[1]])
    await other.stop()
    expect(await isRunning(other.pid)).toBe(false)
  })

  test('a server that outlived its killed program is adopted', async () => {
    const dataDir = await usedDataDir()
    const dead = await workshop.start(program, dataDir)
    await ask(dead.server.connection, 'CREATE TABLE kept AS SELECT 7 AS number')
    await dead.kill()
    const heir = await start(dataDir)
    expect(heir.adopted).toBe(true)
    expect(heir.pid).toBe(dead.server.pid)
    expect(await ask(heir.connection, 'SELECT number FROM kept')).toEqual([[7]])
    await heir.stop()
    expect(await isRunning(heir.pid)).toBe(false)
  })

  test.skipIf(leftOut())('of programs that let go at once, one stops the server', async () => {
    const dataDir = await usedDataDir()
    for (let round = 0; round < 4; round++) {
      const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
      await Promise.all(servers.map((server) => server.stop()))
      expect(await isRunning(servers[0].pid)).toBe(false)
    }
  })

  test.skipIf(leftOut())('programs that come and go at once never meet a server that goes down', async () => {
    const dataDir = await usedDataDir()
    const visit = async () => {
      for (let round = 0; round < 3; round++) {
        const server = await start(dataDir)
        expect(await ask(server.connection, 'SELECT 1')).toEqual([[1]])
        await server.stop()
      }
    }
    await Promise.all([visit(), visit(), visit()])
  })
})

/** A container of its own: other process numbers, other shared memory; only the directory is the same. */
const CONTAINER = ['/usr/bin/unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
const canContain = spawnSync(CONTAINER[0] as string, [...CONTAINER.slice(1), '/bin/true']).status === 0

describe.runIf(canContain)('two containers on one data directory', PATIENT, () => {
  test('share one server: whoever comes second joins it, though it cannot see its process', async () => {
    const dataDir = await usedDataDir()
    const inside = await workshop.start(program, dataDir, { through: CONTAINER })
    const beside = await start(dataDir)
    expect(beside.adopted).toBe(true)
    const started = 'SELECT pg_postmaster_start_time()::text'
    const [[first]] = (await ask(beside.connection, started)) as [[string]]
    const other = await workshop.start(program, dataDir, { through: CONTAINER })
    expect(other.server.adopted).toBe(true)
    expect(await ask(beside.connection, started)).toEqual([[first]])
    // Its container ends, and the server with it: whoever is left starts another.
    await inside.kill()
    await until(async () =>
      ask(beside.connection, started).then(
        ([row]) => row?.[0] !== undefined && row[0] !== first,
        () => false,
      ),
    )
  })
})

describe('after a crash', PATIENT, () => {
  test('a killed server comes back by itself with every commit', async () => {
    const server = await start(await usedDataDir(), DURABLE)
    const pool = openPool({ ...server.connection, max: 1 })
    await pool.query('CREATE TABLE kept AS SELECT 7 AS number')
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    await until(async () => server.pid !== killed)
    const { rows } = await pool.query('SELECT number FROM kept')
    await pool.end()
    expect(rows).toEqual([{ number: 7 }])
  })

  test.skipIf(leftOut())('when program and server are killed, the next start finds every commit', async () => {
    const dataDir = await usedDataDir()
    const dead = await workshop.start(program, dataDir)
    await ask(dead.server.connection, 'CREATE TABLE kept AS SELECT 7 AS number')
    await dead.kill()
    process.kill(dead.server.pid, 'SIGKILL')
    const next = await start(dataDir, DURABLE)
    expect(next.adopted).toBe(false)
    expect(await ask(next.connection, 'SELECT number FROM kept')).toEqual([[7]])
  })

  test.skipIf(leftOut())(
    'a lock file of a process that is gone does not stop the start, although it says ready',
    async () => {
      const dataDir = await usedDataDir()
      await leaveLockFile(dataDir, await pidOfTheDead())
      expect((await start(dataDir)).adopted).toBe(false)
    },
  )

  test.skipIf(leftOut())('a lock file whose process id now belongs to a stranger does not stop the start', async () => {
    const dataDir = await usedDataDir()
    const { uid } = await leaveLockFile(dataDir, 1)
    const stranger = spawn('/bin/sleep', ['60'], asRoot ? { uid } : {})
    onTestFinished(() => void stranger.kill())
    await leaveLockFile(dataDir, stranger.pid as number)
    expect((await start(dataDir)).adopted).toBe(false)
  })

  test.skipIf(leftOut())('an empty lock file that is old does not stop the start', async () => {
    const dataDir = await usedDataDir()
    const { path } = await leaveLockFile(dataDir, 1)
    await writeFile(path, '')
    const aMinuteLater = { ...systemClock, now: () => systemClock.now() + 60_000 }
    expect((await start(dataDir, { clock: aMinuteLater })).adopted).toBe(false)
  })
})

/** What a server that never said goodbye leaves. */
async function leaveLockFile(dataDir: string, pid: number): Promise<{ path: string; uid: number }> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  if (!existsSync(cluster)) await (await start(dataDir)).stop()
  const path = join(cluster, 'postmaster.pid')
  await writeFile(path, `${pid}\n${cluster}\n1700000000\n5432\n${cluster}/socket\n\n  1234567  1\nready   \n`)
  return { path, uid: (await stat(cluster)).uid }
}

async function pidOfTheDead(): Promise<number> {
  const child = spawn('/bin/true')
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid as number
}

describe.runIf(asRoot)('as root', PATIENT, () => {
  test('the server runs as another user and none is added', async () => {
    const before = await readFile('/etc/passwd', 'utf8')
    const { pid } = await start(await freshDataDir())
    expect((await stat(`/proc/${pid}`)).uid).toBeGreaterThan(0)
    expect(await readFile('/etc/passwd', 'utf8')).toBe(before)
  })

  test('a data directory in a closed home works, stays there, and no directory is opened', async () => {
    const base = await workshop.directory()
    const home = await makeDirectory(join(base, 'home'), 0o700)
    const dataDir = join(home, 'x', 'data')
    const extra = { ...DURABLE, sharedBinaries: join(base, 'cache') }
    const first = await start(dataDir, extra)
    await ask(first.connection, 'CREATE TABLE kept AS SELECT 7 AS number')
    process.kill(first.pid, 'SIGKILL')
    const killed = first.pid
    await until(async () => first.pid !== killed)
    expect(await ask(first.connection, 'SELECT number FROM kept')).toEqual([[7]])
    await first.stop()
    expect(await ask((await start(dataDir, extra)).connection, 'SELECT number FROM kept')).toEqual([[7]])
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    expect(await readFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  test('with the whole checkout in a closed home, binaries are copied once to where the server can run them', async () => {
    const base = await workshop.directory()
    const home = await makeDirectory(join(base, 'home'), 0o700)
    const sources = { packaged: await copyPackage(home), installed: [] }
    const extra = { sources, sharedBinaries: join(base, 'cache') }
    const dataDir = join(home, 'data')
    const first = await start(dataDir, extra)
    expect(await ask(first.connection, 'SELECT 1')).toEqual([[1]])
    await first.stop()
    const [copy] = await readdir(extra.sharedBinaries)
    const { ino } = await stat(join(extra.sharedBinaries, copy as string))
    await start(dataDir, extra)
    expect(await readdir(extra.sharedBinaries)).toEqual([copy])
    expect((await stat(join(extra.sharedBinaries, copy as string))).ino).toBe(ino)
  })

  test.runIf(othersCanRunUs)('an ordinary user starts it as that user', async () => {
    const dataDir = await freshDataDir()
    await makeDirectory(dirname(dataDir), 0o777)
    const ordinary = await workshop.start(program, dataDir, { uid: NOBODY })
    expect((await stat(`/proc/${ordinary.server.pid}`)).uid).toBe(NOBODY)
    expect(await ask(ordinary.server.connection, 'SELECT 1')).toEqual([[1]])
    await ordinary.stop()
    expect(await isRunning(ordinary.server.pid)).toBe(false)
  })

  test.runIf(othersCanRunUs)('what root made, an ordinary user is told about', async () => {
    const dataDir = await usedDataDir()
    await leaveLockFile(dataDir, await pidOfTheDead())
    const owner = (await stat(join(dataDir, 'postgres', 'cluster'))).uid
    const user = owner === NOBODY ? NOBODY - 1 : NOBODY
    await expect(workshop.start(program, dataDir, { uid: user })).rejects.toThrow(
      `belongs to the user with id ${owner}, and this program runs as ${user}`,
    )
  })

  test.runIf(existsSync('/usr/bin/setpriv'))('without the right to change users it says what to do', async () => {
    const through = ['/usr/bin/setpriv', '--bounding-set=-setuid,-setgid', '--inh-caps=-setuid,-setgid']
    await expect(workshop.start(program, await freshDataDir(), { through })).rejects.toThrow(
      /CAP_SETUID.*Start this program as an ordinary user\. Or set DATABASE_URL/,
    )
  })
})

/** The package as npm leaves it when it may not run install scripts: without its links. */
async function copyPackage(to: string): Promise<string> {
  const { packaged } = findBinarySources()
  const original = dirname(packaged as string)
  const copy = join(to, 'package')
  await mkdir(copy)
  await cp(join(original, 'package.json'), join(copy, 'package.json'))
  const links = JSON.parse(await readFile(join(original, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  const left = new Set(links.map(({ target }) => join(original, target)))
  await cp(join(original, 'native'), join(copy, 'native'), { recursive: true, filter: (path) => !left.has(path) })
  return join(copy, 'native')
}

describe('binaries', PATIENT, () => {
  test.skipIf(leftOut())('a package without its links is mended in the data directory, not in place', async () => {
    const base = await workshop.directory()
    const packaged = await copyPackage(base)
    const before = await readdir(join(packaged, 'lib'))
    const { connection } = await start(join(base, 'data'), { sources: { packaged, installed: [] } })
    expect(await ask(connection, 'SELECT 1')).toEqual([[1]])
    expect(await readdir(join(packaged, 'lib'))).toEqual(before)
    expect((await readdir(join(base, 'data', 'postgres', 'binaries'))).length).toBe(1)
  })

  test('a system without PostgreSQL is told to install it or to set DATABASE_URL', async () => {
    const sources = { packaged: null, installed: ['/nowhere'] }
    await expect(start(await freshDataDir(), { sources })).rejects.toThrow(/No PostgreSQL 18 runs.*DATABASE_URL/)
  })

  test('an installed PostgreSQL of another major version is named and not used', async () => {
    const installed = join(await workshop.directory(), 'bin')
    await mkdir(installed)
    for (const name of ['postgres', 'initdb']) {
      await writeFile(join(installed, name), `#!/bin/sh\necho "${name} (PostgreSQL) 15.9 (Debian 15.9-1)"\n`, {
        mode: 0o755,
      })
    }
    const sources = { packaged: null, installed: [installed] }
    await expect(start(await freshDataDir(), { sources })).rejects.toThrow(/tried .*bin: PostgreSQL 15\.9/)
  })

  test('a data directory of another major version is refused with a sentence', async () => {
    const dataDir = await usedDataDir()
    await leaveLockFile(dataDir, await pidOfTheDead())
    const version = join(dataDir, 'postgres', 'cluster', 'PG_VERSION')
    for (const major of ['17', '19']) {
      await writeFile(version, `${major}\n`)
      await expect(start(dataDir)).rejects.toThrow(
        new RegExp(
          `was made by PostgreSQL ${major}, and this program runs PostgreSQL 18.*outdial backup FILE.*rename .*/postgres, and run "outdial restore FILE".*DATABASE_URL`,
        ),
      )
    }
    // The data is left as it was: its own version starts on it.
    await writeFile(version, '18\n')
    await start(dataDir)
  })
})

test('the log is cut when it is long, and one older log is kept', async () => {
  const logFile = join(await workshop.directory(), 'postgres.log')
  await writeFile(logFile, 'a long story')
  expect(await limitLog(logFile, 100)).toBe(12)
  expect(await limitLog(logFile, 5)).toBe(0)
  expect(await readFile(logFile, 'utf8')).toBe('')
  expect(await readFile(`${logFile}.old`, 'utf8')).toBe('a long story')
})
