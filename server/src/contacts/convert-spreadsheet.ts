/**
 * Converts a spreadsheet to CSV in a separate process with limits. On the main thread, the shared strings of one small archive
 * would delay every live call for seconds.
 */
import { convertFileInProcess, FileTooCostly, type ReadLimits } from '../kernel/file-readers.ts'
import { readerBudget } from '../kernel/reader-budget.ts'
import { ContactFileError } from './parse-contacts.ts'

export interface ConversionRequest {
  /** The sheet to read, if there are several. */
  sheet: string | undefined
}

export interface ConversionResult {
  fault: Pick<ContactFileError, 'code' | 'message' | 'found'> | null
}

/** Time until the next rows. The shared strings are read before the first row. */
const SILENCE_MS_MAX = 60_000

export async function* convertSpreadsheet(
  fd: number,
  sheet: string | undefined,
  limits: ReadLimits = { msMax: SILENCE_MS_MAX, memoryMbMax: readerBudget().memoryMbMax },
): AsyncGenerator<Uint8Array> {
  try {
    const request: ConversionRequest = { sheet }
    const { fault } = yield* convertFileInProcess<ConversionResult>('contacts/spreadsheet-worker', fd, request, limits)
    if (fault) throw new ContactFileError(fault.code, fault.message, [], fault.found)
  } catch (error) {
    if (!(error instanceof FileTooCostly)) throw error
    const message = 'The spreadsheet takes too much time or memory to read. Save it as CSV, or split it.'
    throw new ContactFileError('spreadsheet_unreadable', message)
  }
}
