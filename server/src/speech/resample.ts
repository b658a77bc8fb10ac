import { loadOptional, missingPartMessage } from './availability.ts'
import { joinSamples } from './wire-audio.ts'

/** Changes the sample rate of a stream, piece by piece, without clicks between pieces. */
export interface Resampler {
  push(samples: Int16Array): Int16Array
  /** Returns the samples that remain in the filter. Nothing may be pushed afterwards. */
  flush(): Int16Array
  /** Must be called: the filter's memory is not garbage-collected. */
  close(): void
}

export type OpenResampler = (fromHz: number, toHz: number) => Resampler

let loading: Promise<OpenResampler> | undefined

/** Speex through WebAssembly if installed (0.5 ms of CPU per second of audio), else the built-in resampler (about 2 ms). */
export function loadResampler(): Promise<OpenResampler> {
  loading ??= loadSpeex().then(
    (speex) => (fromHz, toHz) => (fromHz === toHz ? unchanged : new SpeexResampler(speex, fromHz, toHz)),
    () => openPlainResampler,
  )
  return loading
}

export const openPlainResampler: OpenResampler = (fromHz, toHz) =>
  fromHz === toHz ? unchanged : new PlainResampler(fromHz, toHz)

/** Resamples a whole recording in one step. */
export function resampleAll(open: OpenResampler, samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = open(fromHz, toHz)
  try {
    return joinSamples([resampler.push(samples), resampler.flush()])
  } finally {
    resampler.close()
  }
}

const unchanged: Resampler = {
  push: (samples) => samples,
  flush: () => new Int16Array(0),
  close() {},
}

/** The part of the compiled Speex library that is used here; names and pointers as in its C header. */
interface Speex {
  HEAP16: Int16Array
  HEAP32: Int32Array
  _malloc(bytes: number): number
  _speex_resampler_init(channels: number, fromHz: number, toHz: number, quality: number, error: number): number
  _speex_resampler_destroy(state: number): void
  _speex_resampler_skip_zeros(state: number): number
  _speex_resampler_get_input_latency(state: number): number
  _speex_resampler_process_int(
    state: number,
    channel: number,
    input: number,
    inputLength: number,
    output: number,
    outputLength: number,
  ): number
  scratch: { input: number; output: number; inputLength: number; outputLength: number }
}

const SPEEX_QUALITY = 3
const SCRATCH_INPUT_SAMPLES = 2048
/** Enough for the largest upsampling factor, 8 to 48 kHz. */
const SCRATCH_OUTPUT_SAMPLES = SCRATCH_INPUT_SAMPLES * 6 + 64

async function loadSpeex(): Promise<Speex> {
  if (missingPartMessage('resampler') !== undefined) throw new Error('speex is not installed')
  type Init = { default: () => Promise<Omit<Speex, 'scratch'>> }
  const simd = await loadOptional<Init>('@echogarden/speex-resampler-wasm/simd')
  // A processor without vector instructions refuses to compile the SIMD build.
  const module = await simd
    .default()
    .catch(async () => (await loadOptional<Init>('@echogarden/speex-resampler-wasm')).default())
  const scratch = {
    input: module._malloc(SCRATCH_INPUT_SAMPLES * 2),
    output: module._malloc(SCRATCH_OUTPUT_SAMPLES * 2),
    inputLength: module._malloc(4),
    outputLength: module._malloc(4),
  }
  return Object.assign(module, { scratch })
}

class SpeexResampler implements Resampler {
  readonly #speex: Speex
  #state: number

  constructor(speex: Speex, fromHz: number, toHz: number) {
    this.#speex = speex
    this.#state = speex._speex_resampler_init(1, fromHz, toHz, SPEEX_QUALITY, speex.scratch.inputLength)
    if (this.#state === 0) throw new Error(`cannot convert ${fromHz} Hz to ${toHz} Hz`)
    speex._speex_resampler_skip_zeros(this.#state)
  }

  push(samples: Int16Array): Int16Array {
    const pieces: Int16Array[] = []
    for (let at = 0; at < samples.length; ) {
      const { used, output } = this.#piece(samples.subarray(at, at + SCRATCH_INPUT_SAMPLES))
      pieces.push(output)
      if (used === 0) break
      at += used
    }
    return pieces.length === 1 ? pieces[0]! : joinSamples(pieces)
  }

  flush(): Int16Array {
    return this.push(new Int16Array(this.#speex._speex_resampler_get_input_latency(this.#state)))
  }

  close(): void {
    if (this.#state !== 0) this.#speex._speex_resampler_destroy(this.#state)
    this.#state = 0
  }

  /** The heap views are read again each time: they are replaced when the library's memory grows. */
  #piece(samples: Int16Array): { used: number; output: Int16Array } {
    const speex = this.#speex
    const { input, output, inputLength, outputLength } = speex.scratch
    speex.HEAP16.set(samples, input >> 1)
    speex.HEAP32[inputLength >> 2] = samples.length
    speex.HEAP32[outputLength >> 2] = SCRATCH_OUTPUT_SAMPLES
    speex._speex_resampler_process_int(this.#state, 0, input, inputLength, output, outputLength)
    const made = speex.HEAP32[outputLength >> 2]!
    return {
      used: speex.HEAP32[inputLength >> 2]!,
      output: speex.HEAP16.slice(output >> 1, (output >> 1) + made),
    }
  }
}

/** Zero crossings of the filter on either side of its center. */
const PLAIN_LOBES = 12
/** Pass band as a share of the narrower band; the rest is the filter's slope. */
const PLAIN_PASS_BAND = 0.92

/** A textbook windowed-sinc filter with one set of weights per output phase. */
class PlainResampler implements Resampler {
  readonly #up: number
  readonly #down: number
  readonly #reach: number
  readonly #phases: Float32Array[]
  #held: Float32Array
  /** Position of the next output, in steps of 1/up of an input sample, relative to the first buffered sample. */
  #position: number

  constructor(fromHz: number, toHz: number) {
    const divisor = greatestCommonDivisor(fromHz, toHz)
    this.#up = toHz / divisor
    this.#down = fromHz / divisor
    const cutoff = PLAIN_PASS_BAND * Math.min(1, toHz / fromHz)
    this.#reach = Math.ceil(PLAIN_LOBES / cutoff)
    this.#phases = Array.from({ length: this.#up }, (_, phase) => weights(phase / this.#up, this.#reach, cutoff))
    this.#held = new Float32Array(this.#reach)
    this.#position = this.#reach * this.#up
  }

  push(samples: Int16Array): Int16Array {
    const held = new Float32Array(this.#held.length + samples.length)
    held.set(this.#held)
    held.set(samples, this.#held.length)
    const output = new Int16Array(Math.ceil((held.length * this.#up) / this.#down) + 1)
    let made = 0
    for (;;) {
      const centre = Math.floor(this.#position / this.#up)
      if (centre + this.#reach >= held.length) break
      output[made++] = this.#at(held, centre, this.#phases[this.#position % this.#up]!)
      this.#position += this.#down
    }
    const spent = Math.max(0, Math.min(held.length, Math.floor(this.#position / this.#up) - this.#reach))
    this.#held = held.slice(spent)
    this.#position -= spent * this.#up
    return output.slice(0, made)
  }

  flush(): Int16Array {
    return this.push(new Int16Array(this.#reach))
  }

  close(): void {}

  #at(held: Float32Array, centre: number, phase: Float32Array): number {
    const first = centre - this.#reach + 1
    let sum = 0
    for (let tap = 0; tap < phase.length; tap++) sum += phase[tap]! * (held[first + tap] ?? 0)
    return Math.max(-32768, Math.min(32767, Math.round(sum)))
  }
}

/** Filter weights for an output `offset` of a sample after the center; scaled so that a constant signal stays unchanged. */
function weights(offset: number, reach: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: reach * 2 }, (_, tap) => {
    const distance = tap - reach + 1 - offset
    const angle = Math.PI * cutoff * distance
    const sinc = distance === 0 ? 1 : Math.sin(angle) / angle
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1)))
  })
  const total = taps.reduce((sum, tap) => sum + tap, 0)
  return taps.map((tap) => tap / total)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
