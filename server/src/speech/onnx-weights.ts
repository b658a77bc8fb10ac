/**
 * Reads the weights from a model file in the ONNX format, without its graph. Supports only what a small network needs: tensors of
 * 32-bit floats.
 */

export interface Tensor {
  shape: readonly number[]
  values: Float32Array
}

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7
const GRAPH_INITIALIZER = 5
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const
const FLOAT = 1

type Field = { number: number; value: number | Uint8Array }

/** Weights by name. Throws on a truncated file. */
export function readWeights(file: Uint8Array): Map<string, Tensor> {
  const weights = new Map<string, Tensor>()
  for (const graph of messages(file, MODEL_GRAPH)) {
    for (const initializer of messages(graph, GRAPH_INITIALIZER)) {
      const tensor = readTensor(initializer)
      if (tensor !== null) weights.set(tensor.name, tensor)
    }
  }
  return weights
}

function readTensor(message: Uint8Array): (Tensor & { name: string }) | null {
  const shape: number[] = []
  let name = ''
  let isFloat = false
  let raw: Uint8Array | null = null
  for (const { number, value } of fieldsOf(message)) {
    if (number === TENSOR.dims) shape.push(...(typeof value === 'number' ? [value] : packedNumbers(value)))
    if (number === TENSOR.dataType) isFloat = value === FLOAT
    if (number === TENSOR.name && typeof value !== 'number') name = new TextDecoder().decode(value)
    if (number === TENSOR.rawData && typeof value !== 'number') raw = value
  }
  if (!isFloat || raw === null) return null
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  const values = Float32Array.from({ length: raw.byteLength / 4 }, (_, at) => bytes.getFloat32(at * 4, true))
  return { name, shape, values }
}

function* messages(message: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (const { number, value } of fieldsOf(message)) {
    if (number === wanted && typeof value !== 'number') yield value
  }
}

function packedNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const read = readVarint(bytes, at)
    numbers.push(read.value)
    at = read.next
  }
  return numbers
}

/** Parses the wire format of protocol buffers. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  for (let at = 0; at < message.length; ) {
    const key = readVarint(message, at)
    const number = key.value >> 3
    const wireType = key.value & 7
    at = key.next
    if (wireType === 0) {
      const read = readVarint(message, at)
      at = read.next
      yield { number, value: read.value }
    } else {
      const length = wireType === 2 ? readVarint(message, at) : { value: wireType === 1 ? 8 : 4, next: at }
      const end = length.next + length.value
      if (end > message.length) throw new Error('the model file is cut off')
      yield { number, value: message.subarray(length.next, end) }
      at = end
    }
  }
}

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  let scale = 1
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number
    value += (byte & 0x7f) * scale
    scale *= 128
    if (byte < 0x80) return { value, next: at + 1 }
  }
  throw new Error('the model file is cut off')
}
