/** A recurring job. `runOnce` runs it and returns counts of what it did; the rest is the loop. */
import type { Clock, Timer } from './clock.ts'
import type { Log } from './log.ts'

export interface Duty {
  name: string
  everyMs: number
  runOnce(): Promise<Record<string, number>>
}

/** Called for every run, so that a job that stopped succeeding is noticed before its work is missed. */
export interface DutyWatch {
  started(duty: Duty, atMs: number): void
  succeeded(duty: Duty, atMs: number): void
  failed(duty: Duty): void
}

export interface RunningDuty {
  /** Waits for a run in progress. */
  stop(): Promise<void>
}

export function startDuty(
  duty: Duty,
  { clock, log, watch }: { clock: Clock; log: Log; watch?: DutyWatch | undefined },
): RunningDuty {
  let timer: Timer | null = null
  let current: Promise<void> = Promise.resolve()
  let stopped = false

  function run(): void {
    current = duty
      .runOnce()
      .then((counts) => {
        watch?.succeeded(duty, clock.now())
        if (Object.values(counts).some((count) => count > 0))
          log.debug({ duty: duty.name, ...counts }, 'recurring job finished')
      })
      .catch((error: unknown) => {
        watch?.failed(duty)
        log.warn({ duty: duty.name, err: error }, 'a recurring job failed; it runs again')
      })
      .then(() => {
        if (!stopped) timer = clock.after(duty.everyMs, run)
      })
  }

  watch?.started(duty, clock.now())
  run()
  return {
    async stop() {
      stopped = true
      timer?.cancel()
      await current
    },
  }
}
