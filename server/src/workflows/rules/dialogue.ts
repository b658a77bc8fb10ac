/** A test dialogue of a workflow: the person's inputs, and the expected result. */

/** An input of the person; exactly one field is set. */
export interface PersonAct {
  text?: string | undefined
  keys?: string | undefined
  /** The person says nothing until the agent speaks again. */
  silence?: boolean | undefined
  /** An answering machine has picked up. */
  machine?: boolean | undefined
  hang_up?: boolean | undefined
}

export const PERSON_ACTS = ['text', 'keys', 'silence', 'machine', 'hang_up'] as const

export interface DialogueStep extends PersonAct {
  expect?: { node?: string | undefined; says?: string | undefined } | undefined
}

export interface Dialogue {
  variables: Record<string, string>
  /** Words that the person says when answering, while the greeting plays. */
  answers_with: string | null
  steps: DialogueStep[]
  expect: { disposition?: string | undefined; gathered?: Record<string, string> | undefined }
}

/** The result of a step, or of the whole dialogue. */
export interface StepResult {
  node: string | null
  said: string
}

export interface DialogueFailure {
  /** Number of the step, from 1; null: for the whole dialogue. */
  step: number | null
  message: string
}

export function stepFailures(step: DialogueStep, number: number, came: StepResult): DialogueFailure[] {
  const { node, says } = step.expect ?? {}
  const failures: DialogueFailure[] = []
  if (node !== undefined && came.node !== node) {
    failures.push({
      step: number,
      message: `Expected to be at ${node}; the conversation is at ${came.node ?? 'no step'}.`,
    })
  }
  if (says !== undefined && !plain(came.said).includes(plain(says))) {
    failures.push({ step: number, message: `Expected to hear “${says}”; heard “${came.said}”.` })
  }
  return failures
}

export function endFailures(
  { expect }: Pick<Dialogue, 'expect'>,
  came: { disposition: string | null; gathered: Readonly<Record<string, string>> },
): DialogueFailure[] {
  const failures: DialogueFailure[] = []
  if (expect.disposition !== undefined && came.disposition !== expect.disposition) {
    const end = came.disposition === null ? 'the conversation was not over' : `it ended as ${came.disposition}`
    failures.push({ step: null, message: `Expected to end as ${expect.disposition}; ${end}.` })
  }
  for (const [name, value] of Object.entries(expect.gathered ?? {})) {
    const found = Object.hasOwn(came.gathered, name) ? `it is ${came.gathered[name]}` : 'it was not gathered'
    if (came.gathered[name] !== value) {
      failures.push({ step: null, message: `Expected ${name} to be ${value}; ${found}.` })
    }
  }
  return failures
}

/** Normalizes a text for comparison: ignores case and spaces. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim()
}
