/** Proposes a number for the do-not-call list; an operator decides. */
import type { Queries } from '../storage/database.ts'
import { insertCandidate, isSuppressed } from './queries.ts'
import type { SuppressionOffer } from './rules/offer-sql.ts'

/** Stores a proposal; false: the number is already on the list. */
export async function offerSuppression(db: Queries, offer: SuppressionOffer, now: Date): Promise<boolean> {
  if (await isSuppressed(db, offer.organizationId, offer.phoneNumber, now)) return false
  await insertCandidate(db, offer, now)
  return true
}
