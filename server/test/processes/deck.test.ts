/**
 * The only node, with people on deck, killed with SIGKILL and frozen with SIGSTOP, paused and limited at random moments, while a
 * carrier that outlives it keeps the truth. `npm run proof -- deck 10` does it many times.
 */
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickRandom, type Rng, randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { kill } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import type { TrueCall } from './carrier-server.ts'
import { NodesWorld, type RunningCampaign } from './nodes-world.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/test/processes/deck-program.js', import.meta.url))
const LIMITS = { contacts: process.env.OUTDIAL_PROOF ? 1500 : 500, cap: 12, organizationCap: 12 }
/** About forty calls end in a second on every machine, so that the list lasts until the last trouble. */
const SHORT_CALLS = {
  calls_per_second: 1000,
  shortest_ring_seconds: 0.01,
  longest_ring_seconds: 0.05,
  shortest_talk_seconds: 0.1,
  longest_talk_seconds: 0.4,
}
const KINDS = ['kill', 'freeze', 'limit', 'pause'] as const
type Kind = (typeof KINDS)[number]
/** A proof takes its time. */
const MORE_TROUBLES = process.env.OUTDIAL_PROOF ? 6 : 0
const LOOK_MS = 5
const PATIENCE_MS = 60_000

let world: NodesWorld
let pool: pg.Pool
let campaign: RunningCampaign

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const spawn = () => world.spawnOnlyNode([PROGRAM], { CLAIMS_AHEAD: 'on' })
const order = (what: 'pause' | 'resume') => world.client.request('POST', `/api/v1/campaign/${campaign.id}/${what}`)

beforeAll(async () => {
  const database = await testDatabase()
  pool = database.pool
  world = await NodesWorld.open({ url: database.connectionString, pool, limits: LIMITS })
  await spawn()
}, 120_000)

afterAll(() => world?.close())

/** Resolves when the node has claimed more live calls than the limit allows: only people on deck can be the reason. */
async function filledDeck(): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await pool.query<{ claims: number }>(
      'select count(*) as claims from calls c join nodes n on n.id = c.node_id where c.live and c.claimed_at > n.started_at',
    )
    const claims = rows[0]?.claims ?? 0
    if (claims > LIMITS.cap) return
    if (performance.now() > giveUpMs) throw new Error(`the deck stays empty: ${claims} claims of the node are live`)
    await pause(LOOK_MS)
  }
}

const liveAt = (atMs: number) =>
  world.carrier.calls.filter(({ beganAtMs, endedAtMs }) => beganAtMs < atMs && (endedAtMs ?? Infinity) > atMs).length

const begunSince = (fromMs: number) => world.carrier.calls.filter(({ beganAtMs }) => beganAtMs > fromMs)

/** The killed node is gone for good, which only this test knows: others would wait for a minute before they have a deck. */
async function killAndStartAgain(): Promise<void> {
  await kill(world.nodes[0] as (typeof world.nodes)[number], 'SIGKILL')
  await pool.query('delete from nodes')
  await spawn()
}

async function freeze(rng: Rng): Promise<void> {
  const [node] = world.nodes
  node?.process.kill('SIGSTOP')
  // Sometimes shorter, sometimes longer than a lease.
  await pause(randomIntBetween(rng, 200, 7000))
  node?.process.kill('SIGCONT')
}

/** What was claimed after the limit was lowered keeps it, also against calls from before. */
async function lowerLimit(rng: Rng): Promise<void> {
  const limit = randomIntBetween(rng, 1, LIMITS.organizationCap - 1)
  const set = async (most: number) => {
    const { rows } = await pool.query(
      'update organizations set max_concurrency = $1 returning clock_timestamp() as now',
      [most],
    )
    return (rows[0] as { now: Date }).now
  }
  const fromMs = performance.now()
  const loweredAt = await set(limit)
  await pause(randomIntBetween(rng, 300, 2000))
  const raisedMs = performance.now()
  await set(LIMITS.organizationCap)
  const { rows } = await pool.query('select id from calls where claimed_at > $1', [loweredAt])
  const later = new Set(rows.map(({ id }) => String(id)))
  const beyond = begunSince(fromMs).filter(
    (call) => later.has(idOf(call)) && call.beganAtMs < raisedMs && liveAt(call.beganAtMs) >= limit,
  )
  expect(beyond, `calls beyond a limit lowered to ${limit}`).toEqual([])
}

const idOf = ({ key }: TrueCall) => key.slice(key.lastIndexOf('-') + 1)

/** Nothing begins after the answer to a pause; the lower limit of the campaign holds from the resume on. */
async function pauseAndLower(rng: Rng): Promise<void> {
  const limit = randomIntBetween(rng, 1, LIMITS.cap - 1)
  const change = (most: number) =>
    world.client.request('PATCH', `/api/v1/campaign/${campaign.id}`, { max_concurrency: most })
  await order('pause')
  const pausedMs = performance.now()
  await pause(randomIntBetween(rng, 50, 500))
  await change(limit)
  expect(begunSince(pausedMs), 'calls that began after the answer to a pause').toEqual([])
  await order('resume')
  await pause(randomIntBetween(rng, 300, 2000))
  await order('pause')
  const again = begunSince(pausedMs)
  expect(
    again.filter((call) => liveAt(call.beganAtMs) >= limit),
    `calls beyond a limit of ${limit}`,
  ).toEqual([])
  await change(LIMITS.cap)
  await order('resume')
}

const TROUBLE: Record<Kind, (rng: Rng) => Promise<void>> = {
  kill: killAndStartAgain,
  freeze,
  limit: lowerLimit,
  pause: pauseAndLower,
}

it('a node that is killed, frozen, limited and paused with people on deck calls nobody twice at once, loses nobody, keeps every limit and counts exactly', async () => {
  const rng = seededRng(process.pid)
  await world.useCarrier(SHORT_CALLS)
  campaign = await world.startCampaign('one', '202')
  const kinds = [...KINDS, ...Array.from({ length: MORE_TROUBLES }, () => pickRandom(rng, KINDS))]
  kinds.sort(() => rng.next() - 0.5)
  for (const kind of kinds) {
    await filledDeck()
    await pause(randomIntBetween(rng, 0, 300))
    // Orders need a node that answers, and the deck of this moment.
    await filledDeck()
    await TROUBLE[kind](rng)
  }
  if (process.env.OUTDIAL_PROOF) console.log(`  proof: ${kinds.join(', ')}`)
  await world.finished([campaign])
  await world.expectPromisesKept([campaign])
}, 300_000)
