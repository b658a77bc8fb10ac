/** A file that could not be imported: the message, and the user's options. */
import { OutdialError } from '@outdial/sdk'
import { sentenceOf } from '../../api/error-words.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { ListReadingOptions } from './list-reading.ts'

export interface UploadFault {
  text: string
  /** The file, and its columns or sheets: another choice or another country may make it readable. */
  file: File
  reading: ListReadingOptions
  columns: readonly string[]
  sheets: readonly string[]
}

const WORDS: Record<string, string> = w.faults

export function faultOf(error: unknown): Pick<UploadFault, 'text' | 'columns' | 'sheets'> {
  if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError'))
    return { text: w.fileChanged, columns: [], sheets: [] }
  if (!(error instanceof OutdialError)) return { text: sentenceOf(error), columns: [], sheets: [] }
  const { columns = [], sheets = [] } = error.details as { columns?: string[]; sheets?: string[] }
  const words = WORDS[error.code]
  return { text: words && columns.length + sheets.length > 0 ? words : sentenceOf(error), columns, sheets }
}
