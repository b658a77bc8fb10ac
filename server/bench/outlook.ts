/** What is asked of calling rules beside the dialing: a look ahead, and the first policy of an organization with many people waiting. */
import { type Figure, openBenchWorld } from './world.ts'

const AHEAD = 100_000
const WAITING = 1_000_000
const PACKS = ['us-federal', 'us-fl', 'gb', 'de', 'fr', 'za', 'ca', 'in', 'au']
const POLICY = { packs: PACKS, caps: [{ max: 3, hours: 24 }], fallback_timezone: 'America/New_York' }
const PREFIXES = ['+1212', '+1312', '+1303', '+1213', '+1305', '+1808', '+44791', '+491511', '+3361', '+2782']

export async function outlookBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const configuration = await world.simulator({})
    await world.campaign(await world.uploadNumbers(people(WAITING)), configuration, {})
    const set = await timed(() => world.request('PUT', '/api/v1/organizations/policy', { policy: POLICY }))
    const sourceId = await world.uploadNumbers(people(AHEAD))
    const body = { source_id: sourceId, telephony_configuration_id: configuration, max_concurrency: 100 }
    const looks: number[] = []
    for (let round = 0; round < 3; round++) {
      looks.push(await timed(() => world.request('POST', '/api/v1/campaign/forecast', body)))
    }
    return [
      {
        figure: 'forecast of 100,000 contacts, median',
        value: Math.round(looks.sort((one, other) => one - other)[1] as number),
        unit: 'ms',
        target: '<= 2000',
        method: `request to answer, under ${PACKS.length} packs and a cap, ${PREFIXES.length} zones, 3 times`,
      },
      {
        figure: 'first policy, a million contacts waiting',
        value: Math.round(set),
        unit: 'ms',
        method: 'names the zones of all that wait; the organization does not dial meanwhile',
      },
    ]
  } finally {
    await world.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

function people(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const prefix = PREFIXES[index % PREFIXES.length]
    return `${prefix}${2_000_000 + Math.floor(index / PREFIXES.length)}`
  })
}
