/** The waveform of a recording: the peak level per interval, separately for the person and the agent. */

/** Intervals per second that are stored; a screen shows fewer. */
export const PEAKS_PER_SECOND = 20
const HEADER_BYTES = 44
const LOUDEST = 255

export interface Peaks {
  durationSeconds: number
  person: Uint8Array
  agent: Uint8Array
}

/** Reads a 16-bit stereo WAV in pieces of any size; the person is the left channel, the agent the right one. */
export class PeakReader {
  readonly #person: number[] = []
  readonly #agent: number[] = []
  #header = Buffer.alloc(0)
  #rest = Buffer.alloc(0)
  #samplesPerPeak = 0
  #sampleRateHz = 0
  #samples = 0
  #loudest: [number, number] = [0, 0]

  push(piece: Buffer): void {
    let data = piece
    if (this.#header.length < HEADER_BYTES) {
      const all = Buffer.concat([this.#header, piece])
      this.#header = all.subarray(0, HEADER_BYTES)
      if (all.length < HEADER_BYTES) return
      this.#sampleRateHz = this.#header.readUInt32LE(24)
      this.#samplesPerPeak = Math.max(1, Math.round(this.#sampleRateHz / PEAKS_PER_SECOND))
      data = all.subarray(HEADER_BYTES)
    }
    if (this.#rest.length > 0) data = Buffer.concat([this.#rest, data])
    const whole = data.length - (data.length % 4)
    for (let at = 0; at < whole; at += 4) this.#sample(data.readInt16LE(at), data.readInt16LE(at + 2))
    this.#rest = Buffer.from(data.subarray(whole))
  }

  finish(): Peaks {
    if (this.#samples % Math.max(1, this.#samplesPerPeak) !== 0) this.#close()
    return {
      durationSeconds: this.#sampleRateHz === 0 ? 0 : this.#samples / this.#sampleRateHz,
      person: Uint8Array.from(this.#person),
      agent: Uint8Array.from(this.#agent),
    }
  }

  #sample(person: number, agent: number): void {
    this.#loudest[0] = Math.max(this.#loudest[0], Math.abs(person))
    this.#loudest[1] = Math.max(this.#loudest[1], Math.abs(agent))
    if (++this.#samples % this.#samplesPerPeak === 0) this.#close()
  }

  #close(): void {
    this.#person.push(level(this.#loudest[0]))
    this.#agent.push(level(this.#loudest[1]))
    this.#loudest = [0, 0]
  }
}

function level(sample: number): number {
  return Math.min(LOUDEST, Math.round((sample / 32_768) * LOUDEST))
}

/** Reduces the peaks to at most this many points, each the maximum of its intervals. */
export function reducePeaks(peaks: Uint8Array, points: number): number[] {
  if (peaks.length <= points) return [...peaks]
  return Array.from({ length: points }, (_, index) => {
    const from = Math.floor((index * peaks.length) / points)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / points))
    return Math.max(...peaks.subarray(from, to))
  })
}
