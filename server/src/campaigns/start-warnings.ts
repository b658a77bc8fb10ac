/** Warnings for the operator who starts a campaign: contacts without calling hours, and contacts that the rules hold. */
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { countedGroups, rulesOfCampaign, type WaitingGroup, waitingGroups } from '../dialer/policy-facts.ts'
import { countWithoutRoute } from '../dialer/route-facts.ts'
import { hasSlots, type Schedule, windowState } from '../dialer/rules/calling-window.ts'
import type { DialingRules } from '../policies/rules/dialing-rules.ts'
import { NO_HISTORY } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { ALWAYS_OPEN, firstCommonOpening } from './rules/first-opening.ts'
import { countMissingValues, type MissingValue, spokenDefaults } from './spoken-defaults.ts'
import type { StartCounts } from './start-counts.ts'
import type { CountState } from './waiting-counts.ts'

/** The warnings of a large campaign while its contacts are counted for the first time. */
const NOT_COUNTED_YET =
  'The contacts are still being counted. Check the start again in some minutes: it warns about contacts without calling hours, without a route, and without values that the agent speaks.'

/** `state`: the counts of a large campaign. */
export async function startWarnings(
  db: Queries,
  campaign: Pick<StoredCampaign, 'id' | 'organization_id' | 'route' | 'schedule_config'>,
  nowMs: number,
  state: CountState<StartCounts> = { kind: 'small' },
): Promise<string[]> {
  if (state.kind === 'counting') return [NOT_COUNTED_YET]
  const { id, organization_id: organizationId, schedule_config: schedule } = campaign
  const counts = state.kind === 'counted' ? await withGroups(db, campaign, state.counts) : await countNow(db, campaign)
  const rules = await rulesOfCampaign(db, organizationId, id)
  return [
    ...withoutHours(counts.groups, rules, nowMs),
    ...heldWithoutEnd(counts.groups, rules, nowMs),
    ...neverOpenTogether(counts.groups, rules, schedule, nowMs),
    ...warnOfDefaults(counts.missingValues),
    ...warnOfRoute(counts.withoutRoute),
  ]
}

interface Found extends Pick<StartCounts, 'missingValues' | 'withoutRoute'> {
  groups: WaitingGroup[]
}

async function countNow(
  db: Queries,
  { id, organization_id: organizationId, route }: Pick<StoredCampaign, 'id' | 'organization_id' | 'route'>,
): Promise<Found> {
  return {
    groups: await waitingGroups(db, organizationId, id),
    missingValues: await countMissingValues(db, await spokenDefaults(db, organizationId, id)),
    withoutRoute: route === null ? 0 : await countWithoutRoute(db, id, route),
  }
}

/** Hours and carrier of the campaign are those of now, not of the count. */
async function withGroups(
  db: Queries,
  { id, organization_id: organizationId }: Pick<StoredCampaign, 'id' | 'organization_id'>,
  counts: StartCounts,
): Promise<Found> {
  return { ...counts, groups: await countedGroups(db, organizationId, id, counts.groups) }
}

/** These contacts would wait until the route is changed. */
function warnOfRoute(contacts: number): string[] {
  if (contacts === 0) return []
  return [
    `No telephony configuration of the route takes the number of ${counted(contacts)}: such contacts wait. Add a configuration without prefixes and countries at the end of the route.`,
  ]
}

/** Warns about default values: one that is spoken in place of an empty cell sounds like a fact about the person. */
function warnOfDefaults(defaults: readonly MissingValue[]): string[] {
  return defaults.flatMap(({ name, fallback, rows }) =>
    rows === 0 ? [] : [`${capitalized(counted(rows))} without ${name}: the agent says "${fallback}" instead.`],
  )
}

function withoutHours(groups: readonly WaitingGroup[], rules: DialingRules | null, nowMs: number): string[] {
  const open = groups.filter(
    ({ hasSchedule, set }) => !hasSchedule && (rules === null || !rules.hasHours(set.group, nowMs)),
  )
  const contacts = open.reduce((sum, group) => sum + group.contacts, 0)
  if (contacts === 0) return []
  if (open.every(({ provider }) => isSimulatedProvider(provider))) {
    return [
      `No calling hours apply to ${counted(contacts)}. The simulated carrier rings no phone; through any other carrier they could be called at any hour. Set calling hours in the campaign or in the calling rules.`,
    ]
  }
  return [
    `No calling hours apply to ${counted(contacts)}: they may be called at any hour of the night. Set calling hours in the campaign or in the calling rules, or switch on the hours floor in the calling rules.`,
  ]
}

function heldWithoutEnd(groups: readonly WaitingGroup[], rules: DialingRules | null, nowMs: number): string[] {
  if (!rules) return []
  const held = new Map<string, { contacts: number; message: string }>()
  for (const { set, contacts } of groups) {
    const { because } = rules.explain(set.group, set.source, NO_HISTORY, nowMs)
    const endless = because.find(({ untilMs }) => untilMs === null)
    if (!endless) continue
    const known = held.get(endless.rule) ?? { contacts: 0, message: endless.message }
    held.set(endless.rule, { ...known, contacts: known.contacts + contacts })
  }
  return [...held.values()].map(({ contacts, message }) => `${capitalized(counted(contacts))} will be held. ${message}`)
}

/** The campaign's hours and those of the rules may never be open at the same time. */
function neverOpenTogether(
  groups: readonly WaitingGroup[],
  rules: DialingRules | null,
  schedule: Schedule | null,
  nowMs: number,
): string[] {
  if (!hasSlots(schedule)) return []
  let contacts = 0
  for (const { set, ringSeconds, contacts: count } of groups) {
    const own = (atMs: number) => windowState(schedule, atMs, ringSeconds * 1000)
    const there = (atMs: number) => rules?.window(set.group, atMs) ?? ALWAYS_OPEN
    const isTooShort = firstCommonOpening([own], nowMs) === 'closed'
    if (isTooShort || firstCommonOpening([own, there], nowMs) === 'never') contacts += count
  }
  if (contacts === 0) return []
  return [
    `${capitalized(counted(contacts))} will never be called: the calling hours of the campaign and those where they may be are never open at the same time for as long as a phone may ring.`,
  ]
}

function counted(contacts: number): string {
  return contacts === 1 ? '1 contact' : `${contacts.toLocaleString('en')} contacts`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
