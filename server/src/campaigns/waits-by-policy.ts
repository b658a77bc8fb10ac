/**
 * How many contacts of a campaign wait because of calling rules or another call, grouped by reason and by the time at which the
 * wait ends.
 */
import { zoneSetName } from '../addresses/rules/zones-of-contact.ts'
import {
  countByZoneSet,
  groupByZoneSet,
  rulesOfCampaign,
  type ZoneSetCounts,
  type ZoneSetRow,
} from '../dialer/policy-facts.ts'
import { waitingForArms, waitingForCalls } from '../dialer/queries.ts'
import { countHeldByRoute } from '../dialer/route-facts.ts'
import { IN_ANOTHER_CALL, NO_ROUTE, type PolicyRule, RULE_OF_REASON } from '../dialer/rules/may-dial.ts'
import type { DialingRules } from '../policies/rules/dialing-rules.ts'
import { NO_HISTORY } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import type { WaitReason } from './rules/waits.ts'

export async function waitsByPolicy(
  db: Queries,
  campaign: Pick<StoredCampaign, 'id' | 'organization_id' | 'experiment'>,
  nowMs: number,
  counted?: readonly ZoneSetRow[],
): Promise<{ closed: WaitReason[]; putOff: WaitReason[]; closedSets: string[] }> {
  const groups = counted ? groupByZoneSet(counted) : await countByZoneSet(db, campaign.id, new Date(nowMs))
  const rules = groups.length === 0 ? null : await rulesOfCampaign(db, campaign.organization_id, campaign.id)
  if (!rules) {
    const putOff = [
      ...(await inAnotherCall(db, campaign, nowMs)),
      ...(await withoutRoute(db, campaign)),
      ...(await inArms(db, campaign)),
    ]
    return { closed: [], putOff, closedSets: [] }
  }
  return { ...closedGroups(groups, rules, nowMs), putOff: putOffBy(groups) }
}

/** Contacts that wait even without a policy, because their number is in another call of the organization. */
async function inAnotherCall(
  db: Queries,
  campaign: Pick<StoredCampaign, 'id' | 'organization_id'>,
  nowMs: number,
): Promise<WaitReason[]> {
  const { contacts, firstMs } = await waitingForCalls(db, campaign, new Date(nowMs))
  return contacts === 0 ? [] : [{ rule: IN_ANOTHER_CALL, untilMs: firstMs, facts: {}, contacts }]
}

/** Counts contacts that wait because no configuration of the campaign's route can be used for them. They also wait without a policy. */
async function withoutRoute(db: Queries, campaign: Pick<StoredCampaign, 'id'>): Promise<WaitReason[]> {
  const contacts = await countHeldByRoute(db, campaign.id)
  return contacts === 0 ? [] : [{ rule: NO_ROUTE, untilMs: null, facts: {}, contacts }]
}

/** Counts contacts that wait for the hours or for the number of their arm. */
async function inArms(
  db: Queries,
  { id, experiment }: Pick<StoredCampaign, 'id' | 'experiment'>,
): Promise<WaitReason[]> {
  const waits = experiment === null ? [] : await waitingForArms(db, id)
  return waits.map(({ rule, contacts, firstMs }) => ({ rule, untilMs: firstMs, facts: {}, contacts }))
}

/** Each group is held by the first rule that forbids calls. Groups with the same rule and the same end are one wait. */
function closedGroups(
  groups: readonly ZoneSetCounts[],
  rules: DialingRules,
  nowMs: number,
): { closed: WaitReason[]; closedSets: string[] } {
  const closedSets: string[] = []
  const waits = new Map<string, WaitReason & { zones: Set<string> }>()
  for (const { set, due } of groups) {
    const [first] = due === 0 ? [] : rules.explain(set.group, set.source, NO_HISTORY, nowMs).because
    if (!first) continue
    closedSets.push(zoneSetName(set))
    const rule = RULE_OF_REASON[first.rule]
    const key = `${rule} ${first.from} ${first.untilMs}`
    const wait = waits.get(key) ?? { rule, untilMs: first.untilMs, facts: {}, contacts: 0, zones: new Set<string>() }
    wait.contacts += due
    for (const zone of set.zones) wait.zones.add(zone)
    wait.facts = { message: messageFor(rule, first.message, wait.zones), from: first.from }
    waits.set(key, wait)
  }
  return { closed: [...waits.values()].map(({ zones: _zones, ...wait }) => wait), closedSets }
}

/** For one group, the rule's own message; for several groups, the message lists only the names of the zones. */
function messageFor(rule: PolicyRule, message: string, zones: ReadonlySet<string>): string {
  if (rule !== 'contact_hours' || zones.size < 2) return message
  return `Calling hours are closed where these people may be (${[...zones].sort().join(', ')}).`
}

const PUT_OFF: Readonly<Record<string, string>> = {
  number_check: 'The number check of your organization refuses them, failed, or has not answered yet.',
  consent: 'The rules ask for a consent, and these people gave none, took it back, or it has ended.',
  cap: 'They were called as often as the rules allow for the time being.',
  least_gap: 'The rules ask for more time between two calls.',
  cooldown: 'The rules ask for a time without calls after what happened in the last one.',
}

function putOffBy(groups: readonly ZoneSetCounts[]): WaitReason[] {
  const waits = new Map<string, WaitReason>()
  for (const { rule, contacts, untilMs } of groups.flatMap(({ held }) => held)) {
    const wait = waits.get(rule)
    const firstMs =
      wait?.untilMs === null || wait === undefined ? untilMs : Math.min(wait.untilMs, untilMs ?? wait.untilMs)
    const facts = { message: PUT_OFF[rule] ?? 'The calling rules put them off.' }
    waits.set(rule, { rule: rule as PolicyRule, untilMs: firstMs, facts, contacts: (wait?.contacts ?? 0) + contacts })
  }
  return [...waits.values()]
}
