import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { copyFile, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spawnOptionsAs } from './embedded-account.ts'
import { type Cluster, makeSocketDirectory, SOCKET_PORT } from './embedded-cluster.ts'

export type PostgresSettings = Readonly<Record<string, string>>

/** A server process that this program started. */
export interface ServerProcess {
  readonly pid: number
  /** Position in the log at which this server's lines begin. */
  readonly logOffset: number
  /** How the process ended; `null` while it runs. */
  ending(): string | null
}

/** How a server process ends after a stop request. */
export const ORDERLY_EXIT = 'exit code 0'

/** The content of `postmaster.pid`, compared with the running processes. */
export type PostmasterState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly pid: number; readonly ready: boolean }
  /** The file does not name a server of this cluster, but would keep PostgreSQL from starting. */
  | { readonly kind: 'misleading' }

type ProcessKind = 'gone' | 'zombie' | 'server' | 'stranger'

const SETTINGS: PostgresSettings = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  // Files of the log are kept and used again: while the server fills a new one with zeros, no transaction commits.
  min_wal_size: '1GB',
  fsync: 'on',
  jit: 'off',
  // Errors of statements are not logged by the server: the program handles them, and they contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** A setting without effect that identifies this program's servers in the process list; always the last argument. */
const MARK = 'outdial.cluster'

const LOG_LIMIT_BYTES = 8 * 1024 * 1024
/** A file that stays empty for this long was left by a crash between creating and filling it. */
const EMPTY_PID_FILE_AFTER_MS = 5_000

const run = promisify(execFile)

/**
 * Starts the server detached, so that an interrupt on the terminal reaches the program first, and the server survives if the
 * program dies.
 */
export async function spawnServer(cluster: Cluster, settings: PostgresSettings): Promise<ServerProcess> {
  await makeSocketDirectory(cluster)
  const logOffset = await limitLog(cluster.logFile)
  const flags = Object.entries({
    ...SETTINGS,
    ...settings,
    unix_socket_directories: cluster.serverSocketPath,
    [MARK]: cluster.directory,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(join(cluster.binaries, 'postgres'), ['-D', cluster.serverPath, ...flags], {
    ...spawnOptionsAs(cluster.account, cluster.directory),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  let ending: string | null = null
  child.on('exit', (code, signal) => {
    ending = signal === null ? `exit code ${code}` : `signal ${signal}`
  })
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  return { pid: child.pid as number, logOffset, ending: () => ending }
}

export async function readPostmaster(cluster: Cluster, now: number): Promise<PostmasterState> {
  const path = pidFile(cluster)
  const text = await readIfThere(path)
  if (text === null) return { kind: 'none' }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) {
    const made = await stat(path).catch(() => null)
    return made !== null && now - made.mtimeMs > EMPTY_PID_FILE_AFTER_MS ? { kind: 'misleading' } : { kind: 'none' }
  }
  const kind = await kindOfProcess(pid, cluster)
  // PostgreSQL itself detects the file of a process that is gone, and checks for orphans of that server.
  if (kind === 'gone') return { kind: 'none' }
  if (kind !== 'server') return { kind: 'misleading' }
  return { kind: 'running', pid, ready: lines[7]?.trim() === 'ready' }
}

export async function isServerRunning(pid: number, cluster: Cluster): Promise<boolean> {
  return (await kindOfProcess(pid, cluster)) === 'server'
}

async function kindOfProcess(pid: number, cluster: Cluster): Promise<ProcessKind> {
  const command = process.platform === 'linux' ? await linuxCommand(pid) : await listedCommand(pid)
  if (command === null) return 'gone'
  if (command === '') return 'zombie'
  // The second form is a server that was started manually on this directory.
  const names = [`${MARK}=${cluster.directory}\0`, `-D\0${cluster.directory}\0`]
  return names.some((name) => command.includes(name)) ? 'server' : 'stranger'
}

/** The arguments of a process, each terminated by a zero; empty for a zombie, `null` if the process does not exist. */
async function linuxCommand(pid: number): Promise<string | null> {
  return readIfThere(`/proc/${pid}/cmdline`)
}

async function listedCommand(pid: number): Promise<string | null> {
  const listed = await run('/bin/ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]).catch(() => null)
  if (listed === null) return null
  return listed.stdout.trimStart().startsWith('Z') ? '' : `${listed.stdout.trimEnd()}\0`
}

/**
 * Process ids are reused, after a reboot or in a restarted container. A lock file whose process id now belongs to another process
 * of the same user, or to a zombie, would keep PostgreSQL from starting forever. Orphans of a killed server are no danger:
 * PostgreSQL also refuses to start while any process still has its shared memory.
 */
export async function removeStaleLocks(cluster: Cluster, now: number): Promise<void> {
  const socketLock = join(cluster.socketDirectory, `.s.PGSQL.${SOCKET_PORT}.lock`)
  for (const path of [pidFile(cluster), socketLock]) {
    const seen = await readIfThere(path)
    const pid = Number(seen?.split('\n')[0])
    if (seen === null || (pid > 0 && !['zombie', 'stranger'].includes(await kindOfProcess(pid, cluster)))) continue
    // Renamed and then checked again, because another program may have replaced the file with a valid one in the meantime.
    const aside = `${path}.${process.pid}.${now}`
    await rename(path, aside).catch(() => {})
    if ((await readIfThere(aside)) === seen) await rm(aside, { force: true })
    else await rename(aside, path).catch(() => {})
  }
}

function pidFile(cluster: Cluster): string {
  return join(cluster.directory, 'postmaster.pid')
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

/** Rotates the log and keeps one older file. Returns the log's size. */
export async function limitLog(logFile: string, limitBytes = LOG_LIMIT_BYTES): Promise<number> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0
  if (size <= limitBytes) return size
  await copyFile(logFile, `${logFile}.old`)
  await truncate(logFile)
  return 0
}

/** The server's log since its start, which contains the reason of a failure. */
export async function readLog(cluster: Cluster, from: number): Promise<string> {
  const handle = await open(cluster.logFile, 'r')
  try {
    const buffer = Buffer.alloc(16 * 1024)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
