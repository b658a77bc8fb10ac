import type { Clock, Timer } from './clock.ts'

interface Waiting {
  atMs: number
  order: number
  work: () => void
}

/** Time that passes only when told to, so that an hour of conversation is tried in a blink. */
export class VirtualClock implements Clock {
  readonly #startMs: number
  readonly #instantMs: number
  #elapsedMs = 0
  #order = 0
  #waiting: Waiting[] = []

  /** Delays of up to `instantMs` pass by themselves. */
  constructor({ startMs = Date.UTC(2026, 10, 16, 9, 30), instantMs = -1 } = {}) {
    this.#startMs = startMs
    this.#instantMs = instantMs
  }

  now(): number {
    return this.#startMs + this.#elapsedMs
  }

  monotonic(): number {
    return this.#elapsedMs
  }

  elapsed(): number {
    return this.#elapsedMs
  }

  after(delayMs: number, work: () => void): Timer {
    if (delayMs <= this.#instantMs) {
      const handle = setImmediate(work)
      return { cancel: () => clearImmediate(handle) }
    }
    const waiting: Waiting = { atMs: this.#elapsedMs + Math.max(0, delayMs), order: this.#order++, work }
    this.#waiting.push(waiting)
    return {
      cancel: () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
      },
    }
  }

  get timers(): number {
    return this.#waiting.length
  }

  /** Moves on to the next timer, if there is one within the limit, and lets it do its work. */
  async step(limitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const next = this.#next(this.#elapsedMs + limitMs)
    if (next === undefined) return false
    this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
    next.work()
    await settled()
    return true
  }

  /** Lets time pass, timer by timer, each followed by all that its promises cause. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms
    await settled()
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
      await settled()
    }
    this.#elapsedMs = untilMs
    await settled()
  }

  /** The same within one tick, where something real (an endpoint, a socket) is waited for otherwise. */
  advance(ms: number): void {
    const untilMs = this.#elapsedMs + ms
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
    }
    this.#elapsedMs = untilMs
  }

  /** Lets time pass until the promise is settled; fails if that takes longer than the limit. */
  async until<T>(promise: Promise<T>, limitMs = 600_000): Promise<T> {
    let done = false
    const mark = () => {
      done = true
    }
    promise.then(mark, mark)
    const untilMs = this.#elapsedMs + limitMs
    await settled()
    while (!done) {
      const next = this.#next(untilMs)
      if (next === undefined) throw new Error(`nothing more happens within ${limitMs} ms`)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
      await settled()
    }
    return promise
  }

  #next(untilMs: number): Waiting | undefined {
    let first: Waiting | undefined
    for (const each of this.#waiting) {
      if (each.atMs > untilMs) continue
      if (first === undefined || each.atMs < first.atMs || (each.atMs === first.atMs && each.order < first.order)) {
        first = each
      }
    }
    this.#waiting = this.#waiting.filter((each) => each !== first)
    return first
  }
}

/** All promises that can go on without time or the outside world have done so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
