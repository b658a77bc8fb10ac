/** Runs the program on its database, from start to the stop signal. */
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { ClaimsAheadSettings } from '../dialer/rules/claims-ahead.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { systemRng } from '../kernel/rng.ts'
import { VERSION } from '../kernel/version.ts'
import { openTracing } from '../operations/tracing.ts'
import { type FirstStartResult, firstStart } from '../organizations/first-start.ts'
import { isAnyKeyUsed } from '../organizations/queries.ts'
import { hashToken, newSignInToken, SIGN_IN_TOKEN_MS } from '../organizations/session.ts'
import { insertSignInToken } from '../organizations/session-queries.ts'
import { addSamples } from '../samples/add-samples.ts'
import type { Database } from '../storage/database.ts'
import { withDefaultPolicy } from './new-organization.ts'
import type { Storage } from './open-storage.ts'
import { printLine } from './with-database.ts'

export interface RunningProgram {
  config: Config
  log: Log
  storage: Storage
  startedMs: number
  /** For tests: other limits of claims ahead of free slots. */
  claimsAhead?: ClaimsAheadSettings
}

export async function serve({ config, log, storage, startedMs, claimsAhead }: RunningProgram): Promise<number> {
  const clock = systemClock
  const tracing = config.tracing ? await openTracing({ version: VERSION, clock }) : null
  const { pool, direct } = storage
  const limits = claimsAhead ? { claimsAhead } : {}
  const app = await openApp({ config, pool, direct, clock, rng: systemRng, log, tracing, ...limits })
  const stopped = stopOnSignal(async (graceMs) => {
    await app.stop(graceMs)
    await tracing?.stop()
    await storage.close()
  }, config.shutdownGraceSeconds * 1000)
  // The key is created only once the port is open: a failed start must not lose it.
  const prepare = async () => {
    const first = await firstStart({ db: app.db, clock }, config.bootstrapApiKey, withDefaultPolicy(app.secrets))
    if (first) await addSamples({ db: app.db, pool: storage.pool, clock, secrets: app.secrets }, first.organizationId)
    return first
  }
  const first = await app.start(prepare).catch((error: NodeJS.ErrnoException) => explainPort(error, config))
  log.info(
    { host: config.host, port: config.port, ready_after_ms: Math.round(clock.monotonic() - startedMs) },
    'Outdial is ready',
  )
  if (first) {
    const shownKey = config.bootstrapApiKey === null ? first.apiKey : null
    greet(config.publicUrl, shownKey, isLoopback(config.publicUrl) ? await signInAddress(app.db, clock, first) : null)
  } else if (!(await isAnyKeyUsed(app.db))) {
    printLine('  No API key has been used yet. Lost it?  npx outdial keys create --organization Default --name another')
  }
  return stopped
}

class PortTaken extends Error {
  readonly expected = true
}

function explainPort(error: NodeJS.ErrnoException, { host, port }: Config): never {
  if (error.code !== 'EADDRINUSE') throw error
  throw new PortTaken(`Another program listens on ${host}:${port}. Stop it, or choose another PORT.`, { cause: error })
}

/** A sign-in link is printed only on loopback, where the user of this terminal may be signed in by one click. */
function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

async function signInAddress(db: Database, clock: Clock, { apiKeyId }: FirstStartResult): Promise<string> {
  const token = newSignInToken()
  const expiresAt = new Date(clock.now() + SIGN_IN_TOKEN_MS)
  await insertSignInToken(db, { apiKeyId, hash: hashToken(token), expiresAt })
  return `/welcome?token=${token}`
}

function greet(url: string, key: string | null, signIn: string | null): void {
  printLine('')
  printLine(`  Outdial is ready:  ${url}${signIn ?? ''}`)
  if (signIn) printLine('                     (signs you in once, within the hour)')
  printLine(`  Documentation:     ${url}/docs`)
  if (key) printLine(`  Your API key:      ${key}`)
  if (key) printLine('                     (shown this once; keep it)')
  printLine('')
}

/**
 * The first signal stops the program gracefully, a second one immediately. A closed terminal (SIGHUP) counts as a stop request.
 */
function stopOnSignal(stop: (graceMs: number) => Promise<void>, graceMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopping = false
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1)
        stopping = true
        stop(graceMs).then(() => {
          resolve(0)
          // Ends the program even if something keeps it alive, for example timers of ringing simulated calls.
          setTimeout(() => process.exit(0), 1000).unref()
        }, reject)
      })
    }
  })
}
