import { setImmediate } from 'node:timers/promises'

/** Runs long work in short steps. Live calls and other requests are served between two steps. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
