import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { postgresFixture } from '../../test/dialer/postgres-fixture.ts'
import { countedGroups, waitingGroups } from '../dialer/policy-facts.ts'
import { countWithoutRoute } from '../dialer/route-facts.ts'
import { openDatabase } from '../storage/database.ts'
import { countMissingValues } from './spoken-defaults.ts'
import { countForStart, suppressedIn } from './start-counts.ts'
import { countSuppressed } from './view-queries.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const ZONES = ['number|US@America/Chicago', 'number|US@America/New_York']
const ROUTE = [{ telephony_configuration_id: 1, takes: ['+12021'] }] as never

test('counted in portions the figures of a start check are those of one statement each', async () => {
  const database = await testDatabase()
  const { pool } = database
  const db = openDatabase(pool)
  const fixture = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(10)
  const configurationId = await fixture.addConfiguration(organizationId, 10)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  await pool.query('insert into zone_sets (name) select unnest($1::text[])', [ZONES])
  const { rows } = await pool.query<{ id: number; listId: number; zones: number[] }>(
    `select list_id as "listId", (select array_agg(id order by name) from zone_sets where name = any($2)) as zones
       from campaigns where id = $1`,
    [campaignId, ZONES],
  )
  const { listId, zones } = rows[0] as (typeof rows)[number]
  await pool.query(
    `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables, zones_id)
     select $1, $2, n, '+1202' || 1000000 + n * 1999, 'pstn',
            case when n % 9 = 0 then '{"city": " "}' else '{"city": "Rome"}' end::jsonb, ($3::int[])[1 + n % 2]
       from generate_series(1, 1000) n`,
    [organizationId, listId, zones],
  )
  await pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id, state, next_attempt_at)
     select l.organization_id, $1, l.id, l.phone_number, 'pstn', case when n % 3 = 0 then 0 else l.zones_id end,
            case when n % 11 = 0 then 'done' else 'pending' end,
            case n % 5 when 0 then '-infinity' else $3::timestamptz + (n - 500) * interval '1 minute' end
       from list_contacts l, lateral (select l.row_number as n) r where l.list_id = $2 order by l.id`,
    [campaignId, listId, NOW],
  )
  await pool.query(
    `insert into suppressions (organization_id, phone_number, reason, created_at)
     select organization_id, phone_number, 'test', now() from list_contacts where list_id = $1 and row_number % 7 = 0`,
    [listId],
  )
  const spoken = { lists: [listId], defaults: [{ name: 'city', fallback: 'your town' }] }
  const campaign = { id: campaignId, organization_id: organizationId }
  for (const idsAtOnce of [1_000_000, 90]) {
    const counts = await countForStart(db, { id: campaignId, route: ROUTE, spoken }, NOW, idsAtOnce)
    for (const closed of [[], [ZONES[0] as string]]) {
      const expected = await countSuppressed(db, campaign, NOW, closed)
      expect(expected.due).toBeGreaterThan(0)
      expect(suppressedIn(counts, closed)).toEqual(expected)
    }
    const groups = await waitingGroups(db, organizationId, campaignId)
    expect(groups.length).toBe(2)
    expect(await countedGroups(db, organizationId, campaignId, counts.groups)).toEqual(groups)
    const withoutRoute = await countWithoutRoute(db, campaignId, ROUTE)
    expect(withoutRoute).toBeGreaterThan(0)
    expect(counts.withoutRoute).toBe(withoutRoute)
    expect(counts.missingValues).toEqual([{ name: 'city', fallback: 'your town', rows: 111 }])
  }
  expect(await countMissingValues(db, { ...spoken, defaults: [] })).toEqual([])
})
