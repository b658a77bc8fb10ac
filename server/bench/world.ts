/** A whole Outdial for a benchmark: embedded PostgreSQL with fsync on, the real assembly, the interface by injection. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type App, openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { DialerMetrics } from '../src/dialer/metrics.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { openLog } from '../src/kernel/log.ts'
import { systemRng } from '../src/kernel/rng.ts'
import { firstStart } from '../src/organizations/first-start.ts'
import { openStorage } from '../src/roles/open-storage.ts'
import { addSamples } from '../src/samples/add-samples.ts'

export interface Figure {
  figure: string
  value: number
  unit: string
  /** What DESIGN asks for: `>= 3000`, `<= 0.5`. */
  target?: string
  method: string
}

export interface BenchWorld {
  app: App
  pool: pg.Pool
  dataDir: string
  request(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>
  upload(rows: number): Promise<string>
  uploadNumbers(numbers: readonly string[]): Promise<string>
  simulator(settings: Record<string, unknown>): Promise<number>
  campaign(sourceId: string, configurationId: number, settings: Record<string, unknown>): Promise<number>
  start(campaignId: number): Promise<void>
  /** Resolves when the campaign is complete; answers with seconds from start to completion as the campaign itself says. */
  completed(campaignId: number): Promise<number>
  cpuSeconds(): number
  close(): Promise<void>
}

const NAMES = ['Ada', 'Grace', 'Alan', 'Edith', 'Oliver', 'Margaret', 'Barbara', 'Dennis', 'Frances', 'Donald']
/** Names differ, because what is said to people is kept and said again. */
const nameOf = (index: number) => NAMES[index % NAMES.length]

export const KEY = `od_${'b'.repeat(43)}`

export interface BenchWorldOptions {
  watch?: DialerMetrics
  dataDir?: string
  /** A server of its own instead of the embedded one. */
  database?: { url: string; pid: number }
  /** Left out: as the environment says. */
  claimsAhead?: 'on' | 'off'
}

export async function openBenchWorld(options: BenchWorldOptions = {}): Promise<BenchWorld> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'outdial-bench-'))
  const { database } = options
  const shared = database ? { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } : {}
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      CLAIMS_AHEAD: options.claimsAhead ?? process.env.CLAIMS_AHEAD,
      CLAIMS_AHEAD_RATE: process.env.CLAIMS_AHEAD_RATE,
      ...shared,
    },
    false,
  )
  const log = openLog('error', false)
  const storage = await openStorage({ config, clock: systemClock, log, schema: 'migrate' })
  const app = await openApp({
    config,
    pool: storage.pool,
    clock: systemClock,
    rng: systemRng,
    log,
    ...(options.watch ? { watch: options.watch } : {}),
  })
  const first = await firstStart({ db: app.db, clock: systemClock }, KEY)
  if (first)
    await addSamples({ db: app.db, secrets: app.secrets, pool: storage.pool, clock: systemClock }, first.organizationId)
  await app.start()
  const postmaster = database?.pid ?? postmasterPid(dataDir)

  async function request(method: string, path: string, body?: unknown) {
    const response = await app.server.inject({
      method: method as 'GET',
      url: path,
      headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`)
    return { status: response.statusCode, body: response.json() as never }
  }

  async function completed(campaignId: number): Promise<number> {
    for (;;) {
      const { rows } = await storage.pool.query<{ seconds: number | null }>(
        `select extract(epoch from completed_at - started_at)::float8 as seconds from campaigns where id = $1`,
        [campaignId],
      )
      const seconds = rows[0]?.seconds
      if (seconds !== null && seconds !== undefined) return seconds
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async function uploadNumbers(numbers: readonly string[]): Promise<string> {
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/v1/contact-lists?filename=bench.csv',
      headers: { 'x-api-key': KEY, 'content-type': 'text/csv' },
      payload: [
        'phone_number,first_name,appointment_date,appointment_time,front_desk_number',
        ...numbers.map((number, index) => `${number},${nameOf(index)},Monday,noon,+12025550100`),
      ].join('\n'),
    })
    const answer = response.json() as { source_id?: string; total_rows?: number }
    if (!answer.source_id || answer.total_rows !== numbers.length)
      throw new Error(`upload: ${response.body.slice(0, 300)}`)
    return answer.source_id
  }

  let serial = 0
  return {
    app,
    pool: storage.pool,
    dataDir,
    request,
    completed,
    // Numbers that end in 00 to 59 follow the rates, which are all zero: they answer.
    upload: (rows) => uploadNumbers(Array.from({ length: rows }, (_, index) => benchNumber(index))),
    uploadNumbers,
    async simulator(settings) {
      const config = {
        provider: 'simulator',
        people_speak: false,
        calls_per_second: 10_000,
        shortest_ring_seconds: 0,
        longest_ring_seconds: 0,
        ...settings,
      }
      const { body } = await request('POST', '/api/v1/organizations/telephony-configs', {
        name: `bench ${++serial}`,
        config,
      })
      return (body as { id: number }).id
    },
    async campaign(sourceId, configurationId, settings) {
      const { body } = await request('POST', '/api/v1/campaign/create', {
        name: `bench ${++serial}`,
        workflow_id: 1,
        source_type: 'csv',
        source_id: sourceId,
        telephony_configuration_id: configurationId,
        max_concurrency: 100,
        ...settings,
      })
      return (body as { id: number }).id
    },
    async start(campaignId) {
      await request('POST', `/api/v1/campaign/${campaignId}/start`)
    },
    cpuSeconds: () => {
      const own = process.cpuUsage()
      return (own.user + own.system) / 1e6 + processTreeCpuSeconds(postmaster)
    },
    async close() {
      await app.stop(0)
      await storage.close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function benchNumber(index: number): string {
  return `+1202${String(Math.floor(index / 60)).padStart(5, '0')}${String(index % 60).padStart(2, '0')}`
}

function postmasterPid(dataDir: string): number {
  const file = findFile(dataDir, 'postmaster.pid')
  return file ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

function findFile(directory: string, name: string): string | null {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isFile() && entry.name === name) return join(directory, name)
  }
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'base') continue
    const found = findFile(join(directory, entry.name), name)
    if (found) return found
  }
  return null
}

const TICKS_PER_SECOND = 100

/** Of a process and its children, the ended ones included. */
export function processTreeCpuSeconds(root: number): number {
  if (root === 0) return 0
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const fields = (readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1] as string).split(' ')
      const isRoot = Number(entry) === root
      if (!isRoot && Number(fields[1]) !== root) continue
      ticks += Number(fields[11]) + Number(fields[12])
      if (isRoot) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // ended while we looked
    }
  }
  return ticks / TICKS_PER_SECOND
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
