/**
 * Whom of the people who wait a policy would let through now, though the rules in force hold them. The ledger keeps dials and
 * not the dials that were never made, so this side of a dry run is about the present.
 */
import { type WaitingGroup, waitingGroups } from '../dialer/policy-facts.ts'
import { reachesNobody } from '../dialer/policy-memory.ts'
import { type PolicyRule, RULE_OF_REASON } from '../dialer/rules/may-dial.ts'
import { readyPacks } from '../policies/packs/packs.ts'
import { policiesInForce } from '../policies/queries.ts'
import { NO_DUTIES } from '../policies/rules/consent.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../policies/rules/merge.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { NO_HISTORY, type NumberHistory, type Reason } from '../policies/rules/verdict.ts'
import type { Database } from '../storage/database.ts'
import { heldContacts, vouchedDuties } from './queries.ts'

/** Contacts held by a rule about their own past that are looked at. */
export const HELD_MAX = 10_000

const RULES_ABOUT_THE_PAST: readonly PolicyRule[] = ['cap', 'least_gap', 'cooldown', 'consent']

export interface ReleasedContacts {
  contacts: number
  /** By the rule that holds them today. */
  byRule: Array<{ rule: PolicyRule; contacts: number }>
}

interface BothRules {
  today: DialingRules
  draft: DialingRules
}

export async function releasedBy(
  db: Database,
  { organizationId, policy, nowMs }: { organizationId: number; policy: Policy; nowMs: number },
): Promise<ReleasedContacts> {
  const groups = await waitingGroups(db, organizationId, null)
  const rules = await rulesOf(db, organizationId, policy, groups)
  const found = new Map<PolicyRule, number>()
  const add = (rule: Reason['rule'], contacts: number) => {
    const name = RULE_OF_REASON[rule]
    found.set(name, (found.get(name) ?? 0) + contacts)
  }
  for (const { campaignId, set, contacts } of groups) {
    const rule = lifted(rules.get(campaignId) as BothRules, set.group, NO_HISTORY, nowMs)
    if (rule !== null) add(rule, contacts)
  }
  const wish = { rules: RULES_ABOUT_THE_PAST, now: new Date(nowMs), limit: HELD_MAX }
  for (const { campaignId, set, history } of await heldContacts(db, organizationId, wish)) {
    const both = rules.get(campaignId)
    if (!both) continue
    const ofGroup = lifted(both, set.group, NO_HISTORY, nowMs)
    const own = lifted(both, set.group, history, nowMs)
    // Counted above with its group, though the policy still holds it for its own past.
    if (ofGroup !== null && own === null) add(ofGroup, -1)
    else if (ofGroup === null && own !== null) add(own, 1)
  }
  const byRule = [...found].map(([rule, contacts]) => ({ rule, contacts })).filter(({ contacts }) => contacts > 0)
  byRule.sort((a, b) => b.contacts - a.contacts)
  return { contacts: byRule.reduce((sum, { contacts }) => sum + contacts, 0), byRule }
}

/** The rule that holds them today, where the draft has nothing against a call. */
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
  const vouched = await vouchedDuties(db, organizationId)
  const found = new Map<number, BothRules>()
  for (const { campaignId, provider, ringSeconds } of groups) {
    if (found.has(campaignId)) continue
    const own = inForce.get(campaignId)?.policy ?? null
    const options = { reachesNobody: reachesNobody(provider), vouchedDuties: vouched.get(campaignId) ?? NO_DUTIES }
    const under = (organization: Policy | null) =>
      new DialingRules(compilePolicy(organization, own, readyPacks()), ringSeconds * 1000, options)
    found.set(campaignId, { today: under(inForce.get(null)?.policy ?? null), draft: under(draft) })
  }
  return found
}
