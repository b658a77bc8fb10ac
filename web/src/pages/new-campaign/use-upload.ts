/** Uploads a file as a list; reading the file in another way replaces that list. */
import { useState } from 'react'
import { api } from '../../api/session.ts'
import { type Draft, nameFromFile } from './draft.ts'
import type { ListReadingOptions } from './list-reading.ts'
import { faultOf, type UploadFault } from './upload-fault.ts'

export interface Upload {
  busy: boolean
  fault: UploadFault | null
  /** Uploads a new file. */
  send(file: File, reading?: ListReadingOptions): Promise<void>
  /** Reads the same file in another way. Needs the file, which is not available after a reload. */
  readAgain(reading: ListReadingOptions): Promise<void>
}

export function useUpload(draft: Draft, change: (part: Partial<Draft>) => void): Upload {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<UploadFault | null>(null)
  const upload = async (file: File, reading: ListReadingOptions) => {
    setBusy(true)
    setFault(null)
    try {
      await requireUnchanged(file)
      const replaced = draft.file && draft.list ? { replaces: draft.list.source_id } : {}
      const list = await api().uploadContacts(file, { filename: file.name, ...reading, ...replaced })
      change({ list, file, reading, name: draft.name || nameFromFile(file.name) })
    } catch (error) {
      setFault({ ...faultOf(error), file, reading })
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    fault,
    send: (file, reading = {}) => upload(file, reading),
    async readAgain(reading) {
      if (draft.file) await upload(draft.file, reading)
    },
  }
}

/** Sending a file that was changed on disk fails like an unreachable server; reading the file distinguishes the two. */
async function requireUnchanged(file: File): Promise<void> {
  await file.slice(0, 1).arrayBuffer()
}
