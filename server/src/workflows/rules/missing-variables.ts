/** Finds the columns that a contact list lacks for a workflow. */
import type { WorkflowDefinition } from './definition.ts'
import { gatheredVariables, type TemplateLocation, templateVariables } from './templates.ts'
import { AFTER_CALL_VARIABLES, STANDARD_VARIABLES, variableKey } from './variable-names.ts'

export interface MissingVariable {
  name: string
  where: TemplateLocation[]
}

/** The required variables that no column provides. */
export function missingVariables(required: readonly MissingVariable[], columns: readonly string[]): MissingVariable[] {
  const known = new Set(columns.map(variableKey))
  return required.filter((variable) => !known.has(variableKey(variable.name)))
}

/** Variables that the workflow needs from every contact: those without a default that the program does not provide. */
export function requiredVariables(definition: WorkflowDefinition): MissingVariable[] {
  const always = new Set([...STANDARD_VARIABLES, ...gatheredVariables(definition)].map(variableKey))
  const afterwards = new Set(AFTER_CALL_VARIABLES.map(variableKey))
  const webhooks = new Set(definition.nodes.filter((node) => node.type === 'webhook').map((node) => node.id))
  return templateVariables(definition)
    .filter((variable) => !variable.hasDefault && !always.has(variableKey(variable.name)))
    .map(({ name, where }) => ({
      name,
      where: afterwards.has(variableKey(name)) ? where.filter((place) => !webhooks.has(place.id)) : where,
    }))
    .filter((variable) => variable.where.length > 0)
}

/** Required variables for which a contact has no value: the rows to list in `missing_variables`. */
export function emptyVariables(required: readonly MissingVariable[], row: Readonly<Record<string, unknown>>): string[] {
  const filled = new Set(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined && String(value).trim() !== '')
      .map(([name]) => variableKey(name)),
  )
  return required.filter((variable) => !filled.has(variableKey(variable.name))).map((variable) => variable.name)
}
