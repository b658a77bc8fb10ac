/** Many days, as many at a time as there are cores: days know nothing of each other. */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { freshSeed } from './seeds.ts'
import { type DayReport, liveOneDay } from './world.ts'

/** What is told of a day that broke a promise. */
export type BrokenDay = Omit<DayReport, 'tables' | 'lines'>

interface Share {
  count: number
  /** The first seed and the way to the next; null: drawn. */
  from: number | null
  step: number
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
  const threads = Math.min(availableParallelism(), count)
  let broken = 0
  let lived = 0
  await Promise.all(
    Array.from({ length: threads }, (_, index) => {
      const share = Math.floor(count / threads) + (index < count % threads ? 1 : 0)
      return liveShare({ count: share, from: from === null ? null : from + index, step: threads }, (day) => {
        if (++lived % TOLD_EVERY === 0) progress(lived)
        if (day === null) return
        broken++
        tell(day)
      })
    }),
  )
  return { broken, perMinute: (count / (performance.now() - startedMs)) * 60_000 }
}

/** `tell` hears of each day, null of one that kept every promise. Fails if a thread ends before it has lived its days. */
function liveShare(share: Share, tell: (day: BrokenDay | null) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
    const worker = new Worker(new URL(import.meta.url), { workerData: share, resourceLimits })
    let lived = 0
    worker.on('message', (day: BrokenDay | null) => {
      lived++
      tell(day)
    })
    worker.on('error', reject)
    worker.on('exit', () =>
      lived === share.count ? resolve() : reject(new Error(`${lived} of ${share.count} days were lived`)),
    )
  })
}

async function live({ count, from, step }: Share): Promise<void> {
  for (let index = 0; index < count; index++) {
    const report = await liveOneDay(from === null ? freshSeed() : from + index * step)
    if (!report.broken) {
      parentPort?.postMessage(null)
      continue
    }
    const { tables: _tables, lines: _lines, ...told } = report
    parentPort?.postMessage(told)
  }
}

if (!isMainThread && workerData !== null) await live(workerData as Share)
