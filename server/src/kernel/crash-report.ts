/** The report of an uncaught error: one line in the log's own format, so that log pipelines see it. */
import { writeSync } from 'node:fs'
import { type Clock, systemClock } from './clock.ts'
import { serializedError } from './log.ts'

/** pino's number for `fatal`. */
const FATAL = 60
const STANDARD_ERROR = 2

/** Ends the program after an uncaught error, because its state is unknown; other nodes adopt its calls. */
export function endOnUncaughtErrors(clock: Clock = systemClock): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      report(crashLine(event, error, clock.now()))
      process.exit(1)
    })
  }
}

export function crashLine(event: string, error: unknown, nowMs: number): string {
  const err = error instanceof Error ? serializedError(error) : { message: String(error) }
  const msg = 'ending the program after an uncaught error'
  return `${JSON.stringify({ level: FATAL, time: new Date(nowMs).toISOString(), event, err, msg })}\n`
}

/** Writes synchronously: the logger's own stream would lose the line. */
function report(line: string): void {
  try {
    writeSync(STANDARD_ERROR, line)
  } catch {
    // The reader of standard error is gone, so nothing can be reported.
  }
}
