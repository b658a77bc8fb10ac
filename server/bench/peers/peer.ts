/** What the programs of this folder share: a campaign as plain jobs, run by somebody else's queue. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface PeerTask {
  /** Where the queues are installed: not in the product. */
  scratch: string
  connection: { host: string; port: number; user: string; database: string }
  people: number
  concurrency: number
  /** How long a call lasts, where there is no carrier. */
  callMs: number
  /** Calls really ring there. */
  carrierUrl: string | null
  /** False: go on with the jobs that are there. */
  enqueue: boolean
}

export interface PeerDone {
  seconds: number
  cpuSeconds: number
}

export const task = JSON.parse(process.argv[2] ?? '{}') as PeerTask

export const load = (name: string): unknown => createRequire(join(task.scratch, 'index.js'))(name)

let called = 0
let startedMs = 0
let cpuBefore = process.cpuUsage()

/** Waits for the word to begin, so that only the work is measured. */
export async function ready(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('message', () => resolve())
    process.send?.('ready')
  })
  startedMs = performance.now()
  cpuBefore = process.cpuUsage()
}

/** Everybody has been called: says so and ends. */
export function finish(): void {
  const cpu = process.cpuUsage(cpuBefore)
  const done: PeerDone = { seconds: (performance.now() - startedMs) / 1000, cpuSeconds: (cpu.user + cpu.system) / 1e6 }
  process.send?.(done, () => process.exit(0))
}

/** One call, as a plain job makes it. Answers with how many this program has made. */
export async function dial(person: string): Promise<number> {
  if (task.carrierUrl !== null) await ringAt(task.carrierUrl, person)
  else if (task.callMs > 0) await sleep(task.callMs)
  return ++called
}

const LOOK_EVERY_MS = 100

async function ringAt(carrier: string, person: string): Promise<void> {
  const callKey = `${process.pid}-${person}`
  const order = {
    call: { callKey },
    to: person,
    from: null,
    ringTimeoutSeconds: 15,
    maxDurationSeconds: 30,
    status_url: 'http://127.0.0.1:9/',
    credentials: { shortest_talk_seconds: task.callMs / 1000, longest_talk_seconds: task.callMs / 1000, speed: 1 },
  }
  await fetch(`${carrier}/calls`, { method: 'POST', body: JSON.stringify(order) })
  await sleep(task.callMs)
  for (;;) {
    const response = await fetch(`${carrier}/calls/${encodeURIComponent(callKey)}`)
    if (((await response.json()) as { kind: string }).kind === 'ended') return
    await sleep(LOOK_EVERY_MS)
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
