import { energyOf, goertzelCoefficient, goertzelPower, OverlappingBlocks } from './goertzel.ts'

/** Detects DTMF keys in 8 kHz audio (ITU-T Q.23), for carriers that do not report them as events. */
export const DTMF_TUNING = {
  sampleRateHz: 8000,
  blockSamples: 160,
  /** Blocks overlap by half: the shortest legal key, 40 ms with 40 ms pause, still fills two of them. */
  hopSamples: 80,
  confirmBlocks: 2,
  releaseBlocks: 2,
  quietRms: 100,
  /** Minimum share of the block's energy in the two tones; speech spreads wider. */
  tonesShare: 0.7,
  /** The row tone may be this many times as strong as the column tone; `columnOverRow` is the reverse (10 dB and 8 dB). */
  rowOverColumn: 10,
  columnOverRow: 6.3,
  /** The strongest tone of a group must exceed each of the others by this factor. */
  overNeighbours: 8,
} as const

const ROWS_HZ = [697, 770, 852, 941]
const COLUMNS_HZ = [1209, 1336, 1477, 1633]
const KEYS = ['123A', '456B', '789C', '*0#D']

const rowCoefficients = ROWS_HZ.map((frequency) => goertzelCoefficient(frequency, DTMF_TUNING.sampleRateHz))
const columnCoefficients = COLUMNS_HZ.map((frequency) => goertzelCoefficient(frequency, DTMF_TUNING.sampleRateHz))

export class DtmfDetector {
  readonly #blocks = new OverlappingBlocks(DTMF_TUNING.blockSamples, DTMF_TUNING.hopSamples)
  #candidate: string | undefined
  #hits = 0
  #misses = 0
  #reported = false

  /** The keys recognized in these samples; each key press is reported once, however long it is held. */
  push(samples: Int16Array): string[] {
    const pressed: string[] = []
    for (const block of this.#blocks.push(samples)) {
      const key = this.#hear(keyIn(block))
      if (key !== undefined) pressed.push(key)
    }
    return pressed
  }

  #hear(key: string | undefined): string | undefined {
    if (key === undefined) {
      this.#misses++
      if (this.#misses >= DTMF_TUNING.releaseBlocks) this.#candidate = undefined
      return undefined
    }
    if (key !== this.#candidate) {
      this.#candidate = key
      this.#hits = 0
      this.#reported = false
    }
    this.#misses = 0
    this.#hits++
    if (this.#reported || this.#hits < DTMF_TUNING.confirmBlocks) return undefined
    this.#reported = true
    return key
  }
}

function keyIn(block: Float32Array): string | undefined {
  const energy = energyOf(block)
  if (energy < DTMF_TUNING.quietRms ** 2 * block.length) return undefined
  const row = strongest(block, rowCoefficients)
  if (row === undefined) return undefined
  const column = strongest(block, columnCoefficients)
  if (column === undefined) return undefined
  if (row.power + column.power < DTMF_TUNING.tonesShare * energy * (block.length / 2)) return undefined
  if (row.power > column.power * DTMF_TUNING.rowOverColumn || column.power > row.power * DTMF_TUNING.columnOverRow)
    return undefined
  return KEYS[row.index]?.[column.index]
}

/** The strongest tone of a group; undefined if none dominates. */
function strongest(block: Float32Array, coefficients: readonly number[]): { index: number; power: number } | undefined {
  const powers = coefficients.map((coefficient) => goertzelPower(block, coefficient))
  const power = Math.max(...powers)
  const index = powers.indexOf(power)
  const standsOut = powers.every((other, at) => at === index || other * DTMF_TUNING.overNeighbours <= power)
  return standsOut ? { index, power } : undefined
}

/** The two frequencies of a key, for playing it. */
export function frequenciesOf(key: string): [number, number] | undefined {
  const row = KEYS.findIndex((keys) => keys.includes(key))
  if (row < 0 || key.length !== 1) return undefined
  return [ROWS_HZ[row]!, COLUMNS_HZ[KEYS[row]!.indexOf(key)]!]
}
