/** `npm run soak -- MINUTES`: a mixed load for so long, then everything must add up. Ends with 1 if anything did not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type OutdialClient } from '@outdial/sdk'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { systemRng } from '../src/kernel/rng.ts'
import { openStorage } from '../src/roles/open-storage.ts'
import { freePort } from '../test/free-port.ts'
import { CARRIER_SECRET, startCarrierServer } from '../test/processes/carrier-server.ts'
import { openBalancer } from './balancer.ts'
import { drained, judge, leftovers, rowsByTable } from './checks.ts'
import { type Follower, follow } from './follower.ts'
import { runHostileClients } from './hostile.ts'
import {
  runBadUploads,
  runCampaigns,
  runConversations,
  runReaders,
  runRestarts,
  runSlowUploads,
  type Soak,
  type SoakCampaign,
  sleep,
} from './load.ts'
import { command, SoakNode } from './nodes.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { growthOf, residentMb, type Sample, takeSample } from './samples.ts'

const KEY = `od_${'s'.repeat(43)}`
const SAMPLE_EVERY_MS = 5000
const TELL_EVERY_MS = 60_000
const CONCURRENT_TRANSACTIONS = 3
const LANES_OF_SECOND = 2
/** The first start makes it, in the first organization. */
const SAMPLE_WORKFLOW = 1
type WorkflowBody = Parameters<OutdialClient['workflows']['create']>[0]
const TOLD_WITHIN_MS = 60_000

async function main(minutes: number): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-soak-'))
  const config = readConfig({ DATA_DIR: dataDir }, false)
  const storage = await openStorage({ config, clock: systemClock, log: silentLog, schema: 'migrate' })
  const carrier = await startCarrierServer()
  const ports = [await freePort(), await freePort()]
  const balancer = await openBalancer(ports)
  const environment = {
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: KEY,
    SIMULATOR: 'remote',
    PUBLIC_URL: balancer.url,
    // With two organizations nobody reaches this machine unless it is named.
    EGRESS_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_SECONDS: '20',
    LOG_LEVEL: 'info',
  }
  const faults: string[] = []
  const noteFault = (sentence: string) => void faults.push(sentence)
  const nodes = ports.map(
    (port, index) => new SoakNode(port, environment, join(dataDir, `node-${index}.log`), noteFault),
  )
  const [steady, restless] = nodes as [SoakNode, SoakNode]
  await steady.start()
  await restless.start()
  const secondKey = await command(
    ['keys', 'create', '--organization', 'Second', '--name', 'soak', '--new'],
    environment,
  )
  const clients = [KEY, secondKey].map((apiKey) => createClient({ baseUrl: balancer.url, apiKey, retries: 8 }))
  const endMs = performance.now() + minutes * 60_000
  const tenants = await prepared(clients, carrier.url, faults, () => performance.now() >= endMs)
  const [first, second] = tenants as [Soak, Soak]
  const readers = await Promise.all(
    tenants.map(async (soak) => ({ soak, receiver: await openReceiver(soak.client), follower: follow(soak.client) })),
  )
  const samples: Sample[] = []
  const direct = createClient({ baseUrl: `http://127.0.0.1:${steady.port}`, apiKey: KEY, retries: 0 })
  await Promise.all([
    ...Array.from({ length: CONCURRENT_TRANSACTIONS }, (_, lane) => runCampaigns(first, lane)),
    ...Array.from({ length: LANES_OF_SECOND }, (_, lane) => runCampaigns(second, lane)),
    runConversations(first),
    ...tenants.map((soak) => runReaders(soak)),
    runBadUploads(second),
    runSlowUploads(first, direct),
    runHostileClients(first, steady.port),
    runRestarts(first, restless),
    sample([steady, restless], samples, storage.pool, tenants),
  ])
  console.log(`${new Date().toISOString().slice(11, 19)}  the load ends; campaigns finish`)
  const campaigns = tenants.flatMap((soak) => soak.campaigns)
  faults.push(...(await drained(storage.pool)), ...(await judge(storage.pool, campaigns, carrier.calls)))
  const growth = growthOf(samples)
  for (const { soak, receiver, follower } of readers) {
    await told(soak.campaigns.length, [follower, receiver])
    follower.stop()
    faults.push(...notTold(soak, receiver, follower), ...follower.faults, ...receiver.faults)
  }
  faults.push(...(await leftovers(storage.pool, join(dataDir, 'uploads'))), ...growth.faults)
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)
  console.log(
    `\ncampaigns ${campaigns.length}, calls the carrier saw ${carrier.calls.length}, events read ${sum(readers.map(({ follower }) => follower.seen))}, webhooks received ${sum(readers.map(({ receiver }) => receiver.received))}`,
  )
  console.log(lines(first.counts))
  console.log(
    `memory of the steady node ${samples.at(0)?.residentMb.toFixed(0)} MB to ${samples.at(-1)?.residentMb.toFixed(0)} MB, ${growth.residentMbPerHour.toFixed(1)} MB an hour after the warm-up; open files ${growth.files >= 0 ? '+' : ''}${growth.files}`,
  )
  console.log(`tables: ${await rowsByTable(storage.pool)}`)
  for (const [index, { warnings }] of nodes.entries())
    console.log(`warnings of node ${index}:\n${lines(Object.fromEntries(warnings))}`)
  balancer.close()
  for (const { receiver } of readers) receiver.close()
  for (const node of nodes) await node.stop('SIGTERM')
  await carrier.close()
  await storage.close()
  if (faults.length === 0) rmSync(dataDir, { recursive: true, force: true })
  else console.log(`logs of the nodes: ${dataDir}`)
  return faults
}

const lines = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `  ${what}: ${count}`)
    .join('\n')

/** Each organization is told of the end of its own campaigns, and of nothing of the other one. */
function notTold(soak: Soak, receiver: Receiver, follower: Follower): string[] {
  const foreign = new Set(soak.foreign().map(({ id }) => id))
  return [
    ...soak.campaigns.flatMap(({ id }) => [
      ...(follower.completed.has(id) ? [] : [`the event stream never told that campaign ${id} is completed`]),
      ...(receiver.completed.has(id) ? [] : [`no webhook told that campaign ${id} is completed`]),
    ]),
    ...[...follower.campaigns, ...receiver.completed]
      .filter((id) => foreign.has(id))
      .map((id) => `another organization was told of campaign ${id}`),
  ]
}

/** Stream and webhooks may be some seconds behind. */
async function told(campaigns: number, readers: readonly { completed: ReadonlySet<number> }[]): Promise<void> {
  for (let waited = 0; waited < TOLD_WITHIN_MS; waited += 100) {
    if (readers.every(({ completed }) => completed.size >= campaigns)) return
    await sleep(100)
  }
}

async function prepared(
  clients: readonly OutdialClient[],
  carrierUrl: string,
  faults: string[],
  stopping: () => boolean,
): Promise<Soak[]> {
  const counts: Record<string, number> = {}
  const [own] = clients as [OutdialClient]
  const { workflow_definition } = await own.workflows.get(SAMPLE_WORKFLOW)
  const tenants: Soak[] = []
  for (const [index, client] of clients.entries()) {
    const carriers = await newCarriers(client, carrierUrl)
    const workflow =
      index === 0
        ? SAMPLE_WORKFLOW
        : (await client.workflows.create({ name: 'soak', workflow_definition } as WorkflowBody)).id
    const campaigns: SoakCampaign[] = []
    const foreign = () => tenants.filter((other) => other.client !== client).flatMap((other) => other.campaigns)
    const shared = { rng: systemRng, faults, counts, stopping }
    tenants.push({
      ...shared,
      client,
      ...carriers,
      workflow,
      firstLane: index * CONCURRENT_TRANSACTIONS,
      campaigns,
      foreign,
    })
  }
  return tenants
}

async function newCarriers(client: OutdialClient, carrierUrl: string) {
  const short = {
    shortest_ring_seconds: 0.05,
    longest_ring_seconds: 0.3,
    shortest_talk_seconds: 0.1,
    longest_talk_seconds: 1,
  }
  // Not in the interface's document: only a program started for tests knows it.
  const elsewhere = { carrier_url: carrierUrl, carrier_secret: CARRIER_SECRET }
  const silent = await client.telephony.create({
    name: 'silent',
    is_default_outbound: true,
    config: {
      provider: 'simulator',
      ...elsewhere,
      people_speak: false,
      busy_rate: 0.1,
      ring_timeout_seconds: 15,
      max_call_seconds: 30,
      ...short,
    },
  })
  const speaking = await client.telephony.create({
    name: 'speaking',
    config: { provider: 'simulator', people_speak: true },
  })
  return { silentCarrier: silent.id, speakingCarrier: speaking.id }
}

/** Judged is the steady node; the other one is shown beside it. */
async function sample(
  [node, other]: readonly [SoakNode, SoakNode],
  samples: Sample[],
  pool: Parameters<typeof takeSample>[1],
  tenants: readonly Soak[],
): Promise<void> {
  const [soak] = tenants as [Soak]
  for (let lastMs = Number.NEGATIVE_INFINITY; !soak.stopping(); await sleep(SAMPLE_EVERY_MS)) {
    const now = await takeSample(node.pid, pool, performance.now())
    samples.push(now)
    if (now.atMs - lastMs < TELL_EVERY_MS) continue
    lastMs = now.atMs
    console.log(
      `${new Date().toISOString().slice(11, 19)}  campaigns ${tenants.map(({ campaigns }) => campaigns.length).join(' and ')}, faults ${soak.faults.length}, memory ${now.residentMb.toFixed(0)} MB with ${now.childrenMb.toFixed(0)} MB of children (the restarted one ${residentMb(other.pid)?.toFixed(0) ?? '-'}), files ${now.files}, connections ${now.connections}`,
    )
  }
}

const minutes = Number(process.argv[2] ?? 60)
if (!(minutes > 0)) {
  console.error('npm run soak -- MINUTES')
  process.exit(2)
}
const faults = await main(minutes)
for (const fault of faults) console.log(`FAULT  ${fault}`)
console.log(faults.length === 0 ? `${minutes} minutes, no fault` : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
