/** Offers a number for the do-not-call list: whether it goes there is an operator's decision. */
import type { Queries } from '../storage/database.ts'
import { insertCandidate, isSuppressed } from './queries.ts'
import type { SuppressionOffer } from './rules/offer-sql.ts'

/** False: it is on the list already. */
export async function offerSuppression(db: Queries, offer: SuppressionOffer, now: Date): Promise<boolean> {
  if (await isSuppressed(db, offer.organizationId, offer.phoneNumber, now)) return false
  await insertCandidate(db, offer, now)
  return true
}
