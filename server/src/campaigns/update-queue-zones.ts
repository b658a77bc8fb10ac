/** Copies the zones and times of a list to the contacts of its unfinished campaigns. */
import { beginReviews, requestReview } from '../dialer/review-queues.ts'
import { unfinishedCampaigns } from '../dialer/zones-of-queue.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { hasPolicy, incrementPolicyVersion } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'

/** While a policy is set, the campaigns place no calls until all their contacts have the new zones. */
export async function updateQueueZones(db: Database, organizationId: number, listId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const campaigns = await unfinishedCampaigns(tx, organizationId, { listId })
    if (campaigns.length === 0) return
    await requestReview(tx, campaigns, { namesZones: true, stopsDialing: true })
    // Nodes cache the zones of a campaign until the policy version changes.
    if (await hasPolicy(tx, organizationId)) await incrementPolicyVersion(tx, organizationId)
  })
  await beginReviews(db, organizationId)
}
