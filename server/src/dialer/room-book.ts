/**
 * How many more people this node may dial: a call that nobody can talk on is not dialed. The database says once a second how
 * many calls are this node's own, for their ends may be told to any node; in between, what was claimed and what was seen to
 * end is counted here, always on the safe side.
 */
export interface Room {
  /** Of this configuration; infinite where answered calls carry no audio. */
  left(configurationId: number): number
  /** So many calls have been claimed. */
  taken(configurationId: number, calls: number): void
}

export interface RoomBookOptions {
  /** How many conversations this node can hold at the moment. */
  capacity(): number
  /** How many it is believed to hold once somebody wants one. */
  capacityOnceLoaded?(): number
  /** Whether answered calls of a configuration need a conversation. */
  speaks(configurationId: number): boolean
  /** Somebody is due whose call needs one. */
  wanted?(configurationId: number): void
}

export class RoomBook implements Room {
  readonly #options: RoomBookOptions
  #counted = 0
  /** Since the count was asked for: it may or may not hold them. */
  #claimed = 0
  #claimedBefore = 0
  /** Since the count was answered: it cannot know of them. */
  #ended = 0

  constructor(options: RoomBookOptions) {
    this.#options = options
  }

  left(configurationId: number): number {
    if (!this.#options.speaks(configurationId)) return Number.POSITIVE_INFINITY
    this.#options.wanted?.(configurationId)
    return this.#beside(this.#options.capacity())
  }

  /** How many more conversations this node could hold, also while nobody is loaded yet who could talk. */
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
