/** The program's Prometheus metrics. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DialerMetrics } from '../dialer/metrics.ts'
import type { FinishedRequest } from '../http/finished-request.ts'
import type { JobWatch } from '../kernel/recurring-job.ts'
import type { WebhookStatistics } from '../webhooks/figures.ts'
import type { DiskSpace } from './disk-space.ts'
import { plainCounter, plainHistogram } from './plain-metrics.ts'

export interface Metrics extends DialerMetrics {
  registry: Registry
  webhook(provider: string, lagMs: number | null): void
  request(request: FinishedRequest): void
  /** Counts data that is due for deletion by an organization's retention and could not be deleted. */
  retentionFailed(kind: string, organizationId: number): void
  /** Recordings that are not in the shared store yet. */
  recordingsWaiting(count: number): void
  jobs: JobWatch
}

/** Number of freed slots that wait for their next dial; older ones belong to campaigns that have ended. */
const REMEMBERED_SLOTS = 1000
/**
 * Sampling interval of the event loop's lag. The library's 10 ms would wake an idle program a hundred times a second: 0.6 % of
 * a core, more than everything else. The interval is part of the reported lag.
 */
const LAG_SAMPLED_MS = 100
const MILLISECONDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export function openMetrics(figures: {
  liveCalls(): Promise<number>
  onDeck(): Promise<number>
  queueDepth(): Promise<number>
  owedAfterCalls(): Promise<{ count: number; oldestMs: number }>
  talking(): number
  capacity(): number
  recognizer(): { waitMs: number; replaced: number }
  disk(): Promise<DiskSpace>
  lastBackup(): Promise<Date | null>
  webhooks(): Promise<WebhookStatistics>
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLED_MS })
  const dials = plainCounter(registry, {
    name: 'outdial_dials_total',
    help: 'Dial requests to carriers',
    labels: ['provider', 'result'],
  })
  const outcomes = plainCounter(registry, {
    name: 'outdial_outcomes_total',
    help: 'Calls by outcome',
    labels: ['provider', 'outcome'],
  })
  const retention = plainCounter(registry, {
    name: 'outdial_retention_failures_total',
    help: 'Deletions that the retention of an organization asks for and that failed',
    labels: ['kind', 'organization'],
  })
  const requests = plainCounter(registry, {
    name: 'outdial_http_requests_total',
    help: 'Requests answered',
    labels: ['method', 'status'],
  })
  const histogram = (name: string, help: string, labels: readonly string[]) =>
    plainHistogram(registry, { name, help, labels, buckets: MILLISECONDS })
  const cycle = histogram('outdial_claim_ms', 'One transaction of the dialer', [])
  const idle = histogram('outdial_slot_idle_ms', 'From the event that freed a slot to the next dial', [])
  const placing = histogram('outdial_place_ms', 'How long carriers take to accept', ['provider'])
  const lag = histogram('outdial_webhook_lag_ms', "From the carrier's own time of an event to its arrival", [
    'provider',
  ])
  const answering = histogram('outdial_http_ms', 'From a request to the end of its answer', ['method'])
  gauge('outdial_live_calls', 'Calls between claim and end, on all nodes', figures.liveCalls)
  gauge('outdial_on_deck', 'Contacts claimed ahead of free slots on this node, not dialed yet', figures.onDeck)
  gauge(
    'outdial_queue_depth',
    'Contacts of running campaigns that have no final outcome and no call',
    figures.queueDepth,
  )
  gauge('outdial_after_calls_owed', 'Ended calls whose webhooks are not on their way yet', async () => {
    const { count } = await figures.owedAfterCalls()
    return count
  })
  gauge('outdial_after_calls_oldest_ms', 'How long the oldest of them has waited', async () => {
    const { oldestMs } = await figures.owedAfterCalls()
    return oldestMs
  })
  gauge('outdial_conversations', 'Conversations on this node', async () => figures.talking())
  gauge('outdial_conversations_capacity', 'Conversations this node can hold at the moment', async () =>
    figures.capacity(),
  )
  gauge(
    'outdial_recognizer_wait_ms',
    'How long an utterance waits for its recognition',
    async () => figures.recognizer().waitMs,
  )
  gauge(
    'outdial_recognizers_replaced',
    'Recognizer processes that died or hung since the start',
    async () => figures.recognizer().replaced,
  )
  const waiting = new Gauge({
    name: 'outdial_recordings_waiting',
    help: 'Recordings on the disk of this node that are not in the shared store yet',
    registers,
  })
  gauge('outdial_disk_free_bytes', 'Free space for DATA_DIR', async () => (await figures.disk()).freeBytes)
  gauge('outdial_disk_size_bytes', 'Size of the disk of DATA_DIR', async () => (await figures.disk()).sizeBytes)
  gauge(
    'outdial_last_backup_timestamp_seconds',
    'When `outdial backup` last succeeded; NaN if it never did',
    async () => ((await figures.lastBackup())?.getTime() ?? Number.NaN) / 1000,
  )
  gauge(
    'outdial_webhooks_overdue_seconds',
    'How long the oldest message to a working receiver is overdue',
    async () => (await figures.webhooks()).overdueSeconds,
  )
  gauge(
    'outdial_webhooks_failing',
    'Webhooks whose receiver has failed for a quarter of an hour',
    async () => (await figures.webhooks()).failing,
  )
  gauge(
    'outdial_webhooks_switched_off',
    'Webhooks switched off because their receiver failed for too long',
    async () => (await figures.webhooks()).switchedOff,
  )
  const freed: number[] = []

  function gauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
    })
  }

  return {
    registry,
    jobs: jobMetrics(registry),
    cycle: (ms) => cycle(ms),
    slotFreed(atMs) {
      if (freed.length < REMEMBERED_SLOTS) freed.push(atMs)
    },
    dialed(_provider, atMs) {
      const since = freed.shift()
      if (since !== undefined) idle(atMs - since)
    },
    placed(provider, result, ms) {
      dials(provider, result)
      placing(ms, provider)
    },
    ended: (provider, outcome) => outcomes(provider, outcome),
    request({ method, status, ms }) {
      requests(method, `${status}`)
      answering(ms, method)
    },
    recordingsWaiting: (count) => waiting.set(count),
    retentionFailed: (kind, organizationId) => retention(kind, String(organizationId)),
    webhook(provider, lagMs) {
      if (lagMs !== null && lagMs >= 0) lag(lagMs, provider)
    },
  }
}

/** A job that has not succeeded yet counts from its start, because a series that never appears cannot raise an alert. */
function jobMetrics(registry: Registry): JobWatch {
  const form = { labelNames: ['duty'], registers: [registry] }
  const succeeded = new Gauge({
    ...form,
    name: 'outdial_duty_last_success_timestamp_seconds',
    help: 'When a recurring job of this node last succeeded; its start, if it has not succeeded yet',
  })
  const interval = new Gauge({
    ...form,
    name: 'outdial_duty_interval_seconds',
    help: 'Time between two runs of a recurring job',
  })
  const failures = new Counter({
    ...form,
    name: 'outdial_duty_failures_total',
    help: 'Failed runs of a recurring job',
  })
  const partly = new Counter({
    ...form,
    name: 'outdial_duty_partial_failures_total',
    help: 'Organizations, lists or files that a recurring job could not serve in a run that served the others',
  })
  return {
    started({ name, everyMs }, atMs) {
      succeeded.set({ duty: name }, atMs / 1000)
      interval.set({ duty: name }, everyMs / 1000)
      failures.inc({ duty: name }, 0)
      partly.inc({ duty: name }, 0)
    },
    succeeded: ({ name }, atMs) => succeeded.set({ duty: name }, atMs / 1000),
    failed: ({ name }) => failures.inc({ duty: name }),
    partlyFailed: ({ name }, count) => partly.inc({ duty: name }, count),
  }
}
