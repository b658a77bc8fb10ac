/** What the engine tells of itself; the assembly turns it into Prometheus metrics, a benchmark into a table. */
export interface DialerMetrics {
  /** One transaction: how long it took, how many pieces of news it settled, how many calls it claimed. */
  cycle(ms: number, settled: number, claimed: number): void
  slotsFreed(count: number, atMs: number): void
  /** A request to a carrier is about to leave. */
  dialed(provider: string, atMs: number): void
  placed(provider: string, result: string, ms: number): void
  ended(provider: string, outcome: string): void
}

export const noMetrics: DialerMetrics = { cycle() {}, slotsFreed() {}, dialed() {}, placed() {}, ended() {} }
