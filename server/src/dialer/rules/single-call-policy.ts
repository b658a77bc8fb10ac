/** Decides whether the organization's rules allow a call without a campaign to this number now. */
import { type ContactZones, type ZoneSet, zonesOfContact } from '../../addresses/rules/zones-of-contact.ts'
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'
import { RULE_OF_REASON } from './may-dial.ts'

export interface RuleAgainst {
  rule: string
  message: string
  untilMs: number | null
}

export function placeOfNumber(phoneNumber: string): ZoneSet {
  const { zones, places, source, group }: ContactZones = zonesOfContact(phoneNumber, {})
  return { zones, places, source, group }
}

export function rulesAgainst(rules: DialingRules, set: ZoneSet, history: NumberHistory, nowMs: number): RuleAgainst[] {
  return rules
    .explain(set.group, set.source, history, nowMs)
    .because.map(({ rule, message, untilMs }) => ({ rule: RULE_OF_REASON[rule], message, untilMs }))
}
