/** `serve` with claims ahead of free slots from a few ended calls a second on, which a node reaches on every machine. */
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openLog } from '../../src/kernel/log.ts'
import { openStorage } from '../../src/roles/open-storage.ts'
import { serve } from '../../src/roles/serve-program.ts'

const claimsAhead = { ends: 8, withinMs: 2000, ageMs: 2000, restMs: 20 }

const startedMs = systemClock.monotonic()
const config = readConfig(process.env, false)
const log = openLog(config.logLevel, config.logPretty)
const storage = await openStorage({ config, clock: systemClock, log, schema: 'migrate' })
process.exitCode = await serve({ config, log, storage, startedMs, claimsAhead })
