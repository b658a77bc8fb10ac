/** The campaign on pg-boss: fetch some jobs, make the calls, complete them, in loops side by side. */
import { dial, finish, load, ready, sleep, task } from './peer.ts'

interface Job {
  id: string
  data: { person: string }
}

interface Boss {
  on(event: 'error', listener: () => void): void
  start(): Promise<void>
  createQueue(name: string, options: object): Promise<void>
  insert(jobs: object[]): Promise<void>
  fetch(name: string, options: { batchSize: number }): Promise<Job[]>
  complete(name: string, ids: string[]): Promise<void>
  maintain(): Promise<void>
  getDb(): { executeSql(text: string): Promise<{ rows: Array<{ count: string }> }> }
}

const QUEUE = 'dial'
const LOOPS = 4
const INSERT_AT_ONCE = 5000

const PgBoss = load('pg-boss') as new (options: object) => Boss
const boss = new PgBoss({ ...task.connection, max: 12, supervise: false, schedule: false })
boss.on('error', () => {})
await boss.start()
if (task.enqueue) {
  await boss.createQueue(QUEUE, { retryLimit: 2 })
  const person = (index: number) => `+1202${String(index + 1).padStart(5, '0')}00`
  for (let from = 0; from < task.people; from += INSERT_AT_ONCE) {
    const length = Math.min(INSERT_AT_ONCE, task.people - from)
    await boss.insert(
      Array.from({ length }, (_, index) => ({ name: QUEUE, data: { person: person(from + index) }, retryLimit: 2 })),
    )
  }
} else await boss.maintain()
await ready()

async function left(): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select count(*) from pgboss.job where state in ('created', 'retry', 'active')`)
  return Number(rows[0]?.count ?? 0)
}

async function loop(): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch(QUEUE, { batchSize: Math.ceil(task.concurrency / LOOPS) })
    if (jobs.length === 0) {
      if ((await left()) === 0) return
      await sleep(100)
      continue
    }
    await Promise.all(jobs.map((job) => dial(job.data.person)))
    await boss.complete(
      QUEUE,
      jobs.map((job) => job.id),
    )
  }
}

await Promise.all(Array.from({ length: LOOPS }, loop))
finish()
