import { evaluationWords as w } from '../../../../words/evaluation.ts'
import type { EditorState } from '../use-editor.ts'

/** Why the edited workflow cannot be checked; null if it can. */
export function draftFault({ dirty, validation }: EditorState): string | null {
  const fault = dirty ? validation?.errors[0] : undefined
  return fault ? w.faulty(fault.message) : null
}
