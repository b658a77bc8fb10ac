/**
 * Which operations grow with the number of waiting contacts of a campaign. GROWTH_CONTACTS sets the number, GROWTH_FREE_GB the room
 * that is left free on the disk. GROWTH_DIR names a folder in which the database is kept and used again by the next run.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDialerPool } from '../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../src/dialer/store-postgres.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { round } from './dialer.ts'
import { type Grown, generateCampaign, HELD, numberOf } from './growth-contacts.ts'
import { pause, reviewed, startLockWaiter } from './locks.ts'
import { type BenchWorld, type Figure, openBenchWorld, percentile } from './world.ts'

const CONTACTS = Number(process.env.GROWTH_CONTACTS ?? 2_000_000)
const CLAIMS = 50
const CLAIMED = 100
const REPEATED = 5
const RUN_MS = 15_000
/** GROWTH_COUNT_SECONDS: no longer wait for the counts of progress and start check. */
const COUNT_SECONDS_MAX = Number(process.env.GROWTH_COUNT_SECONDS ?? 900)

export async function growthBench(): Promise<Figure[]> {
  const kept = process.env.GROWTH_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'outdial-growth-'))
  try {
    const grown = await generateOnce(dataDir)
    const world = await openBenchWorld({ dataDir })
    try {
      const section = new GrowthSection(world, grown)
      await section.measure()
      return section.figures
    } finally {
      await world.close()
    }
  } finally {
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function generateOnce(dataDir: string): Promise<Grown> {
  const file = join(dataDir, 'growth.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await generateCampaign(dataDir, CONTACTS)))
  return JSON.parse(readFileSync(file, 'utf8')) as Grown
}

class GrowthSection {
  readonly figures: Figure[] = []
  readonly #world: BenchWorld
  readonly #grown: Grown

  constructor(world: BenchWorld, grown: Grown) {
    this.#world = world
    this.#grown = grown
  }

  async measure(): Promise<void> {
    const { generateSeconds, indexSeconds, bytes, contacts, campaignId } = this.#grown
    this.#add('generated', generateSeconds, 's', 'inserted without the indexes that are not unique')
    this.#add('indexes built', indexSeconds, 's', 'with vacuum analyze')
    this.#add(
      'on disk',
      bytes / 1e9,
      'GB',
      `${Math.round(bytes / contacts)} bytes a contact, with its list row and all indexes`,
    )
    const path = `/api/v1/campaign/${campaignId}`
    await this.#read('progress, first after a start of the node', `${path}/progress`, 1)
    await this.#untilCounted('progress', `${path}/progress`)
    await this.#read('progress, repeated', `${path}/progress`)
    await this.#read('explain', `${path}/explain`)
    await this.#read('start check, first after a start of the node', `${path}/start-check`, 1)
    await this.#untilCounted('start check', `${path}/start-check`)
    await this.#read('start check, repeated', `${path}/start-check`)
    await this.#read('first page of contacts', `${path}/contacts?limit=50`)
    await this.#underLock('resume', () => this.#world.request('POST', `${path}/resume`))
    await this.#run()
    await this.#underLock('pause', () => this.#world.request('POST', `${path}/pause`))
    await this.#underLock('policy edit', () => this.#editPolicy())
    await this.#underLock('review after the edit', () => reviewed(this.#world))
    const person = numberOf(1 + Math.floor(Math.random() * contacts))
    await this.#underLock('erasure of one person', () =>
      this.#world.request('POST', '/api/v1/erasures', { phone_number: person }),
    )
    await this.#claims()
  }

  #add(figure: string, value: number, unit: string, method: string): void {
    const load = loadavg()[0] as number
    const { contacts } = this.#grown
    const where = `${contacts.toLocaleString('en')} contacts; load ${load.toFixed(1)}`
    this.figures.push({ figure, value: round(value, value < 10 ? 2 : 1), unit, method: `${method}; ${where}` })
    process.stderr.write(`${figure}: ${value.toFixed(1)} ${unit} (${method}; ${where})\n`)
  }

  async #read(figure: string, path: string, times = REPEATED): Promise<void> {
    const took: number[] = []
    let failed = ''
    for (let index = 0; index < times; index++) {
      const startedMs = performance.now()
      await this.#world.request('GET', path).catch((error: unknown) => {
        failed = ` FAILED: ${messageOf(error)};`
      })
      took.push(performance.now() - startedMs)
    }
    const method = times === 1 ? 'one request' : `median of ${times}, longest ${Math.max(...took).toFixed(1)} ms`
    this.#add(figure, percentile(took, 0.5), 'ms', `${failed}${method}`)
  }

  /** How long the contacts are counted in the background. */
  async #untilCounted(figure: string, path: string): Promise<void> {
    const startedMs = performance.now()
    const seconds = () => (performance.now() - startedMs) / 1000
    const isCounted = async () =>
      ((await this.#world.request('GET', path)).body as { waiting_counted: boolean }).waiting_counted
    while (!(await isCounted()) && seconds() < COUNT_SECONDS_MAX) await pause(1000)
    const method = seconds() < COUNT_SECONDS_MAX ? 'until the answer has counts' : 'NOT COUNTED in this time'
    this.#add(`${figure}, counting`, seconds(), 's', method)
  }

  /** The operation, and how long another transaction waited for the lock of the organization meanwhile. */
  async #underLock(figure: string, operation: () => Promise<unknown>): Promise<void> {
    const waiter = await startLockWaiter(this.#world.pool, this.#grown.organizationId)
    waiter.send('begin')
    const startedMs = performance.now()
    let failed = ''
    await operation().catch((error: unknown) => {
      failed = `FAILED: ${messageOf(error)}; `
    })
    const tookMs = performance.now() - startedMs
    const waited = once(waiter, 'message') as Promise<[number[]]>
    waiter.send('end')
    const [waits] = await waited
    waiter.send('leave')
    this.#add(figure, tookMs, 'ms', `${failed}request to answer`)
    this.#add(`${figure}, longest wait for the lock`, Math.max(0, ...waits), 'ms', `lock taken ${waits.length} times`)
  }

  #editPolicy(): Promise<unknown> {
    // Another value in each run.
    const policy = { caps: [{ max: 51 + (Math.floor(Date.now() / 1000) % 40), hours: 24 }] }
    return this.#world.request('PUT', '/api/v1/organizations/policy', { policy })
  }

  /** Calls of 0 ms on the simulated carrier, under calling rules. */
  async #run(): Promise<void> {
    const { campaignId } = this.#grown
    const executed = async () => {
      const { rows } = await this.#world.pool.query<{ count: number }>(
        'select executed_count as count from campaigns where id = $1',
        [campaignId],
      )
      return rows[0]?.count as number
    }
    const [before, startedMs] = [await executed(), performance.now()]
    await pause(RUN_MS)
    const perSecond = ((await executed()) - before) / ((performance.now() - startedMs) / 1000)
    this.#add('calls per second', perSecond, '1/s', `calls of 0 ms, 100 slots, under calling rules, ${RUN_MS / 1000} s`)
  }

  /** The opening of a claim and its writes, rolled back; nothing else dials. */
  async #claims(): Promise<void> {
    const { pool, app } = this.#world
    const { campaignId, organizationId } = this.#grown
    await app.dialer.drain()
    await pool.query(`update campaigns set state = 'running', next_due_at = '-infinity' where id = $1`, [campaignId])
    const dialerPool = openDialerPool(pool)
    const store = new PostgresDialerStore(dialerPool, systemClock)
    const took: number[] = []
    for (let index = 0; index < CLAIMS; index++) took.push(await claimOnce(store, organizationId, campaignId))
    await dialerPool.end()
    await pool.query(`update campaigns set state = 'paused' where id = $1`, [campaignId])
    const method = `${CLAIMS} claims of ${CLAIMED} contacts, rolled back; ${HELD} contacts were postponed before`
    this.#add('claim, median', percentile(took, 0.5), 'ms', method)
    this.#add('claim, longest', Math.max(...took), 'ms', method)
  }
}

async function claimOnce(store: PostgresDialerStore, organizationId: number, campaignId: number): Promise<number> {
  const undo = new Error('roll back')
  let tookMs = 0
  const opening = {
    organizationIds: [organizationId],
    campaignIds: [],
    configurationIds: [],
    callIds: [],
    wait: true,
    breakerByMs: 0,
  }
  await store
    .transaction(async (tx) => {
      const startedMs = performance.now()
      const nowMs = Date.now()
      await tx.open({ ...opening, claim: { byMs: nowMs, limit: CLAIMED, others: false } })
      const zoneIds = (await tx.zonesOf(campaignId)).map(({ id }) => id)
      const request = { organizationId, campaignId, zoneIds, byMs: nowMs, limit: CLAIMED }
      const [people = []] = await tx.dueInZones([
        { ...request, historySinceMs: nowMs - 86_400_000, withConsents: false, withCheck: false },
      ])
      if (people.length !== CLAIMED) throw new Error(`${people.length} people due`)
      await tx.saveContacts(people.map(({ id }) => ({ id, kind: 'in_call', callerNumberId: null })))
      await tx.nextRetryInZones(campaignId, zoneIds, nowMs)
      tookMs = performance.now() - startedMs
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return tookMs
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 160)
}
