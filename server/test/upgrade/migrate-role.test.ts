/** `migrate` and `doctor`, as processes, on a database that lacks indexes of tables with rows. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { lastCallId } from '../../src/calls/queries.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openIndexBuilder } from '../../src/storage/build-indexes.ts'
import { openDatabase, openPool } from '../../src/storage/database.ts'
import { missingIndexes } from '../../src/storage/large-indexes.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { type Running, run, spawnProgram } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const SUPPRESSED = `insert into suppressions (organization_id, phone_number, reason, created_at) values (1, '+15550001', 'asked', now())`
/** The statements of docs/operations.md. */
const NODE_ROLE = /```sql\n(create role outdial_nodes[^`]*)```/.exec(
  readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8'),
)?.[1] as string
/** As the version before could leave it: one call of a carrier, written twice. */
const WRITTEN_TWICE = `
  insert into calls (organization_id, campaign_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
                     phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at, inbound_id)
  select 1, null, 'inbound', 1, 1, 1, 'simulator', '+15550001', 'pstn', 'ended', false, 'old', now(), now(), now(), 'one'
    from generate_series(1, 2)`

async function database(...statements: string[]) {
  const { pool, connectionString } = await testDatabase()
  await pool.query(`insert into organizations (name, created_at) values ('Acme', now())`)
  for (const statement of statements) await pool.query(statement)
  const holder = new pg.Client({ connectionString })
  holder.on('error', () => {})
  await holder.connect()
  return {
    pool,
    holder,
    environment: { DATABASE_URL: connectionString, SECRET_KEY, DATA_DIR: await temporaryFolder('migrate') },
  }
}

async function says(program: Running, on: 'stdout' | 'stderr', words: string): Promise<void> {
  const text = on === 'stdout' ? program.out : program.err
  await new Promise<void>((resolve, reject) => {
    const look = () => text().includes(words) && resolve()
    program.process[on]?.on('data', look)
    look()
    void program.ended.then((how) => reject(new Error(`ended without "${words}": ${JSON.stringify(how)}`)))
  })
}

test('while a node builds an index doctor says so, and migrate waits for it and says how far it is', async () => {
  const { pool, holder, environment } = await database(SUPPRESSED, 'drop index suppressions_expiring')
  const missing = await run(['doctor'], environment)
  expect(missing.code).toBe(1)
  expect(missing.out).toMatch(/^FAIL {2}indexes: suppressions_expiring missing: .*`outdial migrate` builds them now/m)

  // A build waits for whoever wrote before it.
  await holder.query('begin; update suppressions set reason = reason')
  const node = openIndexBuilder({ pool, direct: null, log: silentLog })
  await node.look()
  const waits = `select from pg_stat_progress_create_index where datname = current_database() and phase = 'waiting for writers before build'`
  await expect.poll(async () => (await pool.query(waits)).rowCount, { interval: 20, timeout: 10_000 }).toBe(1)
  const building = await run(['doctor'], environment)
  expect(building.out).toMatch(/^ok {4}indexes: suppressions_expiring missing; on suppressions one is being built/m)

  const program = spawnProgram(['migrate'], environment)
  await says(program, 'stdout', 'suppressions: waiting for writers before build')
  await holder.query('commit')
  expect(await program.ended).toMatchObject({ code: 0, err: '' })
  expect(await missingIndexes(pool)).toEqual([])
  expect(program.out()).toMatch(/A node is building them already.*\n(.*\n)*The database is up to date\.\n$/)
  await Promise.all([node.settled(), holder.end()])
}, 180_000)

test('migrate tells what a change of the schema waits for, builds, and mends what the index would refuse', async () => {
  const { pool, holder, environment } = await database(
    'drop index one_call_per_inbound_id, call_records_recorded',
    WRITTEN_TWICE,
  )
  await holder.query('begin; lock table call_records in row exclusive mode')
  const program = spawnProgram(['migrate'], environment)
  await says(program, 'stderr', 'holds a lock')
  await holder.query('commit')
  expect(await program.ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Building one_call_per_inbound_id;.*\n(.*\n)*The database is up to date\.\n$/),
  })
  expect(await missingIndexes(pool)).toEqual([])
  const { rows } = await pool.query('select inbound_id from calls order by id')
  expect(rows).toEqual([{ inbound_id: 'one' }, { inbound_id: null }])
  await holder.end()
}, 180_000)

test('a role that may not change the schema starts the program on a current schema, and sweeps recordings', async () => {
  const { pool, holder, environment } = await database()
  const role = `nodes_${process.pid}`
  await holder.query(NODE_ROLE.replaceAll('outdial_nodes', role))
  const limited = openPool({ connectionString: environment.DATABASE_URL.replace(/\/\/[^@]+@/, `//${role}@`), max: 1 })
  try {
    await expect(limited.query('create table intruder (id int)')).rejects.toThrow('permission denied')
    expect(await migrate(limited)).toEqual([])
    await limited.query(`insert into organizations (name, created_at) values ('By a node', now())`)
    const db = openDatabase(limited)
    expect(await lastCallId(db)).toBe(0)
    await limited.query("select nextval('calls_id_seq'), nextval('calls_id_seq')")
    expect(await lastCallId(db)).toBe(2)
    await pool.query(`delete from migrations where name = '0058-suspension'`)
    await expect(migrate(limited)).rejects.toThrow(/permission denied|must be owner/)
  } finally {
    await limited.end()
    await holder.query(`drop owned by ${role}; drop role ${role}`)
    await holder.end()
  }
})
