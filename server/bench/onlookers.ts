/** What it costs the dialer that people look on: the same campaign with nobody, and with ten consoles that read along. */
import type { AddressInfo } from 'node:net'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const ONLOOKERS = 10
const ROWS = 20_000
const CALL_MS = 50
/** A console reads what it shows anew at most once a second. */
const READ_EVERY_MS = 1000

export async function onlookersBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    await campaign(world, 2000)
    const alone = await campaign(world, ROWS)
    const leave = await lookOn(world)
    const watched = await campaign(world, ROWS)
    leave()
    const method = `${ROWS} contacts, cap 100, calls of ${CALL_MS} ms; program, database and readers in one CPU figure`
    const consoles = `${ONLOOKERS} live streams, each with progress and live calls read once a second`
    return [
      figure('completed calls per second, nobody looks on', ROWS / alone.seconds, '1/s', method),
      figure(`the same, ${ONLOOKERS} consoles open`, ROWS / watched.seconds, '1/s', `${method}; ${consoles}`),
      figure('CPU per 1,000 calls, nobody looks on', (alone.cpu / ROWS) * 1000, 's', method),
      figure(`the same, ${ONLOOKERS} consoles open`, (watched.cpu / ROWS) * 1000, 's', `${method}; ${consoles}`),
    ]
  } finally {
    await world.close()
  }
}

function figure(name: string, value: number, unit: string, method: string): Figure {
  return { figure: name, value: Math.round(value * 1000) / 1000, unit, method }
}

async function campaign(world: BenchWorld, rows: number): Promise<{ seconds: number; cpu: number }> {
  const seconds = CALL_MS / 1000
  const configuration = await world.simulator({ shortest_talk_seconds: seconds, longest_talk_seconds: seconds })
  const id = await world.campaign(await world.upload(rows), configuration, {})
  const before = world.cpuSeconds()
  await world.start(id)
  return { seconds: await world.completed(id), cpu: world.cpuSeconds() - before }
}

async function lookOn(world: BenchWorld): Promise<() => void> {
  const url = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}/api/v1`
  const headers = { 'x-api-key': KEY }
  const abort = new AbortController()
  const timers: NodeJS.Timeout[] = []
  for (let index = 0; index < ONLOOKERS; index++) {
    const response = await fetch(`${url}/events/stream?live=true`, { headers, signal: abort.signal })
    drain(response).catch(() => {})
    const read = async (path: string) => (await fetch(`${url}${path}`, { headers, signal: abort.signal })).text()
    timers.push(
      setInterval(() => {
        read('/campaign/progress?state=running').catch(() => {})
        read('/calls?live=true&limit=100').catch(() => {})
      }, READ_EVERY_MS),
    )
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
    abort.abort()
  }
}

async function drain(response: Response): Promise<void> {
  for await (const _chunk of response.body as unknown as AsyncIterable<Uint8Array>);
}
