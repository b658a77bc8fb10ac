/** Limits warnings to one per kind, campaign and minute: a thousand refusals are one warning. */
import type { Clock } from '../kernel/clock.ts'

const AGAIN_AFTER_MS = 60_000
const REMEMBERED = 10_000

export class Warnings {
  readonly #clock: Clock
  readonly #saidAtMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True at most once a minute for the same campaign and event. */
  mayWarn(campaignId: number, event: string): boolean {
    const key = `${campaignId} ${event}`
    const nowMs = this.#clock.monotonic()
    const lastMs = this.#saidAtMs.get(key)
    if (lastMs !== undefined && nowMs - lastMs < AGAIN_AFTER_MS) return false
    if (this.#saidAtMs.size >= REMEMBERED) this.#saidAtMs.clear()
    this.#saidAtMs.set(key, nowMs)
    return true
  }
}
