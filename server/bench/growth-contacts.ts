/**
 * One campaign with any number of waiting contacts, generated in the database. The first half of its list was called once and waits
 * for a retry, the second half was never called; contacts alternate between two zones.
 */
import { statfsSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { openLog } from '../src/kernel/log.ts'
import { openStorage } from '../src/roles/open-storage.ts'
import { openBenchWorld } from './world.ts'

const PORTION = 1_000_000
/** Contacts that a rule postponed; an edit of the policy makes them due. */
export const HELD = 10_000
/** Room on the disk that is left free. */
const FREE_GB_MIN = Number(process.env.GROWTH_FREE_GB ?? 15)
/** Bytes that the indexes of a contact and of its list row take, and the files in which their keys are sorted. */
const INDEX_BYTES = 260
/** Numbers of two zones, New York and Chicago. */
const FIRST_NUMBERS = ['+12025000000', '+13125000000']
/** The number of a generated contact. The simulated carrier answers numbers that end in 00 to 59. */
export const numberOf = (g: number) => `+${12_025_000_000 + Math.floor(g / 60) * 100 + (g % 60)}`
const NUMBER_SQL = `'+' || 12025000000 + g / 60 * 100 + g % 60`

export interface Grown {
  campaignId: number
  organizationId: number
  /** Fewer than asked for if the disk is too small. */
  contacts: number
  generateSeconds: number
  indexSeconds: number
  /** Bytes of the tables `contacts` and `list_contacts` with their indexes. */
  bytes: number
}

/** No node runs while the contacts are generated. */
export async function generateCampaign(dataDir: string, wanted: number): Promise<Grown> {
  const { campaignId, organizationId } = await campaignOfTwo(dataDir)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, false)
  const storage = await openStorage({ config, clock: systemClock, log: openLog('error', false), schema: 'expect' })
  const { host, port, user, password, database } = storage.pool.options
  const clients = [0, 1].map(() => new pg.Client({ host, port, user, password, database } as pg.ClientConfig))
  try {
    for (const client of clients) await client.connect()
    const [one, other] = clients as [pg.Client, pg.Client]
    let startedMs = performance.now()
    const indexes = await dropIndexes(one)
    const made = await insertContacts(one, other, { dataDir, campaignId, wanted })
    await finishCampaignRow(one, campaignId, made)
    const generateSeconds = (performance.now() - startedMs) / 1000
    startedMs = performance.now()
    await one.query(`set maintenance_work_mem = '1GB'`)
    for (const definition of indexes) {
      await one.query(definition)
      process.stderr.write(`${definition.slice(0, 60)}, ${Math.round(freeGb(dataDir))} GB free\n`)
    }
    for (const table of TABLES) {
      await one.query(`alter table ${table} reset (autovacuum_enabled)`)
      await one.query(`vacuum analyze ${table}`)
    }
    await one.query('checkpoint')
    const indexSeconds = (performance.now() - startedMs) / 1000
    const { rows } = await one.query<{ bytes: number }>(
      `select (pg_total_relation_size('contacts') + pg_total_relation_size('list_contacts'))::float8 as bytes`,
    )
    const bytes = rows[0]?.bytes as number
    return { campaignId, organizationId, contacts: made.contacts, generateSeconds, indexSeconds, bytes }
  } finally {
    for (const client of clients) await client.end()
    await storage.close()
  }
}

const TABLES = ['contacts', 'list_contacts']

/** Through the interface: a list of two people, calling rules, and a campaign whose contacts have zones. */
async function campaignOfTwo(dataDir: string): Promise<{ campaignId: number; organizationId: number }> {
  const world = await openBenchWorld({ dataDir })
  try {
    await world.request('PUT', '/api/v1/organizations/policy', { policy: { caps: [{ max: 50, hours: 24 }] } })
    const sourceId = await world.uploadNumbers(FIRST_NUMBERS)
    const configuration = await world.simulator({ shortest_talk_seconds: 0, longest_talk_seconds: 0 })
    const campaignId = await world.campaign(sourceId, configuration, {
      retry_config: { max_retries: 2, retry_delay_seconds: 3600 },
    })
    const { rows } = await world.pool.query<{ organizationId: number }>(
      `select organization_id as "organizationId" from campaigns where id = $1`,
      [campaignId],
    )
    return { campaignId, organizationId: rows[0]?.organizationId as number }
  } finally {
    await world.close()
  }
}

/** Drops all indexes that are not unique and returns their definitions: building them afterwards is much faster. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::regclass[]) and not indisunique order by 1`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  for (const table of TABLES) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  return rows.map(({ definition }) => definition)
}

interface Inserted {
  contacts: number
  called: number
  /** The id before those of the inserted contacts. */
  beforeId: number
}

async function insertContacts(
  lists: pg.Client,
  queue: pg.Client,
  { dataDir, campaignId, wanted }: { dataDir: string; campaignId: number; wanted: number },
): Promise<Inserted> {
  const { rows } = await lists.query<{ contactId: number; listContactId: number; zones: number[] }>(
    `select max(id)::int as "contactId", max(list_contact_id)::int as "listContactId", array_agg(zones_id order by id) as zones
       from contacts where campaign_id = $1`,
    [campaignId],
  )
  const { contactId, listContactId, zones } = rows[0] as (typeof rows)[number]
  const half = Math.floor(wanted / 2)
  let made = 0
  while (made < wanted && hasRoom(dataDir, made)) {
    const [from, to] = [made + 1, Math.min(made + PORTION, wanted)]
    await Promise.all([
      lists.query(
        `insert into list_contacts (id, organization_id, list_id, row_number, phone_number, address_type, variables, zones_id)
         overriding system value
         select ${listContactId} + g, organization_id, list_id, g + 2, ${NUMBER_SQL}, 'pstn', '{}',
                ($2::int[])[(1 + g % 2)::int]
           from campaigns, generate_series(${from}::bigint, ${to}) g where id = $1`,
        [campaignId, zones],
      ),
      queue.query(
        `insert into contacts (id, organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id,
                               dials, outcome, next_attempt_at, held_by, held_until)
         overriding system value
         select ${contactId} + g, organization_id, id, ${listContactId} + g, ${NUMBER_SQL}, 'pstn',
                ($2::int[])[(1 + g % 2)::int], r.called::int, case when r.called then 'busy' end, r.due,
                case when g <= ${HELD} and r.called then 'cap' end, case when g <= ${HELD} and r.called then r.due end
           from campaigns, generate_series(${from}::bigint, ${to}) g,
                -- Retries are due in random order within two days, half of them already.
                lateral (select g <= ${half} as called,
                                case when g <= ${half} then now() + (hashint8(g) % 86400) * interval '1 second'
                                     else '-infinity' end as due) r
          where id = $1`,
        [campaignId, zones],
      ),
    ])
    made = to
    process.stderr.write(`${made} contacts, ${Math.round(freeGb(dataDir))} GB free\n`)
  }
  await lists.query(
    `select setval(pg_get_serial_sequence('contacts', 'id'), ${contactId + made}),
            setval(pg_get_serial_sequence('list_contacts', 'id'), ${listContactId + made})`,
  )
  return { contacts: made, called: Math.min(half, made), beforeId: contactId }
}

function freeGb(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return (bavail * bsize) / 1e9
}

function hasRoom(path: string, made: number): boolean {
  return freeGb(path) - ((made + PORTION) * INDEX_BYTES) / 1e9 - 1 > FREE_GB_MIN
}

/** A paused campaign; its lanes begin with the contacts that were never called. */
async function finishCampaignRow(client: pg.Client, campaignId: number, made: Inserted): Promise<void> {
  const total = made.contacts + FIRST_NUMBERS.length
  const called = made.called + FIRST_NUMBERS.length
  await client.query(
    `update contacts set dials = 1, outcome = 'busy', next_attempt_at = now() where campaign_id = $1 and id <= $2`,
    [campaignId, made.beforeId],
  )
  await client.query(`update campaign_lanes set next_id = $2 where campaign_id = $1`, [
    campaignId,
    made.beforeId + made.called,
  ])
  await client.query(`update campaign_zones set contacts = $2 where campaign_id = $1`, [
    campaignId,
    Math.floor(total / 2),
  ])
  await client.query(
    `update campaigns set state = 'paused', definition_id = 1, started_at = now(), total_rows = $2::int,
            executed_count = $3::int, total_queued_count = $2::int + $3::int where id = $1`,
    [campaignId, total, called],
  )
  await client.query(
    `update contact_lists set total_rows = $2 where id = (select list_id from campaigns where id = $1)`,
    [campaignId, total],
  )
}
