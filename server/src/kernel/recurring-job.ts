/**
 * A recurring job. `runOnce` runs it and returns counts of what it did; the rest of this file is the loop. The count `failed` is
 * the number of organizations, lists or files that the run could not serve while it served the others.
 */
import type { Clock, Timer } from './clock.ts'
import type { Log } from './log.ts'

export interface RecurringJob {
  name: string
  everyMs: number
  runOnce(): Promise<Record<string, number>>
}

/** Called for every run, so that a job which stopped succeeding is noticed early. */
export interface JobWatch {
  started(job: RecurringJob, atMs: number): void
  succeeded(job: RecurringJob, atMs: number): void
  failed(job: RecurringJob): void
  /** Called when a run succeeded, except for this many organizations, lists or files. */
  partlyFailed(job: RecurringJob, failures: number): void
}

export interface RunningJob {
  /** Stops the loop and waits for a run in progress. */
  stop(): Promise<void>
}

export function startRecurringJob(
  job: RecurringJob,
  { clock, log, watch }: { clock: Clock; log: Log; watch?: JobWatch | undefined },
): RunningJob {
  let timer: Timer | null = null
  let current: Promise<void> = Promise.resolve()
  let stopped = false

  function run(): void {
    current = job
      .runOnce()
      .then((counts) => {
        watch?.succeeded(job, clock.now())
        if (counts.failed) watch?.partlyFailed(job, counts.failed)
        if (Object.values(counts).some((count) => count > 0))
          log.debug({ job: job.name, ...counts }, 'recurring job finished')
      })
      .catch((error: unknown) => {
        watch?.failed(job)
        log.warn({ job: job.name, err: error }, 'a recurring job failed; it runs again')
      })
      .then(() => {
        if (!stopped) timer = clock.after(job.everyMs, run)
      })
  }

  watch?.started(job, clock.now())
  run()
  return {
    async stop() {
      stopped = true
      timer?.cancel()
      await current
    },
  }
}
