/** What it costs the dialer that people look on: the same campaign with nobody, with one console and with ten that read along. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const ROWS = 20_000
const CALL_MS = 50
const METHOD = `${ROWS} contacts, cap 100, calls of ${CALL_MS} ms; CPU of program and database, readers elsewhere`

export async function onlookersBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    await campaign(world, 2000)
    // As in a program that has run for a while: PostgreSQL has seen its tables.
    await world.pool.query('vacuum analyze')
    const figures: Figure[] = []
    for (const consoles of [0, 1, 10]) figures.push(...(await withConsoles(world, consoles)))
    return figures
  } finally {
    await world.close()
  }
}

async function withConsoles(world: BenchWorld, consoles: number): Promise<Figure[]> {
  const leave = await lookOn(world, consoles)
  const { seconds, cpu } = await campaign(world, ROWS)
  leave()
  const who = consoles === 0 ? 'nobody looks on' : `${consoles} console${consoles === 1 ? '' : 's'} open`
  const method = consoles === 0 ? METHOD : `${METHOD}; live stream, progress and live calls read once a second`
  return [
    figure(`completed calls per second, ${who}`, ROWS / seconds, '1/s', method),
    figure(`CPU per 1,000 calls, ${who}`, (cpu / ROWS) * 1000, 's', method),
  ]
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

async function lookOn(world: BenchWorld, consoles: number): Promise<() => void> {
  const url = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}/api/v1`
  const child = fork(fileURLToPath(new URL('./onlooker.js', import.meta.url)), [url, KEY, String(consoles)])
  await once(child, 'message')
  return () => void child.kill()
}
