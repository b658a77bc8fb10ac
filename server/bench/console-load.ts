/** What an open page of the console costs beside many running campaigns: requests and bytes, without the stream of events. */
import type { Page } from './console.ts'
import { DRAWN, until } from './console-page.ts'
import type { BenchWorld } from './world.ts'

export const RUNNING = 300
const CONTACTS_EACH = 10
/** The campaign whose page is opened must not end while it is looked at. */
const CONTACTS_OF_FIRST = 500
const SETTLED_MS = 20_000
export const MEASURED_MS = 60_000

/** Campaigns that keep all lines of the organization busy for longer than is measured; answers the first. */
export async function manyRunning(world: BenchWorld): Promise<number> {
  const carrier = await world.simulator({ shortest_talk_seconds: 20, longest_talk_seconds: 60 })
  let first = 0
  for (let at = 0; at < RUNNING; at++) {
    const contacts = at === 0 ? CONTACTS_OF_FIRST : CONTACTS_EACH
    const numbers = Array.from({ length: contacts }, (_, row) => numberOf(at * CONTACTS_OF_FIRST + row))
    const id = await world.campaign(await world.uploadNumbers(numbers), carrier, { max_concurrency: 5 })
    await world.start(id)
    first ||= id
  }
  return first
}

const numberOf = (index: number): string => `+1303${String(2_000_000 + index)}`

export interface PageLoad {
  /** The most frequent first: `4 /api/v1/calls`. */
  byAddress: string[]
  requestsPerSecond: number
  kilobytesPerSecond: number
}

export async function loadOf(page: Page, address: string): Promise<PageLoad> {
  await page.goto(address)
  await until(page, DRAWN)
  await page.waitForTimeout(SETTLED_MS)
  const begun = await page.evaluate<number>('performance.clearResourceTimings(), performance.now()')
  await page.waitForTimeout(MEASURED_MS)
  const { requests, bytes, ms, names } = await page.evaluate<Seen>(`(() => {
    const read = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/') && !name.includes('/events'))
    return { requests: read.length, names: read.map(({ name }) => new URL(name).pathname), bytes: read.reduce((sum, { transferSize }) => sum + transferSize, 0), ms: performance.now() - ${begun} }
  })()`)
  return { byAddress: counted(names), requestsPerSecond: (requests / ms) * 1_000, kilobytesPerSecond: bytes / ms }
}

interface Seen {
  requests: number
  bytes: number
  ms: number
  names: string[]
}

function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, times]) => `${times} ${name}`)
}
