/**
 * Detects the agent's own voice in the incoming audio: a line or a loudspeaker returns it, attenuated and delayed. Waveforms are
 * compared, because the loudness of two voices may rise and fall alike by chance, but waveforms do not. Pure: times come with the
 * audio.
 */
import { VOICE_ACTIVITY_TUNING } from './vad.ts'

export const OWN_ECHO_TUNING = {
  /** The longest delay of an echo: jitter buffers of both directions, and a mobile network. */
  delayMsMax: 1200,
  /**
   * Incoming audio may lag behind the clock by this much (lost packets, a late carrier): an echo then seems to come before its
   * sound.
   */
  aheadMsMax: 400,
  /** How much incoming audio is compared. */
  windowMs: 240,
  /** Minimum correlation of the waveforms (1: identical) for an echo. Other voices stay below 0.5. */
  likeness: 0.7,
  /** While the delay of the echo is unknown, it is searched for at most once in this many frames. */
  searchEveryFrames: 4,
} as const

const SAMPLES_PER_MS = 8
const FRAME_SAMPLES = VOICE_ACTIVITY_TUNING.frameMs * SAMPLES_PER_MS
const WINDOW_SAMPLES = OWN_ECHO_TUNING.windowMs * SAMPLES_PER_MS
const WINDOW_FRAMES = OWN_ECHO_TUNING.windowMs / VOICE_ACTIVITY_TUNING.frameMs
const DELAY_SAMPLES = OWN_ECHO_TUNING.delayMsMax * SAMPLES_PER_MS
const AHEAD_SAMPLES = OWN_ECHO_TUNING.aheadMsMax * SAMPLES_PER_MS
/** Sixteen seconds of sent audio, 256 KB per call: a clause may be long and is sent up to three seconds before it plays. */
const KEPT_SAMPLES = 16_384 * SAMPLES_PER_MS
/**
 * The coarse search averages eight samples, which is a quarter of the work of four; the neighborhood of its result is then
 * checked exactly.
 */
const COARSE = 8
/** Range searched around a delay that the coarse search found, or that was right before. */
const NEAR_SAMPLES = 12
/** A frame with less change from sample to sample than this (root mean square) is ignored. */
const LEAST_CHANGE = 8

/** Echo detector of one call. */
export class OwnEcho {
  /** Ring buffer of the sent audio, indexed by the sample at which it plays. */
  readonly #sent = new Int16Array(KEPT_SAMPLES)
  #sentUntil = Number.NEGATIVE_INFINITY
  /** Ring buffer of the last incoming audio. */
  readonly #window = new Int16Array(WINDOW_SAMPLES)
  #frames = 0
  #windowEnd = 0
  #delay: number | null = null
  #searchedAt = Number.NEGATIVE_INFINITY

  /** Stores the agent's audio at 8 kHz, and when it plays. */
  sent(samples: Int16Array, startMs: number): void {
    const from = Math.round(startMs * SAMPLES_PER_MS)
    // Clears the part of the ring between the last audio and this one.
    for (let at = Math.max(this.#sentUntil, from - KEPT_SAMPLES); at < from; at++) this.#sent[indexOf(at)] = 0
    for (let index = 0; index < samples.length; index++) this.#sent[indexOf(from + index)] = samples[index]!
    this.#sentUntil = Math.max(this.#sentUntil, from + samples.length)
  }

  /** The agent's speech was interrupted: audio scheduled after this time was not played. */
  cut(atMs: number): void {
    const from = Math.round(atMs * SAMPLES_PER_MS)
    for (let at = from; at < this.#sentUntil; at++) this.#sent[indexOf(at)] = 0
    this.#sentUntil = Math.min(this.#sentUntil, from)
  }

  /** Processes the next incoming frame of 20 ms at 8 kHz. Ignored while no echo can return. */
  heard(frame: Int16Array, atMs: number): void {
    const end = Math.round(atMs * SAMPLES_PER_MS) + FRAME_SAMPLES
    if (end - FRAME_SAMPLES > this.#sentUntil + DELAY_SAMPLES) {
      this.#frames = 0
      return
    }
    this.#window.copyWithin(0, FRAME_SAMPLES)
    this.#window.set(frame.subarray(0, FRAME_SAMPLES), WINDOW_SAMPLES - FRAME_SAMPLES)
    this.#windowEnd = end
    this.#frames++
  }

  /** Whether the last `windowMs` of incoming audio are an echo of the agent's own voice. */
  get isEcho(): boolean {
    if (this.#frames < WINDOW_FRAMES || !isSound(this.#window)) return false
    if (this.#delay !== null && this.#isLikeSentAround(this.#delay)) return true
    if (this.#windowEnd - this.#searchedAt < OWN_ECHO_TUNING.searchEveryFrames * FRAME_SAMPLES) return false
    this.#searchedAt = this.#windowEnd
    return this.#isLikeSentAround(this.#likeliestDelay())
  }

  #isLikeSentAround(delay: number): boolean {
    const heard = changes(this.#window)
    const first = delay - NEAR_SAMPLES
    const start = this.#windowEnd - WINDOW_SAMPLES - (delay + NEAR_SAMPLES)
    const sent = changes(this.#sentFrom(start, WINDOW_SAMPLES + 2 * NEAR_SAMPLES))
    for (let near = 2 * NEAR_SAMPLES; near >= 0; near--) {
      if (likeness(heard, sent, 2 * NEAR_SAMPLES - near) < OWN_ECHO_TUNING.likeness) continue
      this.#delay = first + near
      return true
    }
    return false
  }

  #likeliestDelay(): number {
    const heard = coarse(this.#window)
    const start = this.#windowEnd - WINDOW_SAMPLES - DELAY_SAMPLES
    const sent = coarse(this.#sentFrom(start, WINDOW_SAMPLES + DELAY_SAMPLES + AHEAD_SAMPLES))
    let squares = 0
    for (let index = 0; index < heard.length; index++) squares += sent[index]! ** 2
    let bestAt = 0
    let best = 0
    for (let at = 0; at + heard.length <= sent.length; at++) {
      let product = 0
      for (let index = 0; index < heard.length; index++) product += heard[index]! * sent[at + index]!
      const found = squares > 0 ? product / Math.sqrt(squares) : 0
      if (found > best) {
        best = found
        bestAt = at
      }
      squares += (sent[at + heard.length] ?? 0) ** 2 - sent[at]! ** 2
    }
    return DELAY_SAMPLES - bestAt * COARSE
  }

  #sentFrom(start: number, length: number): Int16Array {
    const samples = new Int16Array(length)
    const first = Math.max(0, this.#sentUntil - KEPT_SAMPLES + 1 - start)
    const last = Math.min(length, this.#sentUntil - start)
    for (let index = first, at = indexOf(start + first); index < last; index++) {
      samples[index] = this.#sent[at]!
      at = at + 1 === KEPT_SAMPLES ? 0 : at + 1
    }
    return samples
  }
}

function indexOf(sample: number): number {
  return ((sample % KEPT_SAMPLES) + KEPT_SAMPLES) % KEPT_SAMPLES
}

/** Differences from sample to sample, so that high and low tones have the same weight. */
function changes(samples: Int16Array): Float64Array {
  const found = new Float64Array(samples.length)
  for (let index = 1; index < samples.length; index++) found[index] = samples[index]! - samples[index - 1]!
  return found
}

/** Whether most frames have sound; a single click resembles every other click. */
function isSound(samples: Int16Array): boolean {
  const change = changes(samples)
  let sounding = 0
  for (let frame = 0; frame < WINDOW_FRAMES; frame++) {
    let sum = 0
    for (let index = frame * FRAME_SAMPLES; index < (frame + 1) * FRAME_SAMPLES; index++) sum += change[index]! ** 2
    if (Math.sqrt(sum / FRAME_SAMPLES) > LEAST_CHANGE) sounding++
  }
  return sounding > WINDOW_FRAMES / 2
}

function coarse(samples: Int16Array): Float64Array {
  const found = new Float64Array(Math.floor(samples.length / COARSE))
  for (let index = 0; index < found.length; index++) {
    let sum = 0
    for (let more = 0; more < COARSE; more++) sum += samples[index * COARSE + more]!
    found[index] = sum
  }
  return found
}

function likeness(heard: Float64Array, sent: Float64Array, at: number): number {
  let product = 0
  let heardSquares = 0
  let sentSquares = 0
  for (let index = 0; index < heard.length; index++) {
    const one = heard[index]!
    const other = sent[at + index]!
    product += one * other
    heardSquares += one * one
    sentSquares += other * other
  }
  return heardSquares === 0 || sentSquares === 0 ? 0 : product / Math.sqrt(heardSquares * sentSquares)
}
