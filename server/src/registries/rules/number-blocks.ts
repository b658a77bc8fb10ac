/**
 * A sorted set of phone numbers as blocks of about a kilobyte. A number is its digits as an integer, so a look-up is exact: a
 * number that is not in the set is never found in it. A block has its first number and the distances to each next one; a distance
 * has seven bits to a byte. In a dense registry this is one byte per number.
 */
import { createHash } from 'node:crypto'

export const BLOCK_BYTES_MAX = 1_000
const SUM_BYTES = 8
/** Seven bits to a byte: a distance of up to 10^15 needs eight bytes. */
const DISTANCE_BYTES_MAX = 8
const NUMBER = /^\+[1-9]\d{6,14}$/

export interface NumberBlock {
  firstKey: number
  lastKey: number
  numbers: number
  distances: Uint8Array
  sum: Uint8Array
}

/** Null: the address is not a phone number in international form. */
export function keyOf(address: string): number | null {
  return NUMBER.test(address) ? Number(address.slice(1)) : null
}

export const numberOf = (key: number): string => `+${key}`

/** Returns the position after the distance. */
export function writeDistance(distance: number, into: Uint8Array, position: number): number {
  let rest = distance
  let at = position
  while (rest >= 128) {
    into[at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  into[at++] = rest
  return at
}

/** Takes keys in ascending order, each once. */
export class BlockWriter {
  readonly #bytes = new Uint8Array(BLOCK_BYTES_MAX + DISTANCE_BYTES_MAX)
  #length = 0
  #firstKey = 0
  #lastKey = 0
  #numbers = 0

  /** Returns the block before this key, if it is full. */
  add(key: number): NumberBlock | null {
    if (this.#numbers === 0) {
      this.#begin(key)
      return null
    }
    if (key <= this.#lastKey) throw new Error('the numbers of a block are not in order')
    const length = writeDistance(key - this.#lastKey, this.#bytes, this.#length)
    if (length > BLOCK_BYTES_MAX) {
      const full = this.finish()
      this.#begin(key)
      return full
    }
    this.#length = length
    this.#lastKey = key
    this.#numbers++
    return null
  }

  /** The last block. Null: there is none. */
  finish(): NumberBlock | null {
    if (this.#numbers === 0) return null
    const block = {
      firstKey: this.#firstKey,
      lastKey: this.#lastKey,
      numbers: this.#numbers,
      distances: this.#bytes.slice(0, this.#length),
    }
    this.#numbers = 0
    return { ...block, sum: sumOf(block) }
  }

  #begin(key: number): void {
    this.#firstKey = key
    this.#lastKey = key
    this.#numbers = 1
    this.#length = 0
  }
}

function sumOf({ firstKey, lastKey, numbers, distances }: Omit<NumberBlock, 'sum'>): Uint8Array {
  const hash = createHash('sha256').update(`${firstKey} ${lastKey} ${numbers} `).update(distances)
  return new Uint8Array(hash.digest().subarray(0, SUM_BYTES))
}

/** The keys that are in the block. `wanted` is in ascending order. Throws if the block is not as it was written. */
export function findInBlock(block: NumberBlock, wanted: readonly number[]): number[] {
  if (Buffer.compare(sumOf(block), block.sum) !== 0) {
    throw new Error('a stored block of a registry is damaged; import the registry again')
  }
  const found: number[] = []
  let key = block.firstKey
  let next = 0
  for (let at = 0; ; ) {
    while (next < wanted.length && (wanted[next] as number) < key) next++
    if (next === wanted.length) return found
    if (wanted[next] === key) found.push(key)
    if (at >= block.distances.length) return found
    let scale = 1
    let byte = block.distances[at++] as number
    while (byte >= 128) {
      key += (byte - 128) * scale
      scale *= 128
      byte = block.distances[at++] as number
    }
    key += byte * scale
  }
}
