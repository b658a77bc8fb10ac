/**
 * The same campaign as plain jobs of other queues, on the same PostgreSQL or on a durable Redis: how fast, for how much CPU, and how many people
 * each rings twice when everything is killed in the middle. The queues are installed into a scratch folder.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { throughput } from './dialer.ts'
import type { PeerDone, PeerTask } from './peers/peer.ts'
import { startRedis } from './peers/redis.ts'
import { killedInTheMiddle } from './peers-killed.ts'
import { type BenchWorld, type Figure, openBenchWorld, processTreeCpuSeconds } from './world.ts'

export const PEERS = ['graphile-worker', 'pg-boss', 'bullmq'] as const
export type Peer = (typeof PEERS)[number]

const PEOPLE = 10_000
const CONCURRENCY = 100

export async function peersBench(): Promise<Figure[]> {
  const scratch = await installPeers()
  const world = await openBenchWorld()
  const figures: Figure[] = []
  try {
    await throughput(world, 2000, 0)
    for (const callMs of [0, 50]) figures.push(...(await sideBySide(world, scratch, callMs)))
  } finally {
    await world.close()
  }
  return [...figures, ...(await killedInTheMiddle(scratch))]
}

/** Of this program; what they need is not what the product needs. */
async function installPeers(): Promise<string> {
  const scratch = join(tmpdir(), 'outdial-bench-peers')
  mkdirSync(scratch, { recursive: true })
  if (PEERS.every((name) => existsSync(join(scratch, 'node_modules', name)))) return scratch
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefix',
    scratch,
    'graphile-worker@0.17',
    'pg-boss@10',
    'bullmq@5',
  ]
  await promisify(execFile)('npm', args, { cwd: scratch })
  return scratch
}

async function sideBySide(world: BenchWorld, scratch: string, callMs: number): Promise<Figure[]> {
  const ours = await throughput(world, PEOPLE, callMs)
  const figures = ours.map((figure) => ({ ...figure, figure: `Outdial: ${figure.figure}` }))
  for (const peer of PEERS) {
    const { perSecond, cpuPerThousand } = await runPeer(world, peer, scratch, callMs)
    const place = peer === 'bullmq' ? "Debian's Redis with appendfsync always" : 'same PostgreSQL'
    const method = `${PEOPLE} jobs, ${CONCURRENCY} at a time, calls of ${callMs} ms, ${place}, no promises kept`
    const of = (name: string, value: number, unit: string): Figure => ({ figure: name, value, unit, method })
    const [speed, cpu] = ours.map((figure) => figure.value) as [number, number]
    figures.push(
      of(`${peer}: calls per second, ${callMs} ms`, Math.round(perSecond), '1/s'),
      of(`${peer}: CPU per 1,000 calls, ${callMs} ms`, Math.round(cpuPerThousand * 1000) / 1000, 's'),
      of(`Outdial against ${peer}, speed, ${callMs} ms`, Math.round((speed / perSecond) * 100) / 100, '×'),
      of(`Outdial against ${peer}, CPU, ${callMs} ms`, Math.round((cpu / cpuPerThousand) * 100) / 100, '×'),
    )
  }
  return figures
}

async function runPeer(world: BenchWorld, peer: Peer, scratch: string, callMs: number) {
  const place = await openPlace(peer, world.pool, `peer_${peer.replace('-', '_')}_${callMs}`)
  const { connection } = place
  const settings = { scratch, connection, people: PEOPLE, concurrency: CONCURRENCY, callMs }
  const child = await startPeer(peer, { ...settings, carrierUrl: null, enqueue: true })
  const own = process.cpuUsage()
  const spent = () => world.cpuSeconds() + processTreeCpuSeconds(place.pid)
  const before = spent()
  const { seconds, cpuSeconds } = await child.go()
  const idle = process.cpuUsage(own)
  const database = spent() - before - (idle.user + idle.system) / 1e6
  await place.close()
  return { perSecond: PEOPLE / seconds, cpuPerThousand: ((cpuSeconds + database) / PEOPLE) * 1000 }
}

export interface PeerPlace {
  connection: PeerTask['connection']
  /** A server of its own; 0: the PostgreSQL of the benchmark. */
  pid: number
  close(): Promise<void>
}

/** Where the jobs are kept. */
export async function openPlace(peer: Peer, pool: pg.Pool, database: string): Promise<PeerPlace> {
  if (peer !== 'bullmq') return { connection: await freshDatabase(pool, database), pid: 0, close: async () => {} }
  const redis = await startRedis()
  if (redis === null) throw new Error('BullMQ needs a Redis, which is fetched with apt')
  return {
    connection: { host: redis.socket, port: 0, user: '', database: '' },
    pid: redis.pid,
    close: () => redis.stop(),
  }
}

async function freshDatabase(pool: pg.Pool, database: string): Promise<PeerTask['connection']> {
  await pool.query(`create database ${database}`)
  const { host, port, user } = pool.options
  return { host: host as string, port: port as number, user: user as string, database }
}

export interface RunningPeer {
  process: ChildProcess
  /** Begins; resolves when everybody has been called. */
  go(): Promise<PeerDone>
}

/** Started, with its jobs written down, and waiting for the word. */
export async function startPeer(peer: Peer, task: PeerTask): Promise<RunningPeer> {
  const program = fileURLToPath(new URL(`./peers/${peer}.js`, import.meta.url))
  const child = fork(program, [JSON.stringify(task)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error(`${peer} ended before it was ready`)))
  })
  return {
    process: child,
    go: () =>
      new Promise((resolve, reject) => {
        child.once('message', (done) => resolve(done as PeerDone))
        child.once('exit', () => reject(new Error(`${peer} ended before it had called everybody`)))
        child.send('go')
      }),
  }
}
