/** What calling rules and the ledger cost the dialer: the same campaign without a policy, under one, and without its ledger. */
import { PostgresTransaction } from '../src/dialer/store-postgres-transaction.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const ROWS = 10_000
const ROUNDS = 3
const CALL_SECONDS = 0.05

const POLICY = {
  packs: ['gb'],
  caps: [{ max: 1000, hours: 24 }],
  scrubbed_on: { 'gb-tps': new Date().toISOString().slice(0, 10) },
  hours: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ start: '00:00', end: '24:00' }],
    ]),
  ),
  calls: { purpose: 'informational' },
}

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
    const method = `${ROWS} contacts, cap 100, calls of 50 ms; CPU of program and database per 1,000 calls, mean of ${ROUNDS}`
    const seconds = (figure: string, value: number): Figure => ({ figure, value: rounded(value), unit: 's', method })
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
    ]
  } finally {
    PostgresTransaction.prototype.appendLedger = append
    await world.close()
  }
}

async function cpuOf(world: BenchWorld): Promise<number> {
  const configuration = await world.simulator({
    shortest_talk_seconds: CALL_SECONDS,
    longest_talk_seconds: CALL_SECONDS,
  })
  const campaign = await world.campaign(await world.upload(ROWS), configuration, {})
  const before = world.cpuSeconds()
  await world.start(campaign)
  await world.completed(campaign)
  return ((world.cpuSeconds() - before) / ROWS) * 1000
}

async function average(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < rounds; round++) values.push(await measure())
  return mean(values)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (value: number) => Math.round(value * 1000) / 1000
