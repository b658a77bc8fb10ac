import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canAccessDirectory, chooseAccount, type ServerAccount, spawnOptionsAs } from './embedded-account.ts'
import { type BinarySources, POSTGRES_MAJOR, prepareBinaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'

/** Properties of a data directory that stay the same while its servers start and stop. */
export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly directory: string
  /** The directory's path as the server uses it; see `pathForServer`. */
  readonly serverPath: string
  readonly socketDirectory: string
  /** The socket directory's path as the server uses it. */
  readonly serverSocketPath: string
  readonly logFile: string
  readonly binaries: string
  readonly account: ServerAccount
}

export interface ClusterRequest {
  readonly dataDir: string
  readonly sources: BinarySources
  /** Folder for copies of the binaries if the server can access neither the package nor the data directory. */
  readonly sharedBinaries: string
  /** Skips fsync while creating the cluster, for tests that discard it. */
  readonly forgetful: boolean
}

export const SUPERUSER = 'outdial'
export const SOCKET_PORT = 5432

/** The path of a socket is limited: sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const SOCKET_PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107
/** initdb takes a second or two; a directory older than this was left by a program that died. */
const ABANDONED_AFTER_MS = 10 * 60_000

const run = promisify(execFile)

/** Prepares the data directory for a server: account, binaries, cluster and socket directory. */
export async function prepareCluster(request: ClusterRequest, now: number): Promise<Cluster> {
  const home = await makeHome(request.dataDir)
  const directory = join(home, 'cluster')
  const account = await chooseAccount(directory)
  const reachable = await canAccessDirectory(account, home)
  const copyTargets = reachable ? [join(home, 'binaries')] : [request.sharedBinaries]
  const binaries = await prepareBinaries({ sources: request.sources, account, copyTargets })
  await removeAbandoned(home, now)
  if (!existsSync(directory)) await makeCluster({ home, directory, binaries, account, reachable, request })
  await refuseOtherMajor(directory)
  const serverPath = pathForServer(directory, reachable)
  const own = join(directory, 'socket')
  const short = socketPathFits(own) ? null : shortSocketDirectory(directory)
  return {
    directory,
    serverPath,
    socketDirectory: short ?? own,
    serverSocketPath: short ?? join(serverPath, 'socket'),
    logFile: join(home, 'postgres.log'),
    binaries,
    account,
  }
}

async function makeHome(dataDir: string): Promise<string> {
  const home = join(dataDir, 'postgres')
  const asRoot = process.getuid?.() === 0
  try {
    await mkdir(home, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
    // The server's account must be able to traverse the directory, whatever the umask is.
    if (asRoot) await chmod(home, 0o711)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} cannot be written (${code}). Make it writable, or choose another DATA_DIR.`,
      { cause: error },
    )
  }
  return realpath(home)
}

/**
 * Root's home is usually closed (0700), so the server's account cannot access a data directory below it. That is not necessary: a
 * process keeps its working directory, and on Linux /proc/self/cwd leads there without checking the parents. The data stays where
 * the operator wants it, no directory permissions are widened, and the server gets no capability. (PostgreSQL never leaves its
 * data directory, and all its processes are forks of the first.)
 */
function pathForServer(directory: string, reachable: boolean): string {
  if (reachable) return directory
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and other users cannot reach ${directory}. ` +
      'Start this program as an ordinary user, or choose a DATA_DIR outside of closed directories.',
  )
}

interface NewCluster {
  readonly home: string
  readonly directory: string
  readonly binaries: string
  readonly account: ServerAccount
  readonly reachable: boolean
  readonly request: ClusterRequest
}

/**
 * Creates a cluster under a temporary name and renames it when complete; if two programs create one, the first to finish wins.
 */
async function makeCluster({ home, directory, binaries, account, reachable, request }: NewCluster): Promise<void> {
  const unfinished = join(home, `unfinished-${randomUUID()}`)
  await makePrivate(unfinished, account)
  const options = ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--data-checksums', '--no-instructions']
  if (request.forgetful) options.push('--no-sync')
  try {
    const path = pathForServer(unfinished, reachable)
    await run(join(binaries, 'initdb'), ['-D', path, ...options], spawnOptionsAs(account, unfinished))
    await rename(unfinished, directory)
    await syncDirectory(home)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (existsSync(join(directory, 'PG_VERSION'))) return
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new EmbeddedPostgresError(`PostgreSQL could not make its data directory ${directory}: ${said}.`, {
      cause: error,
    })
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

async function removeAbandoned(home: string, now: number): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('unfinished-')) continue
    const path = join(home, name)
    const made = await stat(path).catch(() => null)
    if (made !== null && now - made.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

async function refuseOtherMajor(directory: string): Promise<void> {
  const major = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (major === String(POSTGRES_MAJOR)) return
  if (major === '') {
    throw new EmbeddedPostgresError(
      `${directory} is not a PostgreSQL data directory (it has no PG_VERSION). Move it away, or choose another DATA_DIR.`,
    )
  }
  throw new EmbeddedPostgresError(
    `The database in ${directory} was made by PostgreSQL ${major}, and this program runs PostgreSQL ${POSTGRES_MAJOR}, ` +
      'which cannot read it. Write a backup with the version of Outdial that you used until now (outdial backup FILE) and stop it, ' +
      `rename ${dirname(directory)}, and run "outdial restore FILE" with this version. Nothing was changed.`,
  )
}

function socketPathFits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX
}

/** Computed from the data directory, so that every program that opens it gets the same result, whatever its TMPDIR. */
function shortSocketDirectory(directory: string): string {
  return `/tmp/outdial-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`
}

/** Called before each start, because a clean-up of /tmp may have deleted the directory. */
export async function makeSocketDirectory(cluster: Cluster): Promise<void> {
  await makePrivate(cluster.socketDirectory, cluster.account)
}

/** Restricts access: authentication is `trust`, so any user who can enter the socket directory is the database's superuser. */
async function makePrivate(directory: string, account: ServerAccount): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // Another user may have created this name in /tmp first, even as a link to another place.
  const made = await lstat(directory)
  const me = process.getuid?.()
  if (!made.isDirectory() || (made.uid !== me && made.uid !== account?.uid)) {
    throw new EmbeddedPostgresError(`${directory} belongs to someone else. Remove it, or choose a shorter DATA_DIR.`)
  }
  if (made.uid === me) await chmod(directory, 0o700)
  if (account !== null) await chown(directory, account.uid, account.gid)
}
