/**
 * Time that jumps from one timer to the next. Between two timers everything that waits on promises runs to its end, so that
 * a step is whole and the same seed gives the same steps.
 */
import type { Clock, Timer } from '../src/kernel/clock.ts'

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

  after(delayMs: number, work: () => void): Timer {
    const entry: Entry = { atMs: this.#nowMs + Math.max(0, delayMs), order: ++this.#order, work }
    this.#push(entry)
    return {
      cancel() {
        entry.work = null
      },
    }
  }

  /** Runs until `isOver` says so, or the moment given has come. */
  async run(untilMs: number, isOver: () => boolean): Promise<void> {
    await drained()
    while (!isOver()) {
      const next = this.#heap[0]
      if (!next || next.atMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs)
        return
      }
      this.#pop()
      if (!next.work) continue
      this.#nowMs = next.atMs
      this.steps++
      next.work()
      await drained()
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

/** Node empties the queue of promises before it comes to an immediate: one of them is enough, however long the chains are. */
function drained(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
