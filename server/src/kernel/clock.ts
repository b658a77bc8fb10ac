import { uptime } from 'node:os'

/** Time is passed in, so that the dialer runs unchanged in a simulation. */
export interface Clock {
  /** Wall time, milliseconds since 1970 UTC. */
  now(): number
  /** Monotonic milliseconds; for durations. */
  monotonic(): number
  /** Monotonic milliseconds that also count while the machine is suspended, in steps of 10 ms; costs a system call. */
  elapsed(): number
  /** Runs `work` once after `delayMs`. A cancelled timer never fires. */
  after(delayMs: number, work: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** The longest delay of Node's timers; longer ones would fire immediately. */
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
