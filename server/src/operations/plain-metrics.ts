/**
 * Counters and histograms for events that happen thousands of times a second: plain numbers, converted to Prometheus' format on
 * request. The library's own counters check every label each time, which cost more than placing a call.
 */
import type { Metric, Registry } from 'prom-client'

interface Value {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

interface Form {
  name: string
  help: string
  /** Label names, in the order in which label values are given. */
  labels: readonly string[]
}

function register(registry: Registry, type: 'counter' | 'histogram', form: Form, values: () => Value[]): void {
  const { name, help } = form
  const metric = { name, get: async () => ({ name, help, type, aggregator: 'sum', values: values() }) }
  registry.registerMetric(metric as unknown as Metric)
}

/** One entry for each combination of labels. */
class Series<T> {
  readonly #entries = new Map<string, Map<string, T>>()
  readonly #make: () => T

  constructor(make: () => T) {
    this.#make = make
  }

  of(one: string, other: string): T {
    const inner = this.#entries.get(one) ?? new Map<string, T>()
    const entry = inner.get(other) ?? this.#make()
    if (!inner.has(other)) this.#entries.set(one, inner.set(other, entry))
    return entry
  }

  each(labels: readonly string[]): Array<{ labels: Record<string, string>; entry: T }> {
    return [...this.#entries].flatMap(([one, inner]) =>
      [...inner].map(([other, entry]) => {
        const given = [one, other]
        return { labels: Object.fromEntries(labels.map((name, index) => [name, given[index] ?? ''])), entry }
      }),
    )
  }
}

export function plainCounter(registry: Registry, form: Form): (one: string, other: string) => void {
  const series = new Series(() => ({ count: 0 }))
  register(registry, 'counter', form, () =>
    series.each(form.labels).map(({ labels, entry }) => ({ labels, value: entry.count })),
  )
  return (one, other) => void series.of(one, other).count++
}

export function plainHistogram(
  registry: Registry,
  form: Form & { buckets: readonly number[] },
): (value: number, label?: string) => void {
  const { name, buckets } = form
  const series = new Series(() => ({ counts: buckets.map(() => 0), count: 0, sum: 0 }))
  // A series without labels exists from the beginning, with value zero.
  if (form.labels.length === 0) series.of('', '')
  register(registry, 'histogram', form, () =>
    series.each(form.labels).flatMap(({ labels, entry }) => {
      let below = 0
      const cumulated = buckets.map((le, index) => {
        below += entry.counts[index] as number
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
      })
      return [
        ...cumulated,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: entry.count },
        { metricName: `${name}_sum`, labels, value: entry.sum },
        { metricName: `${name}_count`, labels, value: entry.count },
      ]
    }),
  )
  return (value, label = '') => {
    const entry = series.of(label, '')
    entry.count++
    entry.sum += value
    const bucket = buckets.findIndex((edge) => value <= edge)
    if (bucket >= 0) entry.counts[bucket] = (entry.counts[bucket] as number) + 1
  }
}
