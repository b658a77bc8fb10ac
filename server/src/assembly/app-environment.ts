import type pg from 'pg'
import type { AgentRequests, Agents } from '../calls/agent-link.ts'
import type { Config } from '../config.ts'
import type { DialerMetrics } from '../dialer/metrics.ts'
import type { ClaimsAheadSettings } from '../dialer/rules/claims-ahead.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Rng } from '../kernel/rng.ts'
import type { Tracing } from '../operations/tracing.ts'
import type { openSidePool } from '../storage/side-pool.ts'

/** What the program is opened with: everything that differs between an installation, a test and a benchmark. */
export interface AppEnvironment {
  config: Config
  pool: pg.Pool
  /** The database server itself, where the pool leads to a pooler. */
  direct?: pg.ClientConfig | null
  clock: Clock
  rng: Rng
  log: Log
  /** Additional observer of the dialer's metrics; for benchmarks. */
  watch?: DialerMetrics
  tracing?: Tracing | null
  /** Replaces the real agents; for tests of code that waits for agents. */
  openAgents?(requests: AgentRequests): Promise<Agents>
  /** For tests: opens other connections than the program's own, or sets another limit of reads. */
  openSidePool?: typeof openSidePool
  readMsMax?: number
  /** For tests: other limits of claims ahead of free slots, which `CLAIMS_AHEAD` switches on. */
  claimsAhead?: ClaimsAheadSettings
}
