/** One cold program of the first-words bench, in a process of its own: the first call of a process is the slowest one. */
import { systemClock } from '../src/kernel/clock.ts'
import { systemRng } from '../src/kernel/rng.ts'
import { writeWav } from '../src/speech/wav.ts'
import { simulatedCarrierOf } from '../src/telephony/providers/simulator/account.ts'
import type { FirstWordsKind, Waits } from './first-words.ts'
import { type BenchWorld, benchNumber, KEY, openBenchWorld } from './world.ts'

const CALLS_AFTER = 4
const OUR_NUMBER = '+12025550100'
const LOOK_EVERY_MS = 50

/** The dialer waits for the agents: no call is placed before they are loaded. */
async function callOut(world: BenchWorld, waits: Waits): Promise<void> {
  const line = await world.simulator({ people_speak: true, shortest_ring_seconds: 1, longest_ring_seconds: 1 })
  const people = Array.from({ length: 1 + CALLS_AFTER }, (_, index) => benchNumber(index))
  const settings = { max_concurrency: 1, retry_config: { enabled: false } }
  const campaign = await world.campaign(await world.uploadNumbers(people), line, settings)
  await world.start(campaign)
  // One at a time: the next person is dialed when the call before has ended.
  for (let index = 0, last = 0; index <= CALLS_AFTER; index++) {
    last = await nextCall(world, campaign, last)
    await note(world, last, index === 0 ? waits.first : waits.later)
  }
}

async function nextCall(world: BenchWorld, campaign: number, after: number): Promise<number> {
  for (;;) {
    const { rows } = await world.pool.query<{ id: number }>(
      'select id from calls where campaign_id = $1 and id > $2 order by id limit 1',
      [campaign, after],
    )
    if (rows[0]) return rows[0].id
    await pause(LOOK_EVERY_MS)
  }
}

/** The call ends after the first sound: the rest of the conversation is not measured. */
async function note(world: BenchWorld, callId: number, waits: number[]): Promise<void> {
  waits.push(await waited(world, callId))
  await world.request('POST', `/api/v1/calls/${callId}/hang-up`).catch(() => {})
}

async function callBoundNumber(world: BenchWorld, waits: Waits): Promise<void> {
  const line = await world.simulator({ people_speak: true })
  await world.request('POST', `/api/v1/organizations/telephony-configs/${line}/phone-numbers`, {
    address: OUR_NUMBER,
    inbound_workflow_id: 1,
  })
  await agentsLoaded(world)
  await callIn(world, waits)
}

/** The recognizer answers once the agents are there. The binding has asked for them before: cold-agents.test.ts holds that it does. */
async function agentsLoaded(world: BenchWorld): Promise<void> {
  const samples = Int16Array.from({ length: 8000 }, (_, at) => 2000 * Math.sin(at / 3))
  await world.app.server.inject({
    method: 'POST',
    url: '/api/v1/workflow-recordings/transcribe',
    headers: { 'x-api-key': KEY, 'content-type': 'audio/wav' },
    payload: Buffer.from(writeWav({ samples, sampleRateHz: 8000 })),
  })
}

/** A balancer sends nothing here before the program says that it is ready. */
async function callAfterStart(world: BenchWorld, waits: Waits): Promise<void> {
  while ((await world.app.server.inject({ url: '/api/v1/ready' })).statusCode !== 200) await pause(LOOK_EVERY_MS)
  await callIn(world, waits)
}

async function callIn(world: BenchWorld, waits: Waits): Promise<void> {
  const carrier = simulatedCarrierOf({ clock: systemClock, rng: systemRng })
  for (let index = 0; index <= CALLS_AFTER; index++) {
    const call = await carrier.simulateInbound(`+1303555${1000 + index}`, OUR_NUMBER)
    if (call === null) throw new Error('an inbound call was refused')
    const { rows } = await world.pool.query<{ id: number }>('select max(id)::int as id from calls')
    await note(world, rows[0]?.id ?? 0, index === 0 ? waits.first : waits.later)
  }
}

/** As the call record says: from the answer (the arrival of the audio) to our first sound. */
async function waited(world: BenchWorld, callId: number): Promise<number> {
  const until = performance.now() + 60_000
  for (;;) {
    const { rows } = await world.pool.query<{ ms: number | null }>(
      `select (latencies ->> 'first_audio_ms')::float8 as ms from call_records where call_id = $1`,
      [callId],
    )
    const ms = rows[0]?.ms
    if (ms !== null && ms !== undefined) return ms
    if (performance.now() > until) return Number.POSITIVE_INFINITY
    await pause(LOOK_EVERY_MS)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const BY_KIND: Record<FirstWordsKind, (world: BenchWorld, waits: Waits) => Promise<void>> = {
  campaign: callOut,
  bound: callBoundNumber,
  started: callAfterStart,
}

const [kind, dataDir] = process.argv.slice(2) as [FirstWordsKind, string]
const waits: Waits = { first: [], later: [] }
const world = await openBenchWorld({ dataDir })
try {
  await BY_KIND[kind](world, waits)
} finally {
  await world.close()
}
process.send?.(waits, () => process.exit(0))
