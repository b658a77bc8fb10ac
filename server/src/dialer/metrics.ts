import type { JobWatch } from '../kernel/recurring-job.ts'

/** Measurements of the dialer. The program exposes them as Prometheus metrics, a benchmark prints them as a table. */
export interface DialerMetrics {
  /** Called for each transaction, with its duration, the number of settled reports and of claimed calls. */
  cycle(ms: number, settled: number, claimed: number): void
  /** Called when a report frees a slot, with the report's arrival time. */
  slotFreed(atMs: number): void
  /** Called when a request to a carrier is about to leave. */
  dialed(provider: string, atMs: number): void
  placed(provider: string, result: string, ms: number): void
  ended(provider: string, outcome: string): void
  jobs?: JobWatch
}

export const noMetrics: DialerMetrics = { cycle() {}, slotFreed() {}, dialed() {}, placed() {}, ended() {} }

export function bothMetrics(one: DialerMetrics, other: DialerMetrics): DialerMetrics {
  return {
    cycle(ms, settled, claimed) {
      one.cycle(ms, settled, claimed)
      other.cycle(ms, settled, claimed)
    },
    slotFreed(atMs) {
      one.slotFreed(atMs)
      other.slotFreed(atMs)
    },
    dialed(provider, atMs) {
      one.dialed(provider, atMs)
      other.dialed(provider, atMs)
    },
    placed(provider, result, ms) {
      one.placed(provider, result, ms)
      other.placed(provider, result, ms)
    },
    ended(provider, outcome) {
      one.ended(provider, outcome)
      other.ended(provider, outcome)
    },
    ...(one.jobs ? { jobs: one.jobs } : {}),
  }
}
