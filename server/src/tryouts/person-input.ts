import type { PersonAct } from '../workflows/rules/dialogue.ts'

/** An input of the person in a try-out conversation. */
export type TrialInput =
  | { kind: 'text'; text: string }
  | { kind: 'keys'; keys: string }
  | { kind: 'silence' }
  /** An answering machine picked up. */
  | { kind: 'machine' }
  | { kind: 'hang_up' }

export function trialInputOf(act: PersonAct): TrialInput {
  if (act.text !== undefined) return { kind: 'text', text: act.text }
  if (act.keys !== undefined) return { kind: 'keys', keys: act.keys }
  if (act.machine) return { kind: 'machine' }
  return act.hang_up ? { kind: 'hang_up' } : { kind: 'silence' }
}
