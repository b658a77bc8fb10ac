/** The campaign on BullMQ, with the concurrency of one worker; its Redis writes every change to disk before it answers. */
import { dial, finish, load, ready, task } from './peer.ts'

interface Job {
  name: string
  data: { person: string }
}

interface BullMq {
  Queue: new (
    name: string,
    options: object,
  ) => { addBulk(jobs: Job[]): Promise<unknown>; getJobCounts(...states: string[]): Promise<Record<string, number>> }
  Worker: new (
    name: string,
    work: (job: { data: Job['data'] }) => Promise<void>,
    options: object,
  ) => { on(event: 'error', listener: () => void): void; close(): Promise<void> }
}

const QUEUE = 'dial'
const ADDED_AT_ONCE = 1000

const { Queue, Worker } = load('bullmq') as BullMq
const connection = { path: task.connection.host, maxRetriesPerRequest: null }
const queue = new Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: true } })
if (task.enqueue) {
  const people = Array.from({ length: task.people }, (_, index) => `+1202${String(index + 1).padStart(5, '0')}00`)
  for (let from = 0; from < people.length; from += ADDED_AT_ONCE) {
    const some = people.slice(from, from + ADDED_AT_ONCE)
    await queue.addBulk(some.map((person) => ({ name: QUEUE, data: { person } })))
  }
}
await ready()
const isOver = async () => {
  const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed')
  return waiting + active + delayed === 0
}
// Locks shorter than its default of 30 s, so that the jobs of a killed worker come back while the benchmark waits.
const options = { connection, concurrency: task.concurrency, lockDuration: 5000, stalledInterval: 5000 }
const worker = new Worker(QUEUE, async ({ data }) => void (await dial(data.person)), options)
worker.on('error', () => {})
while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 100))
finish()
