/**
 * The claims of one organization that are on deck on this node, and the calls whose slots may be passed on to them. When such a
 * call ends, the next claim is placed immediately; the end is written afterwards. Why the limits hold: the database counts a
 * claim on deck as a live call, so that no other transaction can use its slot, and each ended call passes its slot on once.
 */
import type { ClaimedCall } from './claimed-call.ts'

export interface PassedSlot {
  claimed: ClaimedCall
  endedCallId: number
  /** When the end of that call was reported. */
  arrivedAtMs: number
}

export class Deck {
  readonly #ageMs: number
  /** Oldest first. */
  #waiting: ClaimedCall[] = []
  /** Campaigns of the calls that this node placed and whose end nobody has reported yet. */
  readonly #passable = new Map<number, number | null>()
  /** Ended calls whose slot nobody has taken over and whose end is in no transaction yet, with the arrival time of the report. */
  readonly #open = new Map<number, { campaignId: number | null; arrivedAtMs: number }>()
  /** Ended calls whose slot was passed on and whose end is in no transaction yet: the database still counts them as live. */
  readonly #covered = new Set<number>()
  /** Increases when something may have changed that a claim on deck depends on. */
  #version = 0
  #confirmedVersion = -1
  #confirmedAtMs = Number.NEGATIVE_INFINITY
  /** When the last transaction of the organization began, on the monotonic clock. */
  lastTurnMs = Number.NEGATIVE_INFINITY
  readonly sizeMax: number
  /** The number of claims that may be on deck, by the last transaction. */
  size: number
  /** Version of the calling rules by which the claims on deck were decided. */
  policyVersion = 0
  /** Whether the rate limit must be charged for the deck when it is given up. */
  isUncharged = false
  /** Whether a timer watches the age of the claims. */
  isWatched = false

  constructor(ageMs: number, sizeMax: number) {
    this.#ageMs = ageMs
    this.sizeMax = sizeMax
    this.size = sizeMax
  }

  get version(): number {
    return this.#version
  }

  /** Claims that are on deck. It never counts more than the database has. */
  get length(): number {
    return this.#waiting.length
  }

  /** Ended calls that the database counts as live beside the calls in their slots. It is never more than there are. */
  get covered(): number {
    return this.#covered.size
  }

  get campaignId(): number | null {
    return this.#waiting[0]?.campaignId ?? null
  }

  get isLow(): boolean {
    return this.#waiting.length * 4 <= this.size
  }

  /** Removes all claims. Nothing is passed on until a transaction that begins from now on has confirmed the deck. */
  revoke(): ClaimedCall[] {
    this.#version++
    return this.#waiting.splice(0)
  }

  /**
   * A committed transaction that began at `version` confirmed the deck and added claims. Returns the claims to place, and those
   * to return because something changed in the meantime.
   */
  confirm(
    added: readonly ClaimedCall[],
    { version, atMs, nowMs, free }: { version: number; atMs: number; nowMs: number; free: number },
  ): { place: ClaimedCall[]; giveBack: ClaimedCall[] } {
    const old = this.removeOld(nowMs)
    this.#waiting.push(...added)
    const place = this.#waiting.splice(0, free)
    for (const { callId, campaignId } of place) this.#passable.set(callId, campaignId)
    if (version !== this.#version) return { place, giveBack: [...old, ...this.#waiting.splice(0)] }
    this.#confirmedVersion = version
    this.#confirmedAtMs = atMs
    return { place, giveBack: old }
  }

  /**
   * The end of this call was reported; only the first report counts. `passes`: whether its slot may be passed on. A slot for
   * which no claim is on deck yet can be passed on until a transaction takes the report.
   */
  noteEnd(callId: number, passes: boolean, arrivedAtMs: number): void {
    const campaignId = this.#passable.get(callId)
    if (this.#passable.delete(callId) && passes && campaignId !== undefined)
      this.#open.set(callId, { campaignId, arrivedAtMs })
  }

  /** A transaction settles the end of this call: unless its slot was passed on, it is free for the claims of that transaction. */
  noteTaken(callId: number): void {
    this.#open.delete(callId)
    this.#covered.delete(callId)
  }

  /** Passes one open slot on; null: none is open, or no claim may be placed. */
  passOn(nowMs: number): PassedSlot | null {
    if (this.#version !== this.#confirmedVersion || nowMs - this.#confirmedAtMs >= this.#ageMs) return null
    const [first] = this.#waiting
    const [slot] = this.#open
    if (!first || !slot || nowMs - first.decidedAtMs >= this.#ageMs) return null
    const [endedCallId, { campaignId, arrivedAtMs }] = slot
    this.#open.delete(endedCallId)
    if (first.campaignId !== campaignId) return null
    this.#waiting.shift()
    this.#covered.add(endedCallId)
    this.#passable.set(first.callId, first.campaignId)
    return { claimed: first, endedCallId, arrivedAtMs }
  }

  /** Removes one claim, because its person must not be called now. */
  remove(callId: number): ClaimedCall | null {
    const index = this.#waiting.findIndex((claimed) => claimed.callId === callId)
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0] ?? null)
  }

  /** How long until the oldest claim is on deck for too long; null: none is on deck. */
  oldIn(nowMs: number): number | null {
    const [first] = this.#waiting
    return first ? Math.max(1, first.decidedAtMs + this.#ageMs - nowMs) : null
  }

  /** Removes the claims that are on deck for too long, because calls end more slowly than before. */
  removeOld(nowMs: number): ClaimedCall[] {
    const old = this.#waiting.filter(({ decidedAtMs }) => nowMs - decidedAtMs >= this.#ageMs)
    if (old.length > 0) this.#waiting = this.#waiting.filter((claimed) => !old.includes(claimed))
    return old
  }

  /** Passes on no slot of a call that was placed before, because another node may have settled its end. */
  forgetCalls(): void {
    this.#passable.clear()
    this.#open.clear()
    this.#covered.clear()
  }
}
