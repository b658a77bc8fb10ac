/** What one organization's work reads does not grow with the rows of other organizations, or with campaigns of the past. */
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { organizationsWithUnreadEvents, readCallEvents } from '../../src/after-calls/queries.ts'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { PostgresTransaction } from '../../src/dialer/store-postgres-transaction.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'

const OTHERS = 60
const PAST_CAMPAIGNS = 60
const NOW = Date.now()
const KEYS = openLedgerKeys({ derive: () => [Buffer.alloc(32, 1)] })

let plain: pg.Pool
let pool: pg.Pool
let organizationId: number
let campaignId: number

beforeAll(async () => {
  const database = await testDatabase()
  plain = database.pool
  const fixture = await postgresFixture(database)
  organizationId = await fixture.addOrganization(20)
  const configurationId = await fixture.addConfiguration(organizationId, 100)
  for (let index = 0; index < PAST_CAMPAIGNS; index++)
    await fixture.addCampaign(organizationId, configurationId, 'completed')
  campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  for (let index = 0; index < OTHERS; index++) await fixture.addConfiguration(await fixture.addOrganization(20), 100)
  await plain.query('analyze')
  pool = openDialerPool(plain)
})

/** Rows of the table that this connection has read so far and not reported yet. */
async function rowsRead(client: pg.PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
       from pg_stat_xact_all_tables where relid = $1::regclass`,
    [table],
  )
  return rows[0]?.read ?? 0
}

async function inTransaction(work: (tx: PostgresTransaction, client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const tx = new PostgresTransaction(client, KEYS, { byLanes: true })
  await work(tx, client).finally(() => client.query('rollback'))
  client.release()
}

const opening = () => ({
  organizationIds: [organizationId],
  wait: true,
  claim: { byMs: NOW, limit: 2, others: false },
  campaignIds: [campaignId],
  configurationIds: [],
  callIds: [],
  breakerByMs: NOW,
})

test('a transaction opens without reading the completed campaigns of the organization', () =>
  inTransaction(async (tx, client) => {
    const before = await rowsRead(client, 'campaigns')
    const { campaigns } = await tx.open(opening())
    expect(campaigns.map(({ id }) => id)).toEqual([campaignId])
    expect((await rowsRead(client, 'campaigns')) - before).toBeLessThan(PAST_CAMPAIGNS / 2)
  }))

test('a configuration is saved without reading those of other organizations', () =>
  inTransaction(async (tx, client) => {
    const { configurations } = await tx.open(opening())
    const before = await rowsRead(client, 'telephony_configurations')
    await tx.saveConfigurations(configurations.map((row) => ({ ...row, backoffs: 3, backoffUntilMs: NOW + 1000 })))
    await tx.nextRetryAfter(campaignId, NOW)
    expect((await rowsRead(client, 'telephony_configurations')) - before).toBeLessThan(OTHERS / 2)
  }))

test('the events of an organization are read without examining the workflows of others', async () => {
  // Workflows so long that PostgreSQL stores them apart: what is examined is read from there.
  await plain.query(
    `insert into workflows (organization_id, name, created_at, updated_at) select id, 'workflow', now(), now() from organizations`,
  )
  await plain.query(
    `insert into workflow_definitions (organization_id, workflow_id, version_number, definition, created_at)
     select w.organization_id, w.id, 1, jsonb_build_object('nodes', json_build_array(json_build_object('type', 'webhook',
              'text', (select string_agg(md5(w.id::text || g), '') from generate_series(1, 400) g)))), now()
       from workflows w where w.name = 'workflow'`,
  )
  await plain.query(
    `insert into events (organization_id, at, type, data) values ($1, now(), 'campaign_started', '{}')`,
    [organizationId],
  )
  await plain.query('insert into after_calls (organization_id, cursor) values ($1, 0)', [organizationId])
  await plain.query('analyze')
  expect(await organizationsWithUnreadEvents(openDatabase(plain))).toEqual([organizationId])
  const { rows } = await plain.query<{ name: string }>(
    `select reltoastrelid::regclass::text as name from pg_class where oid = 'workflow_definitions'::regclass`,
  )
  await openDatabase(plain)
    .transaction()
    .execute(async (tx) => {
      const toastRead = async () => {
        const { rows: counts } = await sql<{ read: number }>`
          select coalesce(idx_tup_fetch, 0)::int as read
            from pg_stat_xact_all_tables where relid = ${rows[0]?.name as string}::regclass`.execute(tx)
        return counts[0]?.read ?? 0
      }
      // The view also shows what this connection read earlier and has not reported yet.
      const before = await toastRead()
      const { read } = await readCallEvents(tx, organizationId, { limit: 100, now: new Date(NOW) })
      expect(read).toBe(1)
      expect((await toastRead()) - before).toBe(0)
    })
})
