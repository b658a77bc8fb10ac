import pg from 'pg'
import { type Clock, sleep, type Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type BinarySources, findBinarySources } from './embedded-binaries.ts'
import { type Cluster, prepareCluster, SOCKET_PORT, SUPERUSER } from './embedded-cluster.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { lockServer, releaseServerLock, type ServerLock } from './embedded-lock.ts'
import { isServerRunning, limitLog, type PostgresSettings } from './embedded-server.ts'

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** Additional server settings; tests disable fsync. */
  readonly settings?: PostgresSettings
  readonly sources?: BinarySources
  readonly sharedBinaries?: string
}

export interface EmbeddedPostgres {
  readonly socketDirectory: string
  readonly port: number
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** The server's process id; changes after a restart. */
  readonly pid: number
  /** Whether the server was already running. */
  readonly adopted: boolean
  /** Releases the server; the last program shuts it down. Close the pools first. */
  stop(): Promise<void>
}

const DATABASE = 'outdial'
/** A folder that survives reboots and is not cleaned up, unlike /tmp: a running server breaks if its files vanish. */
const SHARED_BINARIES = '/var/cache/outdial'
const LOG_CHECK_MS = 10 * 60_000
const REVIVAL_PAUSE_MS = 1_000
const FAST_SHUTDOWN_LIMIT_MS = 30_000
const IMMEDIATE_SHUTDOWN_LIMIT_MS = 10_000
const EXIT_POLL_MS = 10

/**
 * Starts the PostgreSQL of this data directory, or joins the running one. Any number of programs may do so. While the server is
 * in use it is kept alive: if the server dies, it is restarted on the same socket, and pools reconnect.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, clock, settings = {} } = options
  const request = {
    dataDir,
    sources: options.sources ?? findBinarySources(),
    sharedBinaries: options.sharedBinaries ?? SHARED_BINARIES,
    forgetful: settings.fsync === 'off',
  }
  const cluster = await prepareCluster(request, clock.now())
  const keeper = new ServerKeeper(cluster, settings, log, clock)
  const { adopted } = await keeper.start()
  const { socketDirectory } = cluster
  return {
    socketDirectory,
    port: SOCKET_PORT,
    connection: { host: socketDirectory, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE },
    get pid() {
      return keeper.pid
    },
    adopted,
    stop: () => keeper.stop(),
  }
}

/** Locks, restarts and releases the server. */
class ServerKeeper {
  readonly #cluster: Cluster
  readonly #settings: PostgresSettings
  readonly #log: Log
  readonly #clock: Clock
  #hold: ServerLock | null = null
  #lastPid = 0
  #reviving: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | null = null
  #logTimer: Timer | null = null

  constructor(cluster: Cluster, settings: PostgresSettings, log: Log, clock: Clock) {
    this.#cluster = cluster
    this.#settings = settings
    this.#log = log
    this.#clock = clock
  }

  get pid(): number {
    return this.#lastPid
  }

  async start(): Promise<ServerLock> {
    const hold = await this.#take()
    await createDatabase(hold.client)
    this.#watchLog()
    return hold
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#letGo()
    return this.#stopped
  }

  async #take(): Promise<ServerLock> {
    const hold = await lockServer({
      cluster: this.#cluster,
      settings: this.#settings,
      log: this.#log,
      clock: this.#clock,
    })
    this.#hold = hold
    this.#lastPid = hold.pid
    hold.client.once('end', () => {
      this.#hold = null
      if (this.#stopped === null) this.#reviving = this.#revive()
    })
    return hold
  }

  async #revive(): Promise<void> {
    this.#log.warn({ pid: this.#lastPid }, 'the embedded PostgreSQL stopped; restarting it')
    while (this.#stopped === null) {
      try {
        const { pid } = await this.#take()
        this.#log.info({ pid }, 'restarted the embedded PostgreSQL')
        return
      } catch (error) {
        this.#log.error({ err: error }, 'failed to restart the embedded PostgreSQL')
        await sleep(this.#clock, REVIVAL_PAUSE_MS)
      }
    }
  }

  #watchLog(): void {
    this.#logTimer = this.#clock.after(LOG_CHECK_MS, () => {
      limitLog(this.#cluster.logFile).catch((error) => {
        this.#log.warn({ err: error }, 'failed to truncate the log of the embedded PostgreSQL')
      })
      this.#watchLog()
    })
  }

  async #letGo(): Promise<void> {
    this.#logTimer?.cancel()
    await this.#reviving
    if (this.#hold === null) return
    const { client, pid } = this.#hold
    if (!(await releaseServerLock(client)) || !(await isServerRunning(pid, this.#cluster))) {
      this.#log.info({ pid }, 'leaving the embedded PostgreSQL running for another program')
      await client.end()
      return
    }
    // The connection stays open until the server closes it: its lock keeps other programs from joining a server that shuts down.
    process.kill(pid, 'SIGINT')
    if (await this.#ends(pid, FAST_SHUTDOWN_LIMIT_MS)) return
    this.#log.warn({ pid }, 'failed to shut down the embedded PostgreSQL; it recovers at its next start')
    process.kill(pid, 'SIGQUIT')
    if (await this.#ends(pid, IMMEDIATE_SHUTDOWN_LIMIT_MS)) return
    throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${pid}) cannot be stopped.`)
  }

  async #ends(pid: number, limitMs: number): Promise<boolean> {
    const deadline = this.#clock.monotonic() + limitMs
    while (await isServerRunning(pid, this.#cluster)) {
      if (this.#clock.monotonic() > deadline) return false
      await sleep(this.#clock, EXIT_POLL_MS)
    }
    return true
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (found.rowCount !== 0) return
  try {
    await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (error) {
    // Another program created the database at the same moment: duplicate_database, or unique_violation in the catalogue.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  }
}
