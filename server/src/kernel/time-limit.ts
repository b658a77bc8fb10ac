import type { Clock } from './clock.ts'

export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeUp'
}

/** Resolves with the result of the work, or rejects after the time limit. The work itself is not stopped. */
export function withTimeLimit<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.after(limitMs, () => reject(new TimeLimitExceeded('It took too long.')))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Rejects with the signal's reason when the signal aborts. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A clock whose timer callbacks are guarded: an error in one would end the program and all other conversations. */
export function errorCatchingClock(clock: Clock, safely: (work: () => void) => void): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    elapsed: () => clock.elapsed(),
    after: (delayMs, work) => clock.after(delayMs, () => safely(work)),
  }
}
