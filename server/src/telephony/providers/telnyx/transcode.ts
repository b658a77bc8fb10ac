/**
 * Converts the encodings of a Telnyx stream to mulaw at 8 kHz. The program requests mulaw; a leg that cannot be transcoded keeps
 * its own codec.
 */
import { mulawOfSample } from '../../carrier-kit/g711.ts'

export type WireEncoding = 'PCMU' | 'PCMA' | 'L16'

export function toMulaw(payload: Buffer, encoding: WireEncoding, sampleRateHz: number): Uint8Array {
  switch (encoding) {
    case 'PCMU':
      return payload
    case 'PCMA':
      return payload.map((byte) => MULAW_OF_ALAW[byte] as number)
    case 'L16':
      return mulawOfL16(payload, sampleRateHz)
  }
}

/** L16 comes in network byte order (RFC 3551), mostly at 16 kHz; neighboring samples are averaged to get 8 kHz. */
function mulawOfL16(payload: Buffer, sampleRateHz: number): Uint8Array {
  const step = Math.max(1, Math.round(sampleRateHz / 8000))
  const samples = Math.floor(payload.length / 2 / step)
  const mulaw = new Uint8Array(samples)
  for (let index = 0; index < samples; index += 1) {
    let sum = 0
    for (let part = 0; part < step; part += 1) sum += payload.readInt16BE((index * step + part) * 2)
    mulaw[index] = mulawOfSample(Math.round(sum / step))
  }
  return mulaw
}

function sampleOfAlaw(byte: number): number {
  const bits = byte ^ 0x55
  const segment = (bits & 0x70) >> 4
  const mantissa = (bits & 0x0f) << 4
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1)
  return bits & 0x80 ? magnitude : -magnitude
}

const MULAW_OF_ALAW = Uint8Array.from({ length: 256 }, (_, byte) => mulawOfSample(sampleOfAlaw(byte)))
