/** `npm run soak -- MINUTES`: a mixed load for so long, then everything must add up. Ends with 1 if anything did not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outdial/sdk'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { systemRng } from '../src/kernel/rng.ts'
import { openStorage } from '../src/roles/open-storage.ts'
import { freePort } from '../test/free-port.ts'
import { CARRIER_SECRET, startCarrierServer } from '../test/processes/carrier-server.ts'
import { openBalancer } from './balancer.ts'
import { drained, judge } from './checks.ts'
import { follow } from './follower.ts'
import { runBadUploads, runCampaigns, runConversations, runReaders, runRestarts, type Soak, sleep } from './load.ts'
import { SoakNode } from './nodes.ts'
import { openReceiver } from './receiver.ts'
import { growthOf, residentMb, type Sample, takeSample } from './samples.ts'

const KEY = `od_${'s'.repeat(43)}`
const SAMPLE_EVERY_MS = 5000
const TELL_EVERY_MS = 60_000
const LANES = 3
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
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_GRACE_SECONDS: '20',
    LOG_LEVEL: 'info',
  }
  const nodes = ports.map((port, index) => new SoakNode(port, environment, join(dataDir, `node-${index}.log`)))
  const [steady, restless] = nodes as [SoakNode, SoakNode]
  await steady.start()
  await restless.start()
  const client = createClient({ baseUrl: balancer.url, apiKey: KEY, retries: 8 })
  const endMs = performance.now() + minutes * 60_000
  const soak = await prepared(client, carrier.url, () => performance.now() >= endMs)
  const receiver = await openReceiver(client)
  const follower = follow(client)
  const samples: Sample[] = []
  const sampling = sample([steady, restless], samples, storage.pool, soak)
  await Promise.all([
    ...Array.from({ length: LANES }, (_, lane) => runCampaigns(soak, lane)),
    runConversations(soak),
    runReaders(soak),
    runBadUploads(soak),
    runRestarts(soak, restless),
    sampling,
  ])
  const stuck = await drained(storage.pool)
  const faults = [...soak.faults, ...stuck, ...(await judge(storage.pool, soak.campaigns, carrier.calls))]
  const growth = growthOf(samples)
  await told(soak.campaigns.length, [follower, receiver])
  follower.stop()
  for (const { id } of soak.campaigns) {
    if (!follower.completed.has(id)) faults.push(`the event stream never told that campaign ${id} is completed`)
    if (!receiver.completed.has(id)) faults.push(`no webhook told that campaign ${id} is completed`)
  }
  faults.push(...follower.faults, ...receiver.faults, ...growth.faults)
  console.log(
    `\ncampaigns ${soak.campaigns.length}, calls the carrier saw ${carrier.calls.length}, events read ${follower.seen}, webhooks received ${receiver.received}`,
  )
  console.log(
    Object.entries(soak.counts)
      .map(([what, count]) => `  ${what}: ${count}`)
      .join('\n'),
  )
  console.log(
    `memory of the steady node ${samples.at(0)?.residentMb.toFixed(0)} MB to ${samples.at(-1)?.residentMb.toFixed(0)} MB, ${growth.residentMbPerHour.toFixed(1)} MB an hour after the warm-up; open files ${growth.files >= 0 ? '+' : ''}${growth.files}`,
  )
  balancer.close()
  receiver.close()
  for (const node of nodes) await node.stop('SIGTERM')
  await carrier.close()
  await storage.close()
  if (faults.length === 0) rmSync(dataDir, { recursive: true, force: true })
  else console.log(`logs of the nodes: ${dataDir}`)
  return faults
}

/** Whoever was told by stream or webhook may be some seconds behind. */
async function told(campaigns: number, readers: readonly { completed: ReadonlySet<number> }[]): Promise<void> {
  for (let waited = 0; waited < TOLD_WITHIN_MS; waited += 100) {
    if (readers.every(({ completed }) => completed.size >= campaigns)) return
    await sleep(100)
  }
}

async function prepared(client: Soak['client'], carrierUrl: string, stopping: () => boolean): Promise<Soak> {
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
  return {
    client,
    rng: systemRng,
    silentCarrier: silent.id,
    speakingCarrier: speaking.id,
    campaigns: [],
    faults: [],
    counts: {},
    stopping,
  }
}

/** Judged is the steady node; the other one is shown beside it. */
async function sample(
  [node, other]: readonly [SoakNode, SoakNode],
  samples: Sample[],
  pool: Parameters<typeof takeSample>[1],
  soak: Soak,
): Promise<void> {
  for (let lastMs = Number.NEGATIVE_INFINITY; !soak.stopping(); await sleep(SAMPLE_EVERY_MS)) {
    const now = await takeSample(node.pid, pool, performance.now())
    samples.push(now)
    if (now.atMs - lastMs < TELL_EVERY_MS) continue
    lastMs = now.atMs
    console.log(
      `${new Date().toISOString().slice(11, 19)}  campaigns ${soak.campaigns.length}, faults ${soak.faults.length}, memory ${now.residentMb.toFixed(0)} MB (the restarted one ${residentMb(other.pid)?.toFixed(0) ?? '-'}), files ${now.files}, connections ${now.connections}`,
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
