import type { Clock, Timer } from '../kernel/clock.ts'
import { encodeAudio } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'
import type { Playout } from './playout.ts'

/** The North American ringing tone: two tones for two seconds, then a pause. It is understood elsewhere too. */
const TONES_HZ = [440, 480] as const
const TONE_MS = 1500
const EVERY_MS = 4500
const LOUDNESS = 3000

/** The ringing tone that a person hears during a transfer. */
export class RingBack {
  readonly #playout: Playout
  readonly #clock: Clock
  readonly #tone: Uint8Array
  #next: Timer | undefined

  constructor(playout: Playout, format: AudioFormat, clock: Clock) {
    this.#playout = playout
    this.#clock = clock
    this.#tone = ringTone(format)
  }

  start(): void {
    const clip = this.#playout.open()
    this.#playout.add(clip, this.#tone)
    this.#playout.seal(clip)
    this.#next = this.#clock.after(EVERY_MS, () => this.start())
  }

  /** Stops, and drops audio that is not played yet. */
  stop(): void {
    this.#next?.cancel()
    this.#playout.clear()
  }
}

export function ringTone({ encoding, sampleRateHz }: AudioFormat): Uint8Array {
  const samples = new Int16Array((sampleRateHz * TONE_MS) / 1000)
  for (let index = 0; index < samples.length; index++) {
    const angle = (2 * Math.PI * index) / sampleRateHz
    samples[index] = TONES_HZ.reduce((sum, hz) => sum + LOUDNESS * Math.sin(hz * angle), 0)
  }
  return encodeAudio(samples, encoding)
}
