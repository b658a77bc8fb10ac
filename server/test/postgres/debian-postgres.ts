/** Debian's PostgreSQL and PgBouncer for tests, unpacked and not installed: with pg_basebackup, which the embedded one lacks. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { debianPackages, librariesOf } from '../../../scripts/debian-packages.mjs'
import {
  canAccessDirectory,
  chooseAccount,
  type ServerAccount,
  spawnOptionsAs,
} from '../../src/storage/embedded-account.ts'

/** Needed by installers, administrators and the just-in-time compiler alone. */
const UNNEEDED = [
  ...['libllvm14', 'libllvm16', 'libllvm19', 'libz3-4'],
  ...['postgresql-common', 'postgresql-client-common', 'ssl-cert', 'locales', 'lsb-base'],
]

const run = promisify(execFile)

/** A folder in which servers of one test live, and the programs to start them with. */
export interface Workbench {
  readonly folder: string
  /** Runs a program of PostgreSQL to its end. */
  run(program: string, args: readonly string[]): Promise<string>
  /** Starts a server; what it says is in `<name>.log`. It is killed at the latest with this process. */
  start(name: string, program: string, args: readonly string[]): ChildProcess
  log(name: string): string
  /** A folder that only the server's account can read. */
  directory(name: string): Promise<string>
  close(): Promise<void>
}

/** Null where there is no apt: says so aloud, a silent skip would look like a pass. */
export async function openWorkbench(): Promise<Workbench | null> {
  const packages = ['^postgresql-[0-9]+$', '^postgresql-client-[0-9]+$', 'pgbouncer']
  const unpacked = debianPackages({ name: 'postgres', packages, unneeded: UNNEEDED })
  if (unpacked === null) {
    console.warn('\n*** TESTS OF FAILOVER AND PGBOUNCER ARE SKIPPED: they need apt of a Debian system ***\n')
    return null
  }
  const folder = await mkdtemp(join(tmpdir(), 'outdial-postgres-'))
  const account = await chooseAccount(join(folder, 'none'))
  await chmod(folder, 0o711)
  const root = await reachable(unpacked, account, folder)
  const options = spawnOptionsAs(account, folder)
  const environment = { ...options.env, LD_LIBRARY_PATH: librariesOf(root) }
  const find = (program: string) => programIn(root, program)
  const children = new Set<ChildProcess>()
  return {
    folder,
    async run(program, args) {
      return (await run(find(program), [...args], { ...options, env: environment })).stdout
    },
    start(name, program, args) {
      const log = openSync(join(folder, `${name}.log`), 'a')
      const child = spawn(find(program), [...args], { ...options, env: environment, stdio: ['ignore', log, log] })
      children.add(child)
      const end = () => void child.kill('SIGKILL')
      process.once('exit', end)
      child.once('exit', () => process.off('exit', end))
      return child
    },
    log: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    async directory(name) {
      const path = join(folder, name)
      await mkdir(path, { mode: 0o700 })
      if (account) await chown(path, account.uid, account.gid)
      return path
    },
    async close() {
      await Promise.all([...children].map(endOf))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Also one that is frozen. Its own children notice that it is gone and end by themselves. */
export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

/** As root the server has another account, which may not reach a checkout in a closed home. */
async function reachable(root: string, account: ServerAccount, folder: string): Promise<string> {
  if (await canAccessDirectory(account, join(root, 'usr/lib'))) return root
  await cp(root, join(folder, 'root'), { recursive: true })
  return join(folder, 'root')
}

function programIn(root: string, program: string): string {
  if (program === 'pgbouncer') return join(root, 'usr/sbin/pgbouncer')
  const versions = readdirSync(join(root, 'usr/lib/postgresql')).sort((a, b) => Number(b) - Number(a))
  return join(root, 'usr/lib/postgresql', versions[0] as string, 'bin', program)
}
