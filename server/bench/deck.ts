/** Claims ahead of free slots under the rules of a new organization: the same campaign without and with them, taking turns. */
import { NEW_ORGANIZATION_POLICY } from '../src/policies/default-policy.ts'
import { round } from './dialer.ts'
import { forgetFreed, type Watch, watcher } from './watch.ts'
import { type BenchWorld, type Figure, openBenchWorld, percentile } from './world.ts'

const ROWS = 10_000
const ROUNDS = 3
const CALL_SECONDS = 0.05
const METHOD = `${ROWS} contacts, 100 slots, calls of 50 ms, rules of a new organization, one node, embedded PostgreSQL, fsync on`

interface Side {
  name: 'off' | 'on'
  world: BenchWorld
  watch: Watch
  perSecond: number[]
  cpu: number[]
  idleMs: number[]
}

export async function deckBench(): Promise<Figure[]> {
  const sides: Side[] = []
  try {
    for (const name of ['off', 'on'] as const) {
      const watch = watcher()
      const world = await openBenchWorld({ watch, claimsAhead: name })
      const side: Side = { name, world, watch, perSecond: [], cpu: [], idleMs: [] }
      sides.push(side)
      await setRules(world)
      await measure(side)
    }
    for (const side of sides) for (const figures of [side.perSecond, side.cpu, side.idleMs]) figures.length = 0
    for (let turn = 0; turn < ROUNDS; turn++) for (const side of sides) await measure(side)
    const [off, on] = sides as [Side, Side]
    const ratio = round(mean(on.perSecond) / mean(off.perSecond), 2)
    return [
      ...sides.flatMap(figuresOf),
      { figure: 'calls per second with it against without', value: ratio, unit: 'x', method: METHOD },
    ]
  } finally {
    for (const { world } of sides) await world.close()
  }
}

function figuresOf({ name, perSecond, cpu, idleMs }: Side): Figure[] {
  const method = `${METHOD}; mean of ${ROUNDS}, taking turns in one run`
  return [
    { figure: `completed calls per second, ${name}`, value: Math.round(mean(perSecond)), unit: '1/s', method },
    { figure: `CPU per 1,000 calls, ${name}`, value: round(mean(cpu), 3), unit: 's', method },
    { figure: `slot freed to next dial, p50, ${name}`, value: round(percentile(idleMs, 0.5), 2), unit: 'ms', method },
  ]
}

/** Those of a new organization; the bench makes its own without any. */
async function setRules({ request }: BenchWorld): Promise<void> {
  await request('PUT', '/api/v1/organizations/policy', { policy: NEW_ORGANIZATION_POLICY })
}

async function measure({ world, watch, perSecond, cpu, idleMs }: Side): Promise<void> {
  const talk = { shortest_talk_seconds: CALL_SECONDS, longest_talk_seconds: CALL_SECONDS }
  const campaign = await world.campaign(await world.upload(ROWS), await world.simulator(talk), {})
  forgetFreed(watch)
  const before = world.cpuSeconds()
  await world.start(campaign)
  perSecond.push(ROWS / (await world.completed(campaign)))
  cpu.push(((world.cpuSeconds() - before) / ROWS) * 1000)
  idleMs.push(...watch.idle)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
