/**
 * Who may upload and import at once, over all files of contacts and of numbers that must not be called. Each import keeps a connection and a
 * core busy, which the dialer needs more; and the files of one organization make no other one wait.
 */
import type { Pool } from 'pg'
import { ApiError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'

const IMPORTS_AT_ONCE = 2
const IMPORTS_AT_ONCE_OF_ORGANIZATION = 1
/** Each may take half a gigabyte of the disk. */
const UPLOADS_AT_ONCE_OF_ORGANIZATION = 2
const UPLOADS_WAITING_MAX = 20

export interface ImportGate {
  /** Two files of an organization arrive at once, some wait, and more are refused. */
  receive<T>(organizationId: number, work: () => Promise<T>): Promise<T>
  /** Waits for a turn: in the order of arrival, past organizations that have theirs. */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>
}

/** Connections of their own: an import never takes one that a pause or a start of a campaign waits for. */
export interface Imports {
  pool: Pool
  gate: ImportGate
}

/** One for each import, and one for the small statements beside them. */
export const IMPORT_CONNECTIONS = IMPORTS_AT_ONCE + 1

export function openImportGate(): ImportGate {
  const uploads = new FairQueue({ atOnce: Number.POSITIVE_INFINITY, ofOne: UPLOADS_AT_ONCE_OF_ORGANIZATION })
  const imports = new FairQueue({ atOnce: IMPORTS_AT_ONCE, ofOne: IMPORTS_AT_ONCE_OF_ORGANIZATION })
  return {
    async receive(organizationId, work) {
      if (uploads.waitingOf(organizationId) >= UPLOADS_WAITING_MAX) throw new ApiError('too_many_uploads')
      return uploads.run(organizationId, work)
    },
    run: (organizationId, work) => imports.run(organizationId, work),
  }
}
