/** Decodes uploaded bytes to the stored samples. Runs in a separate process: see receive-recording.ts. */
import { FileRefused } from '../kernel/file-readers.ts'
import { loadOptional, packageDirectory } from '../speech/availability.ts'
import { loadResampler, resampleAll } from '../speech/resample.ts'
import { RECORDING_MS_MAX, RECORDING_MS_MIN, STORED_RATE_HZ } from './rules/limits.ts'
import { levelSpeech } from './rules/loudness.ts'
import { isWav, readWavFile, type WavAudio } from './wav-file.ts'

export interface DecodedRecording {
  format: 'wav' | 'mp3'
  /** Mono samples at STORED_RATE_HZ, with normalized loudness. */
  samples: Int16Array
  durationMs: number
  gainDb: number
}

/** Throws FileRefused if the file cannot be used. */
export async function decodeRecording(bytes: Uint8Array): Promise<DecodedRecording> {
  const format = formatOf(bytes)
  const sound = format === 'wav' ? readWavFile(bytes, requireLength) : await readMp3(bytes)
  requireLength(sound.samples.length, sound.sampleRateHz)
  const leveled = levelSpeech(sound.samples, sound.sampleRateHz)
  if (leveled === null)
    throw new FileRefused('The recording is silent. Record it again, nearer to the microphone, and listen to it.')
  const openResampler = await loadResampler()
  const samples = resampleAll(openResampler, leveled.samples, sound.sampleRateHz, STORED_RATE_HZ)
  const durationMs = Math.round((samples.length / STORED_RATE_HZ) * 1000)
  return { format, samples, durationMs, gainDb: leveled.gainDb }
}

function formatOf(bytes: Uint8Array): 'wav' | 'mp3' {
  if (bytes.length === 0) throw new FileRefused('The file is empty. Upload a WAV or MP3 file.')
  if (isWav(bytes)) return 'wav'
  const isTagged = String.fromCharCode(...bytes.subarray(0, 3)) === 'ID3'
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  if (isTagged || isFrame) return 'mp3'
  throw new FileRefused('The file is neither WAV nor MP3. Convert it to WAV and upload it again.')
}

function requireLength(samples: number, sampleRateHz: number): void {
  const ms = (samples / sampleRateHz) * 1000
  if (ms < RECORDING_MS_MIN) throw new FileRefused('The recording is shorter than 0.2 seconds. Check the file.')
  if (ms > RECORDING_MS_MAX) throw tooLong()
}

const tooLong = () =>
  new FileRefused(`The recording is longer than ${RECORDING_MS_MAX / 1000} seconds. Split it over several steps.`)

/** The part of mpg123-decoder that is used here. */
interface Mp3Decoder {
  ready: Promise<void>
  decode(bytes: Uint8Array): { channelData: Float32Array[]; samplesDecoded: number; sampleRate: number }
  free(): void
}

const MP3_PACKAGE = 'mpg123-decoder'
/** Bytes decoded per step; the length is checked between steps. */
const MP3_CHUNK_BYTES = 32 * 1024

async function readMp3(bytes: Uint8Array): Promise<WavAudio> {
  if (packageDirectory(MP3_PACKAGE) === undefined)
    throw new FileRefused('This installation cannot read MP3. Convert the file to WAV and upload it again.')
  const { MPEGDecoder } = await loadOptional<{ MPEGDecoder: new () => Mp3Decoder }>(MP3_PACKAGE)
  const decoder = new MPEGDecoder()
  try {
    await decoder.ready
    return decodeChunks(decoder, bytes)
  } finally {
    decoder.free()
  }
}

function decodeChunks(decoder: Mp3Decoder, bytes: Uint8Array): WavAudio {
  const pieces: Float32Array[] = []
  let count = 0
  let sampleRateHz = 0
  for (let at = 0; at < bytes.length; at += MP3_CHUNK_BYTES) {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + MP3_CHUNK_BYTES))
    if (samplesDecoded > 0) {
      if (sampleRateHz !== 0 && sampleRateHz !== sampleRate)
        throw new FileRefused('The sample rate changes within the MP3 file. Convert it to WAV and upload it again.')
      sampleRateHz = sampleRate
      pieces.push(toMono(channelData, samplesDecoded))
      count += samplesDecoded
      // Checked while decoding: a small file can contain hours of silence.
      if ((count / sampleRateHz) * 1000 > RECORDING_MS_MAX) throw tooLong()
    }
  }
  if (count === 0) throw new FileRefused('The MP3 file is cut off or damaged. Convert it to WAV and upload it again.')
  const samples = new Float32Array(count)
  let filled = 0
  for (const piece of pieces) {
    samples.set(piece, filled)
    filled += piece.length
  }
  return { samples, sampleRateHz }
}

function toMono(channels: readonly Float32Array[], length: number): Float32Array {
  const [left, right] = channels
  if (left === undefined || right === undefined) return (left ?? new Float32Array(0)).slice(0, length)
  return Float32Array.from({ length }, (_, at) => ((left[at] ?? 0) + (right[at] ?? 0)) / 2)
}
