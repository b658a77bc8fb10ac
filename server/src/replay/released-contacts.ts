/**
 * Which waiting contacts a policy would release now, though the rules in force hold them. The ledger does not record dials that
 * were never made, so this part of a dry run is about the present.
 */

import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { type WaitingGroup, waitingGroups } from '../dialer/policy-facts.ts'
import { type PolicyRule, RULE_OF_REASON } from '../dialer/rules/may-dial.ts'
import { builtInPacks } from '../policies/packs/packs.ts'
import { policiesInForce } from '../policies/queries.ts'
import { NO_CONFIRMED_DUTIES } from '../policies/rules/consent.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../policies/rules/merge.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { NO_HISTORY, type NumberHistory, type Reason } from '../policies/rules/verdict.ts'
import type { Database } from '../storage/database.ts'
import { confirmedDuties, heldContacts } from './queries.ts'

/** Maximum number of contacts held for their call history that are examined. */
export const HELD_CONTACTS_MAX = 100_000
const PAGE = 5_000

const RULES_ABOUT_THE_PAST: readonly PolicyRule[] = ['cap', 'least_gap', 'cooldown', 'consent']

/**
 * `at_most`: the policy has limits or requires consent, and contacts that no such rule holds today were judged only by their
 * place. `about`: more than HELD_CONTACTS_MAX contacts are held for their call history, and the rest was not examined.
 */
export const COUNT_PRECISIONS = ['exact', 'at_most', 'about'] as const
export type CountPrecision = (typeof COUNT_PRECISIONS)[number]

export interface ReleasedContacts {
  contacts: number
  precision: CountPrecision
  /** Contacts by the rule that holds them today. */
  byRule: Array<{ rule: PolicyRule; contacts: number }>
}

interface BothRules {
  today: DialingRules
  draft: DialingRules
}

export async function contactsReleasedBy(
  db: Database,
  request: { organizationId: number; policy: Policy; nowMs: number; heldMax?: number },
): Promise<ReleasedContacts> {
  const { organizationId, policy, nowMs, heldMax = HELD_CONTACTS_MAX } = request
  const groups = await waitingGroups(db, organizationId, null)
  const rules = await rulesOf(db, organizationId, policy, groups)
  const found = new Map<PolicyRule, number>()
  const add = (rule: Reason['rule'], contacts: number) => {
    const name = RULE_OF_REASON[rule]
    found.set(name, (found.get(name) ?? 0) + contacts)
  }
  let isBound = false
  for (const { campaignId, set, contacts } of groups) {
    const both = rules.get(campaignId) as BothRules
    const rule = lifted(both, set.group, NO_HISTORY, nowMs)
    if (rule === null) continue
    add(rule, contacts)
    isBound ||= asksForPast(both.draft, set.group, nowMs)
  }
  const now = new Date(nowMs)
  let looked = 0
  for (let afterId = 0; looked < heldMax; ) {
    const limit = Math.min(PAGE, heldMax - looked)
    const page = await heldContacts(db, organizationId, { rules: RULES_ABOUT_THE_PAST, now, afterId, limit })
    for (const { campaignId, set, history } of page) {
      const both = rules.get(campaignId)
      if (!both) continue
      const ofGroup = lifted(both, set.group, NO_HISTORY, nowMs)
      const own = lifted(both, set.group, history, nowMs)
      // The contact was counted with its group, although the policy still holds it for its own history.
      if (ofGroup !== null && own === null) add(ofGroup, -1)
      else if (ofGroup === null && own !== null) add(own, 1)
    }
    looked += page.length
    afterId = page.at(-1)?.id ?? afterId
    if (page.length < limit) break
  }
  const byRule = [...found].map(([rule, contacts]) => ({ rule, contacts })).filter(({ contacts }) => contacts > 0)
  byRule.sort((a, b) => b.contacts - a.contacts)
  const contacts = byRule.reduce((sum, { contacts }) => sum + contacts, 0)
  return { contacts, precision: looked >= heldMax ? 'about' : isBound ? 'at_most' : 'exact', byRule }
}

/** Whether the policy's result depends on more than the place. */
function asksForPast(draft: DialingRules, group: string, nowMs: number): boolean {
  return Number.isFinite(draft.historySinceMs(group, nowMs)) || draft.asksForConsent(group, nowMs) || draft.asksForCheck
}

/** The rule that holds these contacts today, if the draft would allow a call. */
function lifted(
  { today, draft }: BothRules,
  group: string,
  history: NumberHistory,
  nowMs: number,
): Reason['rule'] | null {
  if (!draft.may(group, history, nowMs)) return null
  return today.explain(group, 'unknown', history, nowMs).because[0]?.rule ?? null
}

async function rulesOf(
  db: Database,
  organizationId: number,
  draft: Policy,
  groups: readonly WaitingGroup[],
): Promise<Map<number, BothRules>> {
  const inForce = await policiesInForce(db, organizationId)
  const vouched = await confirmedDuties(db, organizationId)
  const found = new Map<number, BothRules>()
  for (const { campaignId, provider, ringSeconds } of groups) {
    if (found.has(campaignId)) continue
    const own = inForce.get(campaignId)?.policy ?? null
    const options = {
      reachesNobody: isSimulatedProvider(provider),
      vouchedDuties: vouched.get(campaignId) ?? NO_CONFIRMED_DUTIES,
    }
    const under = (organization: Policy | null) =>
      new DialingRules(compilePolicy(organization, own, builtInPacks()), ringSeconds * 1000, options)
    found.set(campaignId, { today: under(inForce.get(null)?.policy ?? null), draft: under(draft) })
  }
  return found
}
