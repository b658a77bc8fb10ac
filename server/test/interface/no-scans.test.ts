/** What a screen asks for again and again reads few rows, however many lie behind it. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countCalls, listCalls } from '../../src/calls/queries.ts'
import { explainCampaign } from '../../src/campaigns/explain.ts'
import { ExperimentCounts, KEPT_COUNTS_LIMITS } from '../../src/campaigns/kept-counts.ts'
import { campaignProgress } from '../../src/campaigns/progress.ts'
import { findCampaign, listCampaigns, type StoredCampaign } from '../../src/campaigns/queries.ts'
import { listContacts } from '../../src/campaigns/view-queries.ts'
import { openWaitingCounts } from '../../src/campaigns/waiting-counts.ts'
import { countEventsAfter, readEvents } from '../../src/events/queries.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { VirtualClock } from '../../src/kernel/virtual-clock.ts'
import { findCalls, findContacts } from '../../src/search/queries.ts'
import { type Database, openDatabase, type Queries } from '../../src/storage/database.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from '../dialer/postgres-fixture.ts'

/** Of contacts, calls and events each; more than is ever counted. */
const ROWS = 30_000
const PAGE = 50

let db: Database
let organizationId: number
/** Everybody in it has been called. */
let campaign: StoredCampaign
/** Has one call, before all others. */
let smallId: number

beforeAll(async () => {
  const database = await testDatabase()
  const { pool } = database
  const fixture = await postgresFixture(database)
  db = openDatabase(pool)
  organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  smallId = await fixture.addCampaign(organizationId, configurationId, 'running')
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  const called = async (of: number, count: number) => {
    await pool.query(
      `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
       select k.organization_id, k.list_id, g, '+1202' || (5000000 + g), 'pstn', '{}'
         from campaigns k, generate_series(1, $2::int) g where k.id = $1`,
      [of, count],
    )
    await pool.query(
      `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, state, outcome, dials, finished_at)
       select l.organization_id, k.id, l.id, l.phone_number, 'pstn', 'done', 'answered', 1, now()
         from campaigns k join list_contacts l on l.list_id = k.list_id where k.id = $1 order by l.id`,
      [of],
    )
    await pool.query(
      `insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
                          telephony_configuration_id, provider, phone_number, address_type, state, live, outcome, node_id,
                          claimed_at, news_at, deadline_at)
       select t.organization_id, t.campaign_id, t.id, 'outbound', k.workflow_id, 1, $2, 'simulator', t.phone_number, 'pstn',
              'ended', false, 'answered', 'node', now(), now(), now()
         from contacts t join campaigns k on k.id = t.campaign_id where k.id = $1 order by t.id`,
      [of, configurationId],
    )
    await pool.query(
      `insert into events (organization_id, at, type, campaign_id, contact_id, call_id)
       select organization_id, now(), 'call.ended', campaign_id, contact_id, id from calls where campaign_id = $1 order by id`,
      [of],
    )
    await pool.query(
      `update campaigns set started_at = now(), total_rows = $2::int, processed_rows = $2::int, total_queued_count = $2::int, executed_count = $2::int where id = $1`,
      [of, count],
    )
  }
  await called(smallId, 1)
  await called(campaignId, ROWS)
  await pool.query('vacuum analyze')
  campaign = (await findCampaign(db, organizationId, campaignId)) as StoredCampaign
})

/** Rows and entries of indexes that the statements read, of the tables that grow. */
function rowsRead(work: (db: Queries) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await readSoFar(tx)
    await work(tx)
    return (await readSoFar(tx)) - before
  })
}

/** By this connection; told to the others only now and then. */
async function readSoFar(tx: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(pg_stat_get_xact_tuples_returned(r.oid) + pg_stat_get_xact_tuples_fetched(r.oid))::int as count
      from pg_class r left join pg_index i on i.indexrelid = r.oid
     where coalesce(i.indrelid, r.oid) = any(array['contacts', 'list_contacts', 'calls', 'call_records']::regclass[])
        or coalesce(i.indrelid, r.oid) in (select inhrelid from pg_inherits where inhparent = 'events'::regclass)`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

const wanted = { id: null, text: '+12025000', numbers: ['+120250000'], limit: 10 }

const READS: ReadonlyArray<readonly [string, number, (db: Queries) => Promise<unknown>]> = [
  ['progress', 100, (tx) => campaignProgress(tx, campaign, Date.now(), () => true)],
  ['campaigns', 100, (tx) => listCampaigns(tx, organizationId, { limit: PAGE, offset: 0 } as never)],
  [
    'contacts of a campaign',
    10 * PAGE,
    (tx) => listContacts(tx, organizationId, campaign.id, { limit: PAGE, offset: 0, afterId: 0 }),
  ],
  ['calls', 10 * PAGE, (tx) => listCalls(tx, organizationId, { limit: PAGE, offset: 0 })],
  [
    'calls of a campaign',
    10 * PAGE,
    (tx) => listCalls(tx, organizationId, { campaignId: campaign.id, limit: PAGE, offset: 0 }),
  ],
  [
    'calls of a small campaign behind a large one',
    10 * PAGE,
    (tx) => listCalls(tx, organizationId, { campaignId: smallId, limit: PAGE, offset: 0 }),
  ],
  ['how many calls there are', 22_000, (tx) => countCalls(tx, organizationId, {})],
  ['events', 10 * PAGE, (tx) => readEvents(tx, { organizationId, after: 0, campaignId: null, limit: PAGE })],
  [
    'events of a small campaign among others',
    10 * PAGE,
    (tx) => readEvents(tx, { organizationId, after: 0, campaignId: smallId, limit: PAGE }),
  ],
  [
    'how far behind a reader of a small campaign is',
    10 * PAGE,
    (tx) => countEventsAfter(tx, { organizationId, after: 0, campaignId: smallId, limit: 1000 }),
  ],
  ['contacts by number', 10 * PAGE, (tx) => findContacts(tx, { ...wanted, organizationId })],
  ['calls by number', 10 * PAGE, (tx) => findCalls(tx, { ...wanted, organizationId })],
]

test.each(READS)('%s: at most %i', async (_what, most, work) => {
  expect(await rowsRead(work)).toBeLessThanOrEqual(most)
})

test('a scan would be noticed', async () => {
  expect(
    await rowsRead((tx) => sql`select count(*) from contacts where outcome = 'answered'`.execute(tx)),
  ).toBeGreaterThan(ROWS)
})

test('the result of a large experiment is counted once for all who look, and again after a time', async () => {
  const experiment = {
    name: 'Large',
    arms: [
      { name: 'A', share: 1 },
      { name: 'B', share: 1 },
    ],
    goal: { outcomes: ['answered'], dispositions: [] },
  }
  const clock = new VirtualClock()
  const counts = new ExperimentCounts(db, clock)
  let nowMs = 1_000
  const look = async (input: StoredCampaign['experiment'] = experiment) => {
    const { arms, atMs } = await counts.of({ ...campaign, experiment: input }, () => nowMs)
    return { atMs, finished: arms.reduce((sum, { finished }) => sum + finished, 0) }
  }
  expect(await Promise.all([look(), look()])).toEqual([
    { atMs: 1_000, finished: ROWS },
    { atMs: 1_000, finished: ROWS },
  ])
  await sql`update contacts set state = 'pending' where id in (
    select id from contacts where campaign_id = ${campaign.id} limit 10)`.execute(db)
  nowMs = 2_000
  expect(await look()).toEqual({ atMs: 1_000, finished: ROWS })
  // The end of the experiment changes what counts: the counts from before are not shown.
  const stopped = { ...experiment, stopped: { arm: 0, atMs: Date.now() + 60_000, by: 'test' } }
  expect(await look(stopped)).toEqual({ atMs: 2_000, finished: ROWS - 10 })

  // The counts after the end are kept now, and are shown while new ones are made.
  nowMs = 3_000
  await clock.advance(KEPT_COUNTS_LIMITS.freshMs + 1)
  expect(await look(stopped)).toEqual({ atMs: 2_000, finished: ROWS - 10 })
  let newest = await look(stopped)
  while (newest.atMs === 2_000) {
    await new Promise(setImmediate)
    newest = await look(stopped)
  }
  expect(newest).toEqual({ atMs: 3_000, finished: ROWS - 10 })
})

test('progress and explanation of a campaign with millions of waiting contacts are not counted for each request', async () => {
  const kept = openWaitingCounts({ clock: systemClock, log: silentLog })
  const large = {
    ...campaign,
    state: 'running',
    processed_rows: 0,
    total_rows: 2_000_000,
    executed_count: 1,
  } as StoredCampaign
  const first = await rowsRead((tx) => campaignProgress(tx, large, Date.now(), () => true, { kept }))
  expect(first).toBeGreaterThan(ROWS / 2)
  expect(await rowsRead((tx) => campaignProgress(tx, large, Date.now(), () => true, { kept }))).toBeLessThan(100)
  expect(await rowsRead((tx) => explainCampaign(tx, large, Date.now(), () => true, { kept }))).toBeLessThan(100)
  const counted = await campaignProgress(db, large, Date.now(), () => true, { kept })
  const explained = await explainCampaign(db, large, Date.now(), () => true, { kept })
  expect(counted.waiting_counted_at).toBeInstanceOf(Date)
  expect(explained.waiting_counted_at).toEqual(counted.waiting_counted_at)
})
