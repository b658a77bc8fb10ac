/**
 * How many more calls this node may place: a call for which no agent is free is not dialed. The database reports the number of
 * this node's own calls once a second, because any node may receive their ends. In between, claims and observed ends are counted
 * here, always conservatively.
 */
export interface AgentCapacity {
  /** Number of further calls for this configuration; infinite if its answered calls carry no audio. */
  left(configurationId: number): number
  /** Counts claimed calls. */
  taken(configurationId: number, calls: number): void
}

export interface CapacityOptions {
  /** How many conversations this node can hold at the moment. */
  capacity(): number
  /** Expected number of conversations once agents are loaded. */
  capacityOnceLoaded?(): number
  /** Whether answered calls of a configuration need a conversation. */
  speaks(configurationId: number): boolean
  /** Called when a contact is due whose call needs a conversation. */
  wanted?(configurationId: number): void
}

export class CapacityTracker implements AgentCapacity {
  readonly #options: CapacityOptions
  #counted = 0
  /** Claims since the count was requested; the count may or may not include them. */
  #claimed = 0
  #claimedBefore = 0
  /** Ends since the count arrived, which it cannot include. */
  #ended = 0

  constructor(options: CapacityOptions) {
    this.#options = options
  }

  left(configurationId: number): number {
    if (!this.#options.speaks(configurationId)) return Number.POSITIVE_INFINITY
    this.#options.wanted?.(configurationId)
    return this.#beside(this.#options.capacity())
  }

  /** How many more conversations this node could hold, even while no agent is loaded. */
  get spare(): number {
    return this.#beside((this.#options.capacityOnceLoaded ?? this.#options.capacity)())
  }

  #beside(capacity: number): number {
    return Math.max(0, capacity - this.#counted - this.#claimed + this.#ended)
  }

  taken(configurationId: number, calls: number): void {
    if (this.#options.speaks(configurationId)) this.#claimed += calls
  }

  ended(configurationId: number): void {
    if (this.#options.speaks(configurationId)) this.#ended++
  }

  counting(): void {
    this.#claimedBefore = this.#claimed
  }

  counted(liveCalls: ReadonlyMap<number, number>): void {
    this.#counted = 0
    for (const [configurationId, calls] of liveCalls) {
      if (this.#options.speaks(configurationId)) this.#counted += calls
    }
    this.#claimed -= this.#claimedBefore
    this.#claimedBefore = 0
    this.#ended = 0
  }
}
