/** A file that could not be imported: the message, and the user's options. */
import { OutdialError } from '@outdial/sdk'
import { sentenceOf } from '../../api/error-words.ts'
import type { Reading } from './reading.ts'

export interface UploadFault {
  text: string
  /** The file, and its columns or sheets: another choice or another country may make it readable. */
  file: File
  reading: Reading
  columns: readonly string[]
  sheets: readonly string[]
}

const WORDS: Record<string, string> = {
  phone_column_missing: 'No column looks like phone numbers. Choose it below.',
  no_valid_rows: 'No row has a number that can be called. National numbers need their country: choose it below.',
  sheet_not_chosen: 'The workbook has several sheets. Choose below which one has the list.',
}

export function faultOf(error: unknown): Pick<UploadFault, 'text' | 'columns' | 'sheets'> {
  if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError'))
    return { text: 'The file was changed since you chose it. Choose it again.', columns: [], sheets: [] }
  if (!(error instanceof OutdialError)) return { text: sentenceOf(error), columns: [], sheets: [] }
  const { columns = [], sheets = [] } = error.details as { columns?: string[]; sheets?: string[] }
  const words = WORDS[error.code]
  return { text: words && columns.length + sheets.length > 0 ? words : sentenceOf(error), columns, sheets }
}
