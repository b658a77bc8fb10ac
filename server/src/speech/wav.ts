import { littleEndianBytes, littleEndianSamples } from './wire-audio.ts'

/** Reads and writes 16-bit mono WAV, which flite writes and transcription services read. */

const HEADER_BYTES = 44

export interface Waveform {
  samples: Int16Array
  sampleRateHz: number
}

export function readWav(bytes: Uint8Array): Waveform {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sampleRateHz = 0
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    if (name === 'fmt ') {
      sampleRateHz = view.getUint32(at + 12, true)
      if (view.getUint16(at + 10, true) !== 1 || view.getUint16(at + 22, true) !== 16) {
        throw new Error('the waveform is not 16-bit mono')
      }
    }
    // A streaming writer may leave the length unset; then the rest of the file is the data.
    if (name === 'data') return { samples: littleEndianSamples(bytes.subarray(at + 8, at + 8 + length)), sampleRateHz }
    at += 8 + length + (length & 1)
  }
  throw new Error('the waveform has no data')
}

export function writeWav({ samples, sampleRateHz }: Waveform): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const text = (at: number, word: string) =>
    bytes.set(
      [...word].map((letter) => letter.charCodeAt(0)),
      at,
    )
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRateHz, true)
  view.setUint32(28, sampleRateHz * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  bytes.set(littleEndianBytes(samples), HEADER_BYTES)
  return bytes
}
