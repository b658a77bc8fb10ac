/** What PostgreSQL plans for the dialer's statements: nothing that reads a whole table, and nothing that it would compile. */
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import type { DialerStore } from '../../src/dialer/store.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import { PostgresTransaction } from '../../src/dialer/store-postgres-transaction.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { openPool } from '../../src/storage/database.ts'
import { openSidePool } from '../../src/storage/side-pool.ts'
import { namesInRow } from '../architecture/scale-page.ts'
import { testDatabase } from '../database.ts'
import { useEveryMethod } from './every-method.ts'
import { postgresFixture } from './postgres-fixture.ts'
import { openedFor } from './store-world.ts'

/** A stock PostgreSQL compiles a plan from this cost on, and in PostgreSQL up to 17 a forbidden scan costs 10^10. */
const COST_MAX = 100_000
const LIVE_CALLS = 1000
const NUMBERS = 120
const CAMPAIGNS = 10
const NOW = Date.now()

let pool: pg.Pool
let store: DialerStore
let organizationId: number
let configurationId: number
let campaignIds: number[]
let callIds: number[]

beforeAll(async () => {
  const database = await testDatabase()
  const fixture = await postgresFixture(database)
  organizationId = await fixture.addOrganization(5000)
  configurationId = await fixture.addConfiguration(organizationId, 100)
  campaignIds = []
  for (let index = 0; index < CAMPAIGNS; index++) {
    campaignIds.push(await fixture.addCampaign(organizationId, configurationId, 'running'))
  }
  for (let index = 0; index < NUMBERS; index++) {
    await fixture.addNumber(organizationId, configurationId, { address: `+1555${1_000_000 + index}` })
  }
  await fill(database.pool)
  const { rows } = await database.pool.query<{ call_id: number }>('select call_id from calls_live order by 1 limit 3')
  callIds = rows.map((row) => row.call_id)
  pool = openDialerPool(database.pool)
  // All statements on one connection, which can tell of them.
  pool.options.max = 1
  store = new PostgresDialerStore(pool, systemClock, openLedgerKeys({ derive: () => [Buffer.alloc(32, 1)] }))
})

/** An installation that has grown: calls of the past, a thousand live ones, every number with both limits. */
async function fill(db: pg.Pool): Promise<void> {
  await db.query('update phone_numbers set max_calls_at_once = 50, max_calls_per_day = 10000')
  await db.query(
    `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
     select k.organization_id, k.list_id, g, '+1202' || (k.id * 1000000 + g), 'pstn', '{}'
       from campaigns k, generate_series(1, 2000) g`,
  )
  await db.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
     select l.organization_id, k.id, l.id, l.phone_number, 'pstn' from campaigns k join list_contacts l on l.list_id = k.list_id`,
  )
  await db.query('insert into campaign_lanes select id, 0, 0, organization_id from campaigns on conflict do nothing')
  await db.query(
    `insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
            telephony_configuration_id, provider, phone_number, address_type, caller_number_id, state, live, node_id,
            claimed_at, news_at, deadline_at)
     select t.organization_id, t.campaign_id, t.id, 'outbound', 1, 1, $1, 'simulator', t.phone_number, 'pstn',
            (select min(id) from phone_numbers) + t.id % $2, case when t.id % 20 = 0 then 'answered' else 'ended' end,
            t.id % 20 = 0, 'node', now(), now(), now() from contacts t`,
    [configurationId, NUMBERS],
  )
  await db.query(
    'insert into calls_live (call_id, contact_id, organization_id) select id, contact_id, organization_id from calls where live',
  )
  await db.query('vacuum analyze')
  const { rows } = await db.query('select count(*)::int as live from calls_live where caller_number_id is not null')
  expect(rows).toEqual([{ live: LIVE_CALLS }])
}

const askForEverything = () => useEveryMethod(store, { organizationId, configurationId, campaignIds, callIds })

/** The ledger's own statements have a test of their own. */
const UNASKED = ['transaction', 'appendLedger', 'commit', 'rollBack', 'constructor']

interface Plan {
  'Node Type': string
  'Total Cost': number
  'Index Name'?: string
  'Relation Name'?: string
  Disabled?: boolean
  Plans?: Plan[]
}

/** An index over several numbers can only be read by a bitmap. */
const BITMAPS = ['contacts_by_any_number']

function forbidden(plan: Plan): string[] {
  const isAllowed = plan.Plans?.some((below) => BITMAPS.includes(below['Index Name'] ?? ''))
  const own = plan.Disabled && !isAllowed ? [`${plan['Node Type']} of ${plan['Relation Name'] ?? 'others'}`] : []
  return [...own, ...(plan.Plans ?? []).flatMap(forbidden)]
}

/** The plan that is kept, as the connection that prepared the statement sees it. */
async function planOf(client: pg.PoolClient, name: string, parameters: number): Promise<Plan> {
  const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`
  const { rows } = await client.query(`explain (format json) execute "${name}"${values}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

/** Of no organization at all: the node's own, and those that open and close a transaction. */
const OF_NODES = [
  'allow-scans',
  'begin',
  'bitmaps-off',
  'bitmaps-on',
  'call-ids',
  'commit',
  'heartbeat',
  'look-begin',
  'look-commit',
  'rollback',
]
/** They name organizations by their own table. */
const OF_ORGANIZATIONS = ['organizations-wait', 'save-organizations']

async function statementsWithoutOrganization(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select substr(name, 8) as name from pg_prepared_statements
      where name like 'dialer-%' and statement !~ 'organization_id' order by name`,
  )
  return rows.map(({ name }) => name).filter((name) => ![...OF_NODES, ...OF_ORGANIZATIONS].includes(name))
}

test('every statement of the dialer is planned by indexes, at a cost at which nothing is compiled', async () => {
  const { asked } = await askForEverything()
  const methods = [PostgresTransaction, PostgresDialerStore].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  )
  expect(methods.filter((name) => !asked.has(name) && !UNASKED.includes(name))).toEqual([])
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string; parameters: number }>(
      `select name, coalesce(array_length(parameter_types, 1), 0) as parameters from pg_prepared_statements
        where name like 'dialer-%' and statement !~* '^(begin|commit)' order by name`,
    )
    expect(rows.length).toBeGreaterThan(35)
    const found: string[] = []
    for (const { name, parameters } of rows) {
      const plan = await planOf(client, name, parameters)
      const why = forbidden(plan)
      const cost = plan['Total Cost']
      if (cost > COST_MAX || why.length > 0) found.push(`${name}: cost ${Math.round(cost)} ${why.join(', ')}`)
    }
    expect(found).toEqual([])
    expect(await statementsWithoutOrganization(client)).toEqual(namesInRow('statements of the dialer without it'))
  } finally {
    client.release()
  }
})

/** How a plan reads a table: the index of each access, or the kind of a scan without one. */
function accessesTo(plan: Plan, table: string): string[] {
  const own = plan['Relation Name'] === table ? [plan['Index Name'] ?? plan['Node Type']] : []
  return [...own, ...(plan.Plans ?? []).flatMap((child) => accessesTo(child, table))]
}

test('what every node counts once a minute reads the campaigns in progress, not all that ever were', async () => {
  const { pool: own } = await testDatabase()
  const { addOrganization, addConfiguration, addCampaign } = await postgresFixture({
    pool: own,
    connectionString: '',
    drop: async () => {},
  })
  const id = await addOrganization(10)
  const campaign = await addCampaign(id, await addConfiguration(id, 10), 'completed')
  const { rows: columns } = await own.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'campaigns' and column_name not in ('id', 'completed_at')`,
  )
  const names = columns[0]?.names as string
  await own.query(
    `insert into campaigns (completed_at, ${names})
     select now() - interval '1 year', ${names} from campaigns, generate_series(1, 5000) where id = $1`,
    [campaign],
  )
  await own.query('vacuum analyze campaigns')
  const dialer = openDialerPool(own)
  dialer.options.max = 1
  const counting = new PostgresDialerStore(dialer, systemClock)
  await counting.miscountedOrganizations()
  await counting.miscountedOutcomes()
  const client = await dialer.connect()
  await client.query(
    'set enable_seqscan = on; set enable_bitmapscan = on; set enable_hashjoin = on; set enable_mergejoin = on',
  )
  const read = async (name: string) => accessesTo(await planOf(client, name, 0), 'campaigns').sort()
  expect(await read('dialer-miscounted')).toEqual(['campaigns_in_progress'])
  expect(await read('dialer-miscounted-outcomes')).toEqual(['campaigns_completed', 'campaigns_in_progress'])
  client.release()
  await dialer.end()
})

test('who calls us is found by an index of each number, not among all contacts of the organization', async () => {
  const { pool: own } = await testDatabase()
  await own.query(
    `set session_replication_role = replica;
     insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, numbers)
     select 1, 1, n, '+1' || (2025000000 + n), 'pstn',
            case when n % 100 = 0 then array['+1' || (2025000000 + n), '+1' || (3025000000 + n)] end
       from generate_series(1, 20000) n`,
  )
  await own.query('vacuum analyze contacts')
  const dialer = openDialerPool(own)
  dialer.options.max = 1
  await new PostgresDialerStore(dialer, systemClock).transaction((tx) => tx.contactCalling(1, '+13025000100', 0))
  const client = await dialer.connect()
  const plan = await planOf(client, 'dialer-contact-calling', 3)
  expect(accessesTo(plan, 'contacts').sort()).toEqual([
    'Bitmap Heap Scan',
    'contacts_by_carried_number',
    'contacts_by_number',
  ])
  client.release()
  await dialer.end()
})

test('in tables without statistics, rows that are named by their id are found by it, not among all of the organization', async () => {
  const own = await testDatabase()
  const fixture = await postgresFixture(own)
  const id = await fixture.addOrganization(10)
  const dialer = openDialerPool(own.pool)
  dialer.options.max = 1
  const young = openedFor(new PostgresDialerStore(dialer, systemClock), [id])
  await young.transaction(async (tx) => {
    await tx.endAttempts([{ callId: 1, what: 'conversation' }])
    await tx.removeAttempts([1])
    await tx.saveContacts([{ id: 1, kind: 'retry', dials: 1, outcome: 'busy', atMs: NOW, reachedAtMs: NOW }])
    await tx.saveContacts([{ id: 1, kind: 'aside', dials: 0, atMs: NOW, heldBy: 'in_another_call' }])
    await tx.moveNumbers([{ contactId: 1, phoneNumber: '+1', passed: {} }])
    await tx.releaseAwaiting([1], NOW)
    await tx.saveCalls([])
    await tx.awaitEnds([{ callId: 1, contactId: 1 }])
    await tx.removeCalls([1])
    await tx.contactsById([1])
    await tx.lockCampaignsOf([1])
  })
  const client = await dialer.connect()
  const { rows } = await client.query<{ name: string; parameters: number }>(
    `select name, array_length(parameter_types, 1) as parameters from pg_prepared_statements
      where statement ~ 'organization_id \\+ 0|(update|delete from) (calls_live|number_attempts)' order by name`,
  )
  expect(rows.length).toBeGreaterThan(10)
  const others: string[] = []
  for (const { name, parameters } of rows) {
    const plan = await planOf(client, name, parameters)
    for (const table of ['number_attempts', 'contacts', 'calls', 'calls_live']) {
      const accesses = accessesTo(plan, table).filter(
        (access) => !['ModifyTable', `${table}_pkey`, `${table}_of_organization`].includes(access),
      )
      others.push(...accesses.map((access) => `${name}: ${access}`))
    }
  }
  expect(others).toEqual([])
  client.release()
  await dialer.end()
})

test('the compiler is off on every connection, whatever options the address has', async () => {
  const { connectionString } = await testDatabase()
  const jit = async (one: pg.Pool) => {
    const { rows } = await one.query(`select current_setting('jit') as jit, current_setting('work_mem') as memory`)
    return rows[0]
  }
  const plain = openPool({ connectionString })
  const named = openPool({ connectionString: `${connectionString}&options=${encodeURIComponent('-c work_mem=5MB')}` })
  const pools = [plain, openDialerPool(plain), openSidePool(plain, { name: 'side', max: 1, statementMsMax: 1000 })]
  for (const one of pools) expect(await jit(one)).toMatchObject({ jit: 'off' })
  const ofNamed = [named, openDialerPool(named)]
  for (const one of ofNamed) expect(await jit(one)).toEqual({ jit: 'off', memory: '5MB' })
  const [dialer] = [ofNamed[1] as pg.Pool]
  expect((await dialer.query('show enable_seqscan')).rows).toEqual([{ enable_seqscan: 'off' }])
  const shared = openPool({ connectionString, shared: true })
  const client = await shared.connect()
  await client.query('begin')
  expect((await client.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await client.query('rollback')
  client.release()
  for (const one of [...pools, ...ofNamed, shared]) await one.end()
})
