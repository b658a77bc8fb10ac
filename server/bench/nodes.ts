/** One long campaign from start to completed, and several nodes against one. */
import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { allRan, newCampaign, newTenant, release, startHeld, type Tenant } from './tenants.ts'
import { type BenchWorld, type Figure, openBenchWorld, processTreeCpuSeconds } from './world.ts'

const LONG = 100_000
const SHARED = 20_000
const NODES = [1, 2, 4]
const TENANTS = 20
const CALL_SECONDS = 0.02
const TENANT_SLOTS = 10
const ONE_METHOD = `two campaigns of ${SHARED / 2} contacts, cap 100 each, one organization`
const MANY_METHOD = `${TENANTS} organizations, a campaign of ${SHARED / TENANTS} contacts and ${TENANT_SLOTS} slots each`

export async function nodesBench(): Promise<Figure[]> {
  return [...(await longCampaign()), ...(await severalNodes())]
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

/** The same campaigns with one, two and four programs on the same database: of one organization, and of many. */
async function severalNodes(): Promise<Figure[]> {
  const world = await openBenchWorld()
  const others: ChildProcess[] = []
  try {
    const definition = (
      (await world.request('GET', '/api/v1/workflow/fetch/1')).body as { workflow_definition: unknown }
    ).workflow_definition
    const tenants: Tenant[] = []
    for (let index = 0; index < TENANTS; index++) {
      tenants.push(
        await newTenant(world, index, {
          definition,
          contacts: SHARED / TENANTS,
          slots: TENANT_SLOTS,
          callSeconds: CALL_SECONDS,
        }),
      )
    }
    await oneOrganization(world, others)
    const figures: Figure[] = []
    for (const nodes of NODES) {
      while (others.length < nodes - 1) others.push(await startNode(world))
      figures.push(...figuresOf(nodes, 'one organization', ONE_METHOD, await oneOrganization(world, others)))
      for (const tenant of tenants) tenant.campaignId = await newCampaign(world, tenant)
      figures.push(
        ...figuresOf(nodes, `${TENANTS} organizations`, MANY_METHOD, await manyOrganizations(world, others, tenants)),
      )
    }
    return figures
  } finally {
    for (const child of others) child.kill('SIGTERM')
    await Promise.all(others.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    await world.close()
  }
}

async function startNode(world: BenchWorld): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./second-node.js', import.meta.url)), [world.dataDir])
  await new Promise((resolve) => child.once('message', resolve))
  return child
}

interface Ran {
  perSecond: number
  /** Of all programs and the database. */
  cpuPerThousand: number
}

function figuresOf(nodes: number, whose: string, method: string, { perSecond, cpuPerThousand }: Ran): Figure[] {
  const of = `${nodes} ${nodes === 1 ? 'node' : 'nodes'}, ${whose}`
  const where = `${method}, calls of 20 ms, embedded PostgreSQL, everything on ${cpus().length} cores`
  return [
    { figure: `calls per second, ${of}`, value: Math.round(perSecond), unit: '1/s', method: where },
    {
      figure: `CPU per 1,000 calls, ${of}`,
      value: Math.round(cpuPerThousand * 1000) / 1000,
      unit: 's',
      method: `${where}; all programs and the database`,
    },
  ]
}

async function measured(world: BenchWorld, others: readonly ChildProcess[], work: () => Promise<void>): Promise<Ran> {
  const spent = () => others.reduce((sum, { pid }) => sum + processTreeCpuSeconds(pid ?? 0), world.cpuSeconds())
  const before = spent()
  const startedMs = performance.now()
  await work()
  const seconds = (performance.now() - startedMs) / 1000
  return { perSecond: SHARED / seconds, cpuPerThousand: ((spent() - before) / SHARED) * 1000 }
}

async function oneOrganization(world: BenchWorld, others: readonly ChildProcess[]): Promise<Ran> {
  const configuration = await world.simulator({
    shortest_talk_seconds: CALL_SECONDS,
    longest_talk_seconds: CALL_SECONDS,
  })
  const source = await world.upload(SHARED / 2)
  const campaigns = [await world.campaign(source, configuration, {}), await world.campaign(source, configuration, {})]
  return measured(world, others, async () => {
    for (const campaign of campaigns) await world.start(campaign)
    for (const campaign of campaigns) await world.completed(campaign)
  })
}

async function manyOrganizations(world: BenchWorld, others: readonly ChildProcess[], tenants: readonly Tenant[]) {
  await startHeld(world, tenants)
  return measured(world, others, async () => {
    await release(world)
    await allRan(world, tenants)
  })
}
