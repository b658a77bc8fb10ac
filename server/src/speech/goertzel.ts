/** Goertzel's algorithm: the power of one frequency in a block; cheaper than a Fourier transform for a few frequencies. */

export function goertzelCoefficient(frequencyHz: number, sampleRateHz: number): number {
  return 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz)
}

/** For a pure tone of that frequency, the result is its energy (the sum of squares) times half the block's length. */
export function goertzelPower(block: Float32Array, coefficient: number): number {
  let last = 0
  let beforeLast = 0
  for (let index = 0; index < block.length; index++) {
    const current = block[index]! + coefficient * last - beforeLast
    beforeLast = last
    last = current
  }
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast
}

export function energyOf(block: Float32Array): number {
  let sum = 0
  for (let index = 0; index < block.length; index++) sum += block[index]! * block[index]!
  return sum
}

/** Splits a stream into overlapping blocks of equal length. */
export class OverlappingBlocks {
  readonly #block: Float32Array
  readonly #hop: number
  #filled = 0

  constructor(length: number, hop: number) {
    this.#block = new Float32Array(length)
    this.#hop = hop
  }

  /** The block is reused: read it before requesting the next one. */
  *push(samples: Int16Array): Generator<Float32Array> {
    for (let at = 0; at < samples.length; ) {
      const taken = Math.min(samples.length - at, this.#block.length - this.#filled)
      this.#block.set(samples.subarray(at, at + taken), this.#filled)
      this.#filled += taken
      at += taken
      if (this.#filled < this.#block.length) return
      yield this.#block
      this.#block.copyWithin(0, this.#hop)
      this.#filled -= this.#hop
    }
  }
}
