/**
 * The database's primary is lost under load and its synchronous standby promoted: whatever a node was told is committed is
 * there, so nobody is called twice and nobody lost; whatever a node was not told it does not act upon.
 * `npm run proof -- failover 10` does it many times, each time another way and at another moment.
 */
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickRandom, randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { openPool } from '../../src/storage/database.ts'
import { openWorkbench, type Workbench } from '../postgres/debian-postgres.ts'
import { type Loss, type PostgresPair, startPair } from '../postgres/pair.ts'
import { NodesWorld } from './nodes-world.ts'

const LIMITS = { contacts: 60, cap: 15, organizationCap: 25 }
const LOSSES: readonly Loss[] = ['killed', 'cut off']
const rng = seededRng(process.pid)

let bench: Workbench | null = null
let pair: PostgresPair
let pool: pg.Pool
let world: NodesWorld

beforeAll(async () => {
  bench = await openWorkbench()
  if (!bench) return
  pair = await startPair(bench)
  pool = openPool({ connectionString: pair.url, max: 2 })
  world = await NodesWorld.open({ url: pair.url, pool, limits: LIMITS })
  await world.spawnNode()
  await world.spawnNode()
}, 120_000)

afterAll(async () => {
  await world?.close()
  await pool?.end()
  await pair?.close()
  await bench?.close()
})

it('a failover of the database calls nobody twice, loses nobody, and dialing goes on by itself', async ({ skip }) => {
  if (!bench) return skip()
  await world.useCarrier()
  const campaigns = [await world.startCampaign('one', '202'), await world.startCampaign('two', '303')]
  await world.dialed(Math.round(randomIntBetween(rng, 10, 60)))
  const loss = pickRandom(rng, LOSSES)
  const dialed = world.carrier.calls.length
  await pair.failOver(loss)
  expect(dialed, 'the primary is lost in the middle').toBeLessThan(2 * LIMITS.contacts)
  if (process.env.OUTDIAL_PROOF) console.log(`  proof: primary ${loss} after ${dialed} of ${2 * LIMITS.contacts} calls`)
  await world.finished(campaigns)
  await world.expectPromisesKept(campaigns)
}, 180_000)
