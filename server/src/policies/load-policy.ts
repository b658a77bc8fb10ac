/** The compiled policy for the calls of a campaign, or for single calls. */
import type { Queries } from '../storage/database.ts'
import { builtInPacks } from './packs/packs.ts'
import { findPolicy, policiesInForce, type StoredPolicy } from './queries.ts'
import { type HistoryNeeded, historyNeeded } from './rules/history-needed.ts'
import { type CompiledPolicy, compilePolicy } from './rules/merge.ts'

export interface LoadedPolicy {
  compiled: CompiledPolicy
  /**
   * Version `2`, or `2.5`: the organization's version, and the campaign's if it has one. The ledger records it with each call.
   */
  version: string
}

/** Null: no policy; only the campaign's own schedule applies. */
export async function loadPolicy(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
): Promise<LoadedPolicy | null> {
  if (campaignId === null) return loaded(await findPolicy(db, organizationId, null), null)
  const inForce = await policiesInForce(db, organizationId, { campaignId })
  return loaded(inForce.get(null) ?? null, inForce.get(campaignId) ?? null)
}

function loaded(organization: StoredPolicy | null, campaign: StoredPolicy | null): LoadedPolicy | null {
  if (!organization && !campaign) return null
  return {
    compiled: compilePolicy(organization?.policy ?? null, campaign?.policy ?? null, builtInPacks()),
    version: campaign ? `${organization?.version ?? 0}.${campaign.version}` : String(organization?.version ?? 0),
  }
}

/** How much call history the rules of an organization and its campaigns need. */
export async function loadHistoryNeeded(db: Queries, organizationId: number): Promise<HistoryNeeded> {
  const policies = await policiesInForce(db, organizationId)
  const organization = policies.get(null)?.policy ?? null
  const compiled = [...policies.values()].map(({ policy }) => compilePolicy(organization, policy, builtInPacks()))
  return historyNeeded(compiled)
}
