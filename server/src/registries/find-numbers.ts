/** Looks up numbers in a registry. */
import { setImmediate } from 'node:timers/promises'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { Queries } from '../storage/database.ts'
import { blocksWithKeys } from './queries.ts'
import { findInBlock, type NumberBlock, numberKeyOf, numberOfKey } from './rules/number-blocks.ts'

/** Number of keys per statement; the result has at most as many blocks, about a kilobyte each. */
const KEYS_AT_ONCE = 1_000
/** Blocks decoded before yielding: decoding takes some microseconds, and live calls need the thread every 20 ms. */
const BLOCKS_WITHOUT_PAUSE = 500
/** Numbers sorted before yielding. */
const SORTED_AT_ONCE = 50_000

/** Collects the phone numbers of many addresses and returns them in ascending order; eight bytes each. */
export class SortedNumbers {
  readonly #parts: Float64Array[] = []
  #open = new Float64Array(SORTED_AT_ONCE)
  #count = 0
  /** Number of phone numbers among the addresses; a number that occurs twice counts twice. */
  size = 0

  add(address: string): void {
    const key = numberKeyOf(canonicalNumber(address))
    if (key === null) return
    this.#open[this.#count++] = key
    this.size++
    if (this.#count === SORTED_AT_ONCE) this.#close()
  }

  /** Portions of keys in ascending order, each key once. */
  *portions(size = KEYS_AT_ONCE): Generator<number[]> {
    this.#close()
    const positions = this.#parts.map(() => 0)
    let portion: number[] = []
    for (;;) {
      const key = this.#smallest(positions)
      if (key === Number.POSITIVE_INFINITY) break
      this.#parts.forEach((part, index) => {
        while (part[positions[index] as number] === key) positions[index] = (positions[index] as number) + 1
      })
      portion.push(key)
      if (portion.length === size) {
        yield portion
        portion = []
      }
    }
    if (portion.length > 0) yield portion
  }

  #smallest(positions: readonly number[]): number {
    let smallest = Number.POSITIVE_INFINITY
    this.#parts.forEach((part, index) => {
      const key = part[positions[index] as number]
      if (key !== undefined && key < smallest) smallest = key
    })
    return smallest
  }

  #close(): void {
    if (this.#count === 0) return
    this.#parts.push(this.#open.slice(0, this.#count).sort())
    this.#count = 0
  }
}

/** The numbers that are on the registry, portion by portion. */
export async function* findNumbers(db: Queries, generationId: number, wanted: SortedNumbers): AsyncGenerator<string[]> {
  for (const keys of wanted.portions()) {
    const found = await findIn(await blocksWithKeys(db, generationId, keys), keys)
    if (found.length > 0) yield found.map(numberOfKey)
    await setImmediate()
  }
}

async function findIn(blocks: readonly NumberBlock[], keys: readonly number[]): Promise<number[]> {
  const found: number[] = []
  let from = 0
  for (const [index, block] of blocks.entries()) {
    while (from < keys.length && (keys[from] as number) < block.firstKey) from++
    const end = blocks[index + 1]?.firstKey ?? Number.POSITIVE_INFINITY
    let to = from
    while (to < keys.length && (keys[to] as number) < end) to++
    if (to > from) found.push(...findInBlock(block, keys.slice(from, to)))
    from = to
    if ((index + 1) % BLOCKS_WITHOUT_PAUSE === 0) await setImmediate()
  }
  return found
}
