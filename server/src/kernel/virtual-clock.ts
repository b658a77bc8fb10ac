import type { Clock, Timer } from './clock.ts'

interface Waiting {
  atMs: number
  order: number
  work: () => void
}

/** A clock that advances only on request, so that an hour of conversation is tried in milliseconds. */
export class VirtualClock implements Clock {
  readonly #startMs: number
  readonly #instantMs: number
  #elapsedMs = 0
  #order = 0
  #waiting: Waiting[] = []

  /** Delays of up to `instantMs` elapse immediately. */
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

  /** Advances to the next timer within the limit and runs it. */
  async step(limitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const next = this.#next(this.#elapsedMs + limitMs)
    if (next === undefined) return false
    this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
    next.work()
    await promisesSettled()
    return true
  }

  /** Advances timer by timer, each followed by the promises it resolves. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms
    await promisesSettled()
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
      await promisesSettled()
    }
    this.#elapsedMs = untilMs
    await promisesSettled()
  }

  /** Moves the clock in one step and runs the due timers, for tests that await something real (an endpoint, a socket). */
  advance(ms: number): void {
    const untilMs = this.#elapsedMs + ms
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
    }
    this.#elapsedMs = untilMs
  }

  /** Advances until the promise is settled; fails if that takes longer than the limit. */
  async until<T>(promise: Promise<T>, limitMs = 600_000): Promise<T> {
    let done = false
    const mark = () => {
      done = true
    }
    promise.then(mark, mark)
    const untilMs = this.#elapsedMs + limitMs
    await promisesSettled()
    while (!done) {
      const next = this.#next(untilMs)
      if (next === undefined) throw new Error(`nothing more happens within ${limitMs} ms`)
      this.#elapsedMs = Math.max(this.#elapsedMs, next.atMs)
      next.work()
      await promisesSettled()
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

/** Resolves when all promises that need neither time nor the outside world have settled. */
export function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
