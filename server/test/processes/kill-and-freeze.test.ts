/**
 * Nodes killed with SIGKILL and frozen with SIGSTOP at random moments, while a carrier that outlives them keeps the truth.
 * `npm run proof -- kill 10` and `-- freeze 10` do one of the two alone, many times.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickRandom, type Rng, randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { kill } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { openReceiver, type Receiver } from '../interface/receiver.ts'
import { NodesWorld } from './nodes-world.ts'

const TOLD_WITHIN_MS = 60_000
const LIMITS = { contacts: 200, cap: 12, organizationCap: 20 }
/** A proof takes its time. */
const TROUBLES = process.env.OUTDIAL_PROOF ? 10 : 4
/** Both, unless a proof asks for one of them. */
const KINDS = (process.env.OUTDIAL_PROOF ?? 'kill,freeze').split(',')

let world: NodesWorld
let pool: pg.Pool

beforeAll(async () => {
  const database = await testDatabase()
  const { connectionString } = database
  pool = database.pool
  world = await NodesWorld.open({ url: connectionString, pool, limits: LIMITS })
  // The first one makes the organization; the others join.
  await world.spawnNode()
  await Promise.all([world.spawnNode(), world.spawnNode()])
}, 120_000)

afterAll(() => world?.close())

/** The first node carries PUBLIC_URL: it is frozen, never killed, so that callbacks have an address; the others are killed too. */
async function makeTrouble(rng: Rng): Promise<{ kills: number; freezes: number }> {
  const { nodes } = world
  const done = { kills: 0, freezes: 0 }
  const spawning: Array<Promise<void>> = []
  for (let trouble = 0; trouble < TROUBLES; trouble++) {
    await new Promise((resolve) => setTimeout(resolve, randomIntBetween(rng, 300, 2000)))
    const kind = pickRandom(rng, KINDS)
    // On a busy machine the next one may be long in coming.
    if (kind === 'kill' && nodes.length === 1) await Promise.all(spawning)
    if (kind === 'kill') {
      const victim = pickRandom(rng, nodes.slice(1))
      nodes.splice(nodes.indexOf(victim), 1)
      await kill(victim, 'SIGKILL')
      spawning.push(world.spawnNode())
      done.kills++
    } else {
      const victim = pickRandom(rng, nodes)
      victim.process.kill('SIGSTOP')
      // Sometimes shorter, sometimes longer than a lease.
      await new Promise((resolve) => setTimeout(resolve, randomIntBetween(rng, 200, 7000)))
      victim.process.kill('SIGCONT')
      done.freezes++
    }
  }
  await Promise.all(spawning)
  return done
}

/** A workflow that tells somebody outside of every call. */
async function newWorkflow(receiver: Receiver): Promise<number> {
  const nodes = [
    { id: 'start', type: 'startCall', data: { greeting: 'Hello, do you come?' } },
    { id: 'end', type: 'endCall', data: { say: 'Good-bye.' } },
    { id: 'crm', type: 'webhook', data: { url: receiver.url, payload: { call: '{{call_id}}' } } },
  ]
  const edges = [{ id: 'on', source: 'start', target: 'end', data: { label: 'yes', examples: ['yes'] } }]
  const body = { name: 'tells', workflow_definition: { nodes, edges } }
  return (await world.client.request<{ id: number }>('POST', '/api/v1/workflow/create/definition', body)).id
}

/** Of every call, whichever node died in the middle of it: one message, signed. What is sent again has the same id. */
async function expectToldOnce(receiver: Receiver, campaignId: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from calls where campaign_id = $1', [campaignId])
  // What a dead node had in its hands is free when its lease is over; nobody waits for that here.
  await pool.query(`update after_call_tasks set next_attempt_at = now() where next_attempt_at > now()`)
  await pool.query(`update webhook_deliveries set next_attempt_at = now() where state = 'sending'`)
  const told = () => receiver.arrived.map(({ body }) => (JSON.parse(body) as { call: string }).call)
  await expect.poll(() => new Set(told()).size, { timeout: TOLD_WITHIN_MS, interval: 200 }).toBe(rows.length)
  expect(new Set(told())).toEqual(new Set(rows.map(({ id }) => String(id))))
  expect(new Set(receiver.arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(rows.length)
  const { secret } = await world.client.request<{ secret: string }>('GET', '/api/v1/workflow/webhook-secret')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  for (const { headers, body } of receiver.arrived) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  }
}

it('nodes that are killed and frozen call nobody twice at once, lose nobody, keep every limit, count exactly, tell of every call, and finish by themselves', async () => {
  await world.useCarrier()
  const receiver = await openReceiver()
  const campaigns = [
    await world.startCampaign('one', '202', await newWorkflow(receiver)),
    await world.startCampaign('two', '303'),
  ] as const
  const trouble = await makeTrouble(seededRng(process.pid))
  expect(trouble.kills + trouble.freezes).toBe(TROUBLES)
  if (process.env.OUTDIAL_PROOF) console.log(`  proof: ${trouble.kills} kills, ${trouble.freezes} freezes`)
  await world.finished(campaigns)
  await world.expectPromisesKept(campaigns)
  await expectToldOnce(receiver, campaigns[0].id)
}, 300_000)
