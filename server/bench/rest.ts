/** What a node costs that has nothing to do: memory before the first conversation, and CPU with a thousand organizations that wait. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const PROGRAM = fileURLToPath(new URL('../program/main.js', import.meta.url))
const PORT = 8390
const ORGANIZATIONS = 1000
/** What was to be done at the start is done by then. */
const SETTLED_MS = 10_000
const MEASURED_MS = 60_000

export async function restBench(): Promise<Figure[]> {
  return [await memory(), ...(await waitingOrganizations())]
}

async function memory(): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-rest-'))
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const isReady = () =>
    fetch(`http://127.0.0.1:${PORT}/api/v1/ready`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isReady())) await pause(50)
  await pause(SETTLED_MS)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
  return {
    figure: 'resident memory before the first conversation',
    value: Math.round(megabytes),
    unit: 'MB',
    target: '<= 250',
    method: `VmRSS of the program ${SETTLED_MS / 1000} s after a cold start; the embedded PostgreSQL is not in it`,
  }
}

async function waitingOrganizations(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    await addOrganizations(world)
    await pause(SETTLED_MS)
    const before = world.cpuSeconds()
    await pause(MEASURED_MS)
    const share = ((world.cpuSeconds() - before) / (MEASURED_MS / 1000)) * 100
    const method = `program and database together over ${MEASURED_MS / 1000} s; each organization has a running campaign of 10 people who wait for their retries`
    return [
      {
        figure: `CPU with ${ORGANIZATIONS} organizations and nothing due`,
        value: Math.round(share * 100) / 100,
        unit: '% core',
        target: '<= 1',
        method,
      },
    ]
  } finally {
    await world.close()
  }
}

/** Copies of one campaign that was made through the interface, an hour before its retries are due. */
async function addOrganizations(world: BenchWorld): Promise<void> {
  const configurationId = await world.simulator({})
  const campaignId = await world.campaign(await world.upload(10), configurationId, {})
  const { pool } = world
  await pool.query(
    `insert into organizations (name, max_concurrency, created_at)
     select 'waiting ' || n, 200, now() from generate_series(1, $1) n`,
    [ORGANIZATIONS],
  )
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = 'campaigns' and column_name not in ('id', 'organization_id', 'state', 'next_due_at', 'started_at')`,
  )
  const { columns } = rows[0] as { columns: string }
  await pool.query(
    `insert into campaigns (organization_id, state, next_due_at, started_at, ${columns})
     select o.id, 'running', now() + interval '1 hour', now(), ${columns.replace(/\w+/g, 'c.$&')}
       from campaigns c cross join organizations o where c.id = $1 and o.name like 'waiting %'`,
    [campaignId],
  )
  const { rows: more } = await pool.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = 'contacts' and column_name not in ('id', 'organization_id', 'campaign_id', 'next_attempt_at')`,
  )
  const contactColumns = (more[0] as { columns: string }).columns
  await pool.query(
    `insert into contacts (organization_id, campaign_id, next_attempt_at, ${contactColumns})
     select k.organization_id, k.id, now() + interval '1 hour', ${contactColumns.replace(/\w+/g, 't.$&')}
       from contacts t cross join campaigns k where t.campaign_id = $1 and k.id <> $1`,
    [campaignId],
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
