import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { plainCounter, plainHistogram } from './plain-metrics.ts'

test('Prometheus reads the same as from the library itself', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const registers = [theirs]
  const count = plainCounter(ours, { name: 'dials_total', help: 'Dials', labels: ['provider', 'result'] })
  const counter = new Counter({ name: 'dials_total', help: 'Dials', labelNames: ['provider', 'result'], registers })
  const buckets = [1, 10, 100]
  const observe = plainHistogram(ours, { name: 'place_ms', help: 'Placing', labels: ['provider'], buckets })
  const histogram = new Histogram({ name: 'place_ms', help: 'Placing', labelNames: ['provider'], buckets, registers })
  const observeBare = plainHistogram(ours, { name: 'cycle_ms', help: 'Cycle', labels: [], buckets })
  const bare = new Histogram({ name: 'cycle_ms', help: 'Cycle', buckets, registers })
  const same = async () => expect(await ours.metrics()).toBe(await theirs.metrics())
  await same()

  for (const [provider, result, ms] of [
    ['ari', 'placed', 1],
    ['twilio', 'never', 10.5],
    ['ari', 'later', 0],
    ['ari', 'placed', 1000],
  ] as const) {
    count(provider, result)
    counter.inc({ provider, result })
    observe(ms, provider)
    histogram.observe({ provider }, ms)
    observeBare(ms)
    bare.observe(ms)
  }
  const lines = (text: string) => text.split('\n').sort()
  expect(lines(await ours.metrics())).toEqual(lines(await theirs.metrics()))
})
