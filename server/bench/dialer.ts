/** The dialer's figures: throughput, CPU, idle slots, wake-ups, claim cost. */
import { openDialerPool } from '../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../src/dialer/store-postgres.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { forgetFreed, type Watch, watcher } from './watch.ts'
import { type BenchWorld, type Figure, openBenchWorld, percentile } from './world.ts'

export async function dialerBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  try {
    await world.completed(await warmUp(world))
    return [
      ...(await throughput(world, 30_000, 0, '>= 3000')),
      ...(await throughput(world, 20_000, 50, '>= 1600')),
      ...(await idleSlots(world, watch)),
      ...(await wakeUps(world, watch)),
      ...(await claimCost(world)),
    ]
  } finally {
    await world.close()
  }
}

async function warmUp(world: BenchWorld): Promise<number> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0, longest_talk_seconds: 0 })
  const campaign = await world.campaign(await world.upload(2000), configuration, {})
  await world.start(campaign)
  return campaign
}

async function throughput(world: BenchWorld, rows: number, callMs: number, target: string): Promise<Figure[]> {
  const seconds = callMs / 1000
  const configuration = await world.simulator({ shortest_talk_seconds: seconds, longest_talk_seconds: seconds })
  const campaign = await world.campaign(await world.upload(rows), configuration, {})
  const cpuBefore = world.cpuSeconds()
  await world.start(campaign)
  const wall = await world.completed(campaign)
  const cpu = world.cpuSeconds() - cpuBefore
  const method = `${rows} contacts, cap 100, calls of ${callMs} ms, one node, embedded PostgreSQL, fsync on`
  return [
    { figure: `completed calls per second, ${callMs} ms`, value: round(rows / wall), unit: '1/s', target, method },
    {
      figure: `CPU per 1,000 calls, ${callMs} ms`,
      value: round((cpu / rows) * 1000, 3),
      unit: 's',
      target: '<= 0.5',
      method: `${method}; program and database`,
    },
  ]
}

async function idleSlots(world: BenchWorld, watch: Watch): Promise<Figure[]> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.5, longest_talk_seconds: 1.5 })
  const campaign = await world.campaign(await world.upload(3000), configuration, {})
  forgetFreed(watch)
  await world.start(campaign)
  await world.completed(campaign)
  const method = '3,000 contacts, 100 slots, calls of 0.5 to 1.5 s; from the news of an end to the next request'
  return [
    {
      figure: 'slot freed to next dial, p50',
      value: round(percentile(watch.idle, 0.5), 2),
      unit: 'ms',
      target: '<= 5',
      method,
    },
    {
      figure: 'slot freed to next dial, p99',
      value: round(percentile(watch.idle, 0.99), 2),
      unit: 'ms',
      target: '<= 50',
      method,
    },
  ]
}

const WAKE_ROUNDS = 40

/** Resume, an opening window and a due retry, each measured from the moment it could happen to the first request. */
async function wakeUps(world: BenchWorld, watch: Watch): Promise<Figure[]> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.01, longest_talk_seconds: 0.01 })
  const resumes: number[] = []
  const source = await world.upload(5000)
  const campaign = await world.campaign(source, configuration, { max_concurrency: 1 })
  await world.start(campaign)
  for (let round = 0; round < WAKE_ROUNDS; round++) {
    await world.request('POST', `/api/v1/campaign/${campaign}/pause`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    watch.dials.length = 0
    const asked = performance.now()
    await world.request('POST', `/api/v1/campaign/${campaign}/resume`)
    while (watch.dials.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    resumes.push((watch.dials[0] as number) - asked)
  }
  await world.request('POST', `/api/v1/campaign/${campaign}/pause`)
  const retries = await retryDelays(world)
  const windows = await windowDelays(world, watch)
  const p99 = (name: string, values: number[], method: string): Figure => ({
    figure: `${name} to first dial, p99`,
    value: round(percentile(values, 0.99), 1),
    unit: 'ms',
    target: '<= 100',
    method: `${values.length} times; ${method}`,
  })
  return [
    p99('resume', resumes, 'from sending the resume request, its transaction included'),
    p99('due retry', retries, "from the retry's due moment to the claim of its call"),
    p99('opening window', windows, 'from the minute at which the window opens'),
  ]
}

async function retryDelays(world: BenchWorld): Promise<number[]> {
  const configuration = await world.simulator({ busy_rate: 1, shortest_ring_seconds: 0.02, longest_ring_seconds: 0.04 })
  const retry = { max_retries: 1, retry_delay_seconds: 1 }
  const campaign = await world.campaign(await world.upload(200), configuration, {
    max_concurrency: 100,
    retry_config: retry,
  })
  await world.start(campaign)
  await world.completed(campaign)
  const { rows } = await world.pool.query<{ late: number }>(
    `select extract(epoch from b.claimed_at - (a.ended_at + interval '1 second'))::float8 * 1000 as late
       from calls a join calls b on b.contact_id = a.contact_id and b.attempt = 2 where a.campaign_id = $1 and a.attempt = 1`,
    [campaign],
  )
  return rows.map((row) => row.late)
}

/** Windows open on the minute, so there is one chance a minute: many campaigns wait for the same one. */
async function windowDelays(world: BenchWorld, watch: Watch): Promise<number[]> {
  const configuration = await world.simulator({ shortest_talk_seconds: 5, longest_talk_seconds: 5 })
  const opens = new Date(Math.ceil((Date.now() + 5000) / 60_000) * 60_000)
  const clock = (date: Date) => date.toISOString().slice(11, 16)
  const end = new Date(opens.getTime() + 60 * 60_000)
  const slot = { day_of_week: (opens.getUTCDay() + 6) % 7, start_time: clock(opens), end_time: clock(end) }
  const schedule_config = { timezone: 'UTC', slots: [slot] }
  const source = await world.upload(1)
  for (let index = 0; index < WAKE_ROUNDS; index++) {
    const campaign = await world.campaign(source, configuration, { max_concurrency: 1, schedule_config })
    await world.start(campaign)
  }
  watch.dials.length = 0
  while (watch.dials.length < WAKE_ROUNDS) await new Promise((resolve) => setTimeout(resolve, 50))
  const openedMs = opens.getTime() - performance.timeOrigin
  return watch.dials.slice(0, WAKE_ROUNDS).map((atMs) => atMs - openedMs)
}

async function claimCost(world: BenchWorld): Promise<Figure[]> {
  const small = await medianClaim(world, 10_000)
  const large = await medianClaim(world, 1_000_000)
  const method = 'median of 200 claims of 8 contacts, rolled back'
  return [
    { figure: 'claim at 10 thousand contacts', value: round(small, 2), unit: 'ms', method },
    { figure: 'claim at 1 million contacts', value: round(large, 2), unit: 'ms', method },
    {
      figure: 'claim, 1 million against 10 thousand',
      value: round(large / small, 2),
      unit: '×',
      target: '<= 1.5',
      method,
    },
  ]
}

const CLAIM_ROUNDS = 200

/** The opening of a claim and its writes, on a campaign of that size; nobody else claims meanwhile. */
async function medianClaim(world: BenchWorld, rows: number): Promise<number> {
  await world.app.dialer.drain()
  const configuration = await world.simulator({})
  const campaignId = await world.campaign(await world.upload(1), configuration, {})
  await world.pool.query(`update campaigns set state = 'running', definition_id = 1 where id = $1`, [campaignId])
  await world.pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
     select organization_id, id, g, '+1202' || lpad(g::text, 7, '0'), 'pstn' from campaigns, generate_series(1, $2::int) g
      where id = $1`,
    [campaignId, rows],
  )
  await world.pool.query('update campaign_lanes set next_id = 0 where campaign_id = $1', [campaignId])
  await world.pool.query('vacuum analyze contacts')
  const pool = openDialerPool(world.pool)
  const store = new PostgresDialerStore(pool, systemClock)
  const times: number[] = []
  const undo = new Error('roll back')
  const wish = { organizationIds: [1], campaignIds: [], configurationIds: [], callIds: [], wait: true, breakerByMs: 0 }
  for (let round = 0; round < CLAIM_ROUNDS; round++) {
    await store
      .transaction(async (tx) => {
        const started = performance.now()
        const { due } = await tx.open({ ...wish, claim: { byMs: Date.now(), limit: 8, others: false } })
        const people = due.get(campaignId) ?? []
        if (people.length !== 8) throw new Error(`${people.length} people due`)
        await tx.saveContacts(people.map((contact) => ({ id: contact.id, kind: 'in_call', callerNumberId: null })))
        await tx.nextRetryAfter(campaignId, 0)
        times.push(performance.now() - started)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
  await pool.end()
  await world.pool.query('delete from contacts where campaign_id = $1', [campaignId])
  await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [campaignId])
  return percentile(times, 0.5)
}

function round(value: number, digits = 0): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
