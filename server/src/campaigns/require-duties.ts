/** Duties that an operator has to confirm before the people on a list are called: those of policy packs, and registry checks. */

import { listConfirmationsOf, registryChecksOf } from '../contacts/list-proofs.ts'
import type { StoredList } from '../contacts/queries.ts'
import { ApiError } from '../kernel/errors.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { newestConfirmations } from '../policies/queries.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { type OpenDuty, openDuties } from './rules/open-duties.ts'

export interface DutyQuery {
  organizationId: number
  campaignId: number
  lists: ReadonlyArray<Pick<StoredList, 'id' | 'created_at' | 'grown_at'>>
}

/** Duties that are open for the people of at least one of these lists. */
export async function loadOpenDuties(
  db: Queries,
  { organizationId, campaignId, lists }: DutyQuery,
  now: Date,
): Promise<OpenDuty[]> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return []
  const { sources, scrubbedOn } = policy.compiled
  const forOrganization = [...(await newestConfirmations(db, organizationId)).values()]
  const open = new Map<string, OpenDuty>()
  for (const { id, created_at, grown_at } of lists) {
    const ofList = openDuties({
      duties: sources.flatMap(({ rules }) => rules.duties ?? []),
      registries: sources.flatMap(({ rules }) => rules.registries ?? []),
      forList: await listConfirmationsOf(db, id),
      forOrganization,
      checks: await registryChecksOf(db, id),
      scrubbedOn,
      uploadedAt: created_at,
      grownAt: grown_at,
      now,
    })
    for (const duty of ofList) open.set(duty.id, duty)
  }
  return [...open.values()]
}

/** Ids of all duties of the policy that applies to the campaign. */
export async function dutiesOfPolicy(db: Queries, organizationId: number, campaignId: number): Promise<string[]> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  const duties = (policy?.compiled.sources ?? []).flatMap(({ rules }) => rules.duties ?? [])
  return [...new Set(duties.map(({ id }) => id))]
}

export interface EnrolmentOfPeople {
  organizationId: number
  campaignId: number
  listId: number | null
  /** The registries with which the program compared these people. */
  heldAgainst?: ReadonlyArray<{ registry: string; asOf: string }>
}

/**
 * Open duties for people who are added now. A confirmation for their list counts, because its author knew that the list grows. A
 * registry check of that list does not count: these people were not on it.
 */
export async function loadEnrolmentDuties(
  db: Queries,
  { organizationId, campaignId, listId, heldAgainst = [] }: EnrolmentOfPeople,
  now: Date,
): Promise<OpenDuty[]> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return []
  const { sources, scrubbedOn } = policy.compiled
  return openDuties({
    duties: sources.flatMap(({ rules }) => rules.duties ?? []),
    registries: sources.flatMap(({ rules }) => rules.registries ?? []),
    forList: listId === null ? [] : await listConfirmationsOf(db, listId),
    forOrganization: [],
    checks: heldAgainst.map(({ registry, asOf }) => ({
      registry,
      checked_on: asOf,
      created_at: now,
      covers_all: true,
      compared: null,
    })),
    scrubbedOn,
    uploadedAt: now,
    grownAt: null,
    now,
  })
}

/**
 * Open duties without those that were accepted at an earlier start; these are not asked again when a paused campaign continues.
 */
export function openDutiesNotAccepted(
  campaign: Pick<StoredCampaign, 'accepted_duties'>,
  open: readonly OpenDuty[],
): OpenDuty[] {
  return open.filter(({ id }) => !campaign.accepted_duties?.includes(id))
}

/** Throws with all open duties, unless each was accepted by name. */
export function requireDutiesAccepted(open: readonly OpenDuty[], accepted: readonly string[]): void {
  const missing = open.filter(({ id }) => !accepted.includes(id))
  if (missing.length === 0) return
  const names = missing.map(({ id }) => id).join(', ')
  throw new ApiError('duties_open', {
    message: `${new ApiError('duties_open').message} Open: ${names}.`,
    details: { duties: open.map((duty) => ({ ...duty })) },
  })
}
