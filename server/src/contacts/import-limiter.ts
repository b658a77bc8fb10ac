/**
 * Limits concurrent uploads and imports. Each import uses a connection and a core, which the dialer needs more; and the files
 * of one organization do not delay others. Do-not-call files never wait behind contact lists: until they are imported, these
 * people are called.
 */
import type { Pool } from 'pg'
import { ApiError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'

/** Concurrent imports of contact lists; the same number of do-not-call files is imported in addition. */
const IMPORTS_AT_ONCE = 2
const IMPORTS_AT_ONCE_OF_ORGANIZATION = 1
/** Files of one organization that are being received or wait for their import. Each may take half a gigabyte of disk space. */
const FILES_ON_DISK_OF_ORGANIZATION = 2
const UPLOADS_WAITING_MAX = 20

export interface ImportQueue {
  /**
   * Receives and imports a file: two files of an organization may be on disk, some more wait to be read, and further ones are
   * refused.
   */
  receive<T>(organizationId: number, work: () => Promise<T>): Promise<T>
  /** Waits for a turn to import: in order of arrival, but skipping organizations that are at their limit. */
  run<T>(organizationId: number, work: () => Promise<T>): Promise<T>
}

export interface ImportLimiter {
  contacts: ImportQueue
  suppressions: ImportQueue
}

/** Imports with their own database connections: starting or pausing a campaign never has to wait for an import. */
export interface ImportConnections {
  pool: Pool
  gate: ImportLimiter
}

/** One connection for each import, and one for their short statements. */
export const IMPORT_CONNECTIONS = 2 * IMPORTS_AT_ONCE + 1

export function openImportLimiter(): ImportLimiter {
  return { contacts: openTurns(), suppressions: openTurns() }
}

function openTurns(): ImportQueue {
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
