/** The campaign on graphile-worker, with the settings its own page on performance recommends. */
import pg from 'pg'
import { dial, finish, load, ready, task } from './peer.ts'

interface GraphileWorker {
  runMigrations(options: object): Promise<void>
  run(options: object): Promise<{ stop(): Promise<void> }>
}

const { run, runMigrations } = load('graphile-worker') as GraphileWorker
const pgPool = new pg.Pool({ ...task.connection, max: 12 })
pgPool.on('error', () => {})
pgPool.on('connect', (client) => client.on('error', () => {}))
const logger = { error() {}, warn() {}, info() {}, debug() {}, scope: () => logger }

await runMigrations({ pgPool, logger })
if (task.enqueue) {
  await pgPool.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row('dial', json_build_object('person', '+1202' || lpad(g::text, 5, '0') || '00'),
                  null, null, null, null, null, null)::graphile_worker.job_spec
         from generate_series(1, $1::int) g))`,
    [task.people],
  )
}
await ready()
const isOver = async () => (await pgPool.query('select 1 from graphile_worker._private_jobs limit 1')).rowCount === 0
const runner = await run({
  pgPool,
  logger,
  noHandleSignals: true,
  preset: {
    worker: {
      concurrentJobs: task.concurrency,
      maxPoolSize: 12,
      localQueue: { size: task.concurrency * 2 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      pollInterval: 500,
    },
  },
  taskList: { dial: async (payload: { person: string }) => void (await dial(payload.person)) },
})
while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 100))
await runner.stop()
finish()
