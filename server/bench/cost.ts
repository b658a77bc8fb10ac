/** What one call costs, by part: the figures of docs/scale.md. CPU and bytes, which a busy machine changes little. */
import { round } from './dialer.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const ROWS = 8000

export async function costBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    // The first campaign warms up plans, pages and the program.
    await costOf(world, 0)
    return [...(await costOf(world, 0)), ...(await costOf(world, 50))]
  } finally {
    await world.close()
  }
}

interface Spent {
  program: number
  database: number
  wal: number
  kept: number
  transactions: number
}

async function spentBy(world: BenchWorld): Promise<Spent> {
  const { rows } = await world.pool.query<{ wal: number; kept: number; transactions: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as kept,
            (select xact_commit from pg_stat_database where datname = current_database())::float8 as transactions`,
  )
  const own = process.cpuUsage()
  const program = (own.user + own.system) / 1e6
  return { program, database: world.cpuSeconds() - program, ...(rows[0] as Omit<Spent, 'program' | 'database'>) }
}

async function costOf(world: BenchWorld, callMs: number): Promise<Figure[]> {
  const seconds = callMs / 1000
  const configuration = await world.simulator({ shortest_talk_seconds: seconds, longest_talk_seconds: seconds })
  const campaign = await world.campaign(await world.upload(ROWS), configuration, {})
  const before = await spentBy(world)
  await world.start(campaign)
  const wall = await world.completed(campaign)
  const after = await spentBy(world)
  const perCall = (part: keyof Spent, scale: number) => round(((after[part] - before[part]) / ROWS) * scale, 3)
  const method = `${ROWS} contacts, cap 100, calls of ${callMs} ms, one node, embedded PostgreSQL, fsync on; ${round(ROWS / wall)} calls/s`
  const figure = (name: string, value: number, unit: string): Figure => ({
    figure: `${name}, ${callMs} ms`,
    value,
    unit,
    method,
  })
  return [
    figure('program per call', perCall('program', 1000), 'ms'),
    figure('PostgreSQL per call', perCall('database', 1000), 'ms'),
    figure('write-ahead log per call', perCall('wal', 1), 'bytes'),
    figure('kept on disk per call', perCall('kept', 1), 'bytes'),
    figure('calls per transaction', round(ROWS / (after.transactions - before.transactions), 1), ''),
  ]
}
