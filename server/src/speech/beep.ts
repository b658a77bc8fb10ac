import { energyOf, goertzelCoefficient, goertzelPower, OverlappingBlocks } from './goertzel.ts'

/** Detects the beep of a mailbox in 8 kHz audio and distinguishes it from other tones of the network. */
export const BEEP_TUNING = {
  sampleRateHz: 8000,
  /** 40 ms: long enough to distinguish 440 from 480 Hz, so that a pair of tones does not count as one. */
  blockSamples: 320,
  hopSamples: 160,
  quietRms: 150,
  lowestHz: 350,
  highestHz: 2000,
  /** Minimum share of the block's energy at the fitted frequency: a single tone with noise 6 dB below it still passes. */
  purity: 0.8,
  driftHz: 25,
  shortestMs: 160,
  longestMs: 3000,
  /** A tone counts after this much time without another tone: the three special information tones follow within 30 ms. */
  settleMs: 120,
  /** Above this frequency, a tone of half a second may be a busy signal (400 to 480 Hz by country) ... */
  progressLowestHz: 395,
  progressHighestHz: 485,
  /** ... so it must not repeat within this time (busy repeats after 200 to 500 ms). */
  progressSettleMs: 700,
  /** Ringing in most of the world: 425 Hz for about a second. Its pause of 4 s is too long to wait for. */
  ringingHz: 425,
  ringingToleranceHz: 8,
  ringingShortestMs: 700,
} as const

/** Special information tones before "the number you have dialled ...", ITU-T E.180: rising, 330 ms each. */
const SPECIAL_INFORMATION_HZ = [950, 1400, 1800]
const SPECIAL_INFORMATION_TOLERANCE_HZ = 60

export type ToneEvent =
  | { kind: 'beep'; frequencyHz: number; lengthMs: number }
  | { kind: 'special_information' }
  /** Ringing or busy tone: neither a person nor a mailbox has spoken yet. */
  | { kind: 'call_progress' }

interface Tone {
  frequencyHz: number
  blocks: number
}

const HOP_MS = (BEEP_TUNING.hopSamples / BEEP_TUNING.sampleRateHz) * 1000
const BLOCK_MS = (BEEP_TUNING.blockSamples / BEEP_TUNING.sampleRateHz) * 1000

export class BeepDetector {
  readonly #blocks = new OverlappingBlocks(BEEP_TUNING.blockSamples, BEEP_TUNING.hopSamples)
  #current: Tone | undefined
  #heard: Tone[] = []
  #quietMs = 0

  /** Returns the events that these samples decide. A beep is reported shortly after its end, when speaking should begin. */
  push(samples: Int16Array): ToneEvent[] {
    const events: ToneEvent[] = []
    for (const block of this.#blocks.push(samples)) {
      const event = this.#hear(toneIn(block))
      if (event !== undefined) events.push(event)
    }
    return events
  }

  #hear(frequencyHz: number | undefined): ToneEvent | undefined {
    const current = this.#current
    if (
      frequencyHz !== undefined &&
      current !== undefined &&
      near(frequencyHz, current.frequencyHz, BEEP_TUNING.driftHz)
    ) {
      current.blocks++
      current.frequencyHz += (frequencyHz - current.frequencyHz) / current.blocks
      return undefined
    }
    if (current !== undefined && lengthOf(current) >= BEEP_TUNING.shortestMs) {
      this.#heard.push(current)
      this.#quietMs = 0
    }
    this.#current = frequencyHz === undefined ? undefined : { frequencyHz, blocks: 1 }
    if (this.#heard.length === 0) return undefined
    this.#quietMs += HOP_MS
    if (this.#quietMs < settleTime(this.#heard)) return undefined
    const heard = this.#heard
    this.#heard = []
    return meaningOf(heard)
  }
}

function settleTime(heard: readonly Tone[]): number {
  const last = heard[heard.length - 1] as Tone
  const maybeBusy = last.frequencyHz > BEEP_TUNING.progressLowestHz && last.frequencyHz < BEEP_TUNING.progressHighestHz
  return maybeBusy ? BEEP_TUNING.progressSettleMs : BEEP_TUNING.settleMs
}

function meaningOf(heard: readonly Tone[]): ToneEvent | undefined {
  const [tone, ...others] = heard as [Tone, ...Tone[]]
  const lengthMs = lengthOf(tone)
  if (others.length > 0) return isSpecialInformation(heard) ? { kind: 'special_information' } : repeated(heard)
  if (lengthMs > BEEP_TUNING.longestMs) return undefined
  const ringing = near(tone.frequencyHz, BEEP_TUNING.ringingHz, BEEP_TUNING.ringingToleranceHz)
  if (ringing && lengthMs >= BEEP_TUNING.ringingShortestMs) return { kind: 'call_progress' }
  return { kind: 'beep', frequencyHz: Math.round(tone.frequencyHz), lengthMs }
}

function isSpecialInformation(heard: readonly Tone[]): boolean {
  return (
    heard.length === SPECIAL_INFORMATION_HZ.length &&
    heard.every((tone, at) =>
      near(tone.frequencyHz, SPECIAL_INFORMATION_HZ[at] as number, SPECIAL_INFORMATION_TOLERANCE_HZ),
    )
  )
}

/** A repeated tone is a network signal; a short melody is neither a network signal nor a beep. */
function repeated(heard: readonly Tone[]): ToneEvent | undefined {
  const first = heard[0] as Tone
  const same = heard.every((tone) => near(tone.frequencyHz, first.frequencyHz, BEEP_TUNING.driftHz))
  return same ? { kind: 'call_progress' } : undefined
}

/** The tone fills the blocks at either end only partly, and they fail the purity test; so half a block is added for each. */
function lengthOf(tone: Tone): number {
  return (tone.blocks - 1) * HOP_MS + BLOCK_MS
}

function near(frequencyHz: number, otherHz: number, toleranceHz: number): boolean {
  return Math.abs(frequencyHz - otherHz) <= toleranceHz
}

/**
 * The frequency if the block is one steady tone. The fit alone would mistake two close tones for one in the middle; the energy at
 * the fitted frequency distinguishes them.
 */
function toneIn(block: Float32Array): number | undefined {
  const energy = energyOf(block)
  if (energy < BEEP_TUNING.quietRms ** 2 * block.length) return undefined
  const frequencyHz = fittedFrequency(block)
  if (frequencyHz === undefined || frequencyHz < BEEP_TUNING.lowestHz || frequencyHz > BEEP_TUNING.highestHz)
    return undefined
  const power = goertzelPower(block, goertzelCoefficient(frequencyHz, BEEP_TUNING.sampleRateHz))
  return power >= BEEP_TUNING.purity * energy * (block.length / 2) ? frequencyHz : undefined
}

/**
 * Prony's fit of one resonance, x[n-1] + x[n+1] = 2 cos(w) x[n], to the autocorrelation rather than to the samples:
 * noise hardly correlates with itself later, so it does not pull the frequency upwards (by 100 Hz at 10 dB).
 */
function fittedFrequency(block: Float32Array): number | undefined {
  const correlation = Array.from({ length: LAGS + 1 }, (_, lag) => (lag === 0 ? 0 : correlationAt(block, lag)))
  let products = 0
  let squares = 0
  for (let lag = 2; lag < LAGS; lag++) {
    products += (correlation[lag - 1]! + correlation[lag + 1]!) * correlation[lag]!
    squares += correlation[lag]! ** 2
  }
  const coefficient = products / squares
  if (!(Math.abs(coefficient) < 2)) return undefined
  return (Math.acos(coefficient / 2) * BEEP_TUNING.sampleRateHz) / (2 * Math.PI)
}

const LAGS = 10

function correlationAt(block: Float32Array, lag: number): number {
  // Uses the same number of products at every lag; otherwise the fit would see a decaying tone.
  const count = block.length - LAGS
  let sum = 0
  for (let index = 0; index < count; index++) sum += block[index]! * block[index + lag]!
  return sum
}
