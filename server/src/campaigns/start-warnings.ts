/** Warnings for the operator who starts a campaign: contacts without calling hours, and contacts that the rules hold. */
import { rowsMissingVariables } from '../contacts/queries.ts'
import { isSimulatedProvider } from '../dialer/policy-cache.ts'
import { rulesOfCampaign, type WaitingGroup, waitingGroups } from '../dialer/policy-facts.ts'
import { countWithoutRoute } from '../dialer/route-facts.ts'
import { hasSlots, type Schedule, windowState } from '../dialer/rules/calling-window.ts'
import type { DialingRules } from '../policies/rules/dialing-rules.ts'
import { NO_HISTORY } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import { toolVariables } from '../tools/tools-of-workflow.ts'
import { contextVariables } from '../workflows/context-variables.ts'
import { requiredVariables } from '../workflows/rules/missing-variables.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { findCampaign, loadListAndDefinition } from './queries.ts'
import { ALWAYS_OPEN, firstCommonOpening } from './rules/first-opening.ts'

export async function startWarnings(
  db: Queries,
  organizationId: number,
  campaignId: number,
  nowMs: number,
): Promise<string[]> {
  const groups = await waitingGroups(db, organizationId, campaignId)
  const rules = await rulesOfCampaign(db, organizationId, campaignId)
  return [
    ...withoutHours(groups, rules, nowMs),
    ...heldWithoutEnd(groups, rules, nowMs),
    ...neverOpenTogether(groups, rules, await scheduleOf(db, organizationId, campaignId), nowMs),
    ...(await spokenDefaults(db, organizationId, campaignId)),
    ...(await withoutRoute(db, organizationId, campaignId)),
  ]
}

/** These contacts would wait until the route is changed. */
async function withoutRoute(db: Queries, organizationId: number, campaignId: number): Promise<string[]> {
  const route = (await findCampaign(db, organizationId, campaignId))?.route ?? null
  const contacts = route === null ? 0 : await countWithoutRoute(db, campaignId, route)
  if (contacts === 0) return []
  return [
    `No telephony configuration of the route takes the number of ${counted(contacts)}: such contacts wait. Add a configuration without prefixes and countries at the end of the route.`,
  ]
}

/** Warns about default values: one that is spoken in place of an empty cell sounds like a fact about the person. */
async function spokenDefaults(db: Queries, organizationId: number, campaignId: number): Promise<string[]> {
  const campaign = await loadListAndDefinition(db, organizationId, campaignId)
  if (campaign === undefined) return []
  const { definition } = campaign
  const filledByTools = await toolVariables(db, organizationId, definition)
  const others = new Set([...requiredVariables(definition).map(({ name }) => name), ...filledByTools].map(variableKey))
  const defaults = Object.entries(contextVariables(definition)).filter(
    ([name, fallback]) => fallback !== null && !others.has(variableKey(name)),
  )
  const names = defaults.map(([name]) => name)
  const lists = [campaign.list_id, campaign.enrolled_list_id].filter((id): id is number => id !== null)
  const lacking = (await Promise.all(lists.map((id) => rowsMissingVariables(db, id, names)))).flat()
  return defaults.flatMap(([name, fallback]) => {
    const rows = lacking
      .filter(({ column }) => variableKey(column) === variableKey(name))
      .reduce((sum, { count }) => sum + count, 0)
    if (rows === 0) return []
    return [`${capitalized(counted(rows))} without ${name}: the agent says "${fallback}" instead.`]
  })
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

async function scheduleOf(db: Queries, organizationId: number, campaignId: number): Promise<Schedule | null> {
  return (await findCampaign(db, organizationId, campaignId))?.schedule_config ?? null
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
