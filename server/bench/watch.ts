import type { DialerMetrics } from '../src/dialer/metrics.ts'

/** Sees what the dialer does, moment by moment. */
export interface Watch extends DialerMetrics {
  /** From the news that freed a slot to the next request, in milliseconds; of silent campaigns only. */
  idle: number[]
  /** The same as times. */
  waits: Array<{ fromMs: number; untilMs: number }>
  dials: number[]
  freed: number[]
}

export function watcher(): Watch {
  const watch: Watch = {
    idle: [],
    waits: [],
    dials: [],
    freed: [],
    cycle() {},
    slotFreed: (atMs) => void watch.freed.push(atMs),
    dialed(_provider, atMs) {
      const since = watch.freed.shift()
      if (since !== undefined) {
        watch.idle.push(atMs - since)
        watch.waits.push({ fromMs: since, untilMs: atMs })
      }
      watch.dials.push(atMs)
    },
    placed() {},
    ended() {},
  }
  return watch
}

/** What earlier campaigns freed at their end was nobody's to use. */
export function forgetFreed(watch: Watch): void {
  watch.freed.length = 0
  watch.idle.length = 0
  watch.waits.length = 0
  watch.dials.length = 0
}

export function idleOf(watch: Watch): number[] {
  return [...watch.idle]
}
