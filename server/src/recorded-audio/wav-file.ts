/** Reads the WAV files that recorders, phones and studios write: PCM of 8 to 32 bits, floating point, A-law and mu-law. */
import { FileRefused } from '../kernel/file-readers.ts'
import { decodeALaw, decodeMuLaw } from '../speech/g711.ts'
import { SOURCE_CHANNELS_MAX, SOURCE_RATE_HZ_MAX, SOURCE_RATE_HZ_MIN } from './rules/limits.ts'

export interface WavAudio {
  /** Mono samples from -1 to 1. */
  samples: Float32Array
  sampleRateHz: number
}

interface Format {
  code: number
  channels: number
  sampleRateHz: number
  bits: number
}

const PCM = 1
const FLOAT = 3
const A_LAW = 6
const MU_LAW = 7
const EXTENSIBLE = 0xfffe
const SAVE_AS = 'Save it as 16-bit PCM WAV and upload it again.'

export function isWav(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && ascii(bytes, 0) === 'RIFF' && ascii(bytes, 8) === 'WAVE'
}

type RequireLength = (samples: number, sampleRateHz: number) => void

/** `requireLength` checks the length in the header, so that a file which is too long is not decoded. */
export function readWavFile(bytes: Uint8Array, requireLength: RequireLength = () => {}): WavAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format: Format | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = ascii(bytes, at)
    const length = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8)
    const start = at + 8
    if (name === 'fmt ') format = readFormat(view, start, length)
    if (name === 'data') {
      if (format === null) break
      return { samples: readSamples(view, start, length, format, requireLength), sampleRateHz: format.sampleRateHz }
    }
    at = start + length + (length & 1)
  }
  throw new FileRefused(`The WAV file is cut off or damaged. ${SAVE_AS}`)
}

function readFormat(view: DataView, at: number, length: number): Format {
  if (length < 16) throw new FileRefused(`The WAV file is damaged. ${SAVE_AS}`)
  const code = view.getUint16(at, true)
  const format = {
    // The actual format code of an extensible file is the beginning of its sub-format.
    code: code === EXTENSIBLE && length >= 26 ? view.getUint16(at + 24, true) : code,
    channels: view.getUint16(at + 2, true),
    sampleRateHz: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  }
  if (format.channels < 1 || format.channels > SOURCE_CHANNELS_MAX)
    throw new FileRefused(`The WAV file has ${format.channels} channels. Upload a mono or stereo file.`)
  if (format.sampleRateHz < SOURCE_RATE_HZ_MIN || format.sampleRateHz > SOURCE_RATE_HZ_MAX)
    throw new FileRefused(
      `The sample rate is ${format.sampleRateHz} Hz. Upload a file with ${SOURCE_RATE_HZ_MIN} to ${SOURCE_RATE_HZ_MAX} Hz.`,
    )
  return format
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const A_LAW_SAMPLES = decodeALaw(EVERY_BYTE)
const MU_LAW_SAMPLES = decodeMuLaw(EVERY_BYTE)

type ReadSample = (view: DataView, at: number) => number

const READERS: Readonly<Record<string, ReadSample>> = {
  [`${PCM}/8`]: (view, at) => (view.getUint8(at) - 128) / 128,
  [`${PCM}/16`]: (view, at) => view.getInt16(at, true) / 32_768,
  [`${PCM}/24`]: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608,
  [`${PCM}/32`]: (view, at) => view.getInt32(at, true) / 2_147_483_648,
  [`${FLOAT}/32`]: (view, at) => finite(view.getFloat32(at, true)),
  [`${FLOAT}/64`]: (view, at) => finite(view.getFloat64(at, true)),
  [`${A_LAW}/8`]: (view, at) => A_LAW_SAMPLES[view.getUint8(at)]! / 32_768,
  [`${MU_LAW}/8`]: (view, at) => MU_LAW_SAMPLES[view.getUint8(at)]! / 32_768,
}

function readSamples(
  view: DataView,
  start: number,
  length: number,
  { code, bits, channels, sampleRateHz }: Format,
  requireLength: RequireLength,
): Float32Array {
  const read = READERS[`${code}/${bits}`]
  if (!read) throw new FileRefused(`The WAV file is compressed in a way that is not supported. ${SAVE_AS}`)
  const sampleBytes = bits / 8
  const frameBytes = sampleBytes * channels
  const frames = Math.floor(length / frameBytes)
  requireLength(frames, sampleRateHz)
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += read(view, start + frame * frameBytes + channel * sampleBytes)
    return sum / channels
  })
}

const finite = (value: number) => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0)

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
