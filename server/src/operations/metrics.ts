/** What the program tells Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DialerMetrics } from '../dialer/metrics.ts'

export interface Metrics extends DialerMetrics {
  registry: Registry
  webhook(provider: string, lagMs: number | null): void
}

/** Freed slots waiting for their next dial; older ones belong to campaigns that have ended. */
const REMEMBERED_SLOTS = 1000
const MILLISECONDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export function openMetrics(figures: {
  liveCalls(): Promise<number>
  queueDepth(): Promise<number>
  talking(): number
  capacity(): number
  recognizer(): { waitMs: number; replaced: number }
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const dials = new Counter({
    name: 'outdial_dials_total',
    help: 'Calls asked of carriers',
    labelNames: ['provider', 'result'],
    registers,
  })
  const outcomes = new Counter({
    name: 'outdial_outcomes_total',
    help: 'Calls by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const cycle = new Histogram({
    name: 'outdial_claim_ms',
    help: 'One transaction of the dialer',
    buckets: MILLISECONDS,
    registers,
  })
  const idle = new Histogram({
    name: 'outdial_slot_idle_ms',
    help: 'From the news that freed a slot to the next dial',
    buckets: MILLISECONDS,
    registers,
  })
  const placing = new Histogram({
    name: 'outdial_place_ms',
    help: 'How long carriers take to accept',
    buckets: MILLISECONDS,
    labelNames: ['provider'],
    registers,
  })
  const lag = new Histogram({
    name: 'outdial_webhook_lag_ms',
    help: "From the carrier's own time of an event to its arrival",
    buckets: MILLISECONDS,
    labelNames: ['provider'],
    registers,
  })
  gauge('outdial_live_calls', 'Calls between claim and end, on all nodes', figures.liveCalls)
  gauge(
    'outdial_queue_depth',
    'Contacts of running campaigns that have no final outcome and no call',
    figures.queueDepth,
  )
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
    cycle: (ms) => cycle.observe(ms),
    slotFreed(atMs) {
      if (freed.length < REMEMBERED_SLOTS) freed.push(atMs)
    },
    dialed(_provider, atMs) {
      const since = freed.shift()
      if (since !== undefined) idle.observe(atMs - since)
    },
    placed(provider, result, ms) {
      dials.inc({ provider, result })
      placing.observe({ provider }, ms)
    },
    ended: (provider, outcome) => outcomes.inc({ provider, outcome }),
    webhook(provider, lagMs) {
      if (lagMs !== null && lagMs >= 0) lag.observe({ provider }, lagMs)
    },
  }
}
