/** Proposes a number for the do-not-call list; an operator decides. */
import type { Queries } from '../storage/database.ts'
import { insertCandidate, isSuppressed } from './queries.ts'
import type { SuppressionProposal } from './rules/proposal-sql.ts'

/** Stores a proposal; false: the number is already on the list. */
export async function proposeSuppression(db: Queries, offer: SuppressionProposal, now: Date): Promise<boolean> {
  if (await isSuppressed(db, offer.organizationId, offer.phoneNumber, now)) return false
  await insertCandidate(db, offer, now)
  return true
}
