/**
 * PostgreSQL keeps the plan of a statement that was first used while the tables were empty. Such plans must not read more as the
 * tables grow: until the statistics are renewed, a minute or more later, every transaction would read all rows of an organization.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { openPool } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { testDatabase } from '../database.ts'
import { openWorkbench } from '../postgres/debian-postgres.ts'
import { useEveryMethod } from './every-method.ts'
import { postgresFixture } from './postgres-fixture.ts'

const ROWS = 20_000
/** Pages that one use of a statement may read. All rows of the organization are several hundred pages. */
const PAGES_MAX = 150

/** Statements that read all live calls or the newest calls of an organization, when counters are counted again. */
const RECOUNTS = ['dialer-missed', 'dialer-recount', 'dialer-recount-finished']

/** The claims read 100 contacts, and look up each in several indexes. */
const PAGES_OF_CLAIM_MAX = 3000

const allowedPages = (name: string): number => (name.startsWith('dialer-due') ? PAGES_OF_CLAIM_MAX : PAGES_MAX)

const closing: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** A database of Debian's PostgreSQL; null where there is no apt. */
async function debianDatabase(): Promise<pg.Pool | null> {
  const bench = await openWorkbench()
  if (bench === null) return null
  closing.push(() => bench.close())
  const [data, sockets] = [await bench.directory('data'), await bench.directory('sockets')]
  await bench.run('initdb', ['-D', data, '-U', 'outdial', '-A', 'trust', '--locale=C', '-E', 'UTF8'])
  bench.start('server', 'postgres', ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`])
  const pool = openPool({ host: sockets, user: 'outdial', database: 'postgres' })
  closing.push(() => pool.end())
  const isReady = async () =>
    await pool.query('select 1').then(
      () => true,
      () => false,
    )
  while (!(await isReady())) await delay(100)
  await migrate(pool)
  return pool
}

interface ReadPlan {
  'Query Text': string
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/** Reports the plan that was really used, with what it read, as a notice of the connection. */
async function explainEach(client: pg.PoolClient, onPlan: (plan: ReadPlan) => void): Promise<void> {
  await client.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
     set auto_explain.log_format = json; set client_min_messages = log`,
  )
  client.on('notice', ({ message }) => {
    const json = message?.indexOf('{') ?? -1
    if (message && json >= 0) onPlan(JSON.parse(message.slice(json)) as ReadPlan)
  })
}

describe.each([
  ['the embedded PostgreSQL', async () => (await testDatabase()).pool],
  ["Debian's PostgreSQL", debianDatabase],
] as const)('%s', (_name, open) => {
  test('plans made in an empty database do not read more once the tables have grown', async ({ skip }) => {
    const pool = await open()
    if (pool === null) return skip()
    const fixture = await postgresFixture({ pool, connectionString: '', drop: async () => {} })
    const organizationId = await fixture.addOrganization(5000)
    const configurationId = await fixture.addConfiguration(organizationId, 100)
    const campaignIds = [await fixture.addCampaign(organizationId, configurationId, 'running')]
    await fixture.addNumber(organizationId, configurationId, { address: '+15550100' })
    for (const table of ['calls', 'calls_live', 'contacts', 'campaigns', 'number_attempts']) {
      await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    }
    await pool.query(
      'insert into campaign_lanes select id, 0, 0, organization_id from campaigns on conflict do nothing',
    )
    await addCalls(pool, { campaignId: campaignIds[0] as number, configurationId, from: 1, to: 3 })
    const dialer = openDialerPool(pool)
    closing.push(() => dialer.end())
    dialer.options.max = 1
    const store = new PostgresDialerStore(dialer, systemClock, openLedgerKeys({ derive: () => [Buffer.alloc(32, 1)] }))
    const { rows } = await pool.query<{ call_id: number }>('select call_id from calls_live order by 1')
    const used = { organizationId, configurationId, campaignIds, callIds: rows.map((row) => row.call_id) }
    await useEveryMethod(store, used)
    await addCalls(pool, { campaignId: campaignIds[0] as number, configurationId, from: 4, to: ROWS })
    const client = await dialer.connect()
    const plans: ReadPlan[] = []
    await explainEach(client, (plan) => plans.push(plan))
    const { rows: prepared } = await client.query<{ name: string; statement: string }>(
      'select name, statement from pg_prepared_statements',
    )
    client.release()
    await useEveryMethod(store, used)
    const names = new Map(prepared.map(({ name, statement }) => [statement, name]))
    const read = plans.map((plan) => ({
      name: names.get(plan['Query Text']) ?? plan['Query Text'],
      pages: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
    }))
    expect(read.length).toBeGreaterThan(50)
    expect(read.filter(({ name, pages }) => pages > allowedPages(name) && !RECOUNTS.includes(name))).toEqual([])
  })
})

/** Ended calls with a contact each, half of them with a person; the first three are live. */
async function addCalls(
  pool: pg.Pool,
  { campaignId, configurationId, from, to }: { campaignId: number; configurationId: number; from: number; to: number },
): Promise<void> {
  await pool.query(
    `with added as (
       insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, person_id, numbers)
       select organization_id, id, g, '+1202' || (1000000 + g), 'pstn', case when g % 2 = 0 then 'person ' || g / 4 end,
              case when g % 10 = 0 then array['+1202' || (1000000 + g), '+1303' || (1000000 + g)] end
         from campaigns, generate_series($2::int, $3::int) g
        where id = $1
       returning id, organization_id, campaign_id, list_contact_id, phone_number)
     insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
            telephony_configuration_id, provider, phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
     select organization_id, campaign_id, id, 'outbound', 1, 1, $4, 'simulator', phone_number, 'pstn',
            case when list_contact_id <= 3 then 'answered' else 'ended' end, list_contact_id <= 3, 'node', now(), now(), now()
       from added`,
    [campaignId, from, to, configurationId],
  )
  if (from === 1) {
    await pool.query(
      `insert into calls_live (call_id, contact_id, organization_id, node_id)
       select id, contact_id, organization_id, node_id from calls where live`,
    )
  }
}
