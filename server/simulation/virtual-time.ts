/**
 * Time that jumps from one timer to the next. Between two timers everything that waits on promises runs to its end, so that
 * a step is whole and the same seed gives the same steps.
 */
import type { Clock, Timer } from '../src/kernel/clock.ts'

/**
 * Node empties the queue of promises before it comes to the next immediate, however long the chains are. Several of them
 * share one turn of its loop, because each turn asks the system for news, which costs more than a step.
 */
const STEPS_AT_ONCE = 100

interface Entry {
  atMs: number
  order: number
  work: (() => void) | null
}

export class VirtualTime implements Clock {
  #nowMs: number
  readonly #startMs: number
  readonly #heap: Entry[] = []
  #order = 0
  #holds = 0
  steps = 0

  constructor(startMs: number) {
    this.#nowMs = startMs
    this.#startMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  monotonic(): number {
    return this.#nowMs - this.#startMs
  }

  elapsed(): number {
    return this.monotonic()
  }

  after(delayMs: number, work: () => void): Timer {
    const entry: Entry = { atMs: this.#nowMs + Math.max(0, delayMs), order: ++this.#order, work }
    this.#push(entry)
    return {
      cancel() {
        entry.work = null
      },
    }
  }

  /** Time stands still until this is done: something real, such as a request over a socket. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#holds++
    try {
      return await work
    } finally {
      this.#holds--
    }
  }

  /** Runs until `isOver` says so, or the moment given has come. */
  run(untilMs: number, isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let over = false
      const step = () => {
        if (over || this.#holds > 0) return
        try {
          over = isOver() || !this.#step(untilMs)
          if (over) resolve()
        } catch (error) {
          over = true
          reject(error)
        }
      }
      const more = () => {
        if (over) return
        for (let index = 0; index < STEPS_AT_ONCE; index++) setImmediate(step)
        setImmediate(more)
      }
      setImmediate(more)
    })
  }

  /** One timer; false: the moment has come. */
  #step(untilMs: number): boolean {
    for (;;) {
      const next = this.#heap[0]
      if (!next || next.atMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs)
        return false
      }
      this.#pop()
      if (!next.work) continue
      this.#nowMs = next.atMs
      this.steps++
      next.work()
      return true
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let index = heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(entry, heap[parent] as Entry)) break
      heap[index] = heap[parent] as Entry
      index = parent
    }
    heap[index] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop() as Entry
    if (heap.length === 0) return
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++
      if (!isBefore(heap[child] as Entry, last)) break
      heap[index] = heap[child] as Entry
      index = child
    }
    heap[index] = last
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
