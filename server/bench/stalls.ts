/**
 * Why a freed slot waited long. A thread of its own samples what the sessions of PostgreSQL do; this one notes when its event loop
 * was late. A wait is explained by what was seen while it lasted.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import pg from 'pg'

const SAMPLE_EVERY_MS = 5
const LATE_MS = 10
/** Waits that are told one by one. */
const TOLD = 6

interface Sample {
  atMs: number
  /** What each busy session did: what it waited for, or `runs`, and the beginning of its statement. */
  sessions: Array<{ does: string; statement: string }>
}

export interface LongWait {
  fromMs: number
  untilMs: number
}

export interface StallObserver {
  /** One line for each of the longest waits. Times are of `performance.now`. */
  explain(waits: readonly LongWait[]): string[]
  stop(): Promise<void>
}

/** `connection`: of the server that is sampled. */
export async function observeStalls(connection: pg.PoolConfig): Promise<StallObserver> {
  const samples: Sample[] = []
  const { host, port, user, password, database, connectionString } = connection
  const reachable = connectionString ? { connectionString } : { host, port, user, password, database }
  const worker = new Worker(new URL(import.meta.url), { workerData: reachable })
  worker.on('message', (sample: Sample) => {
    samples.push({ ...sample, atMs: sample.atMs - performance.timeOrigin })
  })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const late: LongWait[] = []
  let turnMs = performance.now()
  const turns = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - turnMs > SAMPLE_EVERY_MS + LATE_MS) late.push({ fromMs: turnMs + SAMPLE_EVERY_MS, untilMs: nowMs })
    turnMs = nowMs
  }, SAMPLE_EVERY_MS)

  return {
    explain(waits) {
      return longestOfEachMoment(waits).map((wait) => {
        const lateMs = late.reduce((sum, one) => sum + overlapMs(one, wait), 0)
        const seen = samples.filter(({ atMs }) => atMs >= wait.fromMs && atMs <= wait.untilMs)
        return `${Math.round(lengthOf(wait))} ms: event loop late for ${Math.round(lateMs)} ms; ${toldOf(seen)}`
      })
    },
    async stop() {
      clearInterval(turns)
      await worker.terminate()
    },
  }
}

export const lengthOf = ({ fromMs, untilMs }: LongWait) => untilMs - fromMs

/** Waits at the same time were for the same thing. */
function longestOfEachMoment(waits: readonly LongWait[]): LongWait[] {
  const longest: LongWait[] = []
  for (const wait of waits.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    if (longest.every((other) => overlapMs(wait, other) === 0)) longest.push(wait)
    if (longest.length === TOLD) break
  }
  return longest
}

function overlapMs(one: LongWait, other: LongWait): number {
  return Math.max(0, Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs))
}

function toldOf(samples: readonly Sample[]): string {
  const counts = new Map<string, number>()
  for (const { sessions } of samples) {
    for (const { does, statement } of sessions) {
      const key = `${does} (${statement})`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const told = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  return `in ${samples.length} samples ${told.map(([what, times]) => `${times} ${what}`).join(', ')}`
}

async function sample(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  for (;;) {
    const atMs = performance.timeOrigin + performance.now()
    const { rows } = await client.query<Sample['sessions'][number]>({
      name: 'stalls',
      text: `select coalesce(wait_event_type || ':' || wait_event, 'runs') as does,
                    case when backend_type = 'client backend' then left(regexp_replace(query, '\\s+', ' ', 'g'), 40) else backend_type end as statement
               from pg_stat_activity
              where pid <> pg_backend_pid()
                and (state in ('active', 'idle in transaction')
                     or (backend_type <> 'client backend' and coalesce(wait_event_type, '') <> 'Activity'))`,
    })
    parentPort?.postMessage({ atMs, sessions: rows })
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
  }
}

if (!isMainThread && workerData !== null) await sample(workerData as pg.ClientConfig)
