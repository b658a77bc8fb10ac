import { knownValues } from '../../workflows/rules/computed.ts'
import type { WorkflowDefinition } from '../../workflows/rules/definition.ts'
import { render } from '../../workflows/rules/templates.ts'
import { tidySpaces } from './plain-text.ts'

interface Said {
  definition: WorkflowDefinition
  variables: Readonly<Record<string, string>>
}

/** The notice before the greeting of a recorded call; empty if there is none. */
export function recordingNotice(conversation: Said, gathered: Readonly<Record<string, string>>): string {
  return spokenTextOf(conversation, gathered, conversation.definition.settings?.recording_consent ?? '')
}

/** A text of the workflow in spoken form: rendered with known and computed values, in its language. */
export function spokenTextOf(
  { definition, variables }: Said,
  gathered: Readonly<Record<string, string>>,
  text: string,
): string {
  const known = knownValues(definition, variables, gathered)
  return tidySpaces(render(text, known, { language: definition.settings?.language }).text)
}
