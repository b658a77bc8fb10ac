/** What people say, made by the offline synthesizer. */
import { FliteSynthesizer } from '../../src/speech/synthesizer.ts'
import type { AudioFormat } from '../../src/telephony/media.ts'

/** Another voice than the agent's. */
const VOICE = 'rms'

let synthesizer: FliteSynthesizer | null = null

export async function spoken(words: string, format: AudioFormat): Promise<Uint8Array> {
  synthesizer ??= new FliteSynthesizer()
  const pieces: Uint8Array[] = []
  for await (const piece of synthesizer.speak(words, { format, voice: VOICE })) pieces.push(piece)
  return Buffer.concat(pieces)
}

export async function closeVoices(): Promise<void> {
  await synthesizer?.close()
  synthesizer = null
}

const FRAMES_PER_SECOND = 50

export function frameBytesOf({ encoding, sampleRateHz }: AudioFormat): number {
  return (sampleRateHz / FRAMES_PER_SECOND) * (encoding === 'l16' ? 2 : 1)
}

export function silence(format: AudioFormat, frames: number): Uint8Array {
  return new Uint8Array(frameBytesOf(format) * frames).fill(format.encoding === 'mulaw' ? 0xff : 0)
}
