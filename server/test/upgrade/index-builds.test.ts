/** A large database of commit 74e1248 is taken over while that version goes on writing: nobody waits for an index. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { finishUpgrade } from '../../src/dialer/jobs/finish-upgrade.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { neverDialed } from '../../src/dialer/store-postgres-lanes.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openIndexBuilder } from '../../src/storage/build-indexes.ts'
import { surviveConnectionErrors } from '../../src/storage/database.ts'
import { LARGE_INDEXES, missingIndexes } from '../../src/storage/large-indexes.ts'
import { MIGRATION_NAMES, migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'
import { openedFor } from '../dialer/store-world.ts'

const FIXTURE = new URL('./74e1248.sql', import.meta.url)
const CONTACTS = 100_000
const CAMPAIGN = 4

const FILL = `
  insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
  select 1, ${CAMPAIGN}, n, '+1555' || n, 'pstn' from generate_series(1, ${CONTACTS}) n;
  insert into calls (organization_id, campaign_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
                     phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
  select 1, 1, 'outbound', 1, 1, 1, 'simulator', '+1555' || n, 'pstn', 'ended', false, 'old', now(), now(), now()
    from generate_series(1, 20000) n;
  insert into suppressions (organization_id, phone_number, reason, created_at)
  select 1, '+1555' || n, 'asked', now() from generate_series(1, 20000) n;
  analyze contacts, calls, suppressions`

/** Notes which large tables are locked against writers whenever an index is made. */
const WATCH = `
  create table locks_seen (what text);
  create function note_locks() returns event_trigger language plpgsql as $$
  begin
    insert into locks_seen
    select distinct o.object_identity || ' made while ' || l.relation::regclass || ' takes no writes'
      from pg_event_trigger_ddl_commands() o, pg_locks l join pg_class c on c.oid = l.relation and c.relkind = 'r'
     where l.pid = pg_backend_pid() and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
       and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 1000000;
  end $$;
  create event trigger note_locks on ddl_command_end when tag in ('CREATE INDEX') execute function note_locks()`

let pool: pg.Pool
let connectionString: string

beforeAll(async () => {
  ;({ pool, connectionString } = await testDatabase())
  await pool.query('drop schema public cascade; create schema public')
  await pool.query(readFileSync(FIXTURE, 'utf8'))
  await pool.query(FILL)
}, 120_000)

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function until(what: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ there: boolean }>(`select exists (${what}) as there`)
    if (rows[0]?.there) return
  }
}

test('what has been is counted before the campaigns are locked', async () => {
  const { pool, connectionString } = await testDatabase()
  await pool.query(`drop table call_minutes, campaign_quarters, organization_quarters;
    alter table campaigns drop column outcomes, drop column attempts;
    delete from migrations where name like '%-call-figures'`)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query('begin; lock table calls in access exclusive mode')
  const migrated = migrate(pool, { upTo: '0004-call-figures' })
  const waiting = `from pg_locks w where not w.granted and w.relation = 'calls'::regclass`
  for (;;) {
    const { rows } = await pool.query(
      `select w.pid, array(select l.mode from pg_locks l where l.pid = w.pid and l.relation = 'campaigns'::regclass) as locks ${waiting}`,
    )
    if (rows.length === 0) continue
    expect(rows[0].locks).toEqual([])
    break
  }
  await holder.query('commit')
  await holder.end()
  expect(await migrated).toHaveLength(1)
})

test('an empty database is migrated by one transaction: a first start that is broken off leaves nothing half done', async () => {
  const { pool } = await testDatabase()
  await pool.query('drop schema public cascade; create schema public')
  const ran = await migrate(pool)
  expect(ran).toEqual(MIGRATION_NAMES)
  const { rows } = await pool.query(
    'select count(distinct run_at)::int as moments, count(*)::int as migrations from migrations',
  )
  expect(rows[0]).toEqual({ moments: 1, migrations: MIGRATION_NAMES.length })
  expect(await missingIndexes(pool)).toEqual([])
})

/** The connections of a program on a starved machine: `idle` runs before each statement that is awaited. */
function starvedPool(connectionString: string, idleMsMax: number, idle: (client: pg.Client) => Promise<void>): pg.Pool {
  class StarvedClient extends pg.Client {
    override query(...given: never[]): never {
      const send = () => (super.query as (...args: never[]) => unknown)(...given)
      return (typeof given.at(-1) === 'function' ? send() : idle(this).then(send)) as never
    }
  }
  const pool = new pg.Pool({
    connectionString,
    Client: StarvedClient,
    idle_in_transaction_session_timeout: idleMsMax,
  } as pg.PoolConfig)
  surviveConnectionErrors(pool)
  return pool
}

test('a program that the machine starves between two statements migrates, and holds no table meanwhile', async () => {
  const { pool, connectionString } = await testDatabase()
  await pool.query('drop schema public cascade; create schema public')
  const before = '0122-organization-fills'
  await migrate(pool, { upTo: before })
  const held = new Set<string>()
  let idled = 0
  const starved = starvedPool(connectionString, 10, async (client) => {
    idled++
    // The database itself waits, so that its limit has passed for certain.
    await pool.query('select pg_sleep(0.05)')
    const { rows } = await pool.query<{ name: string }>(
      `select relation::regclass::text as name from pg_locks
        where pid = $1 and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          and locktype = 'relation'`,
      [(client as unknown as { processID: number }).processID],
    )
    for (const { name } of rows) held.add(name)
  })
  try {
    expect(await migrate(starved)).toEqual(MIGRATION_NAMES.filter((name) => name > before))
  } finally {
    await starved.end()
  }
  expect([...held]).toEqual([])
  expect(idled).toBeGreaterThan(4)
  expect(await missingIndexes(pool)).toEqual([])
})

/** What the version before does all the time; a limit, so that waiting is a failure and not a hanging test. */
async function writeAsBefore(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '10s'`)
  await client.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
     values (1, 2, 1, '+15550000', 'pstn')`,
  )
  await client.query('update contacts set dials = dials where id = (select max(id) from contacts)')
  await client.query('update calls set cause = null where id = (select max(id) from calls)')
  await client.query('update campaigns set updated_at = now() where id = 2')
}

async function indexes(of: pg.Pool): Promise<string[]> {
  const { rows } = await of.query<{ line: string }>(
    `select pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' INVALID' end as line
       from pg_index where indrelid in ('contacts'::regclass, 'calls'::regclass, 'suppressions'::regclass) order by 1`,
  )
  return rows.map((row) => row.line)
}

test('a migration makes no index on a table with many rows, and gives up a lock that others would wait behind', async () => {
  await pool.query(WATCH)
  const [holder, writer] = [await connect(), await connect()]
  await holder.query(
    'begin; update contacts set dials = dials where id = 1; update calls set cause = null where id = 1',
  )
  const waits: string[] = []
  const migrated = migrate(pool, { waiting: (name) => waits.push(name) })
  await until(`select from pg_locks where not granted and relation = 'calls'::regclass`)
  // Queued behind a change that itself waits: it has to step back.
  await writeAsBefore(writer)
  await holder.query('commit')
  await migrated
  expect(waits[0]).toBe('0002-one-inbound-call')
  expect((await pool.query('select what from locks_seen')).rows).toEqual([])
  await pool.query('drop event trigger note_locks; drop function note_locks; drop table locks_seen')
  await Promise.all([holder.end(), writer.end()])
}, 180_000)

/** Some of the running campaign, as a claim finds them. */
async function firstDue(queue: { byLanes: boolean }): Promise<number[]> {
  const store = new PostgresDialerStore(pool, systemClock, undefined, queue)
  const { due } = await store.transaction((tx) =>
    tx.open({
      organizationIds: [1],
      campaignIds: [],
      configurationIds: [],
      callIds: [],
      claim: { byMs: Date.now(), limit: 30, others: false },
      wait: true,
      breakerByMs: 0,
    }),
  )
  return due.get(CAMPAIGN)?.map((contact) => contact.id) ?? []
}

async function plan(queue: { byLanes: boolean }): Promise<string> {
  const { rows } = await pool.query(
    `explain select * from campaign_lanes l cross join lateral (${neverDialed('id', queue)} limit 30) c
      where l.campaign_id = ${CAMPAIGN}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Those of tables that have rows; the others are made with the last migration. */
const FILLED = [
  'contacts',
  'calls',
  'suppressions',
  'events_before',
  'campaigns',
  'campaign_lanes',
  'campaign_quarters',
]
const OF_FILLED = LARGE_INDEXES.filter(({ table }) => FILLED.includes(table))
const BUILDING = 'select from pg_stat_progress_create_index where datname = current_database()'
const dutyOf = (indexes: ReturnType<typeof openIndexBuilder>, queue = { byLanes: true }) =>
  finishUpgrade({ pool, indexes, queue })
const builder = () => openIndexBuilder({ pool, direct: null, log: silentLog })

test('two deliveries of one webhook are one call also before its index is there', async () => {
  const store = openedFor(new PostgresDialerStore(pool, systemClock), [1])
  // Of a node that has not said yet that it is there: what is kept for the version before happens too.
  const now = Date.now()
  const receive = (inboundId: string) =>
    store.transaction((tx) =>
      tx.insertSingleCall({
        organizationId: 1,
        configurationId: 1,
        workflowId: 1,
        definitionId: 1,
        variables: {},
        direction: 'inbound',
        inboundId,
        provider: 'simulator',
        phoneNumber: '+15550001',
        addressType: 'pstn',
        callerNumber: null,
        callerNumberId: null,
        nodeId: 'new',
        claimedAtMs: now,
        deadlineAtMs: now,
      }),
    )
  const first = await receive('one')
  expect(first.added).toBe(true)
  expect(await receive('one')).toEqual({ id: first.id, added: false })
  expect((await receive('two')).added).toBe(true)
})

test('while an index is built the version before writes on, people are found, and only one node builds', async () => {
  const [holder, writer] = [await connect(), await connect()]
  await holder.query('begin; update contacts set dials = dials where id = 1')
  const [indexes, others] = [builder(), builder()]
  const queue = { byLanes: true }
  expect(await dutyOf(indexes, queue).runOnce()).toMatchObject({ indexesMissing: OF_FILLED.length })
  await until(BUILDING)
  await dutyOf(others).runOnce()
  await others.settled()
  expect((await pool.query(BUILDING)).rowCount).toBe(1)
  await writeAsBefore(writer)
  expect(queue.byLanes).toBe(false)
  const found = await firstDue(queue)
  expect(found).toHaveLength(30)
  expect(found).toEqual(await firstDue({ byLanes: true }))
  expect(await plan(queue)).toContain('contacts_of_campaign')
  // The server ends in the middle of it.
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_progress_create_index where datname = current_database()',
  )
  await indexes.settled()
  expect((await missingIndexes(pool))[0]).toMatchObject({ name: 'contacts_of_lane', begun: true })
  await holder.query('commit')
  expect(await indexes.look()).toHaveLength(OF_FILLED.length)
  await Promise.all([holder.end(), writer.end(), indexes.settled()])
  // The connection that held the lock of the broken build may still be on its way out: then the next look builds.
  for (let look = 0; look < 50 && (await missingIndexes(pool)).length > 0; look++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    await indexes.look()
    await indexes.settled()
  }
  expect(await missingIndexes(pool)).toEqual([])
}, 180_000)

test('when all is done the indexes are those of a new database, where nothing is built again', async () => {
  const fresh = await testDatabase()
  const queue = { byLanes: false }
  const duty = dutyOf(builder(), queue)
  await duty.runOnce()
  expect(queue.byLanes).toBe(true)
  expect(await indexes(pool)).toEqual(await indexes(fresh.pool))
  const made = async () => (await fresh.pool.query('select indexrelid from pg_index order by 1')).rows
  const before = await made()
  await migrate(fresh.pool)
  const theirs = openIndexBuilder({ pool: fresh.pool, direct: null, log: silentLog })
  expect(await theirs.look()).toEqual([])
  expect(await made()).toEqual(before)
})
