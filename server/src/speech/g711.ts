/** Table-based ITU-T G.711, the two encodings of the telephone network. */

const MU_BIAS = 0x84
const MU_CLIP = 32635

function muLawSample(code: number): number {
  const inverted = ~code & 0xff
  const magnitude = (((inverted & 0x0f) << 3) + MU_BIAS) << ((inverted & 0x70) >> 4)
  return inverted & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS
}

function muLawCode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7)
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff
}

/** A-law inverts every other bit on the wire, so that silence still has edges for synchronization. */
const A_TOGGLE = 0x55

function aLawSample(code: number): number {
  const toggled = code ^ A_TOGGLE
  const exponent = (toggled & 0x70) >> 4
  const mantissa = (toggled & 0x0f) << 4
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return toggled & 0x80 ? magnitude : -magnitude
}

function aLawCode(sample: number): number {
  // Negative values count from -1, because the standard uses one's complement.
  const sign = sample < 0 ? 0 : 0x80
  const magnitude = sample < 0 ? -sample - 1 : sample
  const exponent = Math.max(0, 31 - Math.clz32(magnitude | 1) - 7)
  const mantissa = exponent === 0 ? magnitude >> 4 : magnitude >> (exponent + 3)
  return (sign | (exponent << 4) | (mantissa & 0x0f)) ^ A_TOGGLE
}

function decodeTable(sampleOf: (code: number) => number): Int16Array {
  return Int16Array.from({ length: 256 }, (_, code) => sampleOf(code))
}

/** A table indexed by the sample's sixteen bits, read as unsigned. */
function encodeTable(codeOf: (sample: number) => number): Uint8Array {
  return Uint8Array.from({ length: 65536 }, (_, bits) => codeOf(bits < 32768 ? bits : bits - 65536))
}

const MU_DECODE = decodeTable(muLawSample)
const MU_ENCODE = encodeTable(muLawCode)
const A_DECODE = decodeTable(aLawSample)
const A_ENCODE = encodeTable(aLawCode)

function decode(table: Int16Array, codes: Uint8Array): Int16Array {
  const samples = new Int16Array(codes.length)
  for (let index = 0; index < codes.length; index++) samples[index] = table[codes[index]!]!
  return samples
}

function encode(table: Uint8Array, samples: Int16Array): Uint8Array {
  const codes = new Uint8Array(samples.length)
  for (let index = 0; index < samples.length; index++) codes[index] = table[samples[index]! & 0xffff]!
  return codes
}

export function decodeMuLaw(codes: Uint8Array): Int16Array {
  return decode(MU_DECODE, codes)
}

export function encodeMuLaw(samples: Int16Array): Uint8Array {
  return encode(MU_ENCODE, samples)
}

export function decodeALaw(codes: Uint8Array): Int16Array {
  return decode(A_DECODE, codes)
}

export function encodeALaw(samples: Int16Array): Uint8Array {
  return encode(A_ENCODE, samples)
}
