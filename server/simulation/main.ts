/** `npm run sim -- --seed 7` lives one day and tells it; `--seeds 1000` lives many fresh ones and names those that broke a promise. */
import { parseArgs } from 'node:util'
import { foretell } from './forecast-truth.ts'
import { type BrokenDay, liveManyDays } from './many-days.ts'
import { weekOfRules } from './rules-week.ts'
import { liveOneDay } from './world.ts'

const USAGE = `Usage: npm run sim -- --seed N [--log]  one seeded day, told line by line, with what the nodes log
       npm run sim -- --seeds N [--from M]  N days from seed M on, or fresh ones, on all cores; failing seeds are named with all they drew
       npm run sim -- --forecasts N  N campaigns foretold, then lived: how often the end fell between p10 and p90
       npm run sim -- --week N [--people M]  eight days over five countries under their packs of calling rules
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string' },
      week: { type: 'string' },
      forecasts: { type: 'string' },
      people: { type: 'string', default: '100' },
      log: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.week !== undefined) return week(Number(values.week), Number(values.people))
  if (values.forecasts !== undefined) return forecasts(Number(values.forecasts))
  if (values.help || (values.seed === undefined && values.seeds === undefined)) {
    process.stdout.write(USAGE)
    return values.help ? 0 : 1
  }
  return values.seed === undefined
    ? many(values.from === undefined ? null : Number(values.from), Number(values.seeds))
    : one(Number(values.seed), values.log)
}

async function one(seed: number, withLog: boolean): Promise<number> {
  const report = await liveOneDay(seed, { keepLines: true, logs: withLog })
  for (const line of report.lines) process.stdout.write(`${line}\n`)
  process.stdout.write(`\n${summary(report)}\ndrew ${report.drawn}\n`)
  return report.broken ? 1 : 0
}

async function forecasts(count: number): Promise<number> {
  let within = 0
  for (let seed = 1; seed <= count; seed++) {
    const { policy, contacts, endsAtMs, endedAtMs, within: hit } = await foretell(seed)
    const time = (ms: number | null) => (ms === null ? 'never' : new Date(ms).toISOString().slice(5, 19))
    if (hit) within++
    const foretold = `p10 ${time(endsAtMs.p10)}, p50 ${time(endsAtMs.p50)}, p90 ${time(endsAtMs.p90)}`
    const what = `${contacts} contacts${policy ? ' under a policy' : ''}`
    process.stdout.write(`seed ${seed}, ${what}: ${foretold}; ended ${time(endedAtMs)}${hit ? '' : ' OUTSIDE'}\n`)
  }
  process.stdout.write(`${within} of ${count} ended between p10 and p90 (${Math.round((within / count) * 100)} %)\n`)
  return 0
}

async function week(seed: number, people: number): Promise<number> {
  const startedMs = performance.now()
  const report = await liveOneDay(seed, { weather: weekOfRules(seed, people), finishedAfterMs: 0 })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  process.stdout.write(`${summary(report)}\n${report.records} records of the ledger verified, ${seconds} s\n`)
  return report.broken ? 1 : 0
}

/** Without a beginning the seeds are drawn: no two runs live the same days. */
async function many(from: number | null, count: number): Promise<number> {
  const { broken, perMinute } = await liveManyDays(
    from,
    count,
    (day) => process.stdout.write(`${summary(day)}\n  drew ${day.drawn}\n`),
    (lived) => process.stderr.write(`${lived} of ${count} days lived\n`),
  )
  process.stdout.write(`${count} days, ${broken} with a broken promise, ${perMinute.toFixed(0)} days per minute\n`)
  return broken > 0 ? 1 : 0
}

function summary({ seed, broken, hash, virtualMinutes, contacts, calls, incidents, steps }: BrokenDay): string {
  const world = `${contacts} contacts, ${calls} calls, ${incidents} incidents, ${virtualMinutes.toFixed(0)} minutes, ${steps} steps, trace ${hash}`
  const verdict = broken
    ? `BROKEN after ${broken.afterSeconds.toFixed(3)} s: ${broken.checker}: ${broken.sentence}`
    : 'every promise kept'
  return `seed ${seed}: ${verdict} (${world})`
}

process.exitCode = await main()
