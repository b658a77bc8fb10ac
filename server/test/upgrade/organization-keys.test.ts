/** Keys begin with the organization, also in a database on which a node of an earlier version still works. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { finishUpgrade } from '../../src/dialer/jobs/finish-upgrade.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openIndexBuilder } from '../../src/storage/build-indexes.ts'
import { describeSchema } from '../../src/storage/describe-schema.ts'
import { hideMigrationsAfter, MIGRATION_NAMES, migrate, NEWEST_MIGRATION } from '../../src/storage/migrate.ts'
import { ORGANIZATION_KEYS } from '../../src/storage/migrations/0123-organization-keys.ts'
import { appliedMigrations, schemaFit } from '../../src/storage/schema-fit.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { postgresFixture } from '../dialer/postgres-fixture.ts'

const BEFORE = '0118-event-ranges'
const PROGRAM_BEFORE = MIGRATION_NAMES.filter((name) => name <= BEFORE)

/** The statements of the version before, with the targets of their conflicts. */
const AS_BEFORE: ReadonlyArray<readonly [table: string, text: string]> = [
  [
    'breaker_seconds',
    `insert into breaker_seconds (campaign_id, second, finished, failed) values ($1, '2026-11-18', 1, 1)
     on conflict (campaign_id, second) do update set finished = breaker_seconds.finished + excluded.finished`,
  ],
  [
    'campaign_lanes',
    `insert into campaign_lanes (campaign_id, zones_id, next_id) values ($1, 7, 0)
     on conflict (campaign_id, zones_id) do update set next_id = campaign_lanes.next_id + 1`,
  ],
  [
    'campaign_zones',
    `insert into campaign_zones as z (campaign_id, zones_id, contacts) values ($1, 7, 1)
     on conflict (campaign_id, zones_id) do update set contacts = z.contacts + excluded.contacts`,
  ],
  [
    'campaign_quarters',
    `insert into campaign_quarters (campaign_id, quarter, outcome, calls, seconds) values ($1, '2026-11-18', 'busy', 1, 1)
     on conflict (campaign_id, quarter, outcome) do update set calls = campaign_quarters.calls + excluded.calls`,
  ],
  [
    'campaign_removals',
    `insert into campaign_removals (campaign_id) values ($1)
     on conflict (campaign_id) do update set campaign_id = excluded.campaign_id`,
  ],
  [
    'campaign_copies',
    `insert into campaign_copies (campaign_id, list_id) select id, list_id from campaigns where id = $1 on conflict do nothing`,
  ],
  [
    'list_removals',
    `insert into list_removals (list_id) select list_id from campaigns where id = $1 on conflict do nothing`,
  ],
]

/** They are written with the organization: claims of a live call and of an attempt, with the targets of their conflicts. */
const CLAIMS_AS_BEFORE = [
  `insert into live (call_id, contact_id, organization_id, phone_number, node_id, exempt_id)
   values ($1::bigint, $1, $2, '+1202555' || $1::text, 'old', $1) on conflict (call_id) do nothing`,
  `insert into number_attempts (call_id, organization_id, phone_number, at) values ($1, $2, '+12025550100', now())
   on conflict (call_id) do update set what = 'conversation', inbound = true`,
]

let database: TestDatabase
let pool: pg.Pool
let organizationId: number
let campaignId: number
let addCampaign: () => Promise<number>

/** A database in which the version before has written a row into each of the tables, and its node is alive. */
async function servedBefore(): Promise<void> {
  database = await testDatabase()
  ;({ pool } = database)
  await pool.query('drop schema public cascade; create schema public')
  await migrate(pool, { upTo: BEFORE })
  await nodeOf('old', BEFORE, '1 minute')
  await addTenant()
  for (const [, text] of AS_BEFORE) await pool.query(text, [campaignId])
}

async function addTenant(): Promise<void> {
  const fixture = await postgresFixture(database)
  await fixture.addOrganization(1)
  organizationId = await fixture.addOrganization(1)
  const configurationId = await fixture.addConfiguration(organizationId, 1)
  addCampaign = () => fixture.addCampaign(organizationId, configurationId, 'running')
  campaignId = await addCampaign()
}

const nodeOf = (id: string, version: string, lease: string) =>
  pool.query(
    `insert into nodes (id, started_at, lease_until, schema_version) values ($1, now(), now() + $3::interval, $2)
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [id, version, lease],
  )

/** What every node does every few seconds. */
async function finish(): Promise<void> {
  const indexes = openIndexBuilder({ pool, direct: null, log: silentLog })
  const job = finishUpgrade({ pool, indexes })
  await indexes.look()
  await indexes.settled()
  await job.runOnce()
}

const fits = async () => schemaFit(await appliedMigrations(pool), PROGRAM_BEFORE).kind

const strangers = async (table: string) =>
  (await pool.query(`select from ${table} where organization_id is distinct from $1`, [organizationId])).rowCount

async function earlierKeys(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [ORGANIZATION_KEYS.map(({ earlier }) => earlier.name)],
  )
  return rows.map(({ name }) => name)
}

/** The primary keys and unique indexes of a new database; an upgraded one has the same. */
const keysOf = async (of: pg.Pool) =>
  (await describeSchema(of)).sql.match(/constraint \w+ (PRIMARY KEY|UNIQUE) .*\)|^CREATE UNIQUE INDEX .*$/gm)?.sort()

async function writeAsBefore(): Promise<void> {
  const another = await addCampaign()
  for (const text of CLAIMS_AS_BEFORE) {
    for (const callId of [another, another]) await pool.query(text, [callId, organizationId])
  }
  for (const [table, text] of AS_BEFORE) {
    await pool.query(text, [campaignId])
    await pool.query(text, [another])
    expect([table, await strangers(table)]).toEqual([table, 0])
  }
}

test('a node of an earlier version writes as before, and its rows get the organization; later it is shut out, and a rollback lets it in', async () => {
  await servedBefore()
  await migrate(pool)
  for (const [table] of AS_BEFORE) expect([table, await strangers(table)]).toEqual([table, 0])
  await writeAsBefore()

  // The earlier keys stay while an earlier node has a lease, and for a minute after it.
  await finish()
  await nodeOf('old', BEFORE, '-50 seconds')
  await finish()
  expect(await earlierKeys()).toHaveLength(ORGANIZATION_KEYS.length)
  expect(await fits()).toBe('current')
  await writeAsBefore()

  await nodeOf('old', BEFORE, '-61 seconds')
  await finish()
  expect(await earlierKeys()).toEqual([])
  expect(await keysOf(pool)).toEqual(await keysOf((await testDatabase()).pool))
  expect((await pool.query(`select from pg_trigger where tgname = 'fill_organization'`)).rowCount).toBe(0)
  await expect(nodeOf('old', BEFORE, '1 minute')).rejects.toThrow('nodes_know_keys')
  expect(await fits()).toBe('newer')
  await nodeOf('new', NEWEST_MIGRATION, '-1 second')

  await hideMigrationsAfter(pool, BEFORE)
  expect(await fits()).toBe('current')
  await nodeOf('old', BEFORE, '1 minute')
  await writeAsBefore()

  await migrate(pool)
  await nodeOf('old', BEFORE, '-61 seconds')
  await finish()
  expect(await earlierKeys()).toEqual([])
}, 180_000)

test('a new database has no key of earlier versions, and refuses their programs until a rollback', async () => {
  database = await testDatabase()
  ;({ pool } = database)
  await addTenant()
  expect(await earlierKeys()).toEqual([])
  expect(await fits()).toBe('newer')
  await hideMigrationsAfter(pool, BEFORE)
  expect(await fits()).toBe('current')
  await writeAsBefore()
}, 60_000)
