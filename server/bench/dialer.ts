/** The dialer's figures: throughput, CPU, idle slots, wake-ups, claim cost. */
import { openDialerPool } from '../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../src/dialer/store-postgres.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { type LongWait, lengthOf, observeStalls, type StallObserver } from './stalls.ts'
import { forgetFreed, type Watch, watcher } from './watch.ts'
import { type BenchWorld, benchNumber, type Figure, openBenchWorld, percentile } from './world.ts'

export async function dialerBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  try {
    await world.completed(await warmUp(world))
    return [
      ...(await throughput(world, 30_000, 0, {
        perSecond: process.arch === 'arm64' ? '>= 6500' : '>= 8500',
        cpu: '<= 0.14',
      })),
      // `peers` compares the rate with that of another queue in the same run.
      ...(await throughput(world, 20_000, 50, { cpu: '<= 0.28' })),
      ...(await amongWaiting(world)),
      ...(await idleSlots(world, watch)),
      ...(await wakeUps(world, watch)),
      ...(await claimCost(world)),
    ]
  } finally {
    await world.close()
  }
}

/** Free slots and resumes alone, with what PostgreSQL and this program did while the longest of them waited. */
export async function slotsBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  const stalls = await observeStalls(world.pool.options)
  try {
    await world.completed(await warmUp(world))
    const slots = await idleSlots(world, watch)
    tellLongest('free slots', stalls, watch.waits)
    const resumes = await resumeWaits(world, watch)
    tellLongest('resumes', stalls, resumes)
    return [...slots, wakeUp('resume', resumes.map(lengthOf), RESUME_METHOD)]
  } finally {
    await stalls.stop()
    await world.close()
  }
}

function tellLongest(what: string, stalls: StallObserver, waits: readonly LongWait[]): void {
  for (const line of stalls.explain(waits)) process.stderr.write(`  ${what}: ${line}\n`)
}

async function warmUp(world: BenchWorld): Promise<number> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0, longest_talk_seconds: 0 })
  const campaign = await world.campaign(await world.upload(2000), configuration, {})
  await world.start(campaign)
  return campaign
}

/** Completed calls per second and the CPU they cost, of one campaign. */
export async function throughput(
  world: BenchWorld,
  rows: number,
  callMs: number,
  targets: { perSecond?: string; cpu?: string } = {},
): Promise<[Figure, Figure]> {
  const seconds = callMs / 1000
  const configuration = await world.simulator({ shortest_talk_seconds: seconds, longest_talk_seconds: seconds })
  const campaign = await world.campaign(await world.upload(rows), configuration, {})
  const cpuBefore = world.cpuSeconds()
  await world.start(campaign)
  const wall = await world.completed(campaign)
  const cpu = world.cpuSeconds() - cpuBefore
  const method = `${rows} contacts, cap 100, calls of ${callMs} ms, one node, embedded PostgreSQL, fsync on`
  return [
    {
      figure: `completed calls per second, ${callMs} ms`,
      value: round(rows / wall),
      unit: '1/s',
      method,
      ...(targets.perSecond ? { target: targets.perSecond } : {}),
    },
    {
      figure: `CPU per 1,000 calls, ${callMs} ms`,
      value: round((cpu / rows) * 1000, 3),
      unit: 's',
      method: `${method}; program and database`,
      ...(targets.cpu ? { target: targets.cpu } : {}),
    },
  ]
}

const WAITING_CAMPAIGNS = 50

/** Campaigns of the same organization whose people all wait for their retries cost the others nothing. */
async function amongWaiting(world: BenchWorld): Promise<Figure[]> {
  const rows = 10_000
  const [alone] = await throughput(world, rows, 50)
  const configuration = await world.simulator({ busy_rate: 1 })
  const source = await world.upload(20)
  const waiting: number[] = []
  for (let index = 0; index < WAITING_CAMPAIGNS; index++) {
    const campaign = await world.campaign(source, configuration, {
      retry_config: { max_retries: 1, retry_delay_seconds: 3600 },
    })
    await world.start(campaign)
    waiting.push(campaign)
  }
  while (!(await allWait(world, waiting))) await new Promise((resolve) => setTimeout(resolve, 50))
  const [among] = await throughput(world, rows, 50)
  for (const campaign of waiting) await world.request('POST', `/api/v1/campaign/${campaign}/pause`)
  return [
    {
      figure: `slower beside ${WAITING_CAMPAIGNS} campaigns that wait for retries`,
      value: round(alone.value / among.value, 2),
      unit: '×',
      target: '<= 1.3',
      method: `${rows} contacts, calls of 50 ms, ${among.value} against ${alone.value} calls per second`,
    },
  ]
}

async function allWait(world: BenchWorld, campaigns: readonly number[]): Promise<boolean> {
  const { rows } = await world.pool.query<{ live: number; executed: number }>(
    `select sum(live_calls)::int as live, min(executed_count) as executed from campaigns where id = any($1::bigint[])`,
    [campaigns],
  )
  return rows[0]?.live === 0 && rows[0].executed > 0
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
      target: '<= 1',
      method,
    },
    {
      figure: 'slot freed to next dial, p99',
      value: round(percentile(watch.idle, 0.99), 2),
      unit: 'ms',
      target: '<= 10',
      method,
    },
  ]
}

const WAKE_ROUNDS = 40

/** Resume, an opening window and a due retry, each measured from the moment it could happen to the first request. */
async function wakeUps(world: BenchWorld, watch: Watch): Promise<Figure[]> {
  const resumes = (await resumeWaits(world, watch)).map(lengthOf)
  const retries = await retryDelays(world)
  const windows = await windowDelays(world, watch)
  return [
    wakeUp('resume', resumes, RESUME_METHOD),
    wakeUp('due retry', retries, "from the retry's due moment to the claim of its call"),
    wakeUp('opening window', windows, 'from the minute at which the window opens'),
  ]
}

const RESUME_METHOD = 'from sending the resume request, its transaction included'

function wakeUp(name: string, values: number[], method: string): Figure {
  return {
    figure: `${name} to first dial, p99`,
    value: round(percentile(values, 0.99), 1),
    unit: 'ms',
    target: '<= 50',
    method: `${values.length} times; ${method}`,
  }
}

async function resumeWaits(world: BenchWorld, watch: Watch): Promise<LongWait[]> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.01, longest_talk_seconds: 0.01 })
  const resumes: LongWait[] = []
  const source = await world.upload(5000)
  const campaign = await world.campaign(source, configuration, { max_concurrency: 1 })
  await world.start(campaign)
  for (let round = 0; round < WAKE_ROUNDS; round++) {
    await world.request('POST', `/api/v1/campaign/${campaign}/pause`)
    await new Promise((resolve) => setTimeout(resolve, 30))
    watch.dials.length = 0
    const fromMs = performance.now()
    await world.request('POST', `/api/v1/campaign/${campaign}/resume`)
    while (watch.dials.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    resumes.push({ fromMs, untilMs: watch.dials[0] as number })
  }
  await world.request('POST', `/api/v1/campaign/${campaign}/pause`)
  return resumes
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
  for (let index = 0; index < WAKE_ROUNDS; index++) {
    // Another person in each: one person is called by one campaign at a time.
    const source = await world.uploadNumbers([benchNumber(index)])
    const campaign = await world.campaign(source, configuration, { max_concurrency: 1, schedule_config })
    await world.start(campaign)
  }
  watch.dials.length = 0
  while (watch.dials.length < WAKE_ROUNDS) await new Promise((resolve) => setTimeout(resolve, 50))
  const openedMs = opens.getTime() - performance.timeOrigin
  return watch.dials.slice(0, WAKE_ROUNDS).map((atMs) => atMs - openedMs)
}

async function claimCost(world: BenchWorld): Promise<Figure[]> {
  await world.app.dialer.drain()
  const small = await medianClaim(world, 10_000)
  const large = await medianClaim(world, 1_000_000)
  const [fresh, worn] = await wornClaim(world)
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
    {
      figure: 'claim after 200,000 claims without vacuum',
      value: round(worn / fresh, 2),
      unit: '×',
      target: '<= 1.5',
      method: `${method}; 300 thousand contacts, ${round(worn, 2)} against ${round(fresh, 2)} ms`,
    },
  ]
}

const CLAIM_ROUNDS = 200

const OPENING = { organizationIds: [1], campaignIds: [], configurationIds: [], callIds: [], wait: true, breakerByMs: 0 }

/** A running campaign of that size that nobody else claims from. */
async function standingCampaign(world: BenchWorld, rows: number): Promise<number> {
  const configuration = await world.simulator({})
  const campaignId = await world.campaign(await world.upload(1), configuration, {})
  await world.pool.query(`update campaigns set state = 'running', definition_id = 1 where id = $1`, [campaignId])
  await world.pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
     select organization_id, id, g, '+1202' || lpad(g::text, 7, '0'), 'pstn' from campaigns, generate_series(1, $2::int) g
      where id = $1`,
    [campaignId, rows],
  )
  await world.pool.query('vacuum analyze contacts')
  return campaignId
}

async function removeCampaign(world: BenchWorld, campaignId: number): Promise<void> {
  await world.pool.query('delete from contacts where campaign_id = $1', [campaignId])
  await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [campaignId])
}

/** The opening of a claim and its writes, rolled back. */
async function claimTime(store: PostgresDialerStore, campaignId: number): Promise<number> {
  const times: number[] = []
  const undo = new Error('roll back')
  for (let round = 0; round < CLAIM_ROUNDS; round++) {
    await store
      .transaction(async (tx) => {
        const started = performance.now()
        const { due } = await tx.open({ ...OPENING, claim: { byMs: Date.now(), limit: 8, others: false } })
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
  return percentile(times, 0.5)
}

async function medianClaim(world: BenchWorld, rows: number): Promise<number> {
  const campaignId = await standingCampaign(world, rows)
  const pool = openDialerPool(world.pool)
  const time = await claimTime(new PostgresDialerStore(pool, systemClock), campaignId)
  await pool.end()
  await removeCampaign(world, campaignId)
  return time
}

/** Before and after 200,000 contacts were claimed and finished, with nobody cleaning up behind. */
async function wornClaim(world: BenchWorld): Promise<[fresh: number, worn: number]> {
  await world.pool.query('alter table contacts set (autovacuum_enabled = off)')
  const campaignId = await standingCampaign(world, 300_000)
  const pool = openDialerPool(world.pool)
  const store = new PostgresDialerStore(pool, systemClock)
  const fresh = await claimTime(store, campaignId)
  for (let claimed = 0; claimed < 200_000; claimed += 100) {
    await store.transaction(async (tx) => {
      const { due } = await tx.open({ ...OPENING, claim: { byMs: Date.now(), limit: 100, others: false } })
      const people = due.get(campaignId) ?? []
      await tx.saveContacts(
        people.map(({ id }) => ({ id, kind: 'done', dials: 1, outcome: 'answered', nowMs: Date.now() })),
      )
    })
  }
  const worn = await claimTime(store, campaignId)
  await pool.end()
  await world.pool.query('alter table contacts reset (autovacuum_enabled)')
  await removeCampaign(world, campaignId)
  return [fresh, worn]
}

export function round(value: number, digits = 0): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
