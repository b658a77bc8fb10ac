/** The subset of Protocol Buffers that Google's recognition needs. */

export function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}

export function encodeNumberField(field: number, value: number): Uint8Array {
  return Buffer.concat([encodeVarint(field << 3), encodeVarint(value)])
}

export function encodeBytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value
  return Buffer.concat([encodeVarint((field << 3) | 2), encodeVarint(bytes.length), bytes])
}

export function encodeMessage(...fields: Uint8Array[]): Uint8Array {
  return Buffer.concat(fields)
}

export type DecodedField = { field: number; value: number | Uint8Array }

/** Parses fields in order; stops at truncated or unknown data. */
export function decodeFields(bytes: Uint8Array): DecodedField[] {
  const fields: DecodedField[] = []
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const read = (): number => {
    let value = 0
    for (let shift = 1; at < view.length; shift *= 128) {
      const byte = view[at++] as number
      value += (byte & 0x7f) * shift
      if (byte < 0x80) break
    }
    return value
  }
  while (at < view.length) {
    const tag = read()
    const field = Math.floor(tag / 8)
    switch (tag % 8) {
      case 0:
        fields.push({ field, value: read() })
        break
      case 1:
        at += 8
        break
      case 2: {
        const length = read()
        fields.push({ field, value: view.subarray(at, at + length) })
        at += length
        break
      }
      case 5:
        if (at + 4 <= view.length) fields.push({ field, value: view.readFloatLE(at) })
        at += 4
        break
      default:
        return fields
    }
  }
  return fields
}
