/**
 * A node's cache of calling rules. An entry is valid until the organization's policy version changes, which every claim reads
 * under its lock: an edit applies from the next dial on, and checking costs nothing in between.
 */
import { builtInPacks } from '../policies/packs/packs.ts'
import { NO_CONFIRMED_DUTIES } from '../policies/rules/consent.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../policies/rules/merge.ts'
import type {
  CampaignRow,
  ConfigurationRow,
  DialerTransaction,
  OrganizationRow,
  StoredPolicies,
  ZoneGroup,
} from './store.ts'

export interface CampaignRules {
  rules: DialingRules
  /** Version `2` or `2.5`: the organization's version, and the campaign's if it has one. */
  version: string
}

/** The fields of a campaign that the rules need. */
export type CampaignForRules = Pick<CampaignRow, 'id' | 'vouchedDuties'>

/** The fields of a telephony configuration that the rules need. */
export type ConfigurationForRules = Pick<ConfigurationRow, 'ringTimeoutSeconds' | 'provider'>

/**
 * Whether calls ring no phone: with the simulated carrier, the default calling hours would only keep a new user from trying it at
 * night.
 */
export function isSimulatedProvider(provider: string | null): boolean {
  return provider === 'simulator'
}

interface Remembered {
  policyVersion: number
  policies: StoredPolicies
  rules: Map<string, CampaignRules>
  zones: Map<number, ZoneGroup[]>
}

/** Cache size; missing entries are read again. */
const ORGANIZATIONS_MAX = 1000
const CAMPAIGNS_MAX = 1000

export class PolicyCache {
  readonly #organizations = new Map<number, Remembered>()

  async of(tx: DialerTransaction, { id, policyVersion }: OrganizationRow): Promise<OrganizationRules> {
    let known = this.#organizations.get(id)
    if (known?.policyVersion !== policyVersion) {
      known = { policyVersion, policies: await tx.policiesOf(id), rules: new Map(), zones: new Map() }
      if (this.#organizations.size >= ORGANIZATIONS_MAX) this.#organizations.clear()
      this.#organizations.set(id, known)
    }
    return new OrganizationRules(tx, known)
  }
}

export class OrganizationRules {
  readonly #tx: DialerTransaction
  readonly #known: Remembered

  constructor(tx: DialerTransaction, known: Remembered) {
    this.#tx = tx
    this.#known = known
  }

  /** The rules of a campaign; `campaign` null: the rules for single calls. */
  rulesOf(campaign: CampaignForRules | null, through: ConfigurationForRules): CampaignRules {
    const { policies, rules } = this.#known
    const duties = String(campaign?.vouchedDuties ?? NO_CONFIRMED_DUTIES)
    const key = `${campaign?.id ?? null} ${through.ringTimeoutSeconds} ${isSimulatedProvider(through.provider)} ${duties}`
    const known = rules.get(key)
    if (known) return known
    const made = campaignRules(policies, campaign, through)
    if (rules.size >= CAMPAIGNS_MAX) rules.clear()
    rules.set(key, made)
    return made
  }

  async zonesOf(campaignId: number): Promise<ZoneGroup[]> {
    const { zones } = this.#known
    const known = zones.get(campaignId)
    if (known) return known
    const found = await this.#tx.zonesOf(campaignId)
    if (zones.size >= CAMPAIGNS_MAX) zones.clear()
    zones.set(campaignId, found)
    return found
  }
}

/** The rules for the calls of a campaign, or for single calls. */
export function campaignRules(
  policies: StoredPolicies,
  ruled: CampaignForRules | null,
  { ringTimeoutSeconds, provider }: ConfigurationForRules,
): CampaignRules {
  const organization = policies.organization
  const campaign = ruled === null ? undefined : policies.campaigns.get(ruled.id)
  const compiled = compilePolicy(organization?.policy ?? null, campaign?.policy ?? null, builtInPacks())
  const own = String(organization?.version ?? 0)
  return {
    rules: new DialingRules(compiled, ringTimeoutSeconds * 1000, {
      reachesNobody: isSimulatedProvider(provider),
      // A single call has no list that an operator could vouch for.
      vouchedDuties: ruled?.vouchedDuties ?? NO_CONFIRMED_DUTIES,
    }),
    version: campaign ? `${own}.${campaign.version}` : own,
  }
}
