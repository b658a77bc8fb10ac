/**
 * The rule `registry` at each dial reads `scrubbed_on` of the organization's policy. When the program has compared all lists in
 * use with an imported registry, it sets the date of that file there. People who are added later are compared before they can be
 * called, as long as the registry is in force; when it is deleted, the recorded day is withdrawn.
 */
import type { Transaction } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { changePolicy, changePolicyInTransaction, type PolicyChangeDeps } from './change-policy.ts'
import { builtInPacks } from './packs/packs.ts'
import { authorOfScrub, findPolicy, policiesInForce } from './queries.ts'
import { compilePolicy } from './rules/merge.ts'
import { type Policy, policyInput } from './rules/policy.ts'

export interface Scrub {
  registry: string
  /** Date of the registry file: `2026-11-16`. */
  asOf: string
  /** Whether people are still compared with this registry file. */
  isInForce(tx: Queries): Promise<boolean>
}

const AUTHOR = 'check of all lists against'
const authorOf = (registries: readonly string[]) => `${AUTHOR} ${registries.join(', ')}`

/** Records dates that are newer than the recorded ones, of registries that a rule requires. Returns these registries. */
export async function recordScrubs(
  deps: PolicyChangeDeps,
  organizationId: number,
  scrubs: readonly Scrub[],
): Promise<string[]> {
  const before = (await findPolicy(deps.db, organizationId, null))?.policy ?? null
  const newer = scrubs.filter((scrub) => isNewer(scrub, before))
  if (newer.length === 0) return []
  const asked = await requiredRegistries(deps.db, organizationId)
  const wanted = newer.filter(({ registry }) => asked.has(registry))
  if (wanted.length === 0) return []
  const recorded: string[] = []
  await changePolicy(deps, {
    organizationId,
    author: authorOf(wanted.map(({ registry }) => registry)),
    where: ['policy'],
    async next(tx, current) {
      const dates: Record<string, string> = {}
      for (const scrub of wanted) {
        if (isNewer(scrub, current) && (await scrub.isInForce(tx))) dates[scrub.registry] = scrub.asOf
      }
      recorded.push(...Object.keys(dates))
      if (recorded.length === 0) return null
      return { ...(current ?? policyInput.parse({})), scrubbed_on: { ...current?.scrubbed_on, ...dates } }
    },
  })
  return recorded
}

/** Dates are compared as text: `2026-11-16`. */
function isNewer({ registry, asOf }: Scrub, policy: Policy | null): boolean {
  const recorded = policy?.scrubbed_on?.[registry]
  return recorded === undefined || recorded < asOf
}

/** Registries that the rules of the organization or of one of its campaigns ask for. */
export async function requiredRegistries(db: Queries, organizationId: number): Promise<Set<string>> {
  const policies = await policiesInForce(db, organizationId)
  const organization = policies.get(null)?.policy ?? null
  const asked = new Set<string>()
  for (const [campaignId, { policy }] of policies) {
    const { sources } = compilePolicy(organization, campaignId === null ? null : policy, builtInPacks())
    for (const { rules } of sources) for (const { id } of rules.registries ?? []) asked.add(id)
  }
  return asked
}

/**
 * Removes the recorded date of a registry. A date that a user set stays, because it refers to a check outside of this program.
 */
export async function withdrawScrub(
  tx: Transaction<Schema>,
  deps: Pick<PolicyChangeDeps, 'clock' | 'keys' | 'applied'>,
  { organizationId, registry, author }: { organizationId: number; registry: string; author: string },
): Promise<void> {
  await changePolicyInTransaction(tx, deps, {
    organizationId,
    author,
    where: ['policy'],
    async next(_, current) {
      const day = current?.scrubbed_on?.[registry]
      if (!current || day === undefined) return null
      const recordedBy = await authorOfScrub(tx, organizationId, registry, day)
      if (!recordedBy?.startsWith(AUTHOR)) return null
      const { [registry]: _withdrawn, ...others } = current.scrubbed_on ?? {}
      return { ...current, scrubbed_on: others }
    },
  })
}

/** The recorded date of each registry, which a rule checks at each dial. */
export async function recordedScrubs(db: Queries, organizationId: number): Promise<Readonly<Record<string, string>>> {
  return (await findPolicy(db, organizationId, null))?.policy.scrubbed_on ?? {}
}
