import type { WorkflowDefinition } from './rules/definition.ts'
import { gatheredVariables, parseTemplate, templateTexts, templateVariables } from './rules/templates.ts'
import { AFTER_CALL_VARIABLES, STANDARD_VARIABLES, variableKey } from './rules/variable-names.ts'

/**
 * The variables a contact list may provide, each with its default; null if a use has none, so that every row needs it. Gathered
 * values and standard variables are not included.
 */
export function contextVariables(definition: WorkflowDefinition): Record<string, string | null> {
  const ours = new Set(
    [...STANDARD_VARIABLES, ...AFTER_CALL_VARIABLES, ...gatheredVariables(definition)].map(variableKey),
  )
  const defaults = firstDefaults(definition)
  const wanted = templateVariables(definition).filter((variable) => !ours.has(variableKey(variable.name)))
  return Object.fromEntries(
    wanted.map(({ name, hasDefault }) => [name, hasDefault ? (defaults.get(variableKey(name)) ?? null) : null]),
  )
}

function firstDefaults(definition: WorkflowDefinition): Map<string, string> {
  const found = new Map<string, string>()
  for (const { text } of templateTexts(definition)) {
    for (const part of parseTemplate(text).parts) {
      if (part.kind !== 'variable' || part.fallback === null) continue
      const key = variableKey(part.name)
      if (!found.has(key)) found.set(key, part.fallback)
    }
  }
  return found
}
