import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { type Clock, sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { throwIfCannotSwitchUser } from './embedded-account.ts'
import { type Cluster, SOCKET_PORT, SUPERUSER } from './embedded-cluster.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import {
  ORDERLY_EXIT,
  type PostgresSettings,
  readLog,
  readPostmaster,
  removeStaleLocks,
  type ServerProcess,
  spawnServer,
} from './embedded-server.ts'

/**
 * A program's lock on the server: an open connection with a shared advisory lock. A program that gets this lock exclusively is
 * the last holder and may shut the server down; a program that arrives meanwhile waits on the lock, loses the connection, and
 * starts a new server. A dead program's lock ends with its connection, so there is no counter that could be wrong.
 */
export interface ServerLock {
  readonly client: pg.Client
  readonly pid: number
  readonly adopted: boolean
}

export interface ServerLockRequest {
  readonly cluster: Cluster
  readonly settings: PostgresSettings
  readonly log: Log
  readonly clock: Clock
}

/** Advisory lock id: any constant of this program, because advisory locks have no names. */
const HOLD_LOCK = 7_345_001
const POLL_MS = 5
const CONFLICT_PAUSE_MS = 100
/** Time limit for a killed server whose processes are still ending, and for one that runs but does not answer. */
const TROUBLE_LIMIT_MS = 30_000
/** Recovery after a crash may take long on a slow disk. It is awaited without limit, but reported after this time. */
const WAITING_NOTICE_MS = 10_000

/** Connects to the running server or starts one. If several programs start one, PostgreSQL's own lock file decides. */
export async function lockServer({ cluster, settings, log, clock }: ServerLockRequest): Promise<ServerLock> {
  const patience = new Patience(cluster, log, clock)
  let own: ServerProcess | null = null
  for (;;) {
    const state = await readPostmaster(cluster, clock.now())
    if (own === null && state.kind !== 'running' && (await isListenedTo(cluster))) {
      // The server of this directory may run in a process that is not visible from here: a container on the same volume.
      const client = await joinServer(cluster)
      if (client !== null) return { client, pid: await serverPid(client), adopted: true }
      patience.spend(`PostgreSQL serves ${cluster.directory} from another container but does not answer`)
      await sleep(clock, CONFLICT_PAUSE_MS)
      continue
    }
    if (state.kind === 'misleading') await removeStaleLocks(cluster, clock.now())
    if (state.kind === 'running' && state.ready) {
      const client = await joinServer(cluster)
      if (client !== null) return { client, pid: state.pid, adopted: state.pid !== own?.pid }
      patience.spend(`PostgreSQL runs on ${cluster.directory} (process ${state.pid}) but does not answer`)
    }
    const ending = own?.ending() ?? null
    if (own !== null && ending !== null) {
      const said = await readLog(cluster, own.logOffset)
      const sentence = `PostgreSQL did not start (${ending}). ${lastLines(said)}`
      // A server that ended normally was stopped by the last other program before this one could join.
      if (!isConflict(said) && ending !== ORDERLY_EXIT) throw new EmbeddedPostgresError(sentence)
      patience.spend(sentence)
      own = null
      await sleep(clock, CONFLICT_PAUSE_MS)
      continue
    }
    if (state.kind === 'none' && own === null) own = await startServer(cluster, settings)
    else await sleep(clock, POLL_MS)
    patience.notice()
  }
}

/**
 * Releases the lock and returns whether this program was the last; if so, no program can join any more. The shared lock is
 * released first: of two programs that release at the same time, each would otherwise see the other's lock, and neither would
 * stop the server.
 */
export async function releaseServerLock(client: pg.Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [HOLD_LOCK])
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [HOLD_LOCK])
    return rows[0]?.last === true
  } catch (error) {
    // After the shared lock is released, another program may already be shutting the server down.
    if (isPassing(error)) return false
    throw error
  }
}

async function startServer(cluster: Cluster, settings: PostgresSettings): Promise<ServerProcess> {
  try {
    return await spawnServer(cluster, settings)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throwIfCannotSwitchUser(error)
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedPostgresError(`PostgreSQL could not be started (${code}).`, { cause: error })
  }
}

/** Whether a server listens on the socket in the data directory; after a crash, or with a stopped container, none does. */
function isListenedTo(cluster: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(cluster.socketDirectory, `.s.PGSQL.${SOCKET_PORT}`))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Process id as the server reports it; for a server in another container the number is meaningless here. */
async function serverPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`,
  )
  return rows[0]?.pid ?? 0
}

/** Connects to the server; `null` if it is stopping or not started yet. */
async function joinServer(cluster: Cluster): Promise<pg.Client | null> {
  const client = clientOf(cluster, 'outdial holder')
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [HOLD_LOCK])
    // A server that another program shuts down ends that program's connection too, which frees the lock. By then it refuses new
    // connections.
    const second = clientOf(cluster, 'outdial start')
    await second.connect()
    await second.end()
    return client
  } catch (error) {
    client.end().catch(() => {})
    if (isPassing(error)) return null
    const { code } = error as { code?: string }
    throw new EmbeddedPostgresError(`The embedded PostgreSQL refuses connections (${code}).`, { cause: error })
  }
}

function clientOf({ socketDirectory }: Cluster, name: string): pg.Client {
  const client = new pg.Client({
    host: socketDirectory,
    port: SOCKET_PORT,
    user: SUPERUSER,
    database: 'postgres',
    application_name: name,
  })
  // Without a listener, a lost connection would crash the program; only the `end` event matters.
  client.on('error', () => {})
  return client
}

/** Codes of temporary errors: shutting down, crashed, starting up, too many connections, and a missing or closed socket. */
const PASSING_CODES = new Set(['57P01', '57P02', '57P03', '53300', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/** Whether an error is temporary. A connection that breaks during a query has no code. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || PASSING_CODES.has(code)
}

/** Whether another server was started first, or remains of a killed one still exist. */
function isConflict(said: string): boolean {
  return /lock file .* (already exists|is empty)|is still in use/.test(said)
}

function lastLines(said: string): string {
  const lines = said.trim().split('\n').slice(-3)
  return lines.map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, '')).join(' ')
}

class Patience {
  readonly #cluster: Cluster
  readonly #log: Log
  readonly #clock: Clock
  #troubleSince: number | null = null
  #noticedAt: number

  constructor(cluster: Cluster, log: Log, clock: Clock) {
    this.#cluster = cluster
    this.#log = log
    this.#clock = clock
    this.#noticedAt = clock.monotonic()
  }

  spend(sentence: string): void {
    this.#troubleSince ??= this.#clock.monotonic()
    if (this.#clock.monotonic() - this.#troubleSince > TROUBLE_LIMIT_MS) throw new EmbeddedPostgresError(sentence)
  }

  notice(): void {
    if (this.#clock.monotonic() - this.#noticedAt < WAITING_NOTICE_MS) return
    this.#noticedAt = this.#clock.monotonic()
    this.#log.info({ log_file: this.#cluster.logFile }, 'waiting for the embedded PostgreSQL to become ready')
  }
}
