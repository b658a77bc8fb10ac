/** A queue in order of arrival that skips organizations at their limit, so that they delay no other. */
export class FairQueue {
  readonly #limits: { atOnce: number; ofOne: number }
  readonly #running: number[] = []
  readonly #waiting: { organizationId: number; start(): void }[] = []

  constructor(limits: { atOnce: number; ofOne: number }) {
    this.#limits = limits
  }

  waitingOf(organizationId: number): number {
    return this.#waiting.filter((each) => each.organizationId === organizationId).length
  }

  async run<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ organizationId, start })
      this.#startNext()
    })
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(organizationId), 1)
      this.#startNext()
    }
  }

  #startNext(): void {
    if (this.#running.length >= this.#limits.atOnce) return
    const at = this.#waiting.findIndex(({ organizationId }) => this.#runningOf(organizationId) < this.#limits.ofOne)
    const next = this.#waiting[at]
    if (!next) return
    this.#waiting.splice(at, 1)
    this.#running.push(next.organizationId)
    next.start()
    this.#startNext()
  }

  #runningOf(organizationId: number): number {
    return this.#running.filter((id) => id === organizationId).length
  }
}
