/** Divides a time range into buckets by the wall clock of a zone. */
import { Temporal } from 'temporal-polyfill'

export const BUCKETS = ['minute', 'quarter', 'hour', 'day'] as const
export type Bucket = (typeof BUCKETS)[number]

export const MINUTE_MS = 60_000
export const QUARTER_HOUR_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WIDTH_MS: Record<Bucket, number> = { minute: MINUTE_MS, quarter: QUARTER_HOUR_MS, hour: HOUR_MS, day: DAY_MS }

/** Maximum number of columns that a chart shows. */
const COLUMNS_AUTOMATIC = 200
export const CHART_COLUMNS_MAX = 2000

export interface TimeSpan {
  fromMs: number
  toMs: number
}

/** The finest bucket size with few enough columns for a chart; minutes only while they are stored. */
export function finestBucketFor({ fromMs, toMs }: TimeSpan, minutesFromMs: number): Bucket {
  const fits = (bucket: Bucket) => (toMs - fromMs) / WIDTH_MS[bucket] <= COLUMNS_AUTOMATIC
  return BUCKETS.find((bucket) => fits(bucket) && (bucket !== 'minute' || fromMs >= minutesFromMs)) ?? 'day'
}

export function columnCount({ fromMs, toMs }: TimeSpan, bucket: Bucket): number {
  return Math.ceil((toMs - fromMs) / WIDTH_MS[bucket])
}

/** The start of the bucket that contains this moment. */
export function bucketStart(atMs: number, bucket: Bucket, timeZone: string): number {
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(timeZone)
  if (bucket === 'day') return here.startOfDay().epochMilliseconds
  // UTC offsets are multiples of a quarter of an hour, so only hours may begin elsewhere than in UTC.
  const offsetMs = bucket === 'hour' ? here.offsetNanoseconds / 1e6 : 0
  const width = WIDTH_MS[bucket]
  return Math.floor((atMs + offsetMs) / width) * width - offsetMs
}

/** The starts of all buckets that overlap the span. */
export function bucketsOf({ fromMs, toMs }: TimeSpan, bucket: Bucket, timeZone: string): number[] {
  const starts: number[] = []
  let atMs = bucketStart(fromMs, bucket, timeZone)
  while (atMs < toMs && starts.length < CHART_COLUMNS_MAX) {
    starts.push(atMs)
    // Continues from the middle of the next bucket, so that a clock change, which alters the length of a day, does not matter.
    atMs = bucketStart(atMs + WIDTH_MS[bucket] * (bucket === 'day' ? 1.25 : 1), bucket, timeZone)
  }
  return starts
}
