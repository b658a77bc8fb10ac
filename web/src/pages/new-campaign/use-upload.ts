/** A file becomes a list on the server; reading it again in another way replaces that list. */
import { OutdialError } from '@outdial/sdk'
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { api } from '../../api/session.ts'
import { type Draft, nameFromFile } from './draft.ts'
import { isWorkbook, readable } from './encoding.ts'
import { readCsvHead } from './read-csv.ts'
import type { Reading } from './reading.ts'

export interface UploadFault {
  text: string
  /** The file, and its columns: another column or country may make it readable. */
  file: File
  reading: Reading
  convertedFrom: string | null
  columns: readonly string[]
}

export interface Upload {
  busy: boolean
  fault: UploadFault | null
  /** A new file. */
  send(file: File, reading?: Reading, convertedFrom?: string | null): Promise<void>
  /** The same file in another way; it needs the file, which is gone after a reload. */
  readAgain(reading: Reading): Promise<void>
}

const WORKBOOK = 'This is an Excel workbook. In Excel choose File, Save as, “CSV UTF-8”, and choose the new file here.'

export function useUpload(draft: Draft, change: (part: Partial<Draft>) => void): Upload {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<UploadFault | null>(null)
  const upload = async (file: File, reading: Reading, convertedFrom: string | null) => {
    setBusy(true)
    setFault(null)
    try {
      const replaced = draft.file && draft.list ? { replaces: draft.list.source_id } : {}
      const list = await api().uploadContacts(file, { filename: file.name, ...reading, ...replaced })
      change({ list, file, reading, convertedFrom, name: draft.name || nameFromFile(file.name) })
    } catch (error) {
      const isBook = await isWorkbook(file)
      const head = isBook ? null : await readCsvHead(file).catch(() => null)
      setFault({ text: isBook ? WORKBOOK : wordsOf(error), file, reading, convertedFrom, columns: head?.columns ?? [] })
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    fault,
    async send(given, reading = {}, before = null) {
      const { file, convertedFrom } = await readable(given)
      await upload(file, reading, convertedFrom ?? before)
    },
    async readAgain(reading) {
      if (draft.file) await upload(draft.file, reading, draft.convertedFrom)
    },
  }
}

const WORDS: Record<string, string> = {
  phone_column_missing: 'No column looks like phone numbers. Choose it below.',
  no_valid_rows: 'No row has a number that can be called. National numbers need their country: choose it below.',
}

function wordsOf(error: unknown): string {
  return (error instanceof OutdialError && WORDS[error.code]) || sentenceOf(error)
}
