/** The format of call recordings: 16-bit stereo WAV at telephone rate, with the lengths in its header. */
import { type FileHandle, open } from 'node:fs/promises'

export const WAV_FORMAT = { sampleRateHz: 8000, channels: 2, headerBytes: 44 } as const
/** Bytes per sample of both channels. */
export const BYTES_PER_STEREO_SAMPLE = WAV_FORMAT.channels * 2

export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

export async function writeHeader(file: FileHandle, dataBytes: number): Promise<void> {
  const header = Buffer.alloc(WAV_FORMAT.headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(WAV_FORMAT.headerBytes - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(WAV_FORMAT.channels, 22)
  header.writeUInt32LE(WAV_FORMAT.sampleRateHz, 24)
  header.writeUInt32LE(WAV_FORMAT.sampleRateHz * BYTES_PER_STEREO_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_STEREO_SAMPLE, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  await writeFully(file, header, 0)
}

/** Corrects the lengths in the header of a file whose writer crashed. Returns whether a correction was necessary. */
export async function repairRecording(path: string): Promise<boolean> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const dataBytes = Math.max(0, size - WAV_FORMAT.headerBytes)
    const whole = dataBytes - (dataBytes % BYTES_PER_STEREO_SAMPLE)
    const header = Buffer.alloc(WAV_FORMAT.headerBytes)
    await file.read(header, 0, WAV_FORMAT.headerBytes, 0)
    if (header.readUInt32LE(40) === whole && header.toString('latin1', 0, 4) === 'RIFF') return false
    await writeHeader(file, whole)
    if (whole !== dataBytes) await file.truncate(WAV_FORMAT.headerBytes + whole)
    return true
  } finally {
    await file.close()
  }
}
