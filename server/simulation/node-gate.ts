/**
 * Stands between a node and everything outside it. A crashed node never hears of anything again; a frozen one hears of it
 * when it thaws, in whatever order its machine then comes to it.
 */
import type { Clock, Timer } from '../src/kernel/clock.ts'
import type { Rng } from '../src/kernel/rng.ts'

export class NodeGate {
  readonly #time: Clock
  readonly #rng: Rng
  #alive = true
  #frozen = false
  #asleepSinceMs: number | null = null
  #kept: Array<{ arrive: () => void; inMs: number }> = []
  /** Whoever is connected to it learns of its end. */
  crashed: () => void = () => {}

  constructor(time: Clock, rng: Rng) {
    this.#time = time
    this.#rng = rng
  }

  get isAlive(): boolean {
    return this.#alive
  }

  get isFrozen(): boolean {
    return this.#frozen
  }

  crash(): void {
    if (!this.#alive) return
    this.#alive = false
    this.#kept = []
    this.crashed()
  }

  /** `asleep`: the whole machine, whose timers then know nothing of the time that passes. */
  freeze(asleep = false): void {
    this.#frozen = true
    this.#asleepSinceMs = asleep ? this.#time.now() : null
  }

  thaw(): void {
    this.#frozen = false
    const kept = this.#kept
    this.#kept = []
    while (kept.length > 0) {
      const index = Math.floor(this.#rng.next() * kept.length)
      const [late] = kept.splice(index, 1)
      if (late) this.#time.after(late.inMs, late.arrive)
    }
  }

  /** Lets something reach the node after a while. */
  deliver(delayMs: number, work: () => void): Timer {
    return this.#bring(delayMs, work, () => 0)
  }

  /** A timer of its own. */
  remind(delayMs: number, work: () => void): Timer {
    return this.#bring(delayMs, work, () =>
      this.#asleepSinceMs === null ? 0 : Math.max(0, this.#time.now() - this.#asleepSinceMs),
    )
  }

  /** `stillMs`: how much of its time is left when it comes while the node stands still. */
  #bring(delayMs: number, work: () => void, stillMs: () => number): Timer {
    let cancelled = false
    const arrive = () => {
      if (cancelled || !this.#alive) return
      if (this.#frozen) this.#kept.push({ arrive, inMs: stillMs() })
      else work()
    }
    const timer = this.#time.after(delayMs, arrive)
    return {
      cancel() {
        cancelled = true
        timer.cancel()
      },
    }
  }
}

/** The clock of one machine: wrong by an offset that grows, and now and then set anew. */
export class NodeClock implements Clock {
  readonly #time: Clock
  readonly #gate: NodeGate
  readonly #drift: number
  #offsetMs: number
  #sleptMs = 0

  constructor(time: Clock, gate: NodeGate, { offsetMs, drift }: { offsetMs: number; drift: number }) {
    this.#time = time
    this.#gate = gate
    this.#drift = drift
    this.#offsetMs = offsetMs
  }

  step(byMs: number): void {
    this.#offsetMs += byMs
  }

  /** The machine was asleep; its monotonic clock did not notice. */
  slept(forMs: number): void {
    this.#sleptMs += forMs
  }

  now(): number {
    return this.#time.now() + this.#offsetMs + this.#time.monotonic() * this.#drift
  }

  monotonic(): number {
    return (this.#time.monotonic() - this.#sleptMs) * (1 + this.#drift)
  }

  elapsed(): number {
    return this.#time.monotonic() * (1 + this.#drift)
  }

  after(delayMs: number, work: () => void): Timer {
    return this.#gate.remind(delayMs / (1 + this.#drift), work)
  }
}
