/**
 * Two nodes behind a balancer are restarted one after the other while a carrier rings people and people talk: nobody is lost, called
 * twice or hung up on because a node leaves, and every recording is played by nodes that did not make it.
 * `npm run proof -- rolling 3`; two to three minutes each, so it is no part of `npm test`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Balancer, openBalancer } from '../../soak/balancer.ts'
import { type Rng, randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { SAMPLE_WORKFLOWS } from '../../src/samples/sample-workflows.ts'
import { standIn } from '../carriers/twilio.ts'
import { type Serving, serve } from '../child-program.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { RunningStandIn, SignedWebhook } from '../conformance/stand-in.ts'
import { testDatabase } from '../database.ts'
import { CarrierSide, type Reply } from '../end-to-end/carrier-side.ts'
import { Person } from '../end-to-end/person.ts'
import { eventually, type Program } from '../end-to-end/program.ts'
import { closeVoices, spoken } from '../end-to-end/voices.ts'
import { freePort } from '../free-port.ts'
import { type S3Server, startS3Server } from '../s3/s3-server.ts'
import { type Client, clientOf } from './client.ts'

const KEY = `od_${'r'.repeat(43)}`
const PEOPLE = 18
const CAP = 4
const TELEPHONE = { encoding: 'mulaw', sampleRateHz: 8000 } as const
const rng: Rng = seededRng(process.pid)

let home: string
let pool: pg.Pool
let bucket: S3Server | null
let carrier: RunningStandIn
let balancer: Balancer
let client: Client
let environments: Array<Record<string, string>>
let nodes: Serving[]
/** Whom the balancer chooses from. */
let ports: number[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outdial-rolling-'))
  bucket = await startS3Server()
  carrier = await standIn.start()
  const database = await testDatabase()
  pool = database.pool
  ports = [await freePort(), await freePort()]
  balancer = await openBalancer(ports)
  const shared = {
    DATABASE_URL: database.connectionString,
    SECRET_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: KEY,
    PUBLIC_URL: balancer.url,
    SHUTDOWN_GRACE_SECONDS: '60',
    ...(bucket?.environment ?? { RECORDINGS_DIR: join(home, 'recordings') }),
  }
  environments = ports.map((port) => ({ ...shared, PORT: String(port), DATA_DIR: join(home, `node-${port}`) }))
  nodes = []
  for (const environment of environments) nodes.push(await serve(environment))
  client = clientOf(() => [Number(new URL(balancer.url).port)], KEY)
  await spoken('Yes.', TELEPHONE)
}, 180_000)

afterAll(async () => {
  await closeVoices()
  for (const { process } of nodes ?? []) process.kill('SIGKILL')
  balancer?.close()
  await carrier?.stop()
  await bucket?.close()
  await rm(home, { recursive: true, force: true })
})

/** As carriers do: a webhook that met a node in the moment of its end is sent again. */
class PatientCarrier extends CarrierSide {
  override send(webhook: SignedWebhook): Promise<Reply> {
    return eventually('a webhook to arrive', () => super.send(webhook).catch(() => null), 10_000)
  }
}

/** Rings everybody whom the program calls; they pick up, hear the agent out and answer by voice or by key. */
class Street {
  readonly ringing = new Set<number>()
  readonly talking = new Set<number>()
  readonly faults: string[] = []
  readonly #side: CarrierSide
  readonly #lives: Array<Promise<void>> = []
  #seen = 0

  constructor(side: CarrierSide) {
    this.#side = side
  }

  async look(campaignId: number): Promise<void> {
    const { rows } = await pool.query<{ id: number; provider_call_id: string }>(
      `select id, provider_call_id from calls where campaign_id = $1 and provider_call_id is not null and id > $2 order by id`,
      [campaignId, this.#seen],
    )
    for (const { id, provider_call_id } of rows) {
      this.#seen = id
      this.#lives.push(this.#live(id, provider_call_id).catch((error) => void this.faults.push(`call ${id}: ${error}`)))
    }
  }

  async #live(id: number, providerCallId: string): Promise<void> {
    const call = this.#side.ref(id, providerCallId)
    this.ringing.add(id)
    await this.#side.tells(call, { kind: 'ringing' })
    await new Promise((resolve) => setTimeout(resolve, randomIntBetween(rng, 300, 4000)))
    const person = new Person(await this.#side.picksUp(call), TELEPHONE)
    this.ringing.delete(id)
    this.talking.add(id)
    if (id % 3 === 0) await person.answers('Yes, I will be there.')
    else {
      // One is yes to "Am I speaking with Maria?", and then to the appointment.
      await person.hears(1)
      person.presses('1')
      await person.hears(2)
      person.presses('1')
      await person.isHungUpOn()
    }
    this.talking.delete(id)
    await this.#side.tells(call, { kind: 'ended', as: 'completed' })
  }

  async over(): Promise<void> {
    await Promise.all(this.#lives)
  }
}

async function startCampaign(): Promise<number> {
  // People here answer at any hour.
  await client.request('PUT', '/api/v1/organizations/policy', { policy: { hours_floor: 'off' } })
  const config = { provider: 'twilio', ...carrier.credentials, calls_per_second: 5 }
  const path = '/api/v1/organizations/telephony-configs'
  const { id: telephony_configuration_id } = await client.request('POST', path, { name: 'carrier', config })
  const number = { address: OWN_NUMBER, is_default_caller_id: true }
  await client.request('POST', `${path}/${telephony_configuration_id}/phone-numbers`, number)
  const [{ definition }] = SAMPLE_WORKFLOWS
  const recorded = { ...definition, settings: { ...definition.settings, recording: true } }
  const workflow = { name: 'recorded', workflow_definition: recorded }
  const { id: workflow_id } = await client.request('POST', '/api/v1/workflow/create/definition', workflow)
  const people = Array.from({ length: PEOPLE }, (_, index) => `+1415555${2000 + index},Maria,Monday,noon,+12025550100`)
  const { id } = await client.request<{ id: number }>('POST', '/api/v1/campaign/create', {
    name: 'rolling',
    workflow_id,
    telephony_configuration_id,
    source_type: 'csv',
    source_id: await client.upload(
      ['phone_number,first_name,appointment_date,appointment_time,front_desk_number', ...people].join('\n'),
    ),
    max_concurrency: CAP,
    retry_config: { enabled: true, max_retries: 2, retry_delay_seconds: 0 },
  })
  await client.request('POST', `/api/v1/campaign/${id}/start`)
  return id
}

/** As a balancer with a health check has it: a node that is not ready gets no new connections. */
async function readyAgain(port: number): Promise<void> {
  await eventually('the node to be ready', async () => {
    const ready = await fetch(`http://127.0.0.1:${port}/api/v1/ready`).catch(() => null)
    return ready?.ok
  })
  ports.push(port)
}

/** While somebody talks and somebody is rung. Answers how many of each. */
async function restart(index: number, street: Street): Promise<string> {
  await eventually(
    'people who talk and people who are rung',
    async () => street.talking.size > 0 && street.ringing.size > 0,
  )
  const met = `${street.talking.size} talked and ${street.ringing.size} were rung`
  const node = nodes[index] as Serving
  node.process.kill('SIGTERM')
  await eventually('the node to say that it leaves', async () => {
    const ready = await fetch(`http://127.0.0.1:${node.port}/api/v1/ready`).catch(() => null)
    return ready === null || ready.status === 503
  })
  ports.splice(ports.indexOf(node.port), 1)
  const { code, err } = await node.ended
  expect([code, err.includes('failed to start the conversation of a call')]).toEqual([0, false])
  nodes[index] = await serve(environments[index] as Record<string, string>)
  await readyAgain(node.port)
  return met
}

it('a rolling restart of two nodes loses nobody, calls nobody twice and hangs up on nobody', async () => {
  const street = new Street(new PatientCarrier(carrier, { inside: { pool } } as unknown as Program))
  const campaignId = await startCampaign()
  const completed = eventually(
    'the campaign to complete',
    async () => {
      await street.look(campaignId)
      const { rows } = await pool.query<{ state: string }>('select state from campaigns where id = $1', [campaignId])
      return rows[0]?.state === 'completed'
    },
    400_000,
  )
  const met = [await restart(0, street), await restart(1, street)]
  if (process.env.OUTDIAL_PROOF) console.log(`  proof: ${met.join(', then ')}`)
  await completed.catch(async (error) => {
    const { rows } = await pool.query(
      'select id, state, outcome, cause, ended_by, node_id, placed_at, answered_at from calls where live order by id',
    )
    throw new Error(`${error.message}; ${JSON.stringify({ faults: street.faults, live: rows })}`)
  })
  await street.over()
  expect(street.faults).toEqual([])

  const dials = carrier.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/Calls.json'))
  const numbers = dials.map(({ body }) => new URLSearchParams(body).get('To'))
  const { rows: again } = await pool.query(
    `select id, attempt, node_id, outcome, cause, ended_by, agent_at, placed_at, answered_at, ended_at from calls
      where contact_id in (select contact_id from calls where attempt > 1) order by id`,
  )
  expect(again, 'people called again').toEqual([])
  expect([numbers.length, new Set(numbers).size], 'dials, and people').toEqual([PEOPLE, PEOPLE])
  const { runs } = await client.request<{ runs: Array<{ id: number; outcome: string; disposition: string }> }>(
    'GET',
    `/api/v1/campaign/${campaignId}/runs?limit=100`,
  )
  expect(runs.map(({ outcome, disposition }) => `${outcome}, ${disposition}`)).toEqual(
    runs.map(() => 'answered, confirmed'),
  )
  for (const { id } of runs) {
    const found = () =>
      client.request<{ download_url: string }>('GET', `/api/v1/calls/${id}/recording`).catch(() => null)
    const { download_url } = await eventually(`the recording of call ${id}`, found, 30_000)
    const wav = Buffer.from(await (await fetch(balancer.url + new URL(download_url).pathname)).arrayBuffer())
    expect([wav.toString('latin1', 0, 4), wav.length > 30_000]).toEqual(['RIFF', true])
  }
}, 600_000)
