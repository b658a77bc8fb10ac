/** `npm run sim -- --seed 7` lives one day and tells it; `--seeds 1000 --from 1` lives many and names those that broke a promise. */
import { parseArgs } from 'node:util'
import { type DayReport, liveOneDay } from './world.ts'

const USAGE = `Usage: npm run sim -- --seed N [--log]  one seeded day, told line by line, with what the nodes log
       npm run sim -- --seeds N --from M   N days from seed M on; failing seeds are named
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string', default: '1' },
      log: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || (values.seed === undefined && values.seeds === undefined)) {
    process.stdout.write(USAGE)
    return values.help ? 0 : 1
  }
  return values.seed === undefined
    ? many(Number(values.from), Number(values.seeds))
    : one(Number(values.seed), values.log)
}

async function one(seed: number, withLog: boolean): Promise<number> {
  const report = await liveOneDay(seed, { keepLines: true, logs: withLog })
  for (const line of report.lines) process.stdout.write(`${line}\n`)
  process.stdout.write(`\n${summary(report)}\n`)
  return report.broken ? 1 : 0
}

async function many(from: number, count: number): Promise<number> {
  const startedMs = performance.now()
  let failures = 0
  for (let seed = from; seed < from + count; seed++) {
    const report = await liveOneDay(seed)
    if (!report.broken) continue
    failures++
    process.stdout.write(`${summary(report)}\n`)
  }
  const perMinute = (count / (performance.now() - startedMs)) * 60_000
  process.stdout.write(`${count} days, ${failures} with a broken promise, ${perMinute.toFixed(0)} days per minute\n`)
  return failures > 0 ? 1 : 0
}

function summary({ seed, broken, hash, virtualMinutes, contacts, calls, incidents, steps }: DayReport): string {
  const world = `${contacts} contacts, ${calls} calls, ${incidents} incidents, ${virtualMinutes.toFixed(0)} minutes, ${steps} steps, trace ${hash}`
  const verdict = broken
    ? `BROKEN after ${broken.afterSeconds.toFixed(3)} s: ${broken.checker}: ${broken.sentence}`
    : 'every promise kept'
  return `seed ${seed}: ${verdict} (${world})`
}

process.exitCode = await main()
