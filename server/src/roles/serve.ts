import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { openLog } from '../kernel/log.ts'
import { systemRng } from '../kernel/rng.ts'
import { firstStart } from '../organizations/first-start.ts'
import { addSamples } from '../samples/add-samples.ts'
import { openStorage } from './open-storage.ts'
import { explain, say } from './with-database.ts'

const HELP =
  'outdial serve\n\nServes the interface and dials. Settings come from the environment, see docs/operations.md.'

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return explain(HELP, args)
  const config = readConfig(process.env, process.stdout.isTTY === true)
  const log = openLog(config.logLevel, config.logPretty)
  const clock = systemClock
  const startedMs = clock.monotonic()
  const storage = await openStorage({ config, clock, log })
  const app = await openApp({ config, pool: storage.pool, clock, rng: systemRng, log })
  const first = await firstStart({ db: app.db, clock }, config.bootstrapApiKey)
  if (first) await addSamples({ db: app.db, pool: storage.pool, clock }, first.organizationId)
  const stopped = stopOnSignal(async (graceMs) => {
    await app.stop(graceMs)
    await storage.close()
  }, config.shutdownGraceSeconds * 1000)
  await app.start()
  log.info(
    { host: config.host, port: config.port, ready_after_ms: Math.round(clock.monotonic() - startedMs) },
    'Outdial is ready',
  )
  if (first) greet(config.publicUrl, config.bootstrapApiKey === null ? first.apiKey : null)
  return stopped
}

function greet(url: string, key: string | null): void {
  say('')
  say(`  Outdial is ready:  ${url}`)
  say(`  Documentation:     ${url}/docs`)
  if (key) say(`  Your API key:      ${key}`)
  if (key) say('                     (shown this once; keep it)')
  say('')
}

/** The first signal ends in an orderly way, a second one at once. */
function stopOnSignal(stop: (graceMs: number) => Promise<void>, graceMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopping = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1)
        stopping = true
        stop(graceMs).then(() => resolve(0), reject)
      })
    }
  })
}
