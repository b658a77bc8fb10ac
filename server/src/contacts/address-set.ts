import { createHash } from 'node:crypto'

const FIRST_CAPACITY = 1 << 12
const FULL_AT = 0.6

/**
 * The addresses that a list already has. E.164 has at most fifteen digits, so a number is exact in eight bytes: a million take
 * 16 MB without collisions. SIP addresses are rare and stored by their SHA-256.
 */
export class AddressSet {
  readonly #seed: number
  #slots = new Float64Array(FIRST_CAPACITY)
  #size = 0
  readonly #digests = new Set<string>()

  /** A random seed keeps a crafted file from hashing all its numbers into one slot. */
  constructor(seed: number) {
    this.#seed = seed | 0
  }

  /** True if the address is new. */
  add(address: string): boolean {
    return /^\+\d{1,15}$/.test(address) ? this.#addNumber(Number(address.slice(1))) : this.#addText(address)
  }

  #addText(address: string): boolean {
    const digest = createHash('sha256').update(address).digest('base64')
    const before = this.#digests.size
    return this.#digests.add(digest).size > before
  }

  #addNumber(number: number): boolean {
    const slot = this.#slotOf(number)
    if (this.#slots[slot] === number) return false
    this.#slots[slot] = number
    this.#size++
    if (this.#size > this.#slots.length * FULL_AT) this.#grow()
    return true
  }

  #slotOf(number: number): number {
    const mask = this.#slots.length - 1
    let mixed = Math.imul((number >>> 0) ^ this.#seed, 0x9e3779b1) ^ Math.imul((number / 2 ** 32) | 0, 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    let slot = (mixed ^ (mixed >>> 13)) & mask
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== number) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Float64Array(old.length * 2)
    for (const number of old) if (number !== 0) this.#slots[this.#slotOf(number)] = number
  }
}
