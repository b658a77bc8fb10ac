/**
 * Nodes of the real program on one real PostgreSQL, killed with SIGKILL and frozen with SIGSTOP at random moments, while
 * a carrier that outlives them keeps the truth.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { between, pick, seededRng } from '../../src/kernel/rng.ts'
import { kill, type Serving, serve } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { CARRIER_SECRET, type CarrierServer, startCarrierServer, type TrueCall } from './carrier-server.ts'
import { type Client, clientOf } from './client.ts'

const KEY = `od_${'k'.repeat(43)}`
const CONTACTS = 200
const CAP = 12
const ORGANIZATION_CAP = 20
const TROUBLES = 10
/** Orphans are asked after when their node's lease, the fence and the time a request may take have passed. */
const PATIENCE_MS = 120_000

let carrier: CarrierServer
let client: Client
const nodes: Serving[] = []
let nextPort = 0
let spawnNode: () => Promise<void>
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  carrier = await startCarrierServer()
  database = await testDatabase()
  nextPort = 20_000 + (process.pid % 20_000)
  const publicPort = nextPort
  const environment = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: KEY,
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
  }
  spawnNode = async () => {
    nodes.push(await serve({ ...environment, PORT: String(nextPort++), DATA_DIR: `/tmp/outdial-none-${process.pid}` }))
  }
  // The first one migrates; the others join.
  await spawnNode()
  await Promise.all([spawnNode(), spawnNode()])
  client = clientOf(() => nodes.map((node) => node.port), KEY)
}, 120_000)

afterAll(async () => {
  await Promise.all(nodes.map((node) => kill(node, 'SIGKILL')))
  await carrier?.close()
})

async function startCampaign(name: string, prefix: string): Promise<number> {
  const people = Array.from({ length: CONTACTS }, (_, index) => `+1${prefix}${String(index).padStart(5, '0')}00`)
  const sourceId = await client.upload(['phone_number', ...people].join('\n'))
  const { id } = await client.request<{ id: number }>('POST', '/api/v1/campaign/create', {
    name,
    workflow_id: 1,
    source_type: 'csv',
    source_id: sourceId,
    max_concurrency: CAP,
    retry_config: { max_retries: 10, retry_delay_seconds: 1 },
  })
  await client.request('POST', `/api/v1/campaign/${id}/start`)
  return id
}

/** The first node carries PUBLIC_URL: it is frozen, never killed, so that callbacks have an address; the others are killed too. */
async function makeTrouble(): Promise<{ kills: number; freezes: number }> {
  const rng = seededRng(process.pid)
  const done = { kills: 0, freezes: 0 }
  const spawning: Array<Promise<void>> = []
  for (let trouble = 0; trouble < TROUBLES; trouble++) {
    await new Promise((resolve) => setTimeout(resolve, between(rng, 300, 2000)))
    const mortal = nodes.slice(1)
    if (rng.next() < 0.5 && mortal.length > 0) {
      const victim = pick(rng, mortal)
      nodes.splice(nodes.indexOf(victim), 1)
      await kill(victim, 'SIGKILL')
      spawning.push(spawnNode())
      done.kills++
    } else {
      const victim = pick(rng, nodes)
      victim.process.kill('SIGSTOP')
      // Sometimes shorter, sometimes longer than a lease.
      await new Promise((resolve) => setTimeout(resolve, between(rng, 200, 7000)))
      victim.process.kill('SIGCONT')
      done.freezes++
    }
  }
  await Promise.all(spawning)
  return done
}

function mostAtOnce(calls: readonly TrueCall[]): number {
  const edges = calls.flatMap((call) => [
    { at: call.beganAtMs, step: 1 },
    { at: call.endedAtMs ?? Number.POSITIVE_INFINITY, step: -1 },
  ])
  edges.sort((a, b) => a.at - b.at || a.step - b.step)
  let live = 0
  let most = 0
  for (const edge of edges) {
    live += edge.step
    most = Math.max(most, live)
  }
  return most
}

describe('nodes that are killed and frozen', () => {
  it('call nobody twice at once, lose nobody, keep every limit, count exactly, and finish by themselves', async () => {
    await database.pool.query('update organizations set max_concurrency = $1', [ORGANIZATION_CAP])
    await client.request('POST', '/api/v1/organizations/telephony-configs', {
      name: 'carrier',
      is_default_outbound: true,
      config: {
        provider: 'simulator',
        carrier_url: carrier.url,
        carrier_secret: CARRIER_SECRET,
        people_speak: false,
        shortest_ring_seconds: 0.05,
        longest_ring_seconds: 0.2,
        shortest_talk_seconds: 0.2,
        longest_talk_seconds: 1.2,
        busy_rate: 0.1,
        ring_timeout_seconds: 15,
        max_call_seconds: 30,
      },
    })
    const campaigns = [
      { id: await startCampaign('one', '202'), prefix: '+1202' },
      { id: await startCampaign('two', '303'), prefix: '+1303' },
    ]
    const trouble = await makeTrouble()
    expect(trouble.kills + trouble.freezes).toBe(TROUBLES)
    await finished(campaigns.map((campaign) => campaign.id))

    for (const { id, prefix } of campaigns) {
      const calls = carrier.calls.filter((call) => call.to.startsWith(prefix))
      expect(mostAtOnce(calls), 'live calls of the campaign').toBeLessThanOrEqual(CAP)
      const people = new Set(calls.map((call) => call.to))
      expect(people.size, 'people called').toBe(CONTACTS)
      for (const person of people) {
        expect(mostAtOnce(calls.filter((call) => call.to === person)), `live calls of ${person}`).toBe(1)
      }
      const campaign = await client.request<Record<string, number | string>>('GET', `/api/v1/campaign/${id}`)
      expect(campaign).toMatchObject({ state: 'completed', total_rows: CONTACTS, processed_rows: CONTACTS })
      expect(campaign.executed_count, 'dials counted against dials the carrier saw').toBe(calls.length)
      expect(campaign.total_queued_count).toBe(campaign.executed_count)
    }
    expect(mostAtOnce(carrier.calls), 'live calls of the organization').toBeLessThanOrEqual(ORGANIZATION_CAP)
    const { rows } = await database.pool.query(
      `select (select sum(live_calls) from organizations) as organizations, (select sum(live_calls) from campaigns) as campaigns,
              (select count(*) from calls where live) as calls, (select count(*) from contacts where state <> 'done') as contacts`,
    )
    expect(rows[0]).toEqual({ organizations: 0, campaigns: 0, calls: 0, contacts: 0 })
  }, 300_000)
})

async function finished(campaignIds: readonly number[]): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*) as open from campaigns where id = any($1::bigint[]) and state <> 'completed'`,
      [campaignIds],
    )
    if (rows[0]?.open === 0) return
    if (performance.now() > giveUpMs) {
      const left = await database.pool.query(`select state, count(*) from calls where live group by state`)
      const said = nodes.map((node) => `node ${node.port}, exit ${node.process.exitCode}: ${node.err().slice(-800)}`)
      throw new Error(`not finished: ${JSON.stringify(left.rows)}\n${said.join('\n')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
