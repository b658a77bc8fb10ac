/** Decides whether the organization's rules allow a call without a campaign to this number now. */
import { type ContactZones, type ZoneSet, zonesOfContact } from '../../addresses/rules/zones-of-contact.ts'
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'
import { RULE_OF_REASON } from './may-dial.ts'

export interface BlockingRule {
  rule: string
  message: string
  untilMs: number | null
}

export function zoneSetOfNumber(phoneNumber: string): ZoneSet {
  const { zones, places, source, group }: ContactZones = zonesOfContact(phoneNumber, {})
  return { zones, places, source, group }
}

export function blockingRules(
  rules: DialingRules,
  set: ZoneSet,
  history: NumberHistory,
  nowMs: number,
): BlockingRule[] {
  return rules
    .explain(set.group, set.source, history, nowMs)
    .because.map(({ rule, message, untilMs }) => ({ rule: RULE_OF_REASON[rule], message, untilMs }))
}
