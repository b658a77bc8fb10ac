/** What limits per number cost a transaction of the dialer that claims: many numbers, many live calls. */
import { openDialerPool } from '../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../src/dialer/store-postgres.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { type BenchWorld, type Figure, openBenchWorld, percentile } from './world.ts'

const NUMBERS = 120
const LIVE_CALLS = 1000
const ROUNDS = 200
const TALK_SECONDS = 600
/** The most that one campaign may have live. */
const PER_CAMPAIGN = 100
const METHOD = `${NUMBERS} numbers, ${LIVE_CALLS} live calls, one organization; opening of a claim, median of ${ROUNDS}, taking turns`

export async function numberLimitsBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    return await numberLimitFigures(world)
  } finally {
    await world.close()
  }
}

export async function numberLimitFigures(world: BenchWorld): Promise<Figure[]> {
  const dialerPool = openDialerPool(world.pool)
  try {
    const { organizationId, configurationId } = await talking(world)
    const store = new PostgresDialerStore(dialerPool, systemClock)
    const open = async (): Promise<number> => {
      const startedMs = performance.now()
      await store.transaction((tx) =>
        tx.open({
          organizationIds: [organizationId],
          wait: true,
          claim: { byMs: Date.now(), limit: 8, others: true },
          campaignIds: [],
          breakerByMs: Date.now(),
          configurationIds: [configurationId],
          callIds: [],
        }),
      )
      return performance.now() - startedMs
    }
    const [none, unlimited, limited] = [[] as number[], [] as number[], [] as number[]]
    const set = (text: string) =>
      world.pool.query(`update phone_numbers set ${text} where organization_id = $1`, [organizationId])
    for (let round = 0; round < ROUNDS / 20; round++) {
      for (const [change, times] of [
        ['is_active = false, max_calls_at_once = null, max_calls_per_day = null', none],
        ['is_active = true, max_calls_at_once = null, max_calls_per_day = null', unlimited],
        ['is_active = true, max_calls_at_once = 20, max_calls_per_day = 500', limited],
      ] as const) {
        await set(change)
        await open()
        for (let time = 0; time < 20; time++) times.push(await open())
      }
    }
    const [without, plain, withLimits] = [none, unlimited, limited].map((times) => percentile(times, 0.5)) as [
      number,
      number,
      number,
    ]
    const ms = (figure: string, value: number, target?: string): Figure => ({
      figure,
      value: Math.round(value * 100) / 100,
      unit: 'ms',
      ...(target === undefined ? {} : { target }),
      method: METHOD,
    })
    return [
      ms('a claim without numbers', without),
      ms('a claim with numbers', plain),
      ms('a claim with limits per number', withLimits),
      ms('limits per number cost', withLimits - plain, '<= 5'),
      ms('numbers and their limits cost', withLimits - without, '<= 5'),
    ]
  } finally {
    await dialerPool.end()
  }
}

/** Campaigns that have as many people on the phone as they may, and more who are due. */
async function talking(world: BenchWorld): Promise<{ organizationId: number; configurationId: number }> {
  const talk = { shortest_talk_seconds: TALK_SECONDS, longest_talk_seconds: TALK_SECONDS, max_call_seconds: 1800 }
  const configurationId = await world.simulator(talk)
  await world.pool.query('update organizations set max_concurrency = $1', [LIVE_CALLS])
  await world.pool.query(
    `insert into phone_numbers (organization_id, telephony_configuration_id, provider, account_id, address,
                                address_normalized, address_type, is_active, created_at, updated_at)
     select t.organization_id, t.id, t.provider, t.account_id, '+1303' || i, '+1303' || i, 'pstn', true, now(), now()
       from telephony_configurations t, generate_series(5550000, 5550000 + $2 - 1) as i where t.id = $1`,
    [configurationId, NUMBERS],
  )
  for (let list = 0; list < LIVE_CALLS / PER_CAMPAIGN; list++) {
    // Numbers that end in 00 to 59 answer.
    const people = Array.from({ length: PER_CAMPAIGN + 50 }, (_, index) => {
      const [hundred, rest] = [Math.floor(index / 50), index % 50]
      return `+120255${list}${hundred}0${String(rest).padStart(2, '0')}`
    })
    const sourceId = await world.uploadNumbers(people)
    await world.start(await world.campaign(sourceId, configurationId, { max_concurrency: PER_CAMPAIGN }))
  }
  for (;;) {
    const { rows } = await world.pool.query(
      `select organization_id, count(*)::int as answered from calls where live and state = 'answered' group by 1`,
    )
    if (rows[0]?.answered >= LIVE_CALLS) return { organizationId: rows[0].organization_id, configurationId }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
