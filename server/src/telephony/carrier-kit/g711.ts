/** ITU-T G.711 µ-law, for carriers that send audio in another format. */

const BIAS = 0x84
const LOUDEST = 32635

/** Encodes a sample: sign, three bits of segment, four bits within the segment, all inverted. */
export function mulawOfSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), LOUDEST) + BIAS
  const segment = 31 - Math.clz32(magnitude) - 7
  const mantissa = (magnitude >> (segment + 3)) & 0x0f
  return ~(sign | (segment << 4) | mantissa) & 0xff
}

const SAMPLE_OF_MULAW = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4)) - BIAS
  return bits & 0x80 ? -magnitude : magnitude
})

export const MULAW_SILENCE = 0xff

/** Encodes signed 16-bit little-endian samples. An odd last byte is dropped. */
export function mulawOfL16(payload: Buffer): Uint8Array {
  const mulaw = new Uint8Array(payload.length >> 1)
  for (let index = 0; index < mulaw.length; index += 1) mulaw[index] = mulawOfSample(payload.readInt16LE(index * 2))
  return mulaw
}

export function mulawToL16(mulaw: Uint8Array): Buffer {
  const payload = Buffer.alloc(mulaw.length * 2)
  for (let index = 0; index < mulaw.length; index += 1) {
    payload.writeInt16LE(SAMPLE_OF_MULAW[mulaw[index] as number] as number, index * 2)
  }
  return payload
}
