/** A file becomes a list on the server; what it replaces is taken away again. */
import { useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { api } from '../../api/session.ts'
import type { Draft } from './draft.ts'
import { nameFromFile } from './draft.ts'
import { readCsvHead } from './read-csv.ts'

export interface Upload {
  busy: boolean
  fault: string | null
  /** With a country, numbers that are written without one are read as that country's. */
  send(file: File, countryCode?: string | null): Promise<void>
}

export function useUpload(draft: Draft, change: (part: Partial<Draft>) => void): Upload {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const send = async (file: File, countryCode: string | null = null) => {
    setBusy(true)
    setFault(null)
    try {
      const before = draft.file ? draft.list : null
      const [list, head] = await Promise.all([
        api().uploadContacts(file, { filename: file.name, ...(countryCode ? { countryCode } : {}) }),
        readCsvHead(file),
      ])
      change({ list, head, file, countryCode, name: draft.name || nameFromFile(file.name) })
      // An orphan harms nobody; it is only in the way.
      if (before)
        void api()
          .DELETE('/api/v1/contact-lists/{source_id}', { params: { path: { source_id: before.source_id } } })
          .catch(() => {})
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, send }
}
