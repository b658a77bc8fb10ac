/** Settings of a workflow that its brain cannot apply. */
import type { WorkflowDefinition } from './definition.ts'
import { languageProblems } from './languages.ts'
import { type LocatedProblem, workflowProblem } from './problems.ts'

export function settingsChecks(definition: WorkflowDefinition): LocatedProblem[] {
  return [...interruptionProblems(definition), ...languageProblems(definition)]
}

/** A speech-to-speech endpoint decides itself when a voice interrupts it, so a setting in milliseconds would have no effect. */
function interruptionProblems({ settings }: WorkflowDefinition): LocatedProblem[] {
  if (settings?.brain !== 'realtime' || settings.interruption !== 'milliseconds') return []
  const message =
    'A speech-to-speech model decides on its own when a voice interrupts it. Set interruption to words or off, or choose another brain.'
  return [workflowProblem('settings.interruption', message)]
}
