/** `kill -9` in mid-campaign, then started again: how many people each program rings a second time. The carrier outlives them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openPool } from '../src/storage/database.ts'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts'
import { CARRIER_SECRET, type CarrierServer, startCarrierServer } from '../test/processes/carrier-server.ts'
import { clientOf } from '../test/processes/client.ts'
import { openPlace, PEERS, type Peer, startPeer } from './peers.ts'
import { type Figure, KEY } from './world.ts'

const PEOPLE = 1000
const KILL_AFTER = 400
const CONCURRENCY = 100
const CALL_MS = 300
const PORT = 18_431

/** What each does with the work of a program that died comes hours or minutes later; here that time is made to pass. Null: seconds. */
const TIME_PASSES: Record<Peer, string | null> = {
  'graphile-worker': `update graphile_worker._private_jobs set locked_at = locked_at - interval '5 hours' where locked_at is not null`,
  'pg-boss': `update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`,
  bullmq: null,
}

export async function killedInTheMiddle(scratch: string): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-bench-killed-'))
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, clock: systemClock })
  const pool = openPool({ ...server.connection })
  try {
    const figures = [figure('Outdial', await killOutdial(dataDir, pool))]
    for (const peer of PEERS) figures.push(figure(peer, await killPeer(peer, scratch, pool)))
    return figures
  } finally {
    await pool.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function figure(who: string, rungTwice: number): Figure {
  const method = `${PEOPLE} people, ${CONCURRENCY} calls of ${CALL_MS} ms at a time, killed after ${KILL_AFTER} dials, started again`
  return {
    figure: `${who}: people rung twice after kill -9`,
    value: rungTwice,
    unit: '',
    method,
    ...(who === 'Outdial' ? { target: '<= 0' } : {}),
  }
}

async function rungTwice(carrier: CarrierServer): Promise<number> {
  const rings = new Map<string, number>()
  for (const { to } of carrier.calls) rings.set(to, (rings.get(to) ?? 0) + 1)
  await carrier.close()
  if (rings.size !== PEOPLE) throw new Error(`${rings.size} of ${PEOPLE} people were called`)
  return [...rings.values()].filter((times) => times > 1).length
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function killPeer(peer: Peer, scratch: string, pool: pg.Pool): Promise<number> {
  const carrier = await startCarrierServer()
  const place = await openPlace(peer, pool, `killed_${peer.replace('-', '_')}`)
  const { connection } = place
  const task = {
    scratch,
    connection,
    people: PEOPLE,
    concurrency: CONCURRENCY,
    callMs: CALL_MS,
    carrierUrl: carrier.url,
  }
  const first = await startPeer(peer, { ...task, enqueue: true })
  const cutShort = first.go().catch(() => null)
  await until(() => carrier.calls.length >= KILL_AFTER)
  first.process.kill('SIGKILL')
  await cutShort
  const passes = TIME_PASSES[peer]
  if (passes !== null) {
    const own = openPool({ ...connection })
    await own.query(passes)
    await own.end()
  }
  await (await startPeer(peer, { ...task, enqueue: false })).go()
  await place.close()
  return rungTwice(carrier)
}

async function killOutdial(dataDir: string, pool: pg.Pool): Promise<number> {
  const carrier = await startCarrierServer()
  const client = clientOf(() => [PORT], KEY)
  const first = await serve(dataDir)
  await client.request('POST', '/api/v1/organizations/telephony-configs', {
    name: 'carrier',
    is_default_outbound: true,
    config: {
      provider: 'simulator',
      carrier_url: carrier.url,
      carrier_secret: CARRIER_SECRET,
      people_speak: false,
      calls_per_second: 1000,
      shortest_ring_seconds: 0,
      longest_ring_seconds: 0,
      shortest_talk_seconds: CALL_MS / 1000,
      longest_talk_seconds: CALL_MS / 1000,
    },
  })
  const people = Array.from({ length: PEOPLE }, (_, index) => `+1202${String(index + 1).padStart(5, '0')}00`)
  const { id } = await client.request<{ id: number }>('POST', '/api/v1/campaign/create', {
    name: 'killed',
    workflow_id: 1,
    source_type: 'csv',
    source_id: await client.upload(
      [
        'phone_number,appointment_date,appointment_time,front_desk_number',
        ...people.map((number) => `${number},Monday,noon,+12025550100`),
      ].join('\n'),
    ),
    max_concurrency: CONCURRENCY,
  })
  await client.request('POST', `/api/v1/campaign/${id}/start`)
  await until(() => carrier.calls.length >= KILL_AFTER)
  await killed(first)
  const second = await serve(dataDir)
  await until(async () => {
    const { rows } = await pool.query<{ state: string }>('select state from campaigns where id = $1', [id])
    return rows[0]?.state === 'completed'
  })
  await killed(second)
  return rungTwice(carrier)
}

async function killed(program: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => program.once('exit', resolve))
  program.kill('SIGKILL')
  await gone
}

async function serve(dataDir: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../program/main.js', import.meta.url))
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      BOOTSTRAP_API_KEY: KEY,
      SIMULATOR: 'remote',
      RATE_LIMIT_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (piece) => {
      said += piece
      if (said.includes('Outdial is ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`the program ended: ${said.slice(-500)}`)))
  })
  return child
}
