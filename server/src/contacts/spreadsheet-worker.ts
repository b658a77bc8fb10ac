/** The process that converts one spreadsheet to CSV. */
import { fstat, read } from 'node:fs'
import { promisify } from 'node:util'
import { serveConversion } from '../kernel/file-reader-process.ts'
import type { ConversionRequest, ConversionResult } from './convert-spreadsheet.ts'
import { ContactFileError } from './parse-contacts.ts'
import { spreadsheetAsCsv } from './spreadsheet.ts'

const [readAt, stateOf] = [promisify(read), promisify(fstat)]

serveConversion(async function* ({ sheet }: ConversionRequest, fd): AsyncGenerator<Uint8Array, ConversionResult> {
  const { size } = await stateOf(fd)
  const file = {
    bytes: size,
    async read(position: number, length: number): Promise<Buffer> {
      const { bytesRead, buffer } = await readAt(fd, Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
  }
  try {
    yield* spreadsheetAsCsv(file, sheet)
    return { fault: null }
  } catch (error) {
    if (!(error instanceof ContactFileError)) throw error
    const { code, message, found } = error
    return { fault: { code, message, found } }
  }
})
