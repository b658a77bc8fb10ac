/**
 * Where the cost of a call goes: the database's time by statement, the program's by room. Measured while nothing else is: each
 * statement's time includes waits for a processor.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  allRan,
  CALL_SECONDS,
  newCampaign,
  newTenant,
  ORGANIZATIONS,
  release,
  startHeld,
  type Tenant,
} from './tenants.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const ROWS = 20_000
const WARM_UP_ROWS = 4_000
/** Parts below this share of the whole are added up. */
const SMALLEST_SHARE = 0.01
const SAMPLE_MICROSECONDS = 500

export async function partsBench(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-parts-'))
  try {
    await preloadStatistics(dataDir)
    const world = await openBenchWorld({ dataDir })
    try {
      await world.pool.query('create extension if not exists pg_stat_statements')
      await run(world, WARM_UP_ROWS, 0)
      // Together they would slow each other down, so the program is measured in one campaign and the database in another.
      return [
        ...(await programParts(world, campaignOf(0))),
        ...(await databaseParts(world, campaignOf(0))),
        ...(await databaseParts(world, campaignOf(50))),
        ...(await tenantsParts(world)),
      ]
    } finally {
      await world.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The extension counts from the next start of the server on. */
async function preloadStatistics(dataDir: string): Promise<void> {
  const world = await openBenchWorld({ dataDir })
  await world.pool.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await world.close()
}

/** Calls that are measured: prepared first, so that only their dials are in the figures. */
interface Load {
  title: string
  method: string
  prepare(world: BenchWorld): Promise<() => Promise<void>>
}

function campaignOf(callMs: number, rows = ROWS): Load {
  return {
    title: `${callMs} ms`,
    method: `${rows} calls of ${callMs} ms`,
    async prepare(world) {
      const seconds = callMs / 1000
      const configuration = await world.simulator({ shortest_talk_seconds: seconds, longest_talk_seconds: seconds })
      const campaign = await world.campaign(await world.upload(rows), configuration, {})
      return async () => {
        await world.start(campaign)
        await world.completed(campaign)
      }
    },
  }
}

async function run(world: BenchWorld, rows: number, callMs: number): Promise<void> {
  const live = await campaignOf(callMs, rows).prepare(world)
  await live()
}

async function tenantsParts(world: BenchWorld): Promise<Figure[]> {
  const sample = (await world.request('GET', '/api/v1/workflow/fetch/1')).body as { workflow_definition: unknown }
  const tenants: Tenant[] = []
  for (let index = 0; index < ORGANIZATIONS; index++) {
    const contacts = ROWS / ORGANIZATIONS
    tenants.push(
      await newTenant(world, index, {
        definition: sample.workflow_definition,
        contacts,
        slots: 1,
        callSeconds: CALL_SECONDS,
      }),
    )
  }
  const load: Load = {
    title: `${ORGANIZATIONS} organizations`,
    method: `${ROWS} calls of 50 ms of ${ORGANIZATIONS} organizations with one slot`,
    async prepare() {
      for (const tenant of tenants) tenant.campaignId = await newCampaign(world, tenant)
      await startHeld(world, tenants)
      return async () => {
        await release(world)
        await allRan(world, tenants)
      }
    },
  }
  await (await load.prepare(world))()
  return [...(await programParts(world, load)), ...(await databaseParts(world, load))]
}

async function databaseParts(world: BenchWorld, load: Load): Promise<Figure[]> {
  const live = await load.prepare(world)
  await world.pool.query('select pg_stat_statements_reset()')
  await live()
  const { rows } = await world.pool.query<{ query: string; ms: number; calls: number }>(
    'select query, total_exec_time as ms, calls::int from pg_stat_statements',
  )
  const calls = new Map<string, number>()
  const parts = new Map<string, number>()
  for (const { query, ms, calls: times } of rows) {
    const name = statementName(query)
    parts.set(name, (parts.get(name) ?? 0) + ms * 1000)
    calls.set(name, (calls.get(name) ?? 0) + times)
  }
  const method = `time of execution by pg_stat_statements, ${load.method}`
  return figuresOf(`database, ${load.title}`, parts, (name) => `${method}; ${calls.get(name) ?? 'several'} times`)
}

/** Reads of the dialer that are named by their purpose, because they read several tables. */
const READS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^select (?=.* campaign_lanes l)(?=.* ledger_persons p)/, 'read due contacts'],
  [/ from campaigns .* breaker_seconds /, 'lock campaigns'],
  [/ c\.talked_in is null/, 'compare own calls'],
  [/from organizations o .* for no key update/, 'lock organizations'],
]

/** A name for a statement: the tables that it writes, or else the first table that it reads. */
function statementName(query: string): string {
  const text = query.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase()
  const known = READS.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  const written = [...text.matchAll(/\b(insert into|update|delete from) ([a-z_"]+)/g)].flatMap(([, verb, table]) =>
    table === 'set' || table === 'of' || table === 'skip' ? [] : [`${(verb as string).split(' ')[0]} ${table}`],
  )
  if (written.length > 0) return [...new Set(written)].join(', ')
  const [, read] = / from "?([a-z_]+)/.exec(text) ?? []
  return read ? `read ${read}` : text.slice(0, 30)
}

async function programParts(world: BenchWorld, load: Load): Promise<Figure[]> {
  const live = await load.prepare(world)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
  await session.post('Profiler.start')
  await live()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const method = `sampled every ${SAMPLE_MICROSECONDS} us without waits, ${load.method}; time in functions of the folder itself`
  return figuresOf(`program, ${load.title}`, roomsOf(profile), () => method)
}

function roomsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const rooms = new Map(nodes.map(({ id, callFrame }) => [id, roomOf(callFrame)]))
  const parts = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const room = rooms.get(id)
    if (room) parts.set(room, (parts.get(room) ?? 0) + (timeDeltas[index] ?? 0))
  }
  return parts
}

/** The folder or package of a function; null for waits and for the profiler's own work. */
function roomOf({ url, functionName }: { url: string; functionName: string }): string | null {
  if (functionName === '(idle)' || functionName === 'dispatch') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  const [, room] = /\/dist\/(?:src\/(?:telephony\/providers\/)?)?([^/]+)/.exec(url) ?? []
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (dependency) return dependency
  return room ?? 'node'
}

function figuresOf(title: string, parts: ReadonlyMap<string, number>, method: (part: string) => string): Figure[] {
  const whole = [...parts.values()].reduce((sum, one) => sum + one, 0)
  const large = [...parts].filter(([, spent]) => spent >= whole * SMALLEST_SHARE).sort((a, b) => b[1] - a[1])
  const rest = whole - large.reduce((sum, [, spent]) => sum + spent, 0)
  const figure = (name: string, spent: number): Figure => ({
    figure: `${title}: ${name}`.slice(0, 80),
    value: Math.round((spent / ROWS) * 10) / 10,
    unit: 'us',
    method: method(name),
  })
  return [...large.map(([name, spent]) => figure(name, spent)), figure('all others', rest), figure('together', whole)]
}
