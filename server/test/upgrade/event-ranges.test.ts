/** Events of the version before become the first range while that version continues to write them. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { readEvents } from '../../src/events/queries.ts'
import { readBackup, writeBackup } from '../../src/storage/backup.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'

const BEFORE = '0112-calls-days'
const ROWS = 100_000
/** The statement of the version before, kept by name on its connections. */
const INSERT = {
  name: 'dialer-events',
  text: `insert into events (organization_id, at, type, campaign_id) select 1, now(), 'by the version before', 7 returning id`,
}
const NODE_ROLE = /```sql\n(create role outdial_nodes[^`]*)```/.exec(
  readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8'),
)?.[1] as string

let pool: pg.Pool
let connectionString: string

beforeEach(async () => {
  ;({ pool, connectionString } = await testDatabase())
  await pool.query('drop schema public cascade; create schema public')
  await migrate(pool, { upTo: BEFORE })
  await pool.query(`insert into organizations (name, created_at) values ('Acme', now());
    create index events_of_campaign on events (campaign_id, id) where campaign_id is not null;
    insert into events (organization_id, at, type, campaign_id)
    select 1, now() - interval '2 days', 'old', n % 3 from generate_series(1, ${ROWS}) n`)
}, 180_000)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const count = async (of: pg.Pool) => (await of.query('select count(*)::int as n from events')).rows[0].n as number

test('no event is lost or refused, ids keep growing, and no event is read while writers are locked out', async () => {
  const role = `before_${process.pid}`
  await pool.query(NODE_ROLE.replaceAll('outdial_nodes', role))
  // Rights that were granted once for the tables of that time have to be enough.
  await pool.query(`alter default privileges in schema public revoke all on tables from ${role};
    alter default privileges in schema public revoke all on sequences from ${role}`)
  const writer = await connect(connectionString.replace(/\/\/[^@]+@/, `//${role}@`))
  const holder = await connect(connectionString)
  try {
    await writer.query(`set lock_timeout = '10s'`)
    const ids: number[] = []
    const write = async () => void ids.push(Number((await writer.query(INSERT)).rows[0].id))
    await write()
    // Someone is writing: each change of the schema steps back, and the writer behind it continues.
    await holder.query(`begin; insert into events (organization_id, at, type) values (1, now(), 'held')`)
    const waits: string[] = []
    const migrated = migrate(pool, { waiting: (name) => waits.push(name) })
    while (waits.length === 0) await write()
    await holder.query('commit')
    let isDone = false
    const done = migrated.finally(() => {
      isDone = true
    })
    while (!isDone) await write()
    await done
    for (let more = 0; more < 10; more++) await write()
    expect(waits[0]).toBe('0116-events-bound')
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await count(pool)).toBe(ROWS + 1 + ids.length)
    const { rows } = await pool.query(
      'select tableoid::regclass::text as name, count(*)::int as n from events group by 1 order by 2 desc',
    )
    expect(rows.map(({ name }) => name)).toEqual(['events_before', expect.stringMatching(/^events_\d+$/)])
    // A cursor of before leads over the change.
    const seen = await readEvents(openDatabase(pool), {
      organizationId: 1,
      after: ids[0] as number,
      campaignId: 7,
      limit: 1_000_000,
    })
    expect(seen.map(({ id }) => id)).toEqual(ids.slice(1))
  } finally {
    await Promise.all([writer.end(), holder.end()])
    await pool.query(`drop owned by ${role}; drop role ${role}`)
  }
}, 180_000)

test('the change itself reads no rows: neither the table nor an index is scanned or built', async () => {
  await migrate(pool, { upTo: '0117-events-bound-holds' })
  const file = async () =>
    (
      await pool.query(`select pg_relation_filenode(coalesce(to_regclass('events_before'), 'events')) as of_table,
              pg_relation_filenode(coalesce(to_regclass('events_before_of_organization'), 'events_of_organization')) as by_organization,
              pg_relation_filenode(coalesce(to_regclass('events_before_of_campaign'), 'events_of_campaign')) as by_campaign`)
    ).rows[0]
  const before = await file()
  // In one transaction, because its own reads are counted there.
  const client = await pool.connect()
  const { sql } = await import('../../src/storage/migrations/0118-event-ranges.ts')
  await client.query('begin')
  await client.query(sql)
  const { rows } = await client.query(`select pg_stat_get_xact_tuples_returned('events_before'::regclass) as read`)
  await client.query('commit')
  client.release()
  expect(Number(rows[0].read)).toBeLessThanOrEqual(1)
  expect(await file()).toEqual(before)
  const { rows: invalid } = await pool.query(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  )
  expect(invalid).toEqual([])
})

test('a backup that the version before made of the new schema, range by range, is restored', async () => {
  await migrate(pool)
  await pool.query(`insert into events (organization_id, at, type) values (1, now(), 'new')`)
  const home = await mkdtemp(join(tmpdir(), 'outdial-ranges-'))
  try {
    const file = join(home, 'a.backup')
    // That version lists tables without knowing ranges.
    await writeBackup(asVersionBefore(pool), file)
    const { pool: restored } = await testDatabase()
    const { header } = await readBackup(restored, file, async () => null)
    expect(header.tables).toContain('events_before')
    expect(await count(restored)).toBe(ROWS + 1)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}, 180_000)

function asVersionBefore(of: pg.Pool): pg.Pool {
  return {
    connect: async () => {
      const client = await of.connect()
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((text: unknown, ...rest: unknown[]) => {
        if (typeof text !== 'string') return query(text, ...rest)
        if (text.includes('pg_inherits')) return Promise.resolve({ rows: [] })
        return query(text.replace(`t.relkind in ('r', 'p') and not t.relispartition`, `t.relkind = 'r'`), ...rest)
      }) as never
      return client
    },
  } as unknown as pg.Pool
}
