import type { OpenResampler } from '../speech/resample.ts'
import { decodeAudio, encodeAudio } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'

export function isSameFormat(one: AudioFormat, other: AudioFormat): boolean {
  return one.encoding === other.encoding && one.sampleRateHz === other.sampleRateHz
}

export interface AudioBridge {
  convert(audio: Uint8Array): Uint8Array
  close(): void
}

/** Converts a stream from one audio format to another. */
export function openBridge(from: AudioFormat, to: AudioFormat, openResampler: OpenResampler): AudioBridge {
  if (isSameFormat(from, to)) return { convert: (audio) => audio, close() {} }
  const resampler = openResampler(from.sampleRateHz, to.sampleRateHz)
  return {
    convert: (audio) => encodeAudio(resampler.push(decodeAudio(audio, from.encoding)), to.encoding),
    close: () => resampler.close(),
  }
}
