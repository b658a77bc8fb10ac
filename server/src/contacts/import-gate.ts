/**
 * Who may upload and import at once. Each import keeps a connection and a core busy, which the dialer needs more; and the files of one
 * organization make no other one wait. Files of numbers that must not be called never wait behind contact lists: until they are
 * imported, these people are called.
 */
import type { Pool } from 'pg'
import { ApiError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'

/** Of contact lists, and as many of files of numbers that must not be called. */
const IMPORTS_AT_ONCE = 2
const IMPORTS_AT_ONCE_OF_ORGANIZATION = 1
/** Files that arrive or wait for their import. Each may take half a gigabyte of the disk. */
const FILES_ON_DISK_OF_ORGANIZATION = 2
const UPLOADS_WAITING_MAX = 20

export interface ImportTurns {
  /** Receives and imports a file: two of an organization are on the disk at once, some wait to be read, and more are refused. */
  receive<T>(organizationId: number, work: () => Promise<T>): Promise<T>
  /** Waits for a turn to import: in the order of arrival, past organizations that have theirs. */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>
}

export interface ImportGate {
  contacts: ImportTurns
  suppressions: ImportTurns
}

/** Connections of their own: an import never takes one that a pause or a start of a campaign waits for. */
export interface Imports {
  pool: Pool
  gate: ImportGate
}

/** One for each import, and one for the small statements beside them. */
export const IMPORT_CONNECTIONS = 2 * IMPORTS_AT_ONCE + 1

export function openImportGate(): ImportGate {
  return { contacts: openTurns(), suppressions: openTurns() }
}

function openTurns(): ImportTurns {
  const files = new FairQueue({ atOnce: Number.POSITIVE_INFINITY, ofOne: FILES_ON_DISK_OF_ORGANIZATION })
  const imports = new FairQueue({ atOnce: IMPORTS_AT_ONCE, ofOne: IMPORTS_AT_ONCE_OF_ORGANIZATION })
  return {
    async receive(organizationId, work) {
      if (files.waitingOf(organizationId) >= UPLOADS_WAITING_MAX) throw new ApiError('too_many_uploads')
      return files.run(organizationId, work)
    },
    run: (organizationId, work) => imports.run(organizationId, work),
  }
}
