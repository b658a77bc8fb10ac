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

type News = { broken: BrokenDay } | { lived: number }

/** Tells each broken day as it comes, and how many there were. */
export async function liveManyDays(
  from: number | null,
  count: number,
  tell: (day: BrokenDay) => void,
): Promise<{ broken: number; perMinute: number }> {
  const startedMs = performance.now()
  const threads = Math.min(availableParallelism(), count)
  let broken = 0
  await Promise.all(
    Array.from({ length: threads }, (_, index) => {
      const share = Math.floor(count / threads) + (index < count % threads ? 1 : 0)
      return liveShare({ count: share, from: from === null ? null : from + index, step: threads }, (day) => {
        broken++
        tell(day)
      })
    }),
  )
  return { broken, perMinute: (count / (performance.now() - startedMs)) * 60_000 }
}

/** Fails if a thread ends before it has lived its days: a day that throws is no day kept. */
function liveShare(share: Share, tell: (day: BrokenDay) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    let lived = 0
    worker.on('message', (news: News) => {
      if ('broken' in news) tell(news.broken)
      else lived = news.lived
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
    if (!report.broken) continue
    const { tables: _tables, lines: _lines, ...told } = report
    parentPort?.postMessage({ broken: told } satisfies News)
  }
  parentPort?.postMessage({ lived: count } satisfies News)
}

if (!isMainThread && workerData !== null) await live(workerData as Share)
