/** What people say, made by the offline mouth. */
import { FliteMouth } from '../../src/agent/speech/mouth.ts'
import type { AudioFormat } from '../../src/telephony/media.ts'

/** Another voice than the agent's. */
const VOICE = 'rms'

let mouth: FliteMouth | null = null

export async function spoken(words: string, format: AudioFormat): Promise<Uint8Array> {
  mouth ??= new FliteMouth()
  const pieces: Uint8Array[] = []
  for await (const piece of mouth.speak(words, { format, voice: VOICE })) pieces.push(piece)
  return Buffer.concat(pieces)
}

export async function closeVoices(): Promise<void> {
  await mouth?.close()
  mouth = null
}

const FRAMES_PER_SECOND = 50

export function frameBytesOf({ encoding, sampleRateHz }: AudioFormat): number {
  return (sampleRateHz / FRAMES_PER_SECOND) * (encoding === 'l16' ? 2 : 1)
}

export function silence(format: AudioFormat, frames: number): Uint8Array {
  return new Uint8Array(frameBytesOf(format) * frames).fill(format.encoding === 'mulaw' ? 0xff : 0)
}
