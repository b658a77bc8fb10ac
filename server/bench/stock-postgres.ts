/** A PostgreSQL as a distribution installs it, with its default settings, for figures of nodes on a shared server. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseAccount, spawnOptionsAs } from '../src/storage/embedded-account.ts'

const INSTALLED = '/usr/lib/postgresql'
const USER = 'outdial'
const PATIENCE_MS = 30_000
const run = promisify(execFile)

export interface StockPostgres {
  url: string
  pid: number
  /** Its version, and whether it can compile plans. */
  description: string
  stop(): Promise<void>
}

/** Null: none is installed (Debian: `apt-get install postgresql`). */
export async function startStockPostgres(): Promise<StockPostgres | null> {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
  const version = versions.find((one) => existsSync(join(INSTALLED, one, 'bin/initdb')))
  if (version === undefined) return null
  const program = (name: string) => join(INSTALLED, version, 'bin', name)
  const folder = await mkdtemp(join(tmpdir(), 'outdial-stock-'))
  await chmod(folder, 0o711)
  const account = await chooseAccount(join(folder, 'none'))
  const options = spawnOptionsAs(account, folder)
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  for (const directory of [data, socket]) {
    await mkdir(directory, { mode: 0o700 })
    if (account) await chown(directory, account.uid, account.gid)
  }
  await run(program('initdb'), ['-D', data, '-U', USER, '-A', 'trust', '--locale=C', '-E', 'UTF8'], options)
  const log = openSync(join(folder, 'log'), 'a')
  const place = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socket}`]
  const child = spawn(program('postgres'), ['-D', data, ...place], { ...options, stdio: ['ignore', log, log] })
  process.once('exit', () => void child.kill('SIGKILL'))
  const url = `postgresql://${USER}@localhost:5432/postgres?host=${encodeURIComponent(socket)}`
  return {
    url,
    pid: child.pid as number,
    description: await describe(url),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function describe(url: string): Promise<string> {
  const endsMs = Date.now() + PATIENCE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query(
        `select current_setting('server_version') as version, current_setting('jit') as jit, pg_jit_available() as can_compile`,
      )
      const { version, jit, can_compile } = rows[0]
      return `PostgreSQL ${version}, jit ${jit}, compiler ${can_compile ? 'installed' : 'missing'}`
    } catch (error) {
      if (Date.now() > endsMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
