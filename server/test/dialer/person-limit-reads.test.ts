/**
 * Limits per person read the calls and contacts of that person only, however many the organization and the installation have. The
 * plans are those that are really used, so this counts rows and entries of indexes instead of naming plans.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  recordRefusal,
  releaseCheckedNumbers,
  releaseNumbersWithConsent,
} from '../../src/dialer/apply-policy-change.ts'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { historyOfNumber } from '../../src/dialer/policy-facts.ts'
import * as policies from '../../src/dialer/store-postgres-policies.ts'
import { type Database, openDatabase, type Queries } from '../../src/storage/database.ts'
import type { Statement } from '../../src/storage/pipeline.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'

/** Of each organization; half of the contacts have a person, with two contacts each. */
const CONTACTS = 12_000
const ORGANIZATIONS = 3
/** One person has some ten calls and contacts; everything else would be thousands. */
const PER_PERSON = 100
const DUE = 20

let db: Database
let client: pg.PoolClient
let organizationId: number
let campaignId: number
let inboundCallId: number

/** The number of a contact of the organization under test; contacts 2n and 2n + 1 are of the same person. */
const numberOf = (index: number): string => `+1${2_020_000_000 + organizationId * 1_000_000 + index}`
const PERSON = 'person 1000'

beforeAll(async () => {
  const database = await testDatabase()
  const { pool } = database
  const fixture = await postgresFixture(database)
  for (let index = 0; index < ORGANIZATIONS; index++) {
    organizationId = await fixture.addOrganization(10)
    const configurationId = await fixture.addConfiguration(organizationId, 10)
    campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
    await fill(pool, configurationId)
  }
  await pool.query('update organizations set policy_version = 1')
  const { rows } = await pool.query<{ id: number }>(`select max(id)::int as id from calls where direction = 'inbound'`)
  inboundCallId = rows[0]?.id as number
  await pool.query('vacuum analyze')
  db = openDatabase(pool)
  client = await openDialerPool(pool).connect()
})

async function fill(pool: pg.Pool, configurationId: number): Promise<void> {
  await pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, person_id, numbers)
     select $1::bigint, $2, n, case when n % 50 = 1 then 'sip:' || c.number || '@pbx.example' else c.number end, 'pstn',
            case when n <= $3::int / 2 then 'person ' || n / 2 end,
            case when n % 10 = 0 then array[c.number, '+1' || (3020000000 + $1 * 1000000 + n)] end
       from generate_series(1, $3::int) n, lateral (select '+1' || (2020000000 + $1::bigint * 1000000 + n) as number) c`,
    [organizationId, campaignId, CONTACTS],
  )
  await pool.query(
    'insert into campaign_lanes values ($1, 0, 0, $2) on conflict (organization_id, campaign_id, zones_id) do update set next_id = 0',
    [campaignId, organizationId],
  )
  // Two calls with each contact, one of them without a campaign; one in ten is a call of the person.
  await pool.query(
    `insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
            telephony_configuration_id, provider, phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
     select t.organization_id, case when g = 1 then t.campaign_id end, case when g = 1 then t.id end,
            case when g = 2 and t.id % 10 = 0 then 'inbound' else 'outbound' end, 1, 1, $2, 'simulator', t.phone_number, 'pstn',
            'ended', false, 'node', now(), now(), now()
       from contacts t, generate_series(1, 2) g where t.organization_id = $1`,
    [organizationId, configurationId],
  )
  // No call names the person of contacts 3000 and 3001: only their contacts do.
  await pool.query(
    `insert into number_attempts (call_id, organization_id, phone_number, at, person_id, inbound)
     select c.id, c.organization_id, callable_as(c.phone_number), c.claimed_at,
            case when t.list_contact_id not in (3000, 3001) then t.person_id end, c.direction = 'inbound'
       from calls c left join contacts t on t.id = c.contact_id where c.organization_id = $1`,
    [organizationId],
  )
}

/** Rows and entries of indexes that this transaction has read so far, of the tables that grow. */
const READ_SO_FAR = `
  select sum(pg_stat_get_xact_tuples_returned(r.oid) + pg_stat_get_xact_tuples_fetched(r.oid))::int as count
    from pg_class r left join pg_index i on i.indexrelid = r.oid
   where coalesce(i.indrelid, r.oid) = any(array['contacts', 'calls', 'number_attempts']::regclass[])`

/** As the dialer sends it: prepared, under its settings. */
async function rowsOfStatement({ name, text, values }: Statement): Promise<{ read: number; rows: unknown[] }> {
  await client.query('begin')
  try {
    const before = (await client.query(READ_SO_FAR)).rows[0].count as number
    const { rows } = await client.query({ name, text, values: [...values] })
    return { read: (await client.query(READ_SO_FAR)).rows[0].count - before, rows }
  } finally {
    await client.query('rollback')
  }
}

/** As a request sends it. */
function rowsOfRequest(work: (db: Queries) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const soFar = async () => (await sql.raw<{ count: number }>(READ_SO_FAR).execute(tx)).rows[0]?.count ?? 0
    const before = await soFar()
    await work(tx)
    return (await soFar()) - before
  })
}

describe('the dialer reads few rows', () => {
  test.each([
    [2001, PERSON],
    [3001, 'person 1500'],
  ])(
    'for a single call to contact %i: the calls to all numbers of %s, with and without a person',
    async (index, id) => {
      const { read, rows } = await rowsOfStatement(policies.historyOf(organizationId, numberOf(index)))
      const { history, personId } = policies.readNumberPast(rows[0] as policies.NumberPastRecord)
      // Two contacts with two calls each.
      expect([personId, history.calls?.length]).toEqual([id, 4])
      expect(history.calls?.filter(({ isOtherNumber }) => isOtherNumber)).toHaveLength(2)
      expect(read).toBeLessThanOrEqual(PER_PERSON)
    },
  )

  test.each([2010, 2051, 9003])('for a single call to contact %i', async (index) => {
    const { read } = await rowsOfStatement(policies.historyOf(organizationId, numberOf(index)))
    expect(read).toBeLessThanOrEqual(PER_PERSON)
  })

  test('for a claim, for each contact that is due', async () => {
    const asked = { organizationId, campaignId, zoneIds: [0], byMs: Date.now(), limit: DUE, historySinceMs: 0 }
    const due = policies.dueInZones([{ ...asked, withConsents: true, withCheck: true }], { byLanes: true })
    const { read, rows } = await rowsOfStatement(due)
    expect(rows).toHaveLength(DUE)
    expect(
      policies.readDueContact(rows[DUE - 1] as policies.DueContactRecord).history.attemptsMs.length,
    ).toBeGreaterThan(2)
    expect(read).toBeLessThanOrEqual(DUE * PER_PERSON)
  })

  test('for a conversation in which the person called', async () => {
    const call = { callId: inboundCallId, organizationId, phoneNumber: numberOf(2001), atMs: Date.now() }
    const { read } = await rowsOfStatement(policies.insertInboundConversations([call]))
    expect(read).toBeLessThanOrEqual(PER_PERSON)
  })
})

describe('a request reads few rows', () => {
  test.each([
    ['a contact that names its person', (): [string, string | null] | null => [numberOf(2001), PERSON]],
    ['a contact without a person', (): [string, string | null] | null => [numberOf(9003), null]],
    ['a number', () => null],
  ])('for the explanation of %s', async (_what, contact) => {
    const [number, personId] = contact() ?? [numberOf(2001), null]
    const asked = contact() ? { personId } : null
    const read = await rowsOfRequest(async (tx) => {
      const { attemptsMs } = await historyOfNumber(tx, organizationId, number, asked)
      expect(attemptsMs.length).toBeGreaterThan(0)
    })
    expect(read).toBeLessThanOrEqual(PER_PERSON)
  })

  test('for a refusal in a call of the person', async () => {
    expect(await rowsOfRequest((tx) => recordRefusal(tx, inboundCallId))).toBeLessThanOrEqual(PER_PERSON)
  })

  test('for consents and answers about numbers', async () => {
    const numbers = Array.from({ length: DUE }, (_, index) => numberOf(2000 + index))
    for (const release of [releaseNumbersWithConsent, releaseCheckedNumbers])
      expect(await rowsOfRequest((tx) => release(tx, organizationId, numbers))).toBeLessThanOrEqual(DUE * PER_PERSON)
  })
})

test('a scan of the contacts or calls of one organization would be noticed', async () => {
  for (const table of ['contacts', 'calls', 'number_attempts']) {
    const scan = {
      name: `scan of ${table}`,
      text: `select count(person) from (select * from ${table}) person where organization_id = $1`,
    }
    const { read } = await rowsOfStatement({ ...scan, values: [organizationId] })
    expect(read).toBeGreaterThan(DUE * PER_PERSON)
  }
})
