/** What calling rules and the ledger cost the dialer: the same campaign without a policy, under one, without its ledger, over many zones. */
import { PostgresTransaction } from '../src/dialer/store-postgres-transaction.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const ROWS = 10_000
const ROUNDS = 3
const CALL_SECONDS = 0.05

const POLICY = {
  hours_floor: 'off',
  caps: [{ max: 1000, hours: 24 }],
  hours: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ start: '00:00', end: '24:00' }],
    ]),
  ),
  calls: { purpose: 'informational' },
}

/** Each in a time zone of its own: New York to Honolulu, London, Berlin, Johannesburg. Seven digits follow. */
const NINE_ZONES = ['+1212', '+1312', '+1303', '+1213', '+1907', '+1808', '+44791', '+491511', '+2782']

export async function rulesBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  const append = PostgresTransaction.prototype.appendLedger
  try {
    await cpuOf(world)
    const none = await average(ROUNDS, () => cpuOf(world))
    await world.request('PUT', '/api/v1/organizations/policy', { policy: POLICY })
    await cpuOf(world)
    const [kept, left] = [[] as number[], [] as number[]]
    for (let round = 0; round < ROUNDS; round++) {
      kept.push(await cpuOf(world))
      PostgresTransaction.prototype.appendLedger = async () => {}
      left.push(await cpuOf(world))
      PostgresTransaction.prototype.appendLedger = append
    }
    const [withLedger, without] = [mean(kept), mean(left)]
    const [one, nine] = [[] as number[], [] as number[]]
    for (let round = 0; round < ROUNDS; round++) {
      one.push(ROWS / (await run(world, await world.uploadNumbers(peopleIn(NINE_ZONES.slice(0, 1))))).seconds)
      nine.push(ROWS / (await run(world, await world.uploadNumbers(peopleIn(NINE_ZONES)))).seconds)
    }
    const method = `${ROWS} contacts, cap 100, calls of 50 ms; CPU of program and database per 1,000 calls, mean of ${ROUNDS}`
    const seconds = (figure: string, value: number): Figure => ({ figure, value: rounded(value), unit: 's', method })
    const rate = (figure: string, value: number): Figure => ({
      figure,
      value: Math.round(value),
      unit: '1/s',
      method: `${ROWS} contacts, cap 100, calls of 50 ms, every dial in the ledger; mean of ${ROUNDS}`,
    })
    return [
      seconds('no policy', none),
      seconds('policy with hours and a cap, without its ledger', without),
      seconds('policy with hours and a cap, every dial in the ledger', withLedger),
      {
        figure: 'share of the ledger',
        value: rounded((withLedger / without - 1) * 100),
        unit: '%',
        target: '<= 5',
        method: `${method}; taking turns in one run`,
      },
      rate('under the policy, all in one zone', mean(one)),
      rate('under the policy, over nine zones', mean(nine)),
      {
        figure: 'nine zones against one',
        value: rounded(mean(nine) / mean(one)),
        unit: 'x',
        target: '>= 0.9',
        method: 'calls per second; taking turns in one run',
      },
    ]
  } finally {
    PostgresTransaction.prototype.appendLedger = append
    await world.close()
  }
}

/** CPU seconds per 1,000 calls. */
async function cpuOf(world: BenchWorld): Promise<number> {
  return (await run(world, await world.upload(ROWS))).cpu
}

async function run(world: BenchWorld, sourceId: string): Promise<{ cpu: number; seconds: number }> {
  const configuration = await world.simulator({
    shortest_talk_seconds: CALL_SECONDS,
    longest_talk_seconds: CALL_SECONDS,
  })
  const campaign = await world.campaign(sourceId, configuration, {})
  const before = world.cpuSeconds()
  await world.start(campaign)
  const seconds = await world.completed(campaign)
  return { cpu: ((world.cpuSeconds() - before) / ROWS) * 1000, seconds }
}

/** Numbers that end in 00 follow the rates, which are all zero: they answer. */
function peopleIn(prefixes: readonly string[]): string[] {
  return Array.from({ length: ROWS }, (_, index) => `${prefixes[index % prefixes.length]}${20_000 + index}00`)
}

async function average(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < rounds; round++) values.push(await measure())
  return mean(values)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (value: number) => Math.round(value * 1000) / 1000
