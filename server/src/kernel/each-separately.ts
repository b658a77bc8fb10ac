import type { Log } from './log.ts'

/**
 * For recurring jobs that serve several organizations: a failure of one item is logged, and the next item is processed. Returns
 * the number of failures, which the job returns as `failed` and its loop counts as a metric.
 */
export async function eachSeparately<T>(
  items: Iterable<T>,
  { log, job, fieldsOf }: { log: Log; job: string; fieldsOf(item: T): Record<string, number | string> },
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failed++
      const fields = { job, ...fieldsOf(item), err: error }
      log.error(fields, 'failed to run a recurring job for one organization; it runs again')
    }
  }
  return failed
}
