/**
 * A sorted set of phone numbers in blocks of about a kilobyte. A number is stored as an integer of its digits, so look-ups are
 * exact. A block has its first number and the distances to each next one, encoded with seven bits per byte. In a dense registry
 * this is one byte per number.
 */
import { createHash } from 'node:crypto'

export const BLOCK_BYTES_MAX = 1_000
const SUM_BYTES = 8
/** Maximum length of an encoded distance: with seven bits per byte, 10^15 needs eight bytes. */
const DISTANCE_BYTES_MAX = 8
const NUMBER = /^\+[1-9]\d{6,14}$/

export interface NumberBlock {
  firstKey: number
  lastKey: number
  numbers: number
  distances: Uint8Array
  sum: Uint8Array
}

/** The number of an address as an integer; null: not a phone number in international form. */
export function numberKeyOf(address: string): number | null {
  return NUMBER.test(address) ? Number(address.slice(1)) : null
}

export const numberOfKey = (key: number): string => `+${key}`

/** Writes a distance and returns the position after it. */
export function writeDeltaVarint(distance: number, into: Uint8Array, position: number): number {
  let rest = distance
  let at = position
  while (rest >= 128) {
    into[at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  into[at++] = rest
  return at
}

/** Packs keys into blocks. The keys must be unique and in ascending order. */
export class BlockWriter {
  readonly #bytes = new Uint8Array(BLOCK_BYTES_MAX + DISTANCE_BYTES_MAX)
  #length = 0
  #firstKey = 0
  #lastKey = 0
  #numbers = 0

  /** Adds a key. Returns the previous block if it is full. */
  add(key: number): NumberBlock | null {
    if (this.#numbers === 0) {
      this.#begin(key)
      return null
    }
    if (key <= this.#lastKey) throw new Error('the numbers of a block are not in order')
    const length = writeDeltaVarint(key - this.#lastKey, this.#bytes, this.#length)
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

  /** Returns the last block; null: it is empty. */
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

/** The wanted keys that are in the block. `wanted` must be in ascending order. Throws if the block is damaged. */
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
