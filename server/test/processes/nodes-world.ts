/** Nodes of the real program on one real PostgreSQL, and a carrier that outlives them and keeps the truth. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { kill, type Serving, serve } from '../child-program.ts'
import { freePort } from '../free-port.ts'
import { CARRIER_SECRET, type CarrierServer, mostAtOnce, startCarrierServer } from './carrier-server.ts'
import { type Client, clientOf } from './client.ts'

const KEY = `od_${'k'.repeat(43)}`
/** Orphans are asked after when their node's lease, the fence and the time a request may take have passed. */
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 200

export interface Limits {
  contacts: number
  /** Live calls of each campaign, and of the organization. */
  cap: number
  organizationCap: number
}

export interface NodesWorldOptions {
  url: string
  pool: pg.Pool
  limits: Limits
}

export interface RunningCampaign {
  id: number
  /** How the numbers of its people begin. */
  prefix: string
}

/** Short calls of a carrier whose people say nothing; some are busy, and are tried again. */
const CARRIER_SETTINGS = {
  provider: 'simulator',
  carrier_secret: CARRIER_SECRET,
  people_speak: false,
  shortest_ring_seconds: 0.05,
  longest_ring_seconds: 0.2,
  shortest_talk_seconds: 0.2,
  longest_talk_seconds: 1.2,
  busy_rate: 0.1,
  ring_timeout_seconds: 15,
  max_call_seconds: 30,
}

export class NodesWorld {
  readonly nodes: Serving[] = []
  readonly carrier: CarrierServer
  readonly client: Client
  readonly #pool: pg.Pool
  readonly #limits: Limits
  readonly #environment: Record<string, string>
  readonly #firstPort: number
  #isEmpty = true

  private constructor(carrier: CarrierServer, firstPort: number, options: NodesWorldOptions) {
    this.carrier = carrier
    this.#pool = options.pool
    this.#limits = options.limits
    this.#firstPort = firstPort
    this.client = clientOf(() => this.nodes.map((node) => node.port), KEY)
    this.#environment = {
      DATABASE_URL: options.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      BOOTSTRAP_API_KEY: KEY,
      SIMULATOR: 'remote',
      // The first node carries it.
      PUBLIC_URL: `http://127.0.0.1:${firstPort}`,
      DATA_DIR: join(tmpdir(), `outdial-none-${process.pid}`),
      // `CLAIMS_AHEAD=on npm run proof -- kill 10` proves the same with claims ahead of free slots.
      ...(process.env.CLAIMS_AHEAD === undefined ? {} : { CLAIMS_AHEAD: process.env.CLAIMS_AHEAD }),
    }
  }

  static async open(options: NodesWorldOptions): Promise<NodesWorld> {
    return new NodesWorld(await startCarrierServer(), await freePort(), options)
  }

  async spawnNode(more: Record<string, string> = {}): Promise<void> {
    const first = this.#isEmpty ? { PORT: String(this.#firstPort) } : {}
    this.#isEmpty = false
    this.nodes.push(await serve({ ...this.#environment, ...more, ...first }))
  }

  /** The only node, at the address that carriers call back; `args`: another program than the product's own. */
  async spawnOnlyNode(args: readonly string[], more: Record<string, string>): Promise<Serving> {
    const node = await serve({ ...this.#environment, ...more, PORT: String(this.#firstPort) }, { args })
    this.nodes.splice(0, this.nodes.length, node)
    return node
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => kill(node, 'SIGKILL')))
    await this.carrier.close()
    await rm(this.#environment.DATA_DIR as string, { recursive: true, force: true })
  }

  async useCarrier(more: Record<string, number> = {}): Promise<void> {
    await this.#pool.query('update organizations set max_concurrency = $1', [this.#limits.organizationCap])
    await this.client.request('POST', '/api/v1/organizations/telephony-configs', {
      name: 'carrier',
      is_default_outbound: true,
      config: { ...CARRIER_SETTINGS, carrier_url: this.carrier.url, ...more },
    })
  }

  async startCampaign(name: string, area: string, workflowId = 1): Promise<RunningCampaign> {
    const { contacts, cap } = this.#limits
    const people = Array.from({ length: contacts }, (_, index) => `+1${area}${String(index).padStart(5, '0')}00`)
    // The columns that the sample workflow says.
    const header = 'phone_number,appointment_date,appointment_time,front_desk_number'
    const rows = people.map((number) => `${number},Friday,at ten,555 0100`)
    const sourceId = await this.client.upload([header, ...rows].join('\n'))
    const { id } = await this.client.request<{ id: number }>('POST', '/api/v1/campaign/create', {
      name,
      workflow_id: workflowId,
      source_type: 'csv',
      source_id: sourceId,
      max_concurrency: cap,
      retry_config: { max_retries: 10, retry_delay_seconds: 1 },
    })
    await this.client.request('POST', `/api/v1/campaign/${id}/start`)
    return { id, prefix: `+1${area}` }
  }

  /** Resolves when the carrier has begun so many calls. */
  async dialed(calls: number): Promise<void> {
    const giveUpMs = performance.now() + PATIENCE_MS
    while (this.carrier.calls.length < calls) {
      if (performance.now() > giveUpMs) throw new Error(`only ${this.carrier.calls.length} calls\n${this.#said()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async finished(campaigns: readonly RunningCampaign[]): Promise<void> {
    const giveUpMs = performance.now() + PATIENCE_MS
    for (;;) {
      const { rows } = await this.#pool.query<{ open: number }>(
        `select count(*) as open from campaigns where id = any($1::bigint[]) and state <> 'completed'`,
        [campaigns.map((campaign) => campaign.id)],
      )
      if (rows[0]?.open === 0) return
      if (performance.now() > giveUpMs) {
        const left = await this.#pool.query(`select state, count(*) from calls where live group by state`)
        throw new Error(`not finished: ${JSON.stringify(left.rows)}\n${this.#said()}`)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  /** Nobody called twice at once, nobody lost, every limit kept, and counts that agree with what the carrier saw. */
  async expectPromisesKept(campaigns: readonly RunningCampaign[]): Promise<void> {
    const { contacts, cap, organizationCap } = this.#limits
    for (const { id, prefix } of campaigns) {
      const calls = this.carrier.calls.filter((call) => call.to.startsWith(prefix))
      expect(mostAtOnce(calls), 'live calls of the campaign').toBeLessThanOrEqual(cap)
      const people = new Set(calls.map((call) => call.to))
      expect(people.size, 'people called').toBe(contacts)
      for (const person of people) {
        expect(mostAtOnce(calls.filter((call) => call.to === person)), `live calls of ${person}`).toBe(1)
      }
      const campaign = await this.client.request<Record<string, number | string>>('GET', `/api/v1/campaign/${id}`)
      expect(campaign).toMatchObject({ state: 'completed', total_rows: contacts, processed_rows: contacts })
      expect(campaign.executed_count, 'dials counted against dials the carrier saw').toBe(calls.length)
      expect(campaign.total_queued_count).toBe(campaign.executed_count)
    }
    expect(mostAtOnce(this.carrier.calls), 'live calls of the organization').toBeLessThanOrEqual(organizationCap)
    const { rows } = await this.#pool.query(
      `select (select sum(live_calls) from organizations) as organizations, (select sum(live_calls) from campaigns) as campaigns,
              (select count(*) from calls where live) as calls, (select count(*) from calls_live) as live, (select count(*) from contacts where state <> 'done') as contacts`,
    )
    expect(rows[0]).toEqual({ organizations: 0, campaigns: 0, calls: 0, live: 0, contacts: 0 })
  }

  #said(): string {
    return this.nodes
      .map((node) => `node ${node.port}, exit ${node.process.exitCode}: ${node.err().slice(-800)}`)
      .join('\n')
  }
}
