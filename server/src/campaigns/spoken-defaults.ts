/** Default values of a workflow that are spoken in place of an empty cell, and how many list rows have such a cell. */
import { countMissingVariables } from '../contacts/queries.ts'
import type { Queries } from '../storage/database.ts'
import { toolVariables } from '../tools/tools-of-workflow.ts'
import { contextVariables } from '../workflows/context-variables.ts'
import { requiredVariables } from '../workflows/rules/missing-variables.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { loadListAndDefinition } from './queries.ts'

export interface SpokenDefaults {
  lists: number[]
  defaults: Array<{ name: string; fallback: string | null }>
}

export interface MissingValue {
  name: string
  fallback: string | null
  /** Number of list rows without a value. */
  rows: number
}

export async function spokenDefaults(db: Queries, organizationId: number, campaignId: number): Promise<SpokenDefaults> {
  const campaign = await loadListAndDefinition(db, organizationId, campaignId)
  if (campaign === undefined) return { lists: [], defaults: [] }
  const { definition } = campaign
  const filledByTools = await toolVariables(db, organizationId, definition)
  const others = new Set([...requiredVariables(definition).map(({ name }) => name), ...filledByTools].map(variableKey))
  const defaults = Object.entries(contextVariables(definition))
    .filter(([name, fallback]) => fallback !== null && !others.has(variableKey(name)))
    .map(([name, fallback]) => ({ name, fallback }))
  return { lists: [campaign.list_id, campaign.enrolled_list_id].filter((id): id is number => id !== null), defaults }
}

export async function countMissingValues(db: Queries, { lists, defaults }: SpokenDefaults): Promise<MissingValue[]> {
  const names = defaults.map(({ name }) => name)
  const lacking = (await Promise.all(lists.map((id) => countMissingVariables(db, id, names)))).flat()
  return defaults.map(({ name, fallback }) => ({
    name,
    fallback,
    rows: lacking
      .filter(({ column }) => variableKey(column) === variableKey(name))
      .reduce((sum, { count }) => sum + count, 0),
  }))
}
