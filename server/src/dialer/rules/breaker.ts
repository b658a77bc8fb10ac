export interface Breaker {
  enabled: boolean
  failure_threshold: number
  window_seconds: number
  min_calls_in_window: number
}

export interface BreakerCount {
  finished: number
  failed: number
}

export function isTripped(breaker: Breaker, count: BreakerCount): boolean {
  if (!breaker.enabled || count.finished < breaker.min_calls_in_window || count.finished === 0) return false
  return count.failed > 0 && count.failed / count.finished >= breaker.failure_threshold
}
