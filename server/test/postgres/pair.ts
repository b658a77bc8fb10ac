/** A real PostgreSQL primary with a synchronous standby, behind one address, and its failover. */
import type { ChildProcess } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { endOf, type Workbench } from './debian-postgres.ts'
import { startMovingAddress } from './moving-address.ts'

/** How the primary is lost: its host dies, or is cut off and goes on believing that it is the primary. */
export type Loss = 'killed' | 'cut off'

export interface PostgresPair {
  /** Of the address that moves. */
  readonly url: string
  /** Loses the primary and promotes the standby. Resolves when the address leads to a server that takes writes. */
  failOver(loss: Loss): Promise<void>
  close(): Promise<void>
}

const USER = 'outdial'
const DATABASE = 'outdial'
const LOOK_EVERY_MS = 20
const PATIENCE_MS = 30_000

export async function startPair(bench: Workbench): Promise<PostgresPair> {
  const [primaryPort, standbyPort] = await Promise.all([freePort(), freePort()])
  const primary = await startPrimary(bench, primaryPort)
  await ask(primaryPort, 'postgres', `create database ${DATABASE}`)
  await startStandby(bench, primaryPort, standbyPort)
  await ask(primaryPort, 'postgres', `alter system set synchronous_standby_names = 'standby'`)
  await ask(primaryPort, 'postgres', 'select pg_reload_conf()')
  await until(async () => {
    const [row] = await ask(primaryPort, 'postgres', 'select sync_state from pg_stat_replication')
    return row?.sync_state === 'sync'
  })
  const address = await startMovingAddress(primaryPort)
  return {
    url: `postgresql://${USER}@127.0.0.1:${address.port}/${DATABASE}`,
    async failOver(loss) {
      if (loss === 'killed') await endOf(primary)
      else address.fallSilent()
      // Before it is promoted, as happens: for a moment the address leads to a server that only reads.
      address.moveTo(standbyPort)
      await ask(standbyPort, 'postgres', 'select pg_promote()')
      await until(async () => (await ask(standbyPort, 'postgres', 'select pg_is_in_recovery() as it'))[0]?.it === false)
    },
    async close() {
      await address.close()
    },
  }
}

async function startPrimary(bench: Workbench, port: number): Promise<ChildProcess> {
  const directory = await bench.directory('primary')
  await bench.run('initdb', ['-D', directory, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  await appendFile(join(directory, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`)
  const server = bench.start('primary', 'postgres', ['-D', directory, '-c', `port=${port}`])
  await answers(port)
  return server
}

async function startStandby(bench: Workbench, primaryPort: number, port: number): Promise<ChildProcess> {
  const directory = await bench.directory('standby')
  const source = `host=127.0.0.1 port=${primaryPort} user=${USER} application_name=standby`
  const how = ['--write-recovery-conf', '--checkpoint=fast', '--wal-method=stream', '--no-sync']
  await bench.run('pg_basebackup', ['-D', directory, '-d', source, ...how])
  const server = bench.start('standby', 'postgres', ['-D', directory, '-c', `port=${port}`])
  await answers(port)
  return server
}

function answers(port: number): Promise<void> {
  return until(() =>
    ask(port, 'postgres', 'select 1').then(
      () => true,
      () => false,
    ),
  )
}

export async function ask(port: number, database: string, statement: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > giveUpMs) throw new Error('a database server did not come up in time')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
