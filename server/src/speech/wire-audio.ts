import type { AudioFormat } from '../telephony/media.ts'
import { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from './g711.ts'

/** Converts between a carrier's bytes and samples. Does not change the sample rate. */

type Encoding = AudioFormat['encoding']

export function decodeAudio(bytes: Uint8Array, encoding: Encoding): Int16Array {
  switch (encoding) {
    case 'mulaw':
      return decodeMuLaw(bytes)
    case 'alaw':
      return decodeALaw(bytes)
    case 'l16':
      return littleEndianSamples(bytes)
  }
}

export function encodeAudio(samples: Int16Array, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'mulaw':
      return encodeMuLaw(samples)
    case 'alaw':
      return encodeALaw(samples)
    case 'l16':
      return littleEndianBytes(samples)
  }
}

/** An odd last byte is half a sample and is left out. */
export function littleEndianSamples(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(bytes.byteLength >> 1)
  for (let index = 0; index < samples.length; index++) samples[index] = view.getInt16(index * 2, true)
  return samples
}

export function littleEndianBytes(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < samples.length; index++) view.setInt16(index * 2, samples[index]!, true)
  return bytes
}

export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
