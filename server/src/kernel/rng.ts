import { randomBytes } from 'node:crypto'

/** Randomness is passed in, so that one seed reproduces a whole simulated day. */
export interface Rng {
  /** A number in [0, 1). */
  next(): number
}

const BYTES_EACH = 6
/** Random bytes are fetched in batches, because the system call costs far more than the bytes. */
const DRAWS_AT_ONCE = 500
let drawn = Buffer.alloc(0)
let nextByte = 0

export const systemRng: Rng = {
  next() {
    if (nextByte >= drawn.length) {
      drawn = randomBytes(BYTES_EACH * DRAWS_AT_ONCE)
      nextByte = 0
    }
    nextByte += BYTES_EACH
    return drawn.readUIntBE(nextByte - BYTES_EACH, BYTES_EACH) / 2 ** 48
  },
}

/** Mulberry32: small, fast and the same on every machine. Not for secrets. */
export function seededRng(seed: number): Rng {
  let state = seed >>> 0
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
  }
}

/** A whole number from `low` to `high`, both included. */
export function randomIntBetween(rng: Rng, low: number, high: number): number {
  return low + Math.floor(rng.next() * (high - low + 1))
}

export function randomChance(rng: Rng, probability: number): boolean {
  return rng.next() < probability
}

export function pickRandom<T>(rng: Rng, items: readonly T[]): T {
  if (items.length === 0) throw new Error('nothing to pick from')
  return items[Math.floor(rng.next() * items.length)] as T
}
