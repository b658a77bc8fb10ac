/**
 * The frames of Asterisk's AudioSocket: kind (1 byte), length (2 bytes, big-endian), payload. Source: `res_audiosocket.h` of
 * Asterisk. Versions before 20.17 and 22.7 mark audio of every rate as 8 kHz, so 8 kHz is the only rate asked for.
 */

export const FRAME_KIND = { hangUp: 0x00, id: 0x01, digit: 0x03, audio: 0x10, error: 0xff } as const

export interface AudioSocketFrame {
  kind: number
  payload: Buffer
}

const HEADER_BYTES = 3
const ID_BYTES = 16

/** Splits the byte stream into frames. Buffers at most one frame: 64 KiB and its header. */
export class FrameReader {
  #rest = Buffer.alloc(0)

  push(chunk: Uint8Array): AudioSocketFrame[] {
    let all = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk])
    const frames: AudioSocketFrame[] = []
    while (all.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + all.readUInt16BE(1)
      if (all.length < end) break
      frames.push({ kind: all.readUInt8(0), payload: all.subarray(HEADER_BYTES, end) })
      all = all.subarray(end)
    }
    this.#rest = Buffer.from(all)
    return frames
  }
}

export function writeFrame(kind: number, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const frame = Buffer.alloc(HEADER_BYTES + payload.length)
  frame.writeUInt8(kind, 0)
  frame.writeUInt16BE(payload.length, 1)
  frame.set(payload, HEADER_BYTES)
  return frame
}

/** The UUID by which Asterisk identifies the call; null if the frame is of another kind. */
export function readCallUuid({ kind, payload }: AudioSocketFrame): string | null {
  if (kind !== FRAME_KIND.id || payload.length !== ID_BYTES) return null
  return payload.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
