/**
 * Creates a ZIP archive without compression: recordings do not shrink, and the rest is small. APPNOTE.TXT of PKWARE, sections
 * 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end). ZIP64 is not supported: see `ZIP_BYTES_MAX`.
 */
export interface ZippedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Maximum size of an archive, because offsets are 32 bits wide. */
export const ZIP_BYTES_MAX = 0xffff_ffff

const UTF8_NAMES = 0x0800
const VERSION = 20

/** Creates the archive. `at` is the time of every file, in UTC, because the format has no time zone. */
export function zipOf(files: readonly ZippedFile[], at: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name)
    const common = commonFields(bytes, encoded.length, at)
    const local = concat([numbers([0x04034b50, 4], [VERSION, 2]), common, numbers([0, 2]), encoded])
    const [made, comment, disk, internal, external] = [VERSION, 0, 0, 0, 0]
    directory.push(
      concat([
        numbers([0x02014b50, 4], [made, 2], [VERSION, 2]),
        common,
        numbers([0, 2], [comment, 2], [disk, 2], [internal, 2], [external, 4], [offset, 4]),
        encoded,
      ]),
    )
    parts.push(local, bytes)
    offset += local.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const n = files.length
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [n, 2], [n, 2], [size, 4], [offset, 4], [0, 2])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

/** Header fields: flags, method (0: stored), time, date, checksum, both sizes and the length of the name. */
function commonFields(bytes: Uint8Array, nameLength: number, at: Date): Uint8Array<ArrayBuffer> {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const { length } = bytes
  return numbers(
    [UTF8_NAMES, 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [crc32(bytes), 4],
    [length, 4],
    [length, 4],
    [nameLength, 2],
  )
}

/** Encodes numbers as little-endian. */
function numbers(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, width]) => sum + width, 0)))
  let at = 0
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return new Uint8Array(view.buffer)
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 0xff]!
  return (value ^ 0xffffffff) >>> 0
}
