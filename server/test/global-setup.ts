import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIsStale } from '../../scripts/build.mjs'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openPool } from '../src/storage/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts'
import { migrate } from '../src/storage/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run. Its connection leads to the database for administration. */
    postgres: { connection: EmbeddedPostgres['connection']; template: string }
  }
}

const TEMPLATE = 'outdial_template'

/** Data of a test run is thrown away, so nothing waits for the disk. Tests of durability start a server of their own. */
const FORGETFUL_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
}

/** One server in a directory of its own for the whole run, so that runs side by side never meet. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sayIfStale()
  const dataDir = await mkdtemp(join(tmpdir(), 'outdial-test-'))
  // As root the server has another user, who may need binaries copied to this directory.
  await chmod(dataDir, 0o711)
  const cleaner = spawnCleaner(dataDir)
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    clock: systemClock,
    settings: FORGETFUL_SETTINGS,
  })
  await makeTemplate(server)
  project.provide('postgres', { connection: { ...server.connection, database: 'postgres' }, template: TEMPLATE })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
    cleaner.stdin?.end('done\n')
  }
}

/** Workers of speech and child processes run what was compiled; editing alone does not change them. */
function sayIfStale(): void {
  if (process.env.OUTDIAL_TEST_LANE === 'fast' || !buildIsStale()) return
  console.warn(
    '\nThe build is older than the sources: tests of speech and of whole processes run the old code. npm run build\n',
  )
}

async function makeTemplate({ connection }: EmbeddedPostgres): Promise<void> {
  const admin = openPool({ ...connection, database: 'postgres', max: 1 })
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  const pool = openPool({ ...connection, database: TEMPLATE, max: 1 })
  await migrate(pool)
  await pool.end()
  await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
  await admin.end()
}

/**
 * A run that is killed cannot clean up, and the server outlives it by design. So a shell waits on a pipe: a line means that all
 * is done, the end without a line that the run died.
 */
function spawnCleaner(dataDir: string): ChildProcess {
  const script = `
    read -r line && exit 0
    pid=$(head -n 1 "$1/postgres/cluster/postmaster.pid") && kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
    rm -rf -- "$1"`
  const cleaner = spawn('/bin/sh', ['-c', script, 'sh', dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  cleaner.unref()
  return cleaner
}
