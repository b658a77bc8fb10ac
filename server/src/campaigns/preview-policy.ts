/** Previews the effect of a policy on the waiting contacts before it is set. */

import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { waitingGroups } from '../dialer/policy-facts.ts'
import { type PolicyRule, RULE_OF_REASON } from '../dialer/rules/may-dial.ts'
import { builtInPacks } from '../policies/packs/packs.ts'
import { policiesInForce } from '../policies/queries.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import { compilePolicy } from '../policies/rules/merge.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { NO_HISTORY } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'

export interface HeldContacts {
  rule: PolicyRule
  message: string
  contacts: number
  /** Number of these contacts that the current policy does not hold. */
  newly: number
  /** When the first of these contacts may be called; null: not before an operator changes something. */
  until: Date | null
}

export interface PolicyPreview {
  waiting: number
  /** Number of contacts that no rule of the policy holds now. */
  callable: number
  /** Contacts outside calling hours now, whose hours open again later. */
  later: HeldContacts[]
  /** Contacts that are held until an operator changes a rule, the list or a registry date. */
  held: HeldContacts[]
}

/** Ignores the call history of single numbers (caps, gaps, cooldowns): it changes with every call. */
export async function previewPolicy(
  db: Queries,
  organizationId: number,
  policy: Policy,
  nowMs: number,
): Promise<PolicyPreview> {
  const inForce = await policiesInForce(db, organizationId)
  const current = inForce.get(null)?.policy ?? null
  const found = { later: new Map<string, HeldContacts>(), held: new Map<string, HeldContacts>() }
  const preview = { waiting: 0, callable: 0 }
  for (const { campaignId, provider, ringSeconds, set, contacts } of await waitingGroups(db, organizationId, null)) {
    const own = inForce.get(campaignId)?.policy ?? null
    const options = { reachesNobody: isSimulatedProvider(provider) }
    const rulesUnder = (organization: Policy | null) =>
      new DialingRules(compilePolicy(organization, own, builtInPacks()), ringSeconds * 1000, options)
    const { because, nextMs } = rulesUnder(policy).explain(set.group, set.source, NO_HISTORY, nowMs)
    preview.waiting += contacts
    const first = because.find(({ untilMs }) => untilMs === null) ?? because[0]
    if (!first) {
      preview.callable += contacts
      continue
    }
    const before = rulesUnder(current).explain(set.group, set.source, NO_HISTORY, nowMs)
    const isNew = first.untilMs === null ? before.nextMs !== null : before.may_call_now
    const list = first.untilMs === null ? found.held : found.later
    addTo(list, { ...first, rule: RULE_OF_REASON[first.rule] }, contacts, isNew, nextMs)
  }
  return { ...preview, later: byContacts(found.later), held: byContacts(found.held) }
}

function addTo(
  list: Map<string, HeldContacts>,
  { rule, message }: { rule: PolicyRule; message: string },
  contacts: number,
  isNew: boolean,
  nextMs: number | null,
): void {
  const known = list.get(rule) ?? { rule, message, contacts: 0, newly: 0, until: null }
  const until = nextMs === null ? null : new Date(nextMs)
  const earlier = known.until && until && known.until < until ? known.until : until
  list.set(rule, {
    ...known,
    contacts: known.contacts + contacts,
    newly: known.newly + (isNew ? contacts : 0),
    until: earlier,
  })
}

function byContacts(list: ReadonlyMap<string, HeldContacts>): HeldContacts[] {
  return [...list.values()].sort((a, b) => b.contacts - a.contacts)
}
