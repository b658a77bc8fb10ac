/** One long campaign from start to completed, and two nodes against one. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Figure, openBenchWorld } from './world.ts'

const LONG = 100_000
const SHARED = 20_000

export async function nodesBench(): Promise<Figure[]> {
  return [...(await longCampaign()), ...(await twoNodes())]
}

async function longCampaign(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const configuration = await world.simulator({
      shortest_talk_seconds: 0,
      longest_talk_seconds: 0.02,
      busy_rate: 0.1,
      no_answer_rate: 0,
      voicemail_rate: 0.05,
    })
    const campaign = await world.campaign(await world.upload(LONG), configuration, {
      retry_config: { max_retries: 1, retry_delay_seconds: 5 },
    })
    await world.start(campaign)
    const seconds = await world.completed(campaign)
    const size = await world.pool.query<{ bytes: number; calls: number }>(
      `select pg_database_size(current_database()) as bytes, (select executed_count from campaigns where id = $1) as calls`,
      [campaign],
    )
    const method = `${LONG} contacts, 10 % busy, 5 % machines, one retry after 5 s, cap 100, calls of 0 to 20 ms`
    return [
      { figure: 'campaign of 100,000, start to completed', value: Math.round(seconds * 10) / 10, unit: 's', method },
      { figure: 'calls made in it', value: size.rows[0]?.calls ?? 0, unit: '', method },
      {
        figure: 'memory of the program at the end',
        value: Math.round(process.memoryUsage.rss() / 1e6),
        unit: 'MB',
        method: 'resident, benchmark included',
      },
      {
        figure: 'database at the end',
        value: Math.round((size.rows[0]?.bytes ?? 0) / 1e6),
        unit: 'MB',
        method: 'pg_database_size',
      },
    ]
  } finally {
    await world.close()
  }
}

/** The same campaigns with a second program on the same database. */
async function twoNodes(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const alone = await run(world)
    const second = fork(fileURLToPath(new URL('./second-node.js', import.meta.url)), [world.dataDir])
    await new Promise((resolve) => second.once('message', resolve))
    const together = await run(world)
    second.kill('SIGTERM')
    await new Promise((resolve) => second.once('exit', resolve))
    const method = `two campaigns of ${SHARED / 2} contacts, cap 100 each, calls of 20 ms, embedded PostgreSQL, 2 cores`
    return [
      { figure: 'one node', value: Math.round(alone), unit: '1/s', method },
      { figure: 'two nodes', value: Math.round(together), unit: '1/s', method },
    ]
  } finally {
    await world.close()
  }
}

async function run(world: Awaited<ReturnType<typeof openBenchWorld>>): Promise<number> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.02, longest_talk_seconds: 0.02 })
  const source = await world.upload(SHARED / 2)
  const campaigns = [await world.campaign(source, configuration, {}), await world.campaign(source, configuration, {})]
  const started = performance.now()
  for (const campaign of campaigns) await world.start(campaign)
  for (const campaign of campaigns) await world.completed(campaign)
  return SHARED / ((performance.now() - started) / 1000)
}
