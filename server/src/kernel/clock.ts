import { uptime } from 'node:os'

/** Time is handed in, so that the engine runs unchanged in a simulated world. */
export interface Clock {
  /** Wall time, milliseconds since 1970 UTC. */
  now(): number
  /** Milliseconds that only ever grow; for durations. */
  monotonic(): number
  /** The same, which also grows while the machine sleeps, if only in steps of a hundredth of a second; costs a look at the system. */
  elapsed(): number
  /** Runs `work` once after `delayMs`. A cancelled timer never fires. */
  after(delayMs: number, work: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** The longest delay Node's timers take; longer ones would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  elapsed: () => uptime() * 1000,
  after(delayMs, work) {
    const handle = setTimeout(work, Math.min(Math.max(0, delayMs), TIMER_MS_MAX))
    return { cancel: () => clearTimeout(handle) }
  },
}

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve)
  })
}
