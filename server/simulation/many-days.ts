/** Many days, as many at a time as there are cores: days know nothing of each other. */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { freshSeed } from './seeds.ts'
import { type DayReport, liveOneDay } from './world.ts'

/** What is told of a day that broke a promise. */
export type BrokenDay = Omit<DayReport, 'tables' | 'lines'>

interface Share {
  count: number
  /** The first seed; null: seeds are drawn. */
  from: number | null
  /** Days that some thread has begun. Days differ much in length: a thread takes the next one when it has lived the last. */
  begun: Int32Array
}

/** Days between two words of how far it is. */
const TOLD_EVERY = 500

/** Nearly all rows of a day die young: with more room for them the collector runs seldom. */
const YOUNG_GENERATION_MB = 128

/** Tells each broken day as it comes, and how many there were. */
export async function liveManyDays(
  from: number | null,
  count: number,
  tell: (day: BrokenDay) => void,
  progress: (lived: number) => void = () => {},
): Promise<{ broken: number; perMinute: number }> {
  const startedMs = performance.now()
  const share: Share = { count, from, begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const onDay = (day: BrokenDay | null) => {
    if (++lived % TOLD_EVERY === 0) progress(lived)
    if (day === null) return
    broken++
    tell(day)
  }
  let broken = 0
  let lived = 0
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, () => liveShare(share, onDay)))
  if (lived !== count) throw new Error(`${lived} of ${count} days were lived`)
  return { broken, perMinute: (count / (performance.now() - startedMs)) * 60_000 }
}

/** One thread. `tell` hears of each day, null of one that kept every promise. */
function liveShare(share: Share, tell: (day: BrokenDay | null) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
    const worker = new Worker(new URL(import.meta.url), { workerData: share, resourceLimits })
    worker.on('message', tell)
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}

async function live({ count, from, begun }: Share): Promise<void> {
  for (let index = Atomics.add(begun, 0, 1); index < count; index = Atomics.add(begun, 0, 1)) {
    const report = await liveOneDay(from === null ? freshSeed() : from + index)
    if (!report.broken) {
      parentPort?.postMessage(null)
      continue
    }
    const { tables: _tables, lines: _lines, ...told } = report
    parentPort?.postMessage(told)
  }
}

if (!isMainThread && workerData !== null) await live(workerData as Share)
