/** Nodes behind a real PgBouncer that lends a connection for one transaction at a time; one of them also reaches the server itself. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingIndexes } from '../../src/storage/large-indexes.ts'
import { testDatabase } from '../database.ts'
import { startBouncer } from '../postgres/bouncer.ts'
import { openWorkbench, type Workbench } from '../postgres/debian-postgres.ts'
import { NodesWorld } from './nodes-world.ts'

const LIMITS = { contacts: 40, cap: 12, organizationCap: 20 }

let bench: Workbench | null = null
let world: NodesWorld
let pool: pg.Pool

beforeAll(async () => {
  bench = await openWorkbench()
  if (!bench) return
  const made = await testDatabase()
  pool = made.pool
  const { connectionString } = made
  const { host, port, user } = pool.options as { host: string; port: number; user: string }
  const bouncer = await startBouncer(bench, { host, port, user })
  const database = new URL(connectionString).pathname.slice(1)
  const url = `postgresql://${user}@127.0.0.1:${bouncer.port}/${database}`
  // As after an upgrade: a table with rows lacks an index, which the first node builds through the pooler.
  await pool.query(`drop index contacts_by_number;
    insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, state) values (0, 0, 0, '1', 'pstn', 'done')`)
  world = await NodesWorld.open({ url, pool, limits: LIMITS })
  await world.spawnNode()
  await world.spawnNode({ DATABASE_DIRECT_URL: connectionString })
}, 120_000)

afterAll(async () => {
  await world?.close()
  await bench?.close()
})

it('nodes behind PgBouncer dial, count and finish as without it, and say what it costs', async ({ skip }) => {
  if (!bench) return skip()
  await world.useCarrier()
  const campaigns = [await world.startCampaign('one', '202'), await world.startCampaign('two', '303')]
  await world.finished(campaigns)
  await world.expectPromisesKept(campaigns)
  const warned = world.nodes.map((node) => node.err().includes('DATABASE_URL leads to a pooler'))
  expect(warned).toEqual([true, false])
  expect(await missingIndexes(pool)).toEqual([])
  expect(world.nodes[0]?.err()).toContain('finished building an index')
  for (const node of world.nodes)
    expect(node.err()).not.toMatch(/"level":(50|40).*(prepared statement|unsupported startup)/)
}, 180_000)
