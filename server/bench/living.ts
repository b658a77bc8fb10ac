/** People who call back among a million contacts, and 10,000 people who are enrolled into a running campaign. */
import { openDialerPool } from '../src/dialer/dialer-pool.ts'
import { PostgresDialerStore } from '../src/dialer/store-postgres.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { seededRng } from '../src/kernel/rng.ts'
import { millionContacts } from './locks.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const LOOKUPS = 1000
const PEOPLE = 10_000
/** One contact in so many has a second number. */
const WITH_TWO_NUMBERS = 100

export async function livingBench(): Promise<Figure[]> {
  return [...(await withWorld(returnedCalls)), ...(await withWorld(enrolment))]
}

async function withWorld(measure: (world: BenchWorld) => Promise<Figure[]>): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    return await measure(world)
  } finally {
    await world.close()
  }
}

async function returnedCalls(world: BenchWorld): Promise<Figure[]> {
  const { organizationId } = await millionContacts(world)
  const { rowCount } = await world.pool.query(
    `update contacts set numbers = array[phone_number, '+1' || (3025000000 + id)] where id % ${WITH_TWO_NUMBERS} = 0`,
  )
  await world.pool.query('vacuum analyze contacts')
  const rng = seededRng(1)
  const dialer = openDialerPool(world.pool)
  const store = new PostgresDialerStore(dialer, systemClock)
  const took: number[] = []
  let found = 0
  for (let index = 0; index < LOOKUPS; index++) {
    const id = 1 + Math.floor(rng.next() * 9999) * WITH_TWO_NUMBERS + (index % 3 === 0 ? WITH_TWO_NUMBERS - 1 : 0)
    // By their second number, by their first, or by one that no contact has.
    const number = [`+1${3_025_000_000 + id}`, `+1${2_025_000_000 + id}`, `+1${4_025_000_000 + id}`][
      index % 3
    ] as string
    const begun = performance.now()
    if (await store.transaction((tx) => tx.contactCalling(organizationId, number, 0))) found += 1
    took.push(performance.now() - begun)
  }
  await dialer.end()
  took.sort((one, other) => one - other)
  const at = (share: number) => Math.round((took[Math.floor(share * (took.length - 1))] as number) * 100) / 100
  const method = `${LOOKUPS} look-ups in transactions of their own, ${found} found; ${rowCount} of a million contacts have two numbers`
  return [
    { figure: 'caller found among a million, median', value: at(0.5), unit: 'ms', target: '<= 5', method },
    { figure: 'caller found among a million, p99', value: at(0.99), unit: 'ms', method },
    { figure: 'caller found among a million, worst', value: at(1), unit: 'ms', method },
  ]
}

async function enrolment(world: BenchWorld): Promise<Figure[]> {
  const configurationId = await world.simulator({ shortest_talk_seconds: 0, longest_talk_seconds: 0 })
  const sourceId = await world.uploadNumbers(['+12025000000'])
  const campaignId = await world.campaign(sourceId, configurationId, {
    keep_open: true,
    retry_config: { enabled: false },
  })
  await world.start(campaignId)
  const path = `/api/v1/campaign/${campaignId}`
  const contacts = Array.from({ length: PEOPLE }, (_, index) => ({
    // Numbers that end with 00 are answered.
    phone_number: `+1${2_125_000_000 + index * 100}`,
    variables: {
      first_name: 'Ada',
      appointment_date: 'Monday',
      appointment_time: 'noon',
      front_desk_number: '+12025550100',
    },
  }))
  const begun = performance.now()
  await world.request('POST', `${path}/contacts`, { contacts })
  const seconds = (performance.now() - begun) / 1000
  await world.request('POST', `${path}/contacts`, { contacts })
  await world.request('POST', `${path}/close`)
  await world.completed(campaignId)
  const { rows } = await world.pool.query<{ calls: number; twice: number; missed: number }>(
    `select sum(calls)::int as calls, count(*) filter (where calls > 1)::int as twice, count(*) filter (where calls = 0)::int as missed
       from (select count(k.id) as calls from contacts t left join calls k on k.contact_id = t.id
              where t.campaign_id = $1 group by t.phone_number) numbers`,
    [campaignId],
  )
  const { calls, twice, missed } = rows[0] as { calls: number; twice: number; missed: number }
  const method = `${PEOPLE} people in one request into a running campaign, the same request once more; ${calls} calls, ${missed} numbers without a call`
  return [
    { figure: '10,000 people enrolled', value: Math.round(seconds * 100) / 100, unit: 's', method },
    { figure: 'numbers called twice', value: twice, unit: '', target: '<= 0', method },
  ]
}
