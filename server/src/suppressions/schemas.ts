/** Schemas and dependencies that the routes of this folder share. */
import { z } from 'zod'
import { optional } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'

export const SUPPRESSIONS_TAG = 'Suppressions'

export interface SuppressionDeps {
  /** Called after the list has grown: calls that were claimed but not yet sent to a carrier are checked again. */
  listed(organizationId: number): void
  db: Database
  clock: Clock
  keys: LedgerKeys
}

/** Expiry of an entry; if left out, it is permanent. */
export const expiryField = () =>
  optional(z.iso.datetime({ offset: true })).meta({ description: 'When the entry expires; never if left out.' })
