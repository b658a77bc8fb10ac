/** The users of one organization. Each of them continues until the run ends, and notes what should not have happened. */
import { type OutdialClient, OutdialError } from '@outdial/sdk'
import { pickRandom, type Rng, randomIntBetween } from '../src/kernel/rng.ts'
import type { SoakNode } from './nodes.ts'

export interface SoakCampaign {
  id: number
  contacts: number
  cap: number
  /** How the numbers of its people begin; the carrier knows them by it. Null: the carrier inside the program was used. */
  prefix: string | null
}

export interface Soak {
  client: OutdialClient
  rng: Rng
  workflow: number
  /** Added to the number of a lane: two organizations never call the same people. */
  firstLane: number
  /** The carrier that outlives the nodes; people there say nothing. */
  silentCarrier: number
  /** The simulated carrier whose people speak. */
  speakingCarrier: number
  campaigns: SoakCampaign[]
  faults: string[]
  counts: Record<string, number>
  /** Campaigns of the other organization. */
  foreign(): readonly SoakCampaign[]
  stopping(): boolean
}

const FAULTS_MAX = 50

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function fault(soak: Soak, sentence: string): void {
  if (soak.faults.length < FAULTS_MAX) soak.faults.push(sentence)
}

export function count(soak: Soak, what: string): void {
  soak.counts[what] = (soak.counts[what] ?? 0) + 1
}

/** A node that goes away takes requests along; whatever else fails is a fault of the program. */
export async function attempt(soak: Soak, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    count(soak, what)
  } catch (error) {
    if (error instanceof OutdialError && error.status >= 500 && error.status !== 503 && error.status !== 502)
      fault(soak, `${what}: ${error.status} ${error.message}`)
    else if (error instanceof OutdialError && error.status < 500 && error.status !== 409 && error.status !== 429)
      fault(soak, `${what}: ${error.status} ${error.message}`)
    else count(soak, `${what}, not answered`)
  }
}

/** Campaigns of people who say nothing, one after the other: paused and resumed at random, watched to their end. */
export async function runCampaigns(soak: Soak, lane: number): Promise<void> {
  for (let turn = 0; !soak.stopping(); turn++) {
    // Each hundred has ten people who let it ring for the whole ring time-out, at each of four attempts.
    const contacts = randomIntBetween(soak.rng, 20, 120)
    const cap = randomIntBetween(soak.rng, 4, 16)
    const prefix = `+1${201 + soak.firstLane + lane}${String(turn).padStart(4, '0')}`
    const people = Array.from({ length: contacts }, (_, index) => `${prefix}${String(index).padStart(3, '0')}`)
    await attempt(soak, 'campaign', async () => {
      const { id } = await newCampaign(soak, `lane ${lane}, ${turn}`, people, cap, soak.silentCarrier)
      soak.campaigns.push({ id, contacts, cap, prefix })
      await disturbedUntilDone(soak, id)
    })
  }
}

/** A few people at a time who speak: the agent listens, answers and records. */
export async function runConversations(soak: Soak): Promise<void> {
  for (let turn = 0; !soak.stopping(); turn++) {
    const people = Array.from({ length: 6 }, (_, index) => `+1303${String(turn).padStart(4, '0')}${index}00`)
    await attempt(soak, 'campaign with conversations', async () => {
      const { id } = await newCampaign(soak, `talk ${turn}`, people, 3, soak.speakingCarrier)
      soak.campaigns.push({ id, contacts: people.length, cap: 3, prefix: null })
      await disturbedUntilDone(soak, id, 0)
    })
  }
}

async function newCampaign(
  { client, workflow }: Soak,
  name: string,
  people: readonly string[],
  cap: number,
  carrier: number,
) {
  // The columns of the first sample workflow, which does not start without them.
  const columns = 'phone_number,first_name,appointment_date,appointment_time,front_desk_number'
  const rows = [...people, 'not a number!'].map((number) => `${number},Ada,Monday,noon,+12025550100`)
  const { source_id } = await client.uploadContacts([columns, ...rows].join('\n'), { filename: `${name}.csv` })
  const { id } = await client.campaigns.create({
    name,
    workflow_id: workflow,
    source_type: 'csv',
    source_id,
    max_concurrency: cap,
    telephony_configuration_id: carrier,
    retry_config: { max_retries: 3, retry_delay_seconds: 1 },
  })
  await client.campaigns.start(id)
  return { id }
}

const LOOK_EVERY_MS = 500

async function disturbedUntilDone(soak: Soak, id: number, pauses = 0.1): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS)
    const progress = await soak.client.campaigns.progress(id).catch(() => null)
    if (progress === null) continue
    const { processed_rows: done, total_rows: all, outcomes } = progress
    const counted = Object.values(outcomes).reduce((sum, each) => sum + each, 0)
    if (done > all || counted !== done) fault(soak, `campaign ${id}: ${done} of ${all} done, ${counted} by outcome`)
    if (progress.state === 'completed' || soak.stopping()) return
    if (progress.state !== 'running') return fault(soak, `campaign ${id} is ${progress.state}`)
    if (soak.rng.next() < pauses) await pausedFor(soak, id, randomIntBetween(soak.rng, 100, 3000))
  }
}

/**
 * The last contact may end at the same moment: then there is nothing to pause. A node that was killed leaves it open whether a
 * request had an effect (409 `request_in_progress`, or no answer), so the campaign's state decides.
 */
async function pausedFor({ client, counts }: Soak, id: number, ms: number): Promise<void> {
  const paused = await client.campaigns.pause(id).then(
    () => true,
    (error) => {
      if (isRefusal(error)) return false
      return true
    },
  )
  if (!paused) return
  await sleep(ms)
  for (;;) {
    const answer = await client.campaigns.resume(id).then(
      () => 'resumed',
      (error) => (isRefusal(error) ? 'refused' : 'unknown'),
    )
    const progress = await client.campaigns.progress(id).catch(() => null)
    if (progress !== null && (answer === 'refused' || progress.state !== 'paused')) break
    await sleep(LOOK_EVERY_MS)
  }
  counts.pauses = (counts.pauses ?? 0) + 1
}

const isRefusal = (error: unknown) =>
  error instanceof OutdialError && error.status === 409 && error.code !== 'request_in_progress'

/** What a screen, a report and a curious colleague ask for. */
export async function runReaders(soak: Soak): Promise<void> {
  const { client, rng } = soak
  const foreign = () => pickRandom(rng, soak.foreign())
  const reads: [string, () => Promise<unknown>][] = [
    ['list of campaigns', () => client.campaigns.list({ limit: 50 })],
    ['list of calls', () => client.calls.list({ limit: 50 })],
    ['search', () => client.GET('/api/v1/search', { params: { query: { q: '+1201' } } })],
    ['statistics', () => client.GET('/api/v1/statistics/answer-rates', { params: { query: {} } })],
    ['explain', async () => client.campaigns.explain(pickRandom(rng, soak.campaigns).id)],
    ['contacts', async () => client.campaigns.contacts(pickRandom(rng, soak.campaigns).id, { limit: 100 })],
    [
      'report',
      async () => (await client.download(`/api/v1/campaign/${pickRandom(rng, soak.campaigns).id}/report`)).text(),
    ],
  ]
  while (!soak.stopping()) {
    await sleep(randomIntBetween(rng, 20, 200))
    if (soak.campaigns.length === 0) continue
    const [what, read] = pickRandom(rng, reads)
    await attempt(soak, what, read)
    if (soak.foreign().length > 0 && rng.next() < 0.1) await refusedForeign(soak, foreign().id)
  }
}

/** A campaign of the other organization does not exist for this one. */
async function refusedForeign(soak: Soak, id: number): Promise<void> {
  const status = await soak.client.campaigns.progress(id).then(
    () => 200,
    (error) => (error instanceof OutdialError ? error.status : 0),
  )
  if (status === 404) count(soak, 'foreign campaigns refused')
  else if (status > 0 && status < 500) fault(soak, `campaign ${id} of another organization: ${status}`)
}

/** Files that are none, and one whose sender goes away in the middle. */
export async function runBadUploads(soak: Soak): Promise<void> {
  const { client, rng } = soak
  while (!soak.stopping()) {
    await sleep(randomIntBetween(rng, 500, 3000))
    const bytes = crypto.getRandomValues(new Uint8Array(20_000))
    await client.uploadContacts(bytes, { filename: 'noise.csv' }).then(
      () => fault(soak, 'noise was taken for a list'),
      (error) => {
        if (error instanceof OutdialError && error.status >= 500 && error.status < 502)
          fault(soak, `an upload of noise: ${error.status} ${error.message}`)
      },
    )
    const leave = new AbortController()
    const endless = new ReadableStream<Uint8Array>({
      async pull(out) {
        // Without a pause it would be asked again and again before any timer runs.
        await sleep(1)
        out.enqueue(new TextEncoder().encode('+12025550100\n'.repeat(1000)))
      },
    })
    setTimeout(() => leave.abort(), randomIntBetween(rng, 50, 300))
    await client.uploadContacts(endless, { signal: leave.signal }).catch(() => count(soak, 'uploads cut off'))
  }
}

const SLOW_LINES = 40
const LINE_EVERY_MS = 500

/** A list that arrives line by line, at the node that is never restarted: it must be taken. */
export async function runSlowUploads(soak: Soak, steady: OutdialClient): Promise<void> {
  for (let turn = 0; !soak.stopping(); turn++) {
    let line = 0
    const slow = new ReadableStream<Uint8Array>({
      async pull(out) {
        await sleep(LINE_EVERY_MS)
        const text = line === 0 ? 'phone_number\n' : `+1404${String(turn % 10_000).padStart(4, '0')}${100 + line}\n`
        out.enqueue(new TextEncoder().encode(text))
        if (++line > SLOW_LINES) out.close()
      },
    })
    await steady.uploadContacts(slow, { filename: `slow ${turn}.csv` }).then(
      () => count(soak, 'slow uploads'),
      (error) => fault(soak, `a slow upload: ${(error as Error).message}`),
    )
  }
}

const RESTART_EVERY_MS = 45_000

/** One node is stopped and killed in turn; the other carries on. */
export async function runRestarts(soak: Soak, node: SoakNode): Promise<void> {
  for (let turn = 0; !soak.stopping(); turn++) {
    for (let waited = 0; waited < RESTART_EVERY_MS && !soak.stopping(); waited += 500) await sleep(500)
    if (soak.stopping()) return
    const signal = turn % 2 === 0 ? 'SIGTERM' : 'SIGKILL'
    await node.stop(signal)
    await node.start()
    count(soak, `restarts by ${signal}`)
  }
}
